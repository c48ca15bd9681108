"""Chance enters the rules as a value. Who made it, and how it can be checked, is fairness' business."""

from typing import Protocol

from msgspec import Struct


class Chance(Protocol):
    def below(self, bound: int, question: int) -> int:
        """A number from 0 to `bound` - 1, each as likely as the others.

        `question` counts the match's rolls and draws, and comes from the state: the same question gets the same
        answer, so that neither a press nor an undo nor a power cut can change it.
        """
        ...


class Die(Struct, frozen=True):
    """A die is its faces, one entry a side: a face that is there three times comes up in three of six rolls."""

    name: str
    faces: tuple[str, ...]


RED_DEFENSE = Die("red_defense", ("block", "block", "block", "surge", "blank", "blank"))


def roll(die: Die, chance: Chance, question: int) -> str:
    return die.faces[chance.below(len(die.faces), question)]


def draw(counts: tuple[tuple[str, int], ...], chance: Chance, question: int) -> str:
    """One of the things in a blind pool, from its counts alone: no order is stored that anybody could read."""
    index = chance.below(sum(n for _, n in counts), question)
    for kind, n in counts:
        if index < n:
            return kind
        index -= n
    raise ValueError("an empty pool has nothing to draw")
