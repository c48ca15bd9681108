"""The seat's other questions stand below the one in focus, each one touch away."""

from typing import NamedTuple

from pygame import Rect

from table.rules.prompts import AnyPrompt
from table.rules.seats import Seat
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import BODY, SMALL
from table.screen.parts.prompt import ROW, pointed_at

MARGIN = 40
"""The width in units beside the words: the sign and the edges."""


class OtherQuestions(NamedTuple):
    """The questions that are drawn so, and the type that all of them have."""

    asked: tuple[AnyPrompt, ...] = ()
    row: int = 0
    size: float = BODY
    lines: int = 1
    left_out: bool = False
    """True if there are such questions, and no room for them."""

    @property
    def height(self) -> int:
        return self.row * len(self.asked)


def other_questions(
    canvas: Canvas, box: Rect, prompt: AnyPrompt | None, prompts: tuple[AnyPrompt, ...], seat: Seat, least: int
) -> OtherQuestions:
    """Return the questions below this one; none where it would keep less than the height `least` in pixels."""
    if prompt is None or prompt.standing:
        return OtherQuestions()
    asked = tuple(each for each in prompts if each.seat is seat and not each.standing and each.key != prompt.key)
    room = box.width - canvas.px(MARGIN)
    size = BODY if all(canvas.text_width(other.ask, BODY) <= room for other in asked) else SMALL
    lines = max((canvas.lines_of(other.ask, room, size) for other in asked), default=1)
    below = OtherQuestions(asked, canvas.px(ROW) if lines == 1 else canvas.high(size, lines), size, lines)
    return below if box.height - below.height >= least else OtherQuestions(left_out=bool(asked))


def draw_other_questions(canvas: Canvas, box: Rect, below: OtherQuestions, seat: Seat) -> int:
    """Draw them at the foot of the box, and return their height."""
    room = box.width - canvas.px(MARGIN)
    for place, other in enumerate(reversed(below.asked), 1):
        rect = Rect(box.x, box.bottom - place * below.row, box.width, below.row - canvas.px(3))
        canvas.plate(rect, palette.RAISED, seat, radius=8)
        words = Rect(rect.x + canvas.px(8), rect.y, room, rect.height)
        canvas.text(other.ask, words, below.size, lines=below.lines)
        canvas.icon("sign.more", (rect.right - canvas.px(17), rect.centery), 18, palette.QUIET)
        canvas.touchable(rect, pointed_at(other, seat))
    return below.height
