"""The words of a seat's question in a band of fixed height.

The icons beside them open the units and the open tasks.

The band has the same height for short and long questions, so that the answers below it keep their place.
"""

from typing import NamedTuple

from pygame import Rect

from table.rules.prompts import AnyPrompt, SealedCard
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import BODY, LEAD, SMALL
from table.screen.parts.asked import asked_of, pointed_at, resting_on
from table.screen.parts.asking.asked_card import words_about
from table.screen.parts.command_card import TROUBLES
from table.session.focus import CLOSED, stops_beside
from table.session.input import Pointed
from table.view.published import Desk

BAND, LINE = 72, 36
"""The height in units of every question of a match, and of one line if there is no question or no match."""
SIGN, BESIDE = 44, 50
"""The width in units of an icon beside the question, and the width that it takes from the line."""
MOST_LINES = 9
"""The most lines of a question, which is never cut."""


class Asked(NamedTuple):
    """The typeset question: its words, the type size, and the height of its band in pixels."""

    words: Text | None
    size: float
    lines: int
    height: int


def asked(canvas: Canvas, width: int, prompt: AnyPrompt | None, desk: Desk, *, room: int, steady: bool) -> Asked:
    """Return the question in its largest type. In large type it is no smaller than in the usual one.

    `steady`: the band has one height, which only a question of more than three lines exceeds. `room` is the height in
    pixels that it then may have. A note about the seat's card replaces a question for a card.
    """
    if prompt is None:
        return Asked(None, BODY, 1, canvas.px(LINE))
    note = desk.note if isinstance(prompt, SealedCard) and desk.reader not in TROUBLES else None
    words, width = words_about(canvas, prompt) if note is None else note.words, width - canvas.px(BESIDE)
    band = canvas.px(BAND if steady else LINE)
    usual = BODY / canvas.type_scale.factor
    for size, most in ((LEAD, 1), (BODY, 2), (SMALL, 3), (usual, 2), (canvas.least, 3)):
        lines = canvas.lines_of(words, round(width / 0.9) if most == 1 else width, size, bold=True)
        if lines <= most and (not steady or canvas.pitch(size) * lines <= band):
            return Asked(words, size, lines, max(band, canvas.high(size, lines)) if not steady else band)
    for size in (BODY, SMALL, canvas.least):
        lines = min(MOST_LINES, canvas.lines_of(words, width, size, bold=True))
        if (height := max(band, canvas.pitch(size) * lines + canvas.px(2))) <= room:
            break
    return Asked(words, size, lines, height)


def is_long(canvas: Canvas, words: Asked) -> bool:
    """True if the question is higher than the band of every question."""
    return words.height > canvas.px(BAND)


def draw_question(
    canvas: Canvas, box: Rect, prompt: AnyPrompt | None, prompts: tuple[AnyPrompt, ...], desk: Desk, words: Asked
) -> None:
    """Draw the question at the upper edge of the box."""
    line = Rect(box.x, box.y, box.width - canvas.px(BESIDE), words.height)
    if words.words is None:
        canvas.text(desk.waits or _waiting(prompts, desk.seat), line, BODY, palette.QUIET)
    else:
        is_note = prompt is not None and words.words != words_about(canvas, prompt)
        standing = prompt is not None and prompt.standing
        colour = palette.ALERT if is_note else palette.INK if standing else palette.SEAT[desk.seat]
        canvas.text(words.words, line, words.size, colour, bold=True, lines=words.lines)


def draw_way_on(
    canvas: Canvas, box: Rect, prompt: AnyPrompt | None, prompts: tuple[AnyPrompt, ...], desk: Desk, *, all_below: bool
) -> None:
    """Draw the icon in the upper right corner that leads to the other open questions and the menu, or back."""
    if (way := _way_on(prompt, prompts, desk, all_below=all_below)) is None:
        return
    back = prompt is not None and prompt.standing and not prompt.ready
    _draw_sign(canvas, Rect(box.right - canvas.px(SIGN), box.y, canvas.px(SIGN), canvas.px(LINE - 2)), desk.seat, way,
               "sign.gone" if back else "sign.more")  # fmt: skip


def draw_way_to_units(canvas: Canvas, box: Rect, seat: Seat, way: Pointed, *, low: bool) -> None:
    """Draw the icon that opens the menu actions about units, if there are no chips; `low` is below the other icon."""
    top = box.y + canvas.px(LINE if low else 0)
    place = Rect(box.right - canvas.px(SIGN), top, canvas.px(SIGN), canvas.px(LINE - 2))
    _draw_sign(canvas, place, seat, way, "counter.units")


def _draw_sign(canvas: Canvas, place: Rect, seat: Seat, way: Pointed, icon: str) -> None:
    canvas.plate(place, palette.RAISED, seat, radius=8)
    canvas.icon(icon, place.center, 20, palette.INK)
    canvas.touchable(place, way)


def others_asked(prompts: tuple[AnyPrompt, ...], seat: Seat) -> Seat | None:
    """Return the other seat if it has a question to answer, or None."""
    asked = {prompt.seat for prompt in prompts if not prompt.standing}
    return next((one for one in SEATS if one is not seat and one in asked), None)


def _waiting(prompts: tuple[AnyPrompt, ...], seat: Seat) -> Text:
    other = others_asked(prompts, seat)
    return text("screen.waiting", seat=text(f"screen.seat.{other}")) if other else text("screen.nothing_asked")


def waiting_behind_lock(prompts: tuple[AnyPrompt, ...], seat: Seat) -> Text:
    """Return the text of what a seat that has locked waits for."""
    return text("screen.sealing.locked") if others_asked(prompts, seat) is None else _waiting(prompts, seat)


def _way_on(prompt: AnyPrompt | None, prompts: tuple[AnyPrompt, ...], desk: Desk, *, all_below: bool) -> Pointed | None:
    """Return the touch that leads to the next question, then to the standing prompts, and back from an open one.

    `all_below` is true if all other questions are drawn below this one, and can be touched there.
    """
    mine = asked_of(prompts, desk.seat)
    asked, beside = [one for one in mine if not one.standing or one.ready], stops_beside(mine, None)
    if prompt is not None and prompt.standing and not prompt.ready:
        return pointed_at(asked[0], desk.seat) if asked else Pointed(desk.seat, prompt.key, CLOSED)
    if prompt is None or resting_on(prompts, desk) is not None:
        return None
    after = asked[[one.key for one in asked].index(prompt.key) + 1 :]
    if after and not (beside and all_below):
        return pointed_at(after[0], desk.seat)
    if beside:
        return Pointed(desk.seat, beside[0][0].key, beside[0][1])
    return pointed_at(asked[0], desk.seat) if len(asked) > 1 else None
