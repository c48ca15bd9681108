"""A whole match as skilled players play it, to count how many presses it costs them."""

from collections.abc import Callable, Container, Mapping
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
    after: frozenset[str]
    """The keys of the questions after whose answers pieces are lost; it is the other player who loses one."""
    every: int
    """A piece is lost each time both players have given so many answers."""
    most: int
    """The number of pieces that are lost in the whole match."""


@dataclass(frozen=True)
class Planned:
    """A seat answers something in a certain way, once in the evening."""

    seat: Seat
    round: int
    prompt: str
    """The key of a question, or of a prompt that is always possible."""
    value: Value
    beside: str = ""
    """The seat does it when it is asked the question with this key; empty: as soon as it can."""


@dataclass(frozen=True)
class Evening:
    """An evening says what both players bring, and what they answer.

    They agree with each other, spend nothing that they need not, and choose by chance where the game leaves a choice.
    """

    sides: Callable[[], Mapping[Seat, Any]]
    """Return what both seats bring. Reads the game's own files."""
    presses: float
    """The presses that a round may cost each player, by their buttons."""
    whole: float | None = None
    """The presses, with the cards laid, that the whole match may cost both players; None: nobody asks for that."""
    losses: Losses | None = None
    plan: tuple[Planned, ...] = ()
    lays_cards: bool = False
    """True if the players lay an option's card wherever that takes fewer acts than their buttons."""
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

    def planned(
        self, asked: tuple[AnyPrompt, ...], round_number: int, done: Container[Planned]
    ) -> tuple[Planned, AnyPrompt] | None:
        """Return what a player does next by plan, and the prompt for it; None if nothing is due now."""
        for each in self.plan:
            mine = {prompt.key: prompt for prompt in asked if prompt.seat in (each.seat, None)}
            due = each.round == round_number and each not in done and (not each.beside or each.beside in mine)
            if due and (prompt := mine.get(each.prompt)) is not None and prompt.accepts(each.value):
                return each, prompt
        return None

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
