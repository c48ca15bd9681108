"""The card that a question is about: beside the answers in a wide half, above them otherwise."""

from pygame import Rect

from table.rules.prompts import AnyPrompt, AskedCard
from table.rules.text import Text
from table.rules.view import SeatView
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import BODY, LEAD, SMALL

WIDE, BESIDE = 400, 0.72
"""The width in units from which a half has room beside its answers, and the card's share of it there."""
PIPS, PAD, EDGE, GAP = 30, 8, 2, 4
MOST_LINES = 9


def words_about(canvas: Canvas, prompt: AnyPrompt) -> Text:
    """Return the question's words, which are shorter if its card is visible."""
    return prompt.ask if prompt.about is None else canvas.words.brief(prompt.ask)


def asked_card(prompt: AnyPrompt | None, view: SeatView | None) -> AskedCard | None:
    """Return the card to show for this question; None if the half's title already shows it."""
    if prompt is None or prompt.about is None or view is None:
        return None
    in_play = prompt.about.seat is view.seat and view.card is not None and view.card.name == prompt.about.card.name
    return None if in_play else prompt.about


def draw_asked_card(canvas: Canvas, box: Rect, asked: AskedCard, needed: int) -> Rect:
    """Draw the card, and return the rest of the box. `needed` is the height in pixels that the answers keep."""
    gap = canvas.px(GAP)
    if box.width >= canvas.px(WIDE):
        width = round(box.width * BESIDE)
        place = Rect(box.x, box.y, width, min(box.height, _height(canvas, width, asked)))
        rest = Rect(box.x + width + gap, box.y, box.width - width - gap, box.height)
    else:
        height = min(box.height - needed - gap, _height(canvas, box.width, asked))
        place = Rect(box.x, box.y, box.width, height)
        rest = Rect(box.x, box.y + height + gap, box.width, box.height - height - gap)
    canvas.frame(place, palette.SEAT[asked.seat], palette.PAPER, asked.seat, radius=8)
    inside = place.inflate(-2 * canvas.px(PAD), -2 * canvas.px(EDGE))
    if asked.card.pips is not None:
        pips = Rect(inside.x, inside.y, canvas.px(PIPS - PAD), inside.height)
        canvas.text(str(asked.card.pips), pips, LEAD, palette.PRINT, bold=True, align="centre")
    facts = _facts(asked)
    written = Rect(inside.x + canvas.px(PIPS), inside.y, inside.width - canvas.px(PIPS), inside.height)
    small = not any(canvas.fits(facts, written, size, lines=MOST_LINES) for size in (BODY, SMALL, canvas.least))
    canvas.text(facts, written, BODY, palette.PRINT, lines=MOST_LINES, minor=small)
    return rest


def _facts(asked: AskedCard) -> Text | str:
    """Return the notes on the card, or its name."""
    return asked.card.name if asked.card.note is None else asked.card.note


def _height(canvas: Canvas, width: int, asked: AskedCard) -> int:
    """Return the height in pixels of a card of this width that fits all notes in the usual type."""
    room = width - canvas.px(2 * PAD + PIPS)
    return canvas.high(BODY, canvas.lines_of(_facts(asked), room, BODY)) + 2 * canvas.px(EDGE + 4)
