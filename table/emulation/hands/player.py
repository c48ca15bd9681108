"""A bot at a seat. It sees the same as a player, lays cards and presses buttons, and can do nothing else."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from table.rules.match.ledger import Ledger
from table.rules.match.payouts import TOKENS_BACK
from table.rules.prompts import (
    AnyPrompt,
    ChooseOne,
    ChooseSome,
    Confirm,
    Number,
    Option,
    Roll,
    SealedCard,
    Value,
    takes_hold,
)
from table.rules.seats import SEATS, Seat
from table.session.focus import AT_REST, CLOSED, DEEPER
from table.view.published import Focus, Published

YES, DONE = "yes", "done"
"""The options that agree, and that end a card's effect. A question that needs a hold has this option last.
"""


class PlayerHands(Protocol):
    """The acts of one pair of hands at a seat. Each method returns when it is done."""

    def lay(self, card: str) -> None: ...

    def clear(self) -> None:
        """Take everything off the reader."""

    def press(self, button: str) -> None: ...

    def hold(self, button: str = "confirm") -> None: ...


class BotAct(Struct, frozen=True):
    """An act of a bot, for onlookers. It names no hidden card."""

    seat: Seat
    what: str
    prompt: str


class BotPlayer:
    """A bot that answers one prompt at a time. `hand` returns the cards in its hand that may be laid now."""

    def __init__(
        self,
        seat: Seat,
        hands: PlayerHands,
        hand: Callable[[], tuple[Option, ...]],
        rng: random.Random,
        defeats: float = 0.0,
    ) -> None:
        self.seat = seat
        self._hands = hands
        self._hand = hand
        self._rng = rng
        self._defeats = defeats
        """The probability that a unit of this seat is defeated between two answers."""
        self._put_back = Counter[str]()
        """Tokens that are back in their hoppers, not confirmed to the table yet."""

    def asked(self, now: Published) -> AnyPrompt | None:
        """Return the prompt that this player answers first. Blue answers prompts for both seats.

        A chore is done first. Other tokens are returned before the next card is laid.
        """
        mine = [p for p in now.prompts if p.seat is self.seat or (p.seat is None and self.seat is SEATS[0])]
        if (chore := next((prompt for prompt in mine if prompt.chore), None)) is not None:
            return chore
        first = next((prompt for prompt in mine if not prompt.standing), None)
        if isinstance(first, SealedCard):
            return next((prompt for prompt in mine if prompt.key == TOKENS_BACK), first)
        return first

    def act(self, look: Callable[[], Published]) -> BotAct | None:
        """Answer this seat's prompt, and return the act, or None if nothing is asked.

        `look` returns the current view.
        """
        now = look()
        if all(each.key != TOKENS_BACK for each in now.prompts):
            self._put_back.clear()
        if (prompt := self.asked(now)) is None:
            return None
        prompt = self._instead_of_an_end(prompt, now)
        if isinstance(prompt, SealedCard):
            return self._lock(prompt, look)
        if (casualty := self._casualty(look())) is not None:
            prompt = casualty
        if isinstance(prompt, ChooseOne) and not prompt.standing and self._rng.random() < 0.5:
            with_card = [option for option in prompt.options if option.card]
            if with_card:
                return self._lay_open(prompt, self._rng.choice(with_card))
        return self.answer(prompt, self._choice(prompt), look)

    def _instead_of_an_end(self, prompt: AnyPrompt, now: Published) -> AnyPrompt:
        """Return another open question instead of one that ends something, half of the time."""
        others = [p for p in now.prompts if p.seat is self.seat and not p.standing and p.key != prompt.key]
        if not (isinstance(prompt, Confirm) and prompt.hold and others) or self._rng.random() < 0.5:
            return prompt
        return self._rng.choice(others)

    def _choice(self, prompt: AnyPrompt) -> Value:
        """Return a random answer.

        The bot mostly agrees to a fact read off a card and to a request for consent, and says that a card is resolved.
        """
        if isinstance(prompt, ChooseOne):
            ids = [option.id for option in prompt.options]
            liked = (YES if YES in ids else ids[0]) if prompt.key.endswith(".agree") else DONE
            if liked in ids and self._rng.random() < 0.9:
                return liked
        return prompt.sample(self._rng.randrange)

    def _casualty(self, now: Published) -> AnyPrompt | None:
        if self._rng.random() >= self._defeats:
            return None
        return next((p for p in now.prompts if p.seat is self.seat and p.standing and p.key.startswith("defeat")), None)

    def _lock(self, prompt: SealedCard, look: Callable[[], Published]) -> BotAct:
        """Lay a card and lock it.

        Another prompt may open meanwhile, such as tokens to put back; the hold is for the card.
        """
        self._hands.clear()
        self._hands.lay(self._rng.choice(self._hand()).id)
        if self._walk(prompt, 0, look):
            self._hands.hold()
        return BotAct(self.seat, "lays a card face down and locks it", prompt.key)

    def _lay_open(self, prompt: ChooseOne, option: Option) -> BotAct:
        self._hands.clear()
        self._hands.lay(option.card)
        self._hands.clear()
        return BotAct(self.seat, f"lays the card {option.card} open", prompt.key)

    def answer(self, prompt: AnyPrompt, value: Value, look: Callable[[], Published]) -> BotAct:
        """Answer with the buttons. If the prompt is gone before the focus reaches the answer, nothing is pressed."""
        act = BotAct(self.seat, "confirms" if value is None else f"answers {value!r}", prompt.key)
        if isinstance(prompt, Roll):
            value = None
        if isinstance(prompt, ChooseSome):
            self._mark(prompt, value if isinstance(value, tuple) else (), look)
        elif self._walk(prompt, _cursor(prompt, value), look):
            self._confirm(prompt, value)
        return act

    def give_back(
        self,
        prompt: AnyPrompt,
        put: Callable[[str, int], None],
        ledger: Callable[[], Ledger],
        look: Callable[[], Published],
    ) -> BotAct:
        """Put the tokens into the hoppers that the table asks back, then confirm.

        `put` puts a number of tokens of a kind. If the confirmation was lost because the prompt had changed, the same
        tokens are not put back twice.
        """
        asked = asked_back(ledger())
        for kind, count in (asked - self._put_back).items():
            put(kind, count)
        self._put_back |= asked
        act = self.answer(prompt, None, look)
        if not self._put_back <= asked_back(ledger()):
            self._put_back.clear()
        return act

    def _mark(self, prompt: ChooseSome, ids: tuple[str, ...], look: Callable[[], Published]) -> None:
        """Mark each of the options, then hold CONFIRM."""
        options, marked = [option.id for option in prompt.options], self._marked(prompt, look())
        if not self._walk(prompt, 0, look):
            return
        while (option := prompt.next_mark(marked, ids)) is not None:
            if not self._walk(prompt, options.index(option), look):
                return
            self._hands.press("confirm")
            marked = prompt.toggled(marked, option)
        self._hands.hold()

    def _marked(self, prompt: ChooseSome, now: Published) -> tuple[str, ...]:
        focus = self._focus(now)
        return focus.marked if focus is not None and focus.prompt == prompt.key else prompt.proposed

    def _confirm(self, prompt: AnyPrompt, value: Value) -> None:
        if takes_hold(prompt, value):
            self._hands.hold()
        else:
            self._hands.press("confirm")

    def _walk(self, prompt: AnyPrompt, cursor: int, look: Callable[[], Published]) -> bool:
        """Press NEXT until the focus is there, or PREVIOUS on a dial; hold it to reach the other ring.

        A standing prompt is opened if needed.

        Return False if the prompt is gone.
        """
        for _ in range(500):
            now = look()
            focus = self._focus(now)
            if prompt not in now.prompts or focus is None:
                return False
            if focus.prompt == prompt.key and focus.cursor == cursor:
                return True
            mine = (each for each in now.prompts if each.seat in (self.seat, None))
            here = next((each for each in mine if each.key == focus.prompt), None)
            there = focus.prompt == prompt.key
            if focus.cursor != AT_REST and here is not None and _lies_elsewhere(here, focus, prompt):
                self._hands.hold("next")
            elif (there and focus.cursor == CLOSED) or (focus.cursor == DEEPER and prompt.setting):
                self._hands.press("confirm")
            else:
                dialled_past = there and isinstance(prompt, Number) and focus.cursor > cursor
                self._hands.press("previous" if dialled_past else "next")
        raise LookupError(f"{self.seat}'s buttons never reached {prompt.key} {cursor}")

    def _focus(self, now: Published) -> Focus | None:
        return next(desk.focus for desk in now.desks if desk.seat is self.seat)


def _lies_elsewhere(here: AnyPrompt, focus: Focus, prompt: AnyPrompt) -> bool:
    """True if the focus is in another ring than this prompt. The rings are questions, standing prompts and settings.

    An opened standing prompt is a ring of its own. A `Confirm` is answered without being opened.
    """
    aside, wanted = (each.standing and not each.ready for each in (here, prompt))
    among_settings = here.setting and focus.cursor != DEEPER
    opened = aside and focus.cursor >= 0 and (here.key != prompt.key or isinstance(prompt, Confirm))
    return aside is not wanted or (among_settings and not prompt.setting) or opened


def _cursor(prompt: AnyPrompt, value: Value) -> int:
    match prompt:
        case ChooseOne():
            return [option.id for option in prompt.options].index(str(value))
        case Number():
            return value if isinstance(value, int) else prompt.least
        case Confirm() if prompt.standing:
            return -1
        case _:
            return 0


def asked_back(ledger: Ledger) -> Counter[str]:
    """Return the tokens that the table asks back, by kind."""
    asked = Counter[str]()
    for token in ledger.called_back:
        asked[token.kind] += token.count
    return asked
