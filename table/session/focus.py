"""The focus of a seat: how three buttons answer any prompt, with previous, next, confirm, and a hold. Pure.

The stops of a seat form two rings. One has every option of its questions. The other has a stop for each standing
prompt, which CONFIRM opens, and one for the settings of the table, which have their own ring. Holding NEXT switches
between questions and standing prompts. On a `Roll` the first stop is the table's die, and one for each face follows,
for the players' own die. A seat without a question rests outside the rings until it moves.

The screen shows the same focus, and touch and keys move it.
"""

from collections.abc import Iterable
from typing import TypeGuard

from msgspec import Struct

from table.rules.commands import Answer
from table.rules.prompts import (
    AnyPrompt,
    ChooseOne,
    ChooseSome,
    Confirm,
    Number,
    OpenCard,
    Roll,
    SealedCard,
    Value,
    takes_hold,
)
from table.rules.seats import Seat
from table.view.published import Focus

CLOSED = -1
"""The cursor on a closed standing prompt."""
AT_REST = -2
"""The cursor of a seat that has no question and has not moved since: a line is shown, but a press does not open it.

An extra press while the table waits for the other seat must not issue an order.
"""
DEEPER = -3
"""The cursor on the stop for all settings of the table. CONFIRM opens the first of them."""
DECLINING = frozenset({"no", "decline"})
"""The options with which a seat declines the other seat's request."""


class LockCard(Struct, frozen=True):
    """The seat wants to lock the card on its reader, in answer to this prompt."""

    prompt: str


class NeedsHold(Struct, frozen=True):
    """The answer needs CONFIRM to be held, not pressed."""


Chosen = Answer | LockCard | NeedsHold | None


class SeatFocus:
    """The prompts of one seat, and the effect of its buttons on them."""

    def __init__(self, seat: Seat, prompts: tuple[AnyPrompt, ...]) -> None:
        self.seat = seat
        mine = [p for p in prompts if p.seat in (None, seat)]
        self._asked = [p for p in mine if not p.standing]
        self._ready = [p for p in mine if p.standing and p.ready]
        self._standing, self._settings = always_possible(mine)
        self.prompts = {p.key: p for p in mine}
        """The prompts by their keys."""

    def settle(self, focus: Focus | None) -> Focus | None:
        """Return the focus if it may stay, or else the focus on the first question."""
        prompt = None if focus is None else self.prompts.get(focus.prompt)
        if focus is None or prompt is None:
            return self._first()
        if focus.cursor == DEEPER and self._settings and prompt is self._settings[0]:
            return focus
        return focus if focus.cursor in self._cursors(prompt) else self._first()  # AT_REST is never among them

    def attend(self, focus: Focus | None, known: frozenset[str], answered: bool = False) -> Focus | None:
        """Return the focus after new prompts. An idle focus moves to a new question.

        So does one in a question without marks, if the new question comes before all others; unless the player moved it
        down the list and has not `answered` anything since, because the other seat's answers must not move a list.
        `known` are the keys of the earlier questions. A question for consent moves any focus, because the other seat
        waits for it. It takes a hold, and its first option declines.
        """
        for prompt in self._asked:
            if seeks_consent(prompt) and prompt.key not in known:
                return Focus(prompt.key, 0)
        idle = is_closed(focus) or (focus is not None and focus.prompt in {p.key for p in self._ready})
        first = self._asked[0].key if self._asked else ""
        unmarked = focus is not None and focus.prompt in self.asked_keys and not self._is_marked(focus)
        held = not answered and focus is not None and self._is_beyond_the_first_line(focus)
        new_first = unmarked and not held and first not in known
        return self.settle(None if new_first or (idle and not self.asked_keys <= known) else focus)

    def _is_marked(self, focus: Focus) -> bool:
        """True if the seat has changed the marks of the focus's question."""
        return focus.marked != entered(self.prompts[focus.prompt], focus.cursor).marked

    def _is_beyond_the_first_line(self, focus: Focus) -> bool:
        prompt = self.prompts.get(focus.prompt)
        return prompt is not None and focus.cursor != (prompt.first if isinstance(prompt, Number) else 0)

    def move(self, focus: Focus | None, step: int) -> Focus | None:
        """Move one stop on (`step` 1) or back (-1)."""
        here = self.settle(focus)
        if here is None:
            return None
        prompt = self.prompts[here.prompt]
        if isinstance(prompt, Number) and here.cursor not in (CLOSED, AT_REST, DEEPER):
            return self._dial(prompt, here.cursor + step, step)
        stops = self._stops(here)
        rest = DEEPER if prompt.setting else CLOSED
        at = stops.index((here.prompt, rest if here.cursor == AT_REST else here.cursor))
        if here.cursor == AT_REST and step > 0 and not acts_at_rest(prompt):
            at -= 1  # the line that it rests on is the first to be reached
        key, cursor = stops[(at + step) % len(stops)]
        return Focus(key, cursor, here.marked) if key == here.prompt else entered(self.prompts[key], cursor)

    def across(self, focus: Focus | None) -> Focus | None:
        """Move from the questions to the standing prompts, or back to the first question."""
        here = self.settle(focus)
        always = self._always()
        if here is None or not always or (here.cursor != AT_REST and self._is_aside(here)):
            return self._first()
        return Focus(*always[0])

    def _is_aside(self, here: Focus) -> bool:
        """True if the focus is on a standing prompt, not on a question."""
        prompt = self.prompts[here.prompt]
        return prompt.standing and not prompt.ready

    def _dial(self, prompt: Number, number: int, step: int) -> Focus:
        """Turn to the next number.

        After the last number the focus moves to the next question, or wraps around if there is none, or if the prompt
        is standing.
        """
        if prompt.least <= number <= prompt.most:
            return Focus(prompt.key, number)
        if self._is_aside(Focus(prompt.key, number)):
            return Focus(prompt.key, prompt.least if step > 0 else prompt.most)
        stops = self._stops(Focus(prompt.key, prompt.first))
        key, cursor = stops[(stops.index((prompt.key, prompt.first)) + step) % len(stops)]
        return Focus(key, cursor) if key != prompt.key else Focus(key, prompt.least if step > 0 else prompt.most)

    def press(self, focus: Focus | None) -> tuple[Focus | None, Chosen]:
        here = self.settle(focus)
        if here is None:
            return None, None
        prompt = self.prompts[here.prompt]
        if here.cursor == AT_REST:
            return here, NeedsHold() if acts_at_rest(prompt) else None
        if here.cursor == DEEPER:
            return Focus(prompt.key, CLOSED), None
        if here.cursor == CLOSED and (prompt.chore or not isinstance(prompt, Confirm)):
            return entered(prompt, prompt.first if isinstance(prompt, Number) else 0), None
        if isinstance(prompt, ChooseSome):
            return Focus(here.prompt, here.cursor, prompt.toggled(here.marked, prompt.options[here.cursor].id)), None
        if isinstance(prompt, SealedCard) or takes_hold(prompt, _value(prompt, here)):
            return here, NeedsHold()
        return here, Answer(self.seat, prompt.key, _value(prompt, here))

    def hold(self, focus: Focus | None) -> tuple[Focus | None, Chosen]:
        here = self.settle(focus)
        if here is None:
            return None, None
        prompt = self.prompts[here.prompt]
        if here.cursor == AT_REST and not acts_at_rest(prompt):
            return here, None
        if isinstance(prompt, SealedCard):
            return here, LockCard(prompt.key)
        if isinstance(prompt, ChooseSome) and here.cursor != CLOSED:
            return here, Answer(self.seat, prompt.key, here.marked)
        if isinstance(prompt, ChooseOne) and prompt.short:
            return here, None
        opened = here.cursor >= 0 or (here.cursor != DEEPER and isinstance(prompt, Confirm))
        if opened and takes_hold(prompt, _value(prompt, here)):
            return here, Answer(self.seat, prompt.key, _value(prompt, here))
        return self.press(here)

    def point(self, focus: Focus | None, prompt: str, cursor: int) -> Focus | None:
        """Move the focus to the option under a finger."""
        if focus is not None and focus.prompt == prompt:
            return self.settle(Focus(prompt, cursor, focus.marked))
        asked = self.prompts.get(prompt)
        return self.settle(Focus(prompt, cursor) if asked is None else entered(asked, cursor))

    def point_at(self, focus: Focus | None, prompt: str, value: Value) -> Focus | None:
        """Move the focus to this answer of a choice; leave it if there is nothing to choose."""
        chosen = self.prompts.get(prompt)
        if isinstance(chosen, ChooseOne):
            for cursor, option in enumerate(chosen.options):
                if option.id == value:
                    return self.point(focus, prompt, cursor)
        return self.settle(focus)

    def mark(self, focus: Focus | None, prompt: str, option: str) -> Focus | None:
        """Mark or unmark the option under a finger.

        The cursor stays where it is. Otherwise a long list would scroll under the finger, and the next tap at the same
        place would mark another option.
        """
        chosen = self.prompts.get(prompt)
        if not isinstance(chosen, ChooseSome) or option not in [o.id for o in chosen.options]:
            return self.settle(focus)
        there = self.point(focus, prompt, [o.id for o in chosen.options].index(option))
        if there is None:
            return None
        stood = max(0, focus.cursor) if focus is not None and focus.prompt == prompt else 0
        return Focus(prompt, stood, chosen.toggled(there.marked, option))

    def by_card(self, card: str, focus: Focus | None) -> Answer | None:
        """Return the answer that laying this tagged card on the reader gives, or None.

        Of the standing prompts it answers only the opened one and those for open cards: a unit card that happens to be
        on the reader must not report a defeat.
        """
        opened = None if focus is None or is_closed(focus) else focus.prompt
        first = [p for p in self._standing if p.key == opened]
        meant = [p for p in self._standing if isinstance(p, OpenCard)]
        for prompt in (*first, *self._asked, *meant):
            if _takes_cards(prompt):
                for option in prompt.options:
                    if option.card == card:
                        return Answer(self.seat, prompt.key, option.id)
        return None

    def marked_by(self, card: str, focus: Focus | None) -> Focus | None:
        """Return the focus after a tagged card marks an option, or unmarks the last one of it; None if it cannot."""
        for asked in self._asked:
            if isinstance(asked, ChooseSome):
                alike = {option.id for option in asked.options if option.card == card}
                here = focus if focus is not None and focus.prompt == asked.key else entered(asked, 0)
                free = [option for option in asked.addable(here.marked) if option in alike]
                taken = [option for option in here.marked if option in alike]
                if free or taken:
                    return self.mark(here, asked.key, (free or taken[-1:])[0])
        return None

    def at_card(self, card: str) -> Focus | None:
        """Return the focus on the standing prompt that offers this tagged card; None if none does.

        Of several prompts the first counts, which is the one used most. This is not an answer. It never moves the focus
        away from a question, which the card may be meant for.
        """
        if self._asked:
            return None
        for prompt in self._standing:
            if isinstance(prompt, ChooseOne) and card in (cards := [option.card for option in prompt.options]):
                return Focus(prompt.key, cards.index(card))
        return None

    def for_cards(self) -> str:
        """Return the key of the question that a card can answer; empty if there is no such question."""
        asked = (p for p in self._asked if isinstance(p, ChooseSome) or _takes_cards(p))
        return next((p.key for p in asked if any(option.card for option in p.options)), "")

    def sealed_card(self) -> SealedCard | None:
        """Return the prompt that asks for a locked card, or None."""
        return next((p for p in self._asked if isinstance(p, SealedCard)), None)

    @property
    def asked_keys(self) -> frozenset[str]:
        """Return the keys of the questions that wait for this seat."""
        return frozenset(prompt.key for prompt in self._asked)

    def _first(self) -> Focus | None:
        if self._asked:
            first = self._asked[0]
            return entered(first, first.first if isinstance(first, Number) else self._cursors(first)[0])
        if self._ready:
            return Focus(self._ready[0].key, 0)
        aside = (*self._standing, *self._settings)
        # A chore has a sign of its own. A hold too many must neither do it nor undo the seat's last answer.
        quiet = (prompt for prompt in aside if not (prompt.chore or prompt.undoes))
        rests = next(quiet, aside[0] if aside else None)
        return None if rests is None else Focus(rests.key, AT_REST)

    def _cursors(self, prompt: AnyPrompt) -> range:
        least = CLOSED if prompt.standing and not prompt.ready else 0
        match prompt:
            case Number():
                return range(min(least, prompt.least) if prompt.standing else prompt.least, prompt.most + 1)
            case ChooseOne() | ChooseSome():
                return range(least, len(prompt.options))
            case Roll():
                return range(least, len(prompt.faces) + 1)
            case Confirm(chore=0) if least == CLOSED:  # it never opens: a focus in it is from when it was asked
                return range(CLOSED, 0)
            case _:
                return range(least, 1)

    def _stops(self, here: Focus) -> list[tuple[str, int]]:
        """Return the ring in which the focus is."""
        prompt = self.prompts[here.prompt]
        if self._is_aside(here) and not is_closed(here):
            return [(prompt.key, cursor) for cursor in self._cursors(prompt) if cursor >= 0]
        if prompt.setting and here.cursor == CLOSED:
            return [(p.key, CLOSED) for p in self._settings]
        if self._is_aside(here):
            return self._always()
        return [
            (p.key, cursor)
            for p in (*self._asked, *self._ready)
            for cursor in ([p.first] if isinstance(p, Number) else self._cursors(p))
        ]

    def _always(self) -> list[tuple[str, int]]:
        """Return the ring of the standing prompts, with one stop for all settings."""
        return [*((p.key, CLOSED) for p in self._standing), *((p.key, DEEPER) for p in self._settings[:1])]


def always_possible(mine: Iterable[AnyPrompt]) -> tuple[list[AnyPrompt], list[AnyPrompt]]:
    """Return a seat's standing prompts in the order of their ring, and separately the settings of the table."""
    aside = sorted((p for p in mine if p.standing and not p.ready), key=lambda prompt: -prompt.often)
    return [p for p in aside if not p.setting], [p for p in aside if p.setting]


def stops_beside(mine: Iterable[AnyPrompt], focus: Focus | None) -> list[tuple[AnyPrompt, int]]:
    """Return the ring of standing prompts in which a focus is, as prompts and cursors; without one the first ring."""
    always, settings = always_possible(mine)
    if focus is not None and focus.cursor == CLOSED and focus.prompt in {prompt.key for prompt in settings}:
        return [(prompt, CLOSED) for prompt in settings]
    return [*((prompt, CLOSED) for prompt in always), *((prompt, DEEPER) for prompt in settings[:1])]


def _takes_cards(prompt: AnyPrompt) -> TypeGuard[ChooseOne]:
    """True if a face-up card can answer it: a question for such cards, or any question that takes no hold."""
    return isinstance(prompt, OpenCard) or (isinstance(prompt, ChooseOne) and not prompt.hold)


def entered(prompt: AnyPrompt, cursor: int) -> Focus:
    """Return the focus of a seat that enters a prompt, at this cursor, with the marks that the prompt proposes."""
    return Focus(prompt.key, cursor, prompt.proposed if isinstance(prompt, ChooseSome) else ())


def after_answer(focus: Focus | None, chosen: AnyPrompt | None) -> Focus | None:
    """Return the focus after an answer to this open prompt.

    It leaves a standing prompt, or one that takes a hold, so that another hold does not repeat it.
    """
    spends = isinstance(chosen, ChooseSome) or (isinstance(chosen, Number | ChooseOne) and chosen.hold)
    return None if chosen is not None and (chosen.standing or spends) else focus


def is_closed(focus: Focus | None) -> bool:
    """True if the focus is on a closed standing prompt."""
    return focus is not None and focus.cursor < 0


def seeks_consent(prompt: AnyPrompt) -> bool:
    """True if this is a request for consent, for which the other seat waits.

    It takes a hold, and its first option declines. A list that spends by a hold does not count, so that the focus never
    moves onto an option that spends something.
    """
    if not (prompt.hold and isinstance(prompt, ChooseOne)):
        return False
    return any(option.id in DECLINING for option in prompt.options[:1])


def by_holding(prompt: AnyPrompt) -> bool:
    """True if holding CONFIRM answers it, even closed."""
    return isinstance(prompt, Confirm) and prompt.hold


def acts_at_rest(prompt: AnyPrompt) -> bool:
    """True if holding CONFIRM answers it even if the focus has not moved to it, as for taking back a locked card."""
    return by_holding(prompt) and not (prompt.chore or prompt.undoes or prompt.setting)


def _value(prompt: AnyPrompt, here: Focus) -> Value:
    match prompt:
        case ChooseOne() if here.cursor >= 0:
            return prompt.options[here.cursor].id
        case Number():
            return here.cursor
        case Roll() if here.cursor > 0:
            return prompt.faces[here.cursor - 1]
        case Roll() | Confirm():
            return None
        case _:
            return here.marked
