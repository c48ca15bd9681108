"""The standing prompts, which are always possible: one line at the foot of a seat's half or of the shared panel.

A touch opens it, or CONFIRM, if the seat's focus is there. At rest the line only shows that there are actions, because
CONFIRM does nothing then. Arrows step through the ring, and a counter shows the position.
"""

from pygame import Rect

from table.rules.prompts import AnyPrompt, Confirm
from table.rules.seats import RED, Seat
from table.rules.text import Text, text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import FINE, SMALL
from table.screen.parts.asked import asked_of, pointed_at, resting_on, stands_at
from table.screen.parts.chore import words_of_chore
from table.screen.touch import Touch
from table.session.focus import AT_REST, CLOSED, DEEPER, stops_beside
from table.session.input import Pointed, Touched
from table.view.published import Desk, Focus, Published

LID, ARROW = 50, 44
"""The height of the line, and the width of the arrows to the next and the previous prompt, in units."""
COUNT = 22
"""The height in units of the count below the arrow to the next prompt."""


def draw_standing_prompts(canvas: Canvas, box: Rect, published: Published, *, portrait: bool) -> int:
    """Draw the standing prompts of the shared panel, one for each seat or one for both, and return their height."""
    prompts, gap, rest = published.prompts, canvas.px(8), Rect(box)
    shared = all(prompt.seat is None for prompt in prompts if prompt.standing)
    beside = not shared and not portrait
    for desk in published.desks if portrait else reversed(published.desks):
        if not stops_beside(asked_of(prompts, desk.seat), None) or (shared and desk.seat is RED):
            continue
        rests = [one for one in (published.desks if shared else (desk,)) if resting_on(prompts, one) is not None]
        rests.sort(key=lambda one: one.focus is None or one.focus.cursor == AT_REST)  # one that moved goes first
        place = Rect(rest)
        if beside:
            place.width = (box.width - gap) // 2
            place.right = box.right if desk.seat is RED else place.right
        height = draw_standing_prompt(
            canvas, place, next(iter(rests), None), prompts, desk.seat, None if shared else desk.seat
        )
        rest.height -= 0 if beside and desk.seat is RED else height
    taken = box.height - rest.height
    return taken + gap if taken else 0


def draw_standing_prompt(
    canvas: Canvas,
    box: Rect,
    desk: Desk | None,
    prompts: tuple[AnyPrompt, ...],
    owner: Seat,
    seat: Seat | None,
    *,
    playing: bool = False,
) -> int:
    """Draw a standing prompt at the foot of the box, and return the height that it takes.

    It is the one on which the desk's focus rests; without a desk, the first one of its owner. `seat` is None for the
    shared panel. While a match is `playing`, the line of a seat at rest only shows that there are actions.
    """
    focus = None if desk is None else desk.focus
    stops = stops_beside(asked_of(prompts, owner), focus)
    places = [(prompt.key, cursor) for prompt, cursor in stops]
    at = _place(places, focus)
    (prompt, cursor), height = stops[at], canvas.px(LID)
    line = Rect(box.x, box.bottom - height, box.width, height)
    if len(stops) > 1:
        for sign, step, x in (("left", -1, line.x), ("right", 1, line.right - canvas.px(ARROW))):
            arrow = Rect(x, line.y, canvas.px(ARROW), line.height)
            canvas.plate(arrow, palette.RAISED, seat, radius=8)
            lifted = canvas.px(COUNT // 2 - 2) if step > 0 else 0
            canvas.icon(f"sign.{sign}", (arrow.centerx, arrow.centery - lifted), 18, palette.INK)
            canvas.touchable(arrow, Pointed(seat, *places[(at + step) % len(places)]))
            if step > 0:
                count = text("screen.place", at=at + 1, of=len(stops))
                place = Rect(arrow.x, arrow.bottom - canvas.px(COUNT), arrow.width, canvas.px(COUNT))
                canvas.text(count, place, FINE, palette.QUIET, align="centre", minor=True)
        line = line.inflate(-2 * canvas.px(ARROW + 4), 0)
    here = desk is not None and stands_at(prompt, desk)
    waits = playing and desk is not None and not here
    colour = palette.EDGE if not here else palette.INK if seat is None else palette.SEAT[seat]
    canvas.frame(line, colour, palette.PANEL, seat, radius=8)
    canvas.touchable(line, Pointed(seat, prompt.key, cursor) if waits else _opened(prompt, cursor, seat))
    words = line.inflate(-canvas.px(10), -canvas.px(2))
    label = text("screen.always") if waits else _asked(prompt, cursor)
    canvas.text(label, words, SMALL, palette.QUIET if waits else palette.INK, align="centre", lines=2)
    return height + canvas.px(4)


def _place(places: list[tuple[str, int]], focus: Focus | None) -> int:
    """Return the position of the focus in its ring; the first one if it rests outside."""
    if focus is None or (focus.prompt, focus.cursor) not in places:
        keys = [key for key, _ in places]
        return keys.index(focus.prompt) if focus is not None and focus.prompt in keys else 0
    return places.index((focus.prompt, focus.cursor))


def _asked(prompt: AnyPrompt, cursor: int) -> Text:
    if cursor == DEEPER:
        return text("screen.settings")
    ask = words_of_chore(prompt) if prompt.chore else prompt.ask
    return text("screen.hold", action=ask) if isinstance(prompt, Confirm) and prompt.hold else ask


def _opened(prompt: AnyPrompt, cursor: int, seat: Seat | None) -> Touch:
    """Return the touch for the line. A prompt with a single answer is answered immediately."""
    if cursor == DEEPER:
        return Pointed(seat, prompt.key, CLOSED)
    if isinstance(prompt, Confirm):
        return Touched(prompt.seat and seat, prompt.key, None, prompt.hold)
    return pointed_at(prompt, seat)
