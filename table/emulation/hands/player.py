"""A bot at a seat: it sees what a player sees, and has nothing but hands. It lays cards and presses buttons."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Confirm, Number, Option, Roll, SealedCard, Value
from table.rules.seats import SEATS, Seat
from table.view.published import Focus, Published


class Hands(Protocol):
    """What a pair of hands can do at one seat. Each returns when it is done."""

    def lay(self, card: str) -> None: ...

    def clear(self) -> None:
        """Take everything off the reader."""
        ...

    def press(self, button: str) -> None: ...

    def hold(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Deed:
    """What a player did, for those who look on. It names no hidden card."""

    seat: Seat
    what: str
    prompt: str


class Player:
    """Answers one thing at a time. `hand` gives the cards in the player's own hand that may be laid now."""

    def __init__(
        self, seat: Seat, hands: Hands, hand: Callable[[], tuple[Option, ...]], rng: random.Random, defeats: float = 0.0
    ) -> None:
        self.seat = seat
        self._hands = hands
        self._hand = hand
        self._rng = rng
        self._defeats = defeats
        """How likely a unit of this seat falls between two answers."""

    def asked(self, now: Published) -> AnyPrompt | None:
        """What this player is to answer first. What both are asked, blue answers."""
        for prompt in now.prompts:
            mine = prompt.seat is self.seat or (prompt.seat is None and self.seat is SEATS[0])
            if mine and not prompt.standing:
                return prompt
        return None

    def act(self, look: Callable[[], Published]) -> Deed | None:
        """Do what is asked of this seat, if anything is; `look` shows the table as it is then."""
        prompt = self.asked(look())
        if prompt is None:
            return None
        if isinstance(prompt, SealedCard):
            return self._lock(prompt)
        casualty = self._casualty(look())
        if casualty is not None:
            prompt = casualty
        if isinstance(prompt, ChooseOne) and not prompt.standing and self._rng.random() < 0.5:
            with_card = [option for option in prompt.options if option.card]
            if with_card:
                return self._lay_open(prompt, self._rng.choice(with_card))
        return self.answer(prompt, self._choice(prompt), look)

    def _choice(self, prompt: AnyPrompt) -> Value:
        """By chance; but a player mostly agrees with what the other has read off a card."""
        if isinstance(prompt, ChooseOne) and prompt.key.endswith(".agree") and self._rng.random() < 0.9:
            return prompt.options[0].id
        return prompt.sample(self._rng.randrange)

    def _casualty(self, now: Published) -> AnyPrompt | None:
        if self._rng.random() >= self._defeats:
            return None
        return next((p for p in now.prompts if p.seat is self.seat and p.standing and p.key.startswith("defeat")), None)

    def _lock(self, prompt: SealedCard) -> Deed:
        self._hands.clear()
        self._hands.lay(self._rng.choice(self._hand()).id)
        self._hands.hold()
        return Deed(self.seat, "lays a card face down and locks it", prompt.key)

    def _lay_open(self, prompt: ChooseOne, option: Option) -> Deed:
        self._hands.clear()
        self._hands.lay(option.card)
        self._hands.clear()
        return Deed(self.seat, f"lays the card {option.card} open", prompt.key)

    def answer(self, prompt: AnyPrompt, value: Value, look: Callable[[], Published]) -> Deed:
        """With the buttons. If the question is gone before the focus stands on the answer, nothing is pressed."""
        deed = Deed(self.seat, "confirms" if value is None else f"answers {value!r}", prompt.key)
        if isinstance(prompt, Roll):
            value = None
        if isinstance(prompt, ChooseSome):
            ids = value if isinstance(value, tuple) else ()
            for id in ids:
                if self._walk(prompt, [option.id for option in prompt.options].index(id), look):
                    self._hands.press("confirm")
            if ids or self._walk(prompt, 0, look):
                self._hands.hold()
        elif self._walk(prompt, _cursor(prompt, value), look):
            self._confirm(prompt)
        return deed

    def _confirm(self, prompt: AnyPrompt) -> None:
        if prompt.hold:
            self._hands.hold()
        else:
            self._hands.press("confirm")

    def _walk(self, prompt: AnyPrompt, cursor: int, look: Callable[[], Published]) -> bool:
        """Press NEXT until the focus stands there, opening a standing prompt on the way. False: it is asked no more."""
        for _ in range(500):
            if prompt not in look().prompts:
                return False
            focus = self._focus(look())
            if focus is not None and focus.prompt == prompt.key and focus.cursor == cursor:
                return True
            if focus is None:
                return False
            opening = focus.prompt == prompt.key and focus.cursor < 0
            self._hands.press("confirm" if opening else "next")
        raise LookupError(f"{self.seat}'s buttons never reached {prompt.key} {cursor}")

    def _focus(self, now: Published) -> Focus | None:
        return next(desk.focus for desk in now.desks if desk.seat is self.seat)


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
