"""A whole match as skilled players play it, to count how many presses it costs them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Number, Pick, Value
from table.rules.seats import Seat

AGREED = frozenset({"yes", "agree", "agreed"})
"""The options with which players say yes to each other."""


@dataclass(frozen=True)
class Losses:
    """The pieces that are lost in an evening, one after so many answers."""

    prompt: str
    """The key of the prompt with which a player says that a piece of the own side is lost."""
    after: str
    """The key of the question after whose answers pieces are lost; it is the other player who loses one."""
    every: int
    """A piece is lost each time both players have given so many answers."""
    most: int
    """The number of pieces that are lost in the whole match."""


@dataclass(frozen=True)
class Evening:
    """An evening says what both players bring, and what they answer.

    They agree with each other, spend nothing that they need not, and choose by chance where the game leaves a choice.
    """

    sides: Callable[[], Mapping[Seat, Any]]
    """Return what both seats bring. Reads the game's own files."""
    presses: float
    """The presses that a round may cost each player, by their buttons."""
    losses: Losses | None = None
    avoided: frozenset[str] = frozenset()
    """The ids of options that nobody takes who has another."""
    liked: frozenset[str] = AGREED
    """The ids of options that are taken wherever they are offered."""
    skipped: frozenset[str] = frozenset()
    """The keys of questions that are left open where the seat has another one."""
    in_order: frozenset[str] = frozenset()
    """The keys of questions of which the first answer is taken, as orders are spent pool by pool."""
    marked: Mapping[str, int] | None = None
    """So many options are marked in the question with this key. In any other question as few as possible are marked."""
    handed_over: tuple[str, str] | None = None
    """The key of the question with which a seat ends its turn, and of the standing prompt with which the other seat may
    begin its own without that."""

    def next_of(self, asked: tuple[AnyPrompt, ...]) -> AnyPrompt:
        """Return the question that a player answers first, of those that wait."""
        return next((prompt for prompt in asked if prompt.key not in self.skipped), asked[0])

    def answer(self, prompt: AnyPrompt, pick: Pick) -> Value:
        """Return what a player wants to answer."""
        match prompt:
            case ChooseOne():
                ids = [option.id for option in prompt.options]
                if prompt.key in self.in_order:
                    return ids[0]
                wanted = [id for id in ids if id in self.liked] or [id for id in ids if id not in self.avoided] or ids
                return wanted[pick(len(wanted))]
            case ChooseSome():
                count = min(prompt.most, max(prompt.least, (self.marked or {}).get(prompt.key, 0)))
                left = [option.id for option in prompt.options]
                chosen = {left.pop(pick(len(left))) for _ in range(count)}
                return tuple(option.id for option in prompt.options if option.id in chosen)
            case Number():
                return prompt.first
            case _:
                return None
