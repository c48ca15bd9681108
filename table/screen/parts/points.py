"""A seat's victory points in two touches: their icon opens a list of the next few numbers.

The last row opens the dial for other numbers and corrections.
"""

from collections.abc import Iterable

from pygame import Rect

from table.rules.prompts import AnyPrompt, Number
from table.rules.seats import SEATS, Seat
from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import BODY
from table.session.input import Pointed, Touched
from table.view.published import Published

SIGN = "counter.victory"
"""The icon of victory points, everywhere on the screen."""
OFFERED = 3
"""The increments that are offered as a list: 1, 2, 3."""
ROW, GAP = 36, 3
SCORE = 64
"""The width in units of a seat's points beside the headline."""


def way_to_points(mine: Iterable[AnyPrompt], seat: Seat) -> Pointed | None:
    """Return the touch that opens the entry of a seat's points, or None while it cannot enter any."""
    for prompt in mine:
        if isinstance(prompt, Number) and prompt.score and prompt.standing:
            return Pointed(seat, prompt.key, prompt.first)
    return None


def offered(prompt: Number, cursor: int) -> bool:
    """True if the numbers are shown as a list, not as a dial, while the focus is there."""
    return prompt.score and prompt.first <= cursor < prompt.first + OFFERED


def draw_offered(canvas: Canvas, box: Rect, prompt: Number, cursor: int, seat: Seat | None) -> None:
    """Draw a row for each offered number, and one that opens the dial."""
    row = min(canvas.px(ROW), box.height // (OFFERED + 1))
    for index in range(OFFERED + 1):
        rect = Rect(box.x, box.y + index * row, box.width, row - canvas.px(GAP))
        number = prompt.first + index
        here = number == cursor and seat is not None
        canvas.plate(rect, palette.SEAT[seat] if here and seat is not None else palette.RAISED, seat, radius=8)
        words = Rect(rect.x + canvas.px(12), rect.y, rect.width - canvas.px(40), rect.height)
        if index == OFFERED:
            below = prompt.first - 1
            canvas.text(text("screen.points.other"), words, BODY, palette.INK)
            canvas.icon("sign.more", (rect.right - canvas.px(17), rect.centery), 18, palette.QUIET)
            canvas.touchable(rect, Pointed(seat, prompt.key, below if below >= prompt.least else number))
            continue
        ink = palette.GROUND if here else palette.INK
        canvas.text(text("screen.points.more", more=index + 1), words, BODY, ink, bold=True)
        if here:
            canvas.icon("sign.done", (rect.right - canvas.px(17), rect.centery), 19, ink)
        canvas.touchable(rect, Touched(seat, prompt.key, number, prompt.hold))


def width_of_score(canvas: Canvas, published: Published) -> int:
    """Return the width in pixels of a seat's points beside the headline.

    It is 0 if the seat's half shows them, or neither seat has any.
    """
    view = published.view
    counted = view is not None and any(counter.icon == SIGN for seat in view.seats for counter in seat.counters)
    return canvas.px(SCORE) if view is not None and published.score.counts and not counted and not view.over else 0


def draw_score(canvas: Canvas, box: Rect, published: Published) -> None:
    """Draw the points of both seats at the ends of the headline's row. A touch opens their entry."""
    if not (width := width_of_score(canvas, published)):
        return
    for seat, points, x in zip(SEATS, published.score.totals, (box.x, box.right - width), strict=True):
        place = Rect(x, box.y + canvas.px(2), width, box.height - canvas.px(4))
        canvas.plate(place, palette.PANEL, seat, radius=8)
        canvas.icon(SIGN, (place.x + canvas.px(19), place.centery), 22, palette.SEAT[seat])
        number = Rect(place.x + canvas.px(34), place.y, place.width - canvas.px(38), place.height)
        canvas.text(str(points), number, BODY, palette.SEAT[seat], bold=True)
        mine = (prompt for prompt in published.prompts if prompt.seat is seat)
        if (way := way_to_points(mine, seat)) is not None:
            canvas.touchable(place, way)
