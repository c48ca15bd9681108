"""The chance of a match, as a value. `table.rules.fairness` makes it and verifies it."""

from typing import Protocol

from msgspec import Struct

from table.rules.errors import ProgramError


class Chance(Protocol):
    def below(self, bound: int, question: int) -> int:
        """Return a number from 0 to `bound` - 1, all equally likely.

        `question` counts the match's rolls and draws, and comes from the state: the same question gets the same answer,
        so that neither a press nor an undo nor a power cut can change it.
        """
        ...


class NumbersMissingError(ProgramError, LookupError):
    """A roll or draw was requested before both seats have dialled their numbers. The match then asks for them."""


class NoChance:
    """The chance of a match before both numbers are dialled. Every roll or draw raises NumbersMissingError."""

    def below(self, bound: int, question: int) -> int:
        """Raise NumbersMissingError."""
        raise NumbersMissingError


class Die(Struct, frozen=True):
    """A die as its faces, one entry for each side.

    A face that appears three times comes up in three of six rolls on average.
    """

    name: str
    faces: tuple[str, ...]


RED_DEFENSE = Die("red_defense", ("block", "block", "block", "surge", "blank", "blank"))


def roll(die: Die, chance: Chance, question: int) -> str:
    return die.faces[chance.below(len(die.faces), question)]


def draw(counts: tuple[tuple[str, int], ...], chance: Chance, question: int) -> str:
    """Return a random kind from a blind pool, given only its counts.

    There is no stored order that could reveal the next draw.
    """
    index = chance.below(sum(n for _, n in counts), question)
    for kind, n in counts:
        if index < n:
            return kind
        index -= n
    raise ValueError("an empty pool has nothing to draw")
