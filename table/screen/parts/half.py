"""A half of the screen belongs to one seat: title and counters, card, prompt, units, pools."""

from pygame import Rect

from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Confirm, Number, Roll, SealedCard
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text
from table.rules.view import Card, SeatView
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import BODY, LEAD, SMALL, TITLE
from table.screen.parts.army import (
    NAME_ROW,
    POOL_ROW,
    Ways,
    draw_ordered,
    draw_pieces,
    draw_pools,
    draw_roster,
    fits_roster,
    height_of_pieces,
    ordered,
    ways_of_pieces,
)
from table.screen.parts.cards import (
    HEIGHT,
    IDLE,
    TROUBLES,
    WIDTH,
    draw_idle,
    draw_place,
    draw_strip,
    draw_wide,
    height_of_strip,
)
from table.screen.parts.chore import draw_chore
from table.screen.parts.counters import draw_counter_rows, draw_counters_in_line
from table.screen.parts.hint import HINT, draw_hint
from table.screen.parts.other_questions import draw_other_questions, other_questions
from table.screen.parts.prompt import (
    BUTTON,
    ROW,
    PromptBox,
    asked_of,
    focus_on,
    options_of,
    pointed_at,
    resting_on,
    shown_prompt,
)
from table.screen.parts.standing_prompt import draw_standing_prompt
from table.session.focus import CLOSED, stops_beside
from table.session.input import Pointed
from table.view.published import Desk, ReaderState

TITLE_ROW = 40
SEALING, DIAL, LEAST_WIDE = 100, 76, 92
LEAST_OF_ALL = 160
"""The height in units that question and standing prompt take.

With less beside the answers the row of counters is left out.
"""
UNTAKEN = (ReaderState.SEVERAL, ReaderState.UNREADABLE)
"""The states of a reader in which no card can answer a question."""
MOST_LINES = 9
"""The most lines of a question, which is never cut."""


def draw_half(canvas: Canvas, rect: Rect, view: SeatView | None, desk: Desk, prompts: tuple[AnyPrompt, ...]) -> None:
    """Draw the half of a seat, with an edge in its colour while an answer of it is waited for."""
    seat = desk.seat
    waited_for = any(not prompt.standing for prompt in asked_of(prompts, seat))
    canvas.frame(rect, palette.SEAT[seat] if waited_for else palette.PANEL, palette.PANEL, seat, radius=14)
    title = Rect(rect.x, rect.y, rect.width, canvas.px(TITLE_ROW))
    edge = canvas.px(2) if waited_for else 0
    plate = Rect(title.x + edge, title.y + edge, title.width - 2 * edge, title.height - edge)
    canvas.plate(plate, palette.DEEP[seat], seat, radius=14 - 2 * waited_for)
    aside = draw_chore(canvas, title, seat, prompts)
    _draw_title(canvas, title, seat, view, aside)
    pad = canvas.px(10)
    box = Rect(
        rect.x + pad, title.bottom + canvas.px(2), rect.width - 2 * pad, rect.bottom - title.bottom - canvas.px(8)
    )
    prompt, resting = shown_prompt(prompts, desk), resting_on(prompts, desk)
    if view is not None and box.height >= canvas.px(LEAST_OF_ALL) + _least_height(canvas, prompt):
        tracks = draw_counter_rows(canvas, box, view.counters)
        box = Rect(box.x, box.y + tracks, box.width, box.height - tracks)
    locked = desk.locked and prompt is None
    box = (
        _draw_locked(canvas, box, seat)
        if locked
        else _draw_ask(canvas, box, prompt, prompts, desk, steady=view is not None)
    )
    if resting is not None:
        box.height -= draw_standing_prompt(canvas, box, desk, prompts, seat, seat)
    elif prompt is not None:
        below = other_questions(canvas, box, prompt, prompts, seat, _least_height(canvas, prompt))
        box.height -= draw_other_questions(canvas, box, below, seat)
    roster = view is not None and _wants_roster(canvas, box, view, desk, prompt)
    if view is not None:
        ways = ways_of_pieces(asked_of(prompts, seat), seat)
        box = _draw_army(canvas, box, view, prompt, ways, locked=locked, roster=roster)
        box = _draw_card(canvas, box, view, desk, prompt)
    if prompt is not None:
        _draw_answers(canvas, box, prompt, desk)
    elif locked:
        words = text("screen.sealing.locked") if others_asked(prompts, seat) is None else _waiting(prompts, seat)
        canvas.text(words, box, LEAD, palette.QUIET, lines=4)
    elif view is not None:
        ways = ways_of_pieces(asked_of(prompts, seat), seat)
        (draw_roster if roster else draw_ordered)(canvas, box, view.pieces, seat, ways)


def _wants_roster(canvas: Canvas, box: Rect, view: SeatView, desk: Desk, prompt: AnyPrompt | None) -> bool:
    """True if all units are to stand by name, without chips: the seat has no question, and they fit."""
    if prompt is not None or desk.locked or (view.card is not None and not ordered(view.pieces)):
        return False
    taken = 0 if view.card is None else height_of_strip(canvas, box.width, view.card) + canvas.px(6)
    taken += canvas.px(IDLE + 6) * _lies_idle(view, desk, prompt)
    taken += canvas.px(POOL_ROW * len(view.pools))
    return fits_roster(canvas, Rect(box.x, box.y, box.width, max(0, box.height - taken)), view.pieces)


def _draw_army(
    canvas: Canvas, box: Rect, view: SeatView, prompt: AnyPrompt | None, ways: Ways, *, locked: bool, roster: bool
) -> Rect:
    """Draw pools and chips at the foot, each only if the answers keep their room, and return the rest of the box."""
    left = Rect(box)
    if left.height - canvas.px(POOL_ROW * len(view.pools)) >= _least_height(canvas, prompt):
        left.height -= draw_pools(canvas, left, view.pools)
    chips = height_of_pieces(canvas, left, view.pieces)
    if not roster and left.height - chips >= _wished_height(canvas, prompt, locked):
        left.height -= draw_pieces(canvas, left, view.pieces, view.seat, ways)
    return left


def _draw_answers(canvas: Canvas, box: Rect, prompt: AnyPrompt, desk: Desk) -> None:
    """Draw the answers, and the hint below them unless a list needs its room. Locking a card explains itself."""
    hint = canvas.px(HINT + 2)
    if not isinstance(prompt, SealedCard) and box.height - hint >= _least_height(canvas, prompt, rows=6):
        draw_hint(canvas, box, prompt, desk.seat)
        box = Rect(box.x, box.y, box.width, box.height - hint)
    PromptBox(canvas, prompt, focus_on(prompt, desk), desk.seat, desk).draw(box)


def others_asked(prompts: tuple[AnyPrompt, ...], seat: Seat) -> Seat | None:
    """Return the other seat if it has a question to answer, or None."""
    asked = {prompt.seat for prompt in prompts if not prompt.standing}
    return next((one for one in SEATS if one is not seat and one in asked), None)


def _waiting(prompts: tuple[AnyPrompt, ...], seat: Seat) -> Text:
    other = others_asked(prompts, seat)
    return text("screen.waiting", seat=text(f"screen.seat.{other}")) if other else text("screen.nothing_asked")


def _draw_locked(canvas: Canvas, box: Rect, seat: Seat) -> Rect:
    """Draw a banner, large enough to read across the room, that this seat has locked. Return the rest of the box."""
    banner = Rect(box.x, box.y + canvas.px(4), box.width, canvas.px(46))
    canvas.plate(banner, palette.SEAT[seat], seat)
    canvas.icon("sign.lock", (banner.x + canvas.px(28), banner.centery), 32, palette.GROUND)
    words = Rect(banner.x + canvas.px(54), banner.y, banner.width - canvas.px(62), banner.height)
    canvas.text(text("screen.locked"), words, TITLE, palette.GROUND, bold=True)
    top = banner.bottom + canvas.px(6)
    return Rect(box.x, top, box.width, box.bottom - top)


def _wished_height(canvas: Canvas, prompt: AnyPrompt | None, locked: bool) -> int:
    """Return the height in pixels that the answers get before chips are drawn. The chips show no names."""
    return canvas.px(SEALING) if locked else _least_height(canvas, prompt, rows=6)


def _least_height(canvas: Canvas, prompt: AnyPrompt | None, rows: int = 3) -> int:
    """Return the height in pixels that the answers need at least; `rows` is the number of rows of a list."""
    if isinstance(prompt, SealedCard):
        return canvas.px(SEALING)
    if isinstance(prompt, Number):
        return canvas.px(DIAL + BUTTON)
    rows = min(rows, len(options_of(prompt))) if prompt is not None else 0
    return canvas.px(ROW * rows + (BUTTON + 2 if isinstance(prompt, ChooseSome | Confirm) else 0))


def _draw_title(canvas: Canvas, rect: Rect, seat: Seat, view: SeatView | None, aside: int) -> None:
    """Draw seat and counters. `aside` is the width at the right that is taken."""
    x = rect.x + canvas.px(24)
    canvas.icon(f"seat.{seat}", (x, rect.centery), 24, palette.SEAT[seat])
    right = rect.right - max(aside, canvas.px(10))
    if view is not None:
        right = draw_counters_in_line(canvas, Rect(rect.x, rect.y, right - rect.x, rect.height), view.counters)
    name = view.side if view is not None and view.side else text(f"screen.seat.{seat}")
    room = Rect(x + canvas.px(18), rect.y, right - x - canvas.px(20), rect.height)
    canvas.text(name, room, LEAD, bold=True, minor=True)


def _draw_ask(
    canvas: Canvas, box: Rect, prompt: AnyPrompt | None, prompts: tuple[AnyPrompt, ...], desk: Desk, *, steady: bool
) -> Rect:
    """Draw the question and the way to the other open questions, and return the rest of the box.

    `steady`: a short question has room for two lines, so that its answers stand where those of a longer one do.
    What the seat is told of its card stands in place of the question for one.
    """
    line = Rect(box.x, box.y, box.width, canvas.px(36))
    more = Rect(line.right - canvas.px(44), line.y, canvas.px(44), line.height)
    if _way_on(prompt, prompts, desk, all_below=False) is not None:
        canvas.plate(more, palette.RAISED, desk.seat, radius=8)
        canvas.icon(
            "sign.gone" if prompt is not None and prompt.standing and not prompt.ready else "sign.more",
            more.center,
            20,
            palette.INK,
        )
        line.width -= more.width + canvas.px(6)
    if prompt is not None:
        told = desk.told if isinstance(prompt, SealedCard) and desk.reader not in TROUBLES else None
        words = prompt.ask if told is None else told.words
        room = box.height - _least_height(canvas, prompt)
        size, lines = _size_of_ask(canvas, words, line.width, room)
        line.height = max(line.height, canvas.high(size, lines))
        colour = palette.ALERT if told else palette.INK if prompt.standing else palette.SEAT[desk.seat]
        canvas.text(words, line, size, colour, bold=True, lines=lines)
    else:
        canvas.text(_waiting(prompts, desk.seat), line, BODY, palette.QUIET)
    if steady and isinstance(prompt, ChooseOne | Confirm | Roll):
        line.height = max(line.height, canvas.high(BODY, 2))
    top = line.bottom + canvas.px(2)
    rest = Rect(box.x, top, box.width, box.bottom - top - canvas.px(4))
    below = other_questions(canvas, rest, prompt, prompts, desk.seat, _least_height(canvas, prompt))
    way = _way_on(prompt, prompts, desk, all_below=bool(below.asked))
    if way is not None:
        canvas.touchable(more, way)
    return rest


def _way_on(prompt: AnyPrompt | None, prompts: tuple[AnyPrompt, ...], desk: Desk, *, all_below: bool) -> Pointed | None:
    """Return the touch that leads to the next question, then to the standing prompts, and back out of an open one.

    `all_below` is true if the other questions are drawn below this one, where a touch is enough.
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


def _size_of_ask(canvas: Canvas, ask: Text, width: int, room: int) -> tuple[float, int]:
    """Return the largest size, and its lines, at which the question fits what that size and the room allow."""
    for size, most in ((LEAD, 1), (BODY, 2), (BODY, MOST_LINES), (SMALL, MOST_LINES)):
        lines = canvas.lines_of(ask, round(width / 0.9) if most == 1 else width, size, bold=True)
        left = room - (0 if size == SMALL else canvas.px(HINT))
        if lines <= most and (lines <= 2 or canvas.high(size, lines) <= left):
            return size, lines
    return canvas.least, min(MOST_LINES, canvas.lines_of(ask, width, canvas.least, bold=True))


def _draw_card(canvas: Canvas, box: Rect, view: SeatView, desk: Desk, prompt: AnyPrompt | None) -> Rect:
    """Draw the seat's card in the form that leaves room for the question, and return the rest of the box."""
    if _lies_idle(view, desk, prompt) and box.height >= canvas.px(IDLE) + _least_height(canvas, prompt, rows=1):
        height = draw_idle(canvas, box, desk)
        box = Rect(box.x, box.y + height, box.width, box.height - height)
    if view.card is not None and not desk.locked:
        height = _draw_open_card(canvas, box, view, view.card, prompt)
        box = Rect(box.x, box.y + height, box.width, box.height - height)
    if isinstance(prompt, SealedCard) or (prompt is None and desk.locked):
        width = min(box.height * WIDTH // HEIGHT, canvas.px(WIDTH * 1.3))
        height = width * HEIGHT // WIDTH
        place = Rect(box.x, box.y + (box.height - height) // 2, width, height)
        draw_place(canvas, place, desk)
        box = Rect(place.right + canvas.px(10), place.y, box.width - width - canvas.px(10), place.height)
    return box


def _lies_idle(view: SeatView, desk: Desk, prompt: AnyPrompt | None) -> bool:
    """True if a card lies on the reader that is not asked for and was not revealed, or that the reader cannot take."""
    if prompt is not None:
        return desk.reader in UNTAKEN and not isinstance(prompt, SealedCard)
    revealed = view.card is not None and desk.reader in (ReaderState.CARD, ReaderState.FOREIGN)
    return not desk.locked and desk.reader is not ReaderState.EMPTY and not revealed


def _draw_open_card(canvas: Canvas, box: Rect, view: SeatView, card: Card, prompt: AnyPrompt | None) -> int:
    """Draw the card large if nothing else needs the room, otherwise as a strip or not at all.

    Return the height that it takes.
    """
    gap, names = canvas.px(6), ordered(view.pieces)
    if isinstance(prompt, Confirm) or (prompt is None and not names):
        height = min(box.height - (0 if prompt is None else canvas.px(BUTTON) + gap), canvas.px(180))
        if height >= canvas.px(LEAST_WIDE):
            draw_wide(canvas, Rect(box.x, box.y, box.width, height), view.seat, card)
            return height + gap
    strip = height_of_strip(canvas, box.width, card)
    wanted = _least_height(canvas, prompt) if prompt is not None else min(3, len(names)) * canvas.px(NAME_ROW)
    if strip + gap + wanted > box.height:
        return 0
    draw_strip(canvas, Rect(box.x, box.y, box.width, strip), view.seat, card)
    return strip + gap
