"""The centre between the halves: which seat is first, and the last roll with its proof."""

from pygame import Rect

from table.rules.seats import BLUE, Seat
from table.rules.text import Text, text
from table.rules.view import Rolled, View
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.die import face_words, resting_die
from table.screen.drawing.layout import Layout
from table.screen.drawing.palette import Colour
from table.screen.drawing.typefaces import BODY, FINE
from table.screen.drawing.vectors import Shape
from table.screen.touch import Recalled

FIRST = 120
"""The height in landscape, in units, of the arrow to the first seat and its name."""
CHIP = 38
"""The height in units of the place that shows the last reveal again."""

ARROWS = {
    "left": (Shape(((0, 12), (11, 1), (11, 6), (24, 6), (24, 18), (11, 18), (11, 23))),),
    "right": (Shape(((24, 12), (13, 1), (13, 6), (0, 6), (0, 18), (13, 18), (13, 23))),),
    "up": (Shape(((12, 0), (1, 11), (6, 11), (6, 24), (18, 24), (18, 11), (23, 11))),),
    "down": (Shape(((12, 24), (1, 13), (6, 13), (6, 0), (18, 0), (18, 13), (23, 13))),),
}


def draw_centre(canvas: Canvas, layout: Layout, view: View, proof: str) -> None:
    box = layout.centre
    if layout.portrait:
        upper = Rect(box.x, box.y, box.width // 2, box.height)
        lower = Rect(box.x + box.width // 2, box.y, box.width - box.width // 2, box.height)
    else:
        upper = Rect(box.x, box.y, box.width, canvas.px(FIRST))
        lower = Rect(box.x, upper.bottom, box.width, box.height - upper.height)
    if view.first is not None:
        _draw_first(canvas, upper, view.first, view.first_called, layout.portrait)
    else:
        for way in ("up", "down") if layout.portrait else ("left", "right"):
            _draw_undecided(canvas, upper, way)
    if view.reveals > 0:
        place, left = _chip(canvas, upper if layout.portrait else lower, layout.portrait)
        _draw_recall(canvas, place, "sign.card", "turn")
        lower = lower if layout.portrait else left
    if view.rolled is not None and not view.rolled.past:
        _draw_rolled(canvas, lower, view.rolled, proof, layout.portrait)
        canvas.touchable(lower, Recalled("roll"))


def left_for_codes(canvas: Canvas, layout: Layout, view: View) -> Rect:
    """Return the centre's room for a code: in landscape between the first seat and the place of the last reveal."""
    box = layout.centre
    if layout.portrait:
        return box
    if view.first is not None:
        first = canvas.px(FIRST)
        box = Rect(box.x, box.y + first, box.width, box.height - first)
    return _chip(canvas, box, portrait=False)[1] if view.reveals > 0 else box


def _chip(canvas: Canvas, box: Rect, portrait: bool) -> tuple[Rect, Rect]:
    """Return the place that shows the last reveal again, and the rest of the box."""
    if portrait:
        place = Rect(box.right - canvas.px(52), 0, canvas.px(48), canvas.px(44))
        place.centery = box.centery
        return place, Rect(box.x, box.y, box.width - canvas.px(56), box.height)
    height = canvas.px(CHIP)
    place = Rect(0, box.bottom - height, canvas.px(84), height)
    place.centerx = box.centerx
    return place, Rect(box.x, box.y, box.width, box.height - height - canvas.px(2))


def _draw_recall(canvas: Canvas, place: Rect, icon: str, kind: str) -> None:
    canvas.plate(place, palette.PANEL, radius=8)
    canvas.icon("sign.again", (place.centerx - canvas.px(11), place.centery), 18, palette.QUIET)
    canvas.icon(icon, (place.centerx + canvas.px(11), place.centery), 20, palette.INK)
    canvas.touchable(place, Recalled(kind))


def _draw_undecided(canvas: Canvas, box: Rect, way: str) -> None:
    """Draw a faint arrow to a seat as a placeholder while no seat is first."""
    dx, dy = {"left": (-24, 0), "right": (24, 0), "up": (0, -18), "down": (0, 18)}[way]
    x, y = (box.x + canvas.px(48), box.centery) if dy else (box.centerx, box.y + canvas.px(44))
    canvas.picture(
        ARROWS[way], (x + round(dx * canvas.scale), y + round(dy * canvas.scale)), canvas.px(34), palette.RAISED
    )


def _draw_first(canvas: Canvas, box: Rect, first: Seat, called: Text, portrait: bool) -> None:
    size = 76
    if portrait:
        way = "down" if first is BLUE else "up"
        centre = (box.x + canvas.px(48), box.centery)
        words = Rect(box.x + canvas.px(90), box.y, box.width - canvas.px(90 + 56), box.height)
    else:
        way = "left" if first is BLUE else "right"
        centre = (box.centerx, box.y + canvas.px(44))
        words = Rect(box.x, box.y + canvas.px(86), box.width, canvas.px(30))
    canvas.picture(ARROWS[way], centre, canvas.px(size), palette.SEAT[first])
    canvas.icon(f"seat.{first}", centre, 20, palette.GROUND)
    canvas.text(called, words, BODY, palette.SEAT[first], bold=True, align="left" if portrait else "centre")


def _draw_rolled(canvas: Canvas, box: Rect, rolled: Rolled, proof: str, portrait: bool) -> None:
    row = canvas.px(27)
    under = 0 if portrait else row + canvas.px(8)  # the face in words stands below the die
    side = max(canvas.px(24), min(box.height - under, canvas.px(78 if portrait else 66)))
    die = resting_die(rolled.die, rolled.face, side)
    lines: list[tuple[Text | str, int, Colour, bool]] = [
        (face_words(rolled.face), BODY, palette.INK, True),
        (
            text("screen.rolled.by_hand" if rolled.by_hand else "screen.rolled", number=rolled.question + 1),
            FINE,
            palette.QUIET,
            False,
        ),
        (proof if not rolled.by_hand else "", FINE, palette.QUIET, False),
    ]
    if portrait:
        place = die.get_rect(midleft=(box.x + canvas.px(10), box.centery))
        x, top = place.right + canvas.px(10), box.y + (box.height - 3 * row) // 2
        width, align = box.right - x, "left"
    else:
        place = die.get_rect(midtop=(box.centerx, box.y + canvas.px(4)))
        x, top, width, align = box.x, place.bottom + canvas.px(4), box.width, "centre"
    canvas.surface.blit(die, place)
    for words, size, colour, bold in lines:
        broken = min(2, canvas.lines_of(words, width, size, bold=bold))
        place = Rect(x, top, width, row * broken)
        if place.bottom > box.bottom + row // 2:
            return
        canvas.text(words, place, size, colour, bold=bold, align=align, lines=broken, minor=size == FINE)
        top = place.bottom
