"""Figures of a game's own data: how much they know, and that what they know is so."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias


class DataFigure(NamedTuple):
    """A counted value. The name of a control ends in `.control`; it is `ok` if what was spoiled was found."""

    name: str
    """The name begins with the game's: `skirmish.cards_known`."""
    value: int
    unit: str
    goal: str | None = None
    ok: bool = True
    n: int = 1
    """So many there are of what was counted."""
    note: str = ""


DataFigures: TypeAlias = Callable[[], Iterable[DataFigure]]
"""Counts the figures. Reads the game's own files."""


def at_least(name: str, value: int, least: int, unit: str, n: int) -> DataFigure:
    """Return a figure whose goal is a lower limit."""
    return DataFigure(name, value, unit, f">= {least} of {n}", value >= least, n)
