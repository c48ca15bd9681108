"""A whole match of skilled players, to count their presses."""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import Any

from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Number, Pick, Value
from table.rules.seats import Seat

AGREED = frozenset({"yes", "agree", "agreed"})
"""The options by which players agree with each other."""


@dataclass(frozen=True)
class Losses:
    """The pieces lost in an evening, one after a number of answers."""

    prompt: str
    """The key of the prompt by which a player reports a lost piece of the own side."""
    after: frozenset[str]
    """The keys of the questions after whose answers the other player loses a piece."""
    every: int
    """The number of answers of both players from one loss to the next."""
    most: int
    """The number of lost pieces in the whole match."""


@dataclass(frozen=True)
class Planned:
    """A planned answer of a seat, once in the evening."""

    seat: Seat
    round: int
    prompt: str
    """The key of a question or of a standing prompt."""
    value: Value
    beside: str = ""
    """The seat answers when it is asked the question with this key, or with "" as soon as it can."""


@dataclass(frozen=True)
class ArmyEvening:
    """An evening in which the acts of blue's army are counted."""

    evening: "Evening"
    presses: float
    """The maximum number of its presses in a round, by buttons."""
    units: int
    """The number of its units at the start."""


@dataclass(frozen=True)
class Evening:
    """An evening defines both sides and the answers of both players.

    They agree with each other, spend only what they must, and choose at random if the game leaves a choice. Where marks
    hang together they keep the proposed ones, and mark as many more as they can.
    """

    sides: Callable[[], Mapping[Seat, Any]]
    """Return both sides. Reads the game's own files."""
    presses: float
    """The maximum number of presses per player and round, by buttons."""
    whole: float | None = None
    """The maximum number of presses and laid cards in the match, for both players; None: no goal."""
    losses: Losses | None = None
    plan: tuple[Planned, ...] = ()
    lays_cards: bool = False
    """True if the players lay an option's card if that takes fewer acts than their buttons."""
    avoided: frozenset[str] = frozenset()
    """The ids of options that are chosen only if there is no other."""
    liked: frozenset[str] = AGREED
    """The ids of options that are chosen wherever they are offered."""
    skipped: frozenset[str] = frozenset()
    """The keys of questions that wait while the seat has another one."""
    in_order: frozenset[str] = frozenset()
    """The keys of questions whose first answer is chosen, as orders are spent pool by pool."""
    of_cards: frozenset[str] = frozenset()
    """The keys of the questions for choices that a card gives."""
    marked: Mapping[str, int] | None = None
    """The number of options to mark by question key. In other questions as few as possible are marked."""
    handed_over: tuple[str, str] | None = None
    """The key of the question by which a seat ends its turn, and of the standing prompt by which the other seat may
    start its own turn directly.
    """

    def next_of(self, asked: tuple[AnyPrompt, ...]) -> AnyPrompt:
        """Return the question that a player answers first."""
        return next((prompt for prompt in asked if prompt.key not in self.skipped), asked[0])

    def planned(
        self, asked: tuple[AnyPrompt, ...], round_number: int, done: Container[Planned]
    ) -> tuple[Planned, AnyPrompt] | None:
        """Return the next planned answer and its prompt, or None if none is due."""
        for each in self.plan:
            mine = {prompt.key: prompt for prompt in asked if prompt.seat in (each.seat, None)}
            due = each.round == round_number and each not in done and (not each.beside or each.beside in mine)
            if due and (prompt := mine.get(each.prompt)) is not None and prompt.accepts(each.value):
                return each, prompt
        return None

    def answer(self, prompt: AnyPrompt, pick: Pick) -> Value:
        """Return a player's answer."""
        match prompt:
            case ChooseOne():
                ids = [option.id for option in prompt.options]
                if prompt.key in self.in_order:
                    return ids[0]
                wanted = [id for id in ids if id in self.liked] or [id for id in ids if id not in self.avoided] or ids
                return wanted[pick(len(wanted))]
            case ChooseSome() if prompt.ways:
                marked = prompt.proposed
                while addable := prompt.addable(marked):
                    marked = prompt.toggled(marked, addable[pick(len(addable))])
                return marked
            case ChooseSome():
                count = min(prompt.most, max(prompt.least, (self.marked or {}).get(prompt.key, 0)))
                left = [option.id for option in prompt.options]
                chosen = {left.pop(pick(len(left))) for _ in range(count)}
                return tuple(option.id for option in prompt.options if option.id in chosen)
            case Number():
                return prompt.first
            case _:
                return None
