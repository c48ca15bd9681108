"""The half of the screen for one seat: title and counters, question and answers, units, pools.

Touch targets keep their place during a phase: the card in play is in the title, the question has a band of fixed
height, and the answers begin below it. The parts at the bottom give up their room first, beginning with the chips.
"""

from msgspec import Struct
from pygame import Rect

from table.rules.prompts import AnyPrompt, Number, SealedCard
from table.rules.view import SeatView
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import LEAD, TypeScale
from table.screen.parts.army import (
    POOL_ROW,
    draw_ordered,
    draw_pieces,
    draw_pools,
    draw_roster,
    fits_roster,
    height_of_pieces,
    ordered,
    way_to_units,
    ways_of_pieces,
)
from table.screen.parts.asked import asked_of, focus_on, options_of, resting_on, shown_prompt
from table.screen.parts.asking.asked_card import asked_card, draw_asked_card
from table.screen.parts.asking.hint import HINT, draw_hint
from table.screen.parts.asking.other_questions import OtherQuestions, draw_other_questions, other_questions
from table.screen.parts.asking.phone_code import draw_phone_code, draw_phone_sign
from table.screen.parts.asking.picker import draw_picker, picked_from
from table.screen.parts.asking.question import (
    Asked,
    asked,
    draw_question,
    draw_way_on,
    draw_way_to_units,
    is_long,
    waiting_behind_lock,
)
from table.screen.parts.asking.standing_prompt import LID, draw_standing_prompt
from table.screen.parts.chore import draw_chores
from table.screen.parts.command_card import (
    HEIGHT,
    IDLE,
    WIDTH,
    draw_idle,
    draw_locked,
    draw_place,
    draw_strip,
    draw_wide,
)
from table.screen.parts.counters import draw_counter_row, draw_counters_in_line, row_of_counters
from table.screen.parts.points import way_to_points
from table.screen.parts.prompt import SEALING, PromptBox
from table.screen.parts.seat_title import draw_title, seat_title
from table.session.input import Pointed
from table.view.published import UNREAD, Desk, ReaderState

TITLE_ROW = 40
LEAST_WIDE, MOST_WIDE = 96, 180
"""The least and the greatest height in units of the card in play when it is shown large."""
BEFORE_POOLS, BEFORE_CHIPS = 4, 6
"""The number of list rows that take precedence over the pools, and over the chips, which show no names."""
FEWEST = 2
"""The number of list rows that take precedence over everything else: enough for yes and no."""


def draw_half(canvas: Canvas, rect: Rect, view: SeatView | None, desk: Desk, prompts: tuple[AnyPrompt, ...]) -> None:
    """Draw the half of a seat, with an edge in its colour while the table waits for its answer."""
    Half(canvas, view, desk, prompts).draw(rect)


class Half(Struct, frozen=True):
    """A half, drawn from published data. `view` is None before a match begins."""

    canvas: Canvas
    view: SeatView | None
    desk: Desk
    prompts: tuple[AnyPrompt, ...]

    def draw(self, rect: Rect) -> None:
        canvas, desk, prompt = self.canvas, self.desk, self._prompt
        box = self._draw_frame(rect)
        if draw_phone_code(canvas, box, desk.seat, desk.phone):
            return
        with canvas.typed(canvas.type_scale.usual):
            needed = self._least(box, FEWEST) + self._others(box).height
        room = box.height - needed - canvas.px(4)
        words = asked(canvas, box.width, prompt, desk, room=room, steady=self.view is not None)
        box = self._draw_counters(box, words, needed)
        top, place, resting = Rect(box.x, box.y, box.width, words.height), self._below(box, words), self._resting
        aside = prompt is not None and resting is not None and self._needs_foot(place)
        foot = 0 if resting is None or aside else canvas.px(LID + 4)
        scale = self._type_of(Rect(place.x, place.y, place.width, place.height - foot))
        with canvas.typed(scale):
            below = self._others(Rect(place.x, place.y, place.width, place.height - foot))
        if self._locked:
            place = draw_locked(canvas, box, desk)
        elif not aside:
            draw_question(canvas, box, prompt, self.prompts, desk, words)
            draw_way_on(canvas, top, prompt, self.prompts, desk, all_below=bool(below.asked))
        if resting is not None:
            line = top if aside else place
            draw_standing_prompt(canvas, line, desk, self.prompts, desk.seat, desk.seat, playing=self.view is not None)
            place.height -= foot
        with canvas.typed(scale):
            place.height -= draw_other_questions(canvas, place, below, desk.seat)
            if (card := asked_card(prompt, self.view)) is not None and not aside:
                place = draw_asked_card(canvas, place, card, self._least(place, FEWEST))
            self._draw_rest(place, None if resting is not None or self._locked else top)

    @property
    def _prompt(self) -> AnyPrompt | None:
        return shown_prompt(self.prompts, self.desk)

    @property
    def _locked(self) -> bool:
        return self.desk.locked and self._prompt is None

    @property
    def _resting(self) -> AnyPrompt | None:
        return resting_on(self.prompts, self.desk)

    @property
    def _points(self) -> Pointed | None:
        """Return the touch that opens the entry of the seat's victory points."""
        return way_to_points(asked_of(self.prompts, self.desk.seat), self.desk.seat)

    def _draw_frame(self, rect: Rect) -> Rect:
        """Draw plate and title, and return the box for the rest."""
        canvas, seat = self.canvas, self.desk.seat
        waited_for = any(not prompt.standing for prompt in asked_of(self.prompts, seat))
        canvas.frame(rect, palette.SEAT[seat] if waited_for else palette.PANEL, palette.PANEL, seat, radius=14)
        title = Rect(rect.x, rect.y, rect.width, canvas.px(TITLE_ROW))
        edge = canvas.px(2) if waited_for else 0
        plate = Rect(title.x + edge, title.y + edge, title.width - 2 * edge, title.height - edge)
        canvas.plate(plate, palette.DEEP[seat], seat, radius=14 - 2 * waited_for)
        aside = draw_phone_sign(canvas, title, draw_chores(canvas, title, seat, self.prompts), self.desk.phone)
        self._draw_title(title, aside)
        pad, top = canvas.px(10), title.bottom + canvas.px(2)
        return Rect(rect.x + pad, top, rect.width - 2 * pad, rect.bottom - canvas.px(6) - top)

    def _draw_title(self, rect: Rect, aside: int) -> None:
        """Draw the card in play, or else the side's name, and the counters.

        The `aside` pixels at the right are taken.
        """
        canvas, seat, view = self.canvas, self.desk.seat, self.view
        x = rect.x + canvas.px(24)
        canvas.icon(f"seat.{seat}", (x, rect.centery), 24, palette.SEAT[seat])
        right = rect.right - max(aside, canvas.px(10))
        if view is not None and not row_of_counters(canvas, rect.width, view.counters):
            right = draw_counters_in_line(
                canvas, Rect(rect.x, rect.y, right - rect.x, rect.height), view.counters, self._points
            )
        room = Rect(x + canvas.px(18), rect.y, right - x - canvas.px(20), rect.height)
        if view is not None and view.card is not None and not self.desk.locked:
            draw_strip(canvas, room.inflate(0, -canvas.px(2)), seat, view.card)
            return
        title = seat_title(seat, self.desk.player, "" if view is None else view.side)
        draw_title(canvas, room, title, "" if view is None else view.emblem, lines=2, minor=True)

    def _draw_counters(self, box: Rect, words: Asked, needed: int) -> Rect:
        """Draw the counters in a row if they do not fit in the title. Only a long question removes this row.

        `needed` is the height in pixels that must stay free below the question.
        """
        view = self.view
        if view is None or not (row := row_of_counters(self.canvas, box.width, view.counters)):
            return box
        rest = Rect(box.x, box.y + row, box.width, box.height - row)
        if is_long(self.canvas, words) and self._below(rest, words).height < needed:
            return box
        draw_counter_row(self.canvas, Rect(box.x, box.y, box.width, row), view.counters, self._points)
        return rest

    def _below(self, box: Rect, words: Asked) -> Rect:
        """Return the room below a question."""
        top = box.y + words.height + self.canvas.px(2)
        return Rect(box.x, top, box.width, box.bottom - top)

    def _least(self, box: Rect, rows: int = 3) -> int:
        """Return the height in pixels that the answers need at least; `rows` is the number of rows of a list."""
        prompt = self._prompt
        return 0 if prompt is None else self._answers(prompt).height(box.width, rows)

    def _others(self, box: Rect) -> OtherQuestions:
        """Return the seat's other questions, laid out in a box with the answers.

        A choice between two answers always shows both.
        """
        pair = self._prompt is not None and len(options_of(self._prompt)) == FEWEST
        kept = self._least(box, FEWEST), self._least(box, FEWEST if pair else 1)
        return other_questions(self.canvas, box, self._prompt, self.prompts, self.desk.seat, kept)

    def _type_of(self, box: Rect) -> TypeScale:
        """Return the type scale in which all questions and answers fit the box.

        It is the current one if they fit, or else the usual one.
        """
        canvas, prompt = self.canvas, self._prompt
        if prompt is None:
            return canvas.type_scale
        rows, asked = max(1, len(options_of(prompt))), self._others(box)
        with canvas.typed(canvas.type_scale.usual):
            dropped = len(self._others(box).asked) > len(asked.asked)
        fits = not dropped and self._least(box, rows) + asked.height <= box.height
        return canvas.type_scale if fits else canvas.type_scale.usual

    def _needs_foot(self, box: Rect) -> bool:
        """True if the answers need the place at the foot, which is otherwise for the line of standing prompts."""
        filling = isinstance(self._prompt, SealedCard | Number)
        return filling or box.height - self.canvas.px(LID + 4) < self._least(box)

    def _answers(self, prompt: AnyPrompt) -> PromptBox:
        return PromptBox(self.canvas, prompt, focus_on(prompt, self.desk), self.desk.seat, self.desk)

    def _draw_rest(self, box: Rect, top: Rect | None) -> None:
        """Draw the answers, and below them everything that fits.

        `top` is the position for the icon that opens the units.
        """
        canvas, view, prompt, seat = self.canvas, self.view, self._prompt, self.desk.seat
        answers = None if prompt is None else self._answers(prompt)
        if view is None:
            if prompt is not None and answers is not None:
                self._draw_answers(box, prompt, answers)
            return
        box.height -= self._draw_idle(box, view)
        mine = asked_of(self.prompts, seat)
        ways, units = ways_of_pieces(mine, seat), picked_from(prompt, view.pieces)
        if units and answers is not None and not answers.fits(box):
            draw_picker(canvas, box, answers, units)
            return
        if pooled := box.height - canvas.px(POOL_ROW * len(view.pools)) >= self._least(box, rows=BEFORE_POOLS):
            box.height -= draw_pools(canvas, box, view.pools)
        roster = self._wants_roster(box, view)
        heights = (box.height - kept if pooled and not roster else 0 for kept in self._before_chips(box))
        chips = next(filter(None, (height_of_pieces(canvas, box.width, room, view.pieces) for room in heights)), 0)
        if chips:
            draw_pieces(canvas, Rect(box.x, box.bottom - chips, box.width, chips), view.pieces, seat, ways)
            box.height -= chips
        way = way_to_units(mine, seat, view.pieces)
        if way is not None and top is not None and not roster and not chips and not units:
            draw_way_to_units(canvas, top, seat, way, low=prompt is not None)
        if isinstance(prompt, SealedCard) or self._locked:
            box = self._draw_place(box)
        if prompt is not None and answers is not None:
            self._draw_answers(box, prompt, answers)
        elif self._locked:
            canvas.text(self.desk.waits or waiting_behind_lock(self.prompts, seat), box, LEAD, palette.QUIET, lines=4)
        elif roster:
            draw_roster(canvas, box, view.pieces, seat, ways)
        elif ordered(view.pieces):
            draw_ordered(canvas, box, view.pieces, seat, ways)
        else:
            self._draw_large(box, view)

    def _before_chips(self, box: Rect) -> tuple[int, int]:
        """Return the heights in pixels above the chips: with the hint or the words on a card's place, and without."""
        if self._locked or isinstance(self._prompt, SealedCard):
            return self.canvas.px(HEIGHT), self.canvas.px(SEALING)
        least = self._least(box, rows=BEFORE_CHIPS)
        return least + self.canvas.px(HINT + 2), least

    def _draw_idle(self, box: Rect, view: SeatView) -> int:
        """Draw at the foot that a card is not needed, or cannot be read, and return the height."""
        height = self.canvas.px(IDLE + 6)
        if not self._lies_idle(view) or box.height - height < self._least(box, rows=1):
            return 0
        return draw_idle(self.canvas, Rect(box.x, box.bottom - height, box.width, height), self.desk)

    def _lies_idle(self, view: SeatView) -> bool:
        """True if there is a card on the reader that is not needed and was not revealed, or that cannot be read.

        While an answer is on its way to another table, its card may be the one on the reader.
        """
        reader, prompt = self.desk.reader, self._prompt
        if prompt is not None or self.desk.waits is not None:
            return reader in UNREAD and not isinstance(prompt, SealedCard)
        revealed = view.card is not None and reader in (ReaderState.CARD, ReaderState.FOREIGN)
        return not self.desk.locked and reader is not ReaderState.EMPTY and not revealed

    def _wants_roster(self, box: Rect, view: SeatView) -> bool:
        """True if all units are listed by name instead of chips: the seat has no question, and they fit."""
        if self._prompt is not None or self._locked or (view.card is not None and not ordered(view.pieces)):
            return False
        return fits_roster(self.canvas, box, view.pieces)

    def _draw_place(self, box: Rect) -> Rect:
        """Draw the place of the card to lock, and return the rest of the box."""
        canvas = self.canvas
        width = min(box.height * WIDTH // HEIGHT, canvas.px(WIDTH * 1.3))
        height = width * HEIGHT // WIDTH
        place = Rect(box.x, box.y + (box.height - height) // 2, width, height)
        draw_place(canvas, place, self.desk)
        return Rect(place.right + canvas.px(10), place.y, box.width - width - canvas.px(10), place.height)

    def _draw_answers(self, box: Rect, prompt: AnyPrompt, answers: PromptBox) -> None:
        """Draw the answers, and the hint below them unless a list needs its room. A card to lock has no hint."""
        canvas, hint = self.canvas, self.canvas.px(HINT + 2)
        if not isinstance(prompt, SealedCard) and box.height - hint >= self._least(box, rows=BEFORE_CHIPS):
            drawn = draw_hint(canvas, box, prompt, self.desk.seat)
            box = Rect(box.x, box.y, box.width, box.height - hint * drawn)
        answers.draw(box)
        if self.view is not None and answers.one_button:
            top = box.y + self._least(box) + canvas.px(6)
            self._draw_large(Rect(box.x, top, box.width, box.bottom - top), self.view)

    def _draw_large(self, box: Rect, view: SeatView) -> None:
        """Draw the card in play large, if there is room for it."""
        height = min(box.height, self.canvas.px(MOST_WIDE))
        if view.card is not None and not self.desk.locked and height >= self.canvas.px(LEAST_WIDE):
            draw_wide(self.canvas, Rect(box.x, box.y, box.width, height), view.seat, view.card)
