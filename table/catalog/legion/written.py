"""A list as some program wrote it, before any name in it is known; and what went wrong while reading it."""

from msgspec import Struct

from table.games.text import Text

MOST_BYTES = 256 * 1024
"""A list has 2 KB. A bigger file is refused before anything reads it."""
MOST_UNITS = 60
MOST_CARDS = 40
MOST_UPGRADES = 40
MOST_LETTERS = 100


class WrittenUnit(Struct, frozen=True):
    name: str
    upgrades: tuple[str, ...] = ()


class Written(Struct, frozen=True):
    name: str
    faction: str
    battle_force: str
    points: int
    units: tuple[WrittenUnit, ...]
    cards: tuple[str, ...]
    contingencies: tuple[str, ...] = ()
    warnings: tuple[Text, ...] = ()


class ListError(ValueError):
    """A list that cannot be read; `problems` say to the players why. Not one of them is the table's fault."""

    def __init__(self, *problems: Text) -> None:
        super().__init__("; ".join(problem.key for problem in problems))
        self.problems = problems


def clean(words: str) -> str:
    """Fit to be shown on one line: nothing that does not print, and no more than `MOST_LETTERS`."""
    line = " ".join("".join(c if c.isprintable() else " " for c in words).split())
    return line if len(line) <= MOST_LETTERS else line[: MOST_LETTERS - 1] + "…"
