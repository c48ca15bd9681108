"""The seat's other questions, below the one in focus, each one touch away. A list gives up rows for them."""

from typing import NamedTuple

from pygame import Rect

from table.rules.prompts import AnyPrompt
from table.rules.seats import Seat
from table.rules.text import Text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import BODY, SMALL
from table.screen.parts.asked import pointed_at
from table.screen.parts.prompt import ROW

MARGIN, GAP = 40, 3
"""The width in units beside the words (the sign and the edges), and the gap between two questions."""


class OtherQuestions(NamedTuple):
    """The questions to draw, in columns or one below the other, and their common type size."""

    asked: tuple[AnyPrompt, ...] = ()
    words: tuple[Text, ...] = ()
    columns: int = 1
    row: int = 0
    size: float = BODY
    lines: int = 1

    @property
    def height(self) -> int:
        return self.row * -(-len(self.asked) // self.columns)


def other_questions(
    canvas: Canvas,
    box: Rect,
    prompt: AnyPrompt | None,
    prompts: tuple[AnyPrompt, ...],
    seat: Seat,
    kept: tuple[int, int],
) -> OtherQuestions:
    """Return the questions below this one.

    `kept` are the preferred and the required height of its answers in pixels. To leave the preferred height, the
    questions are put side by side or shortened. Questions that leave less than the required height are not drawn.
    """
    if prompt is None or prompt.standing:
        return OtherQuestions()
    asked = tuple(each for each in prompts if each.seat is seat and not each.standing and each.key != prompt.key)
    whole = tuple(each.ask for each in asked)
    short = tuple(canvas.words.brief(ask) for ask in whole)
    ways = (
        _set(canvas, box.width, asked, words, columns)
        for words, columns in ((whole, 1), (whole, 2), (short, 1), (short, 2))
    )
    fitting = sorted((way for way in ways if way.columns == 1 or way.lines == 1), key=lambda way: -way.height)
    for least in kept:
        for way in fitting:
            if box.height - way.height >= least:
                return way
    return OtherQuestions()


def _set(
    canvas: Canvas, width: int, asked: tuple[AnyPrompt, ...], words: tuple[Text, ...], columns: int
) -> OtherQuestions:
    """Return the questions in this many columns, in one type size."""
    room = width // columns - canvas.px(MARGIN)
    size = BODY if all(canvas.text_width(ask, BODY) <= room for ask in words) else SMALL
    lines = max((canvas.lines_of(ask, room, size) for ask in words), default=1)
    return OtherQuestions(
        asked, words, columns, canvas.px(ROW) if lines == 1 else canvas.high(size, lines), size, lines
    )


def draw_other_questions(canvas: Canvas, box: Rect, below: OtherQuestions, seat: Seat) -> int:
    """Draw them at the foot of the box, and return their height."""
    gap, width = canvas.px(GAP), box.width // below.columns
    for place, (other, asked) in enumerate(zip(below.asked, below.words, strict=True)):
        down, across = divmod(place, below.columns)
        top = box.bottom - below.height + down * below.row
        rect = Rect(box.x + across * width, top, width - gap * (across < below.columns - 1), below.row - gap)
        canvas.plate(rect, palette.RAISED, seat, radius=8)
        words = Rect(rect.x + canvas.px(8), rect.y, rect.width - canvas.px(MARGIN), rect.height)
        canvas.text(asked, words, below.size, lines=below.lines)
        canvas.icon("sign.more", (rect.right - canvas.px(17), rect.centery), 18, palette.QUIET)
        canvas.touchable(rect, pointed_at(other, seat))
    return below.height
