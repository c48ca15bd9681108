"""A list as some program wrote it, before any name in it is known; and what went wrong while reading it."""

import html
from typing import TypeVar

from msgspec import Struct

from table.catalog.legion.unpacking import PackedError, text_of, unpacked
from table.games.legion.armies import Rank
from table.games.text import Text, text

T = TypeVar("T", bytes, str)

MOST_BYTES = 256 * 1024
"""A list has 2 KB. A bigger file is refused before anything reads it."""
MOST_UNITS = 60
MOST_CARDS = 40
MOST_UPGRADES = 40
MOST_LETTERS = 100


class WrittenUnit(Struct, frozen=True):
    name: str
    title: str = ""
    """Where the list has it apart from the name."""
    upgrades: tuple[str, ...] = ()
    counterparts: tuple[str, ...] = ()
    """Only where the list tells them from the upgrades."""
    rank: Rank | None = None
    """Where the list says it: a heading, or a field."""
    prices: tuple[int, ...] = ()
    """What its card may cost: lists have points with upgrades, and without."""


class Written(Struct, frozen=True):
    name: str
    faction: str
    battle_force: str
    points: int
    units: tuple[WrittenUnit, ...]
    cards: tuple[str, ...]
    contingencies: tuple[str, ...] = ()
    """Where `ids` is true, battle cards may be among them."""
    warnings: tuple[Text, ...] = ()
    ids: bool = False
    """Units, cards and the battle force are ids of Legion HQ, not names. Case matters."""
    size: int = 0
    """Points of the game that it was built for; 0: not said."""


class ListError(ValueError):
    """A list that cannot be read; `problems` say to the players why. Not one of them is the table's fault."""

    def __init__(self, *problems: Text, readable: Written | None = None) -> None:
        """`readable` is what could be read all the same: its names are judged together with the problems."""
        super().__init__("; ".join(problem.key for problem in problems))
        self.problems = problems
        self.readable = readable


def clean(words: str) -> str:
    """Fit to be shown on one line: nothing that does not print, and no more than `MOST_LETTERS`."""
    line = " ".join("".join(c if c.isprintable() else " " for c in html.unescape(words)).split())
    return line if len(line) <= MOST_LETTERS else line[: MOST_LETTERS - 1] + "…"


def decoded(source: bytes | str) -> str:
    """A file's text, unpacked where it is packed. Raises `ListError`."""
    words = _fitting(source) if isinstance(source, str) else _read(_fitting(source))
    words = words.removeprefix("\ufeff").rstrip("\0")
    if not words.strip():
        raise ListError(text("list.empty"))
    return words


def _read(source: bytes) -> str:
    try:
        return text_of(_fitting(unpacked(source, MOST_BYTES)))
    except PackedError as error:
        raise ListError(text(f"list.packed.{error.why}", names=clean(", ".join(error.names)))) from error
    except UnicodeDecodeError as error:
        raise ListError(text("list.not_text", byte=error.start + 1)) from error


def _fitting(source: T) -> T:
    if len(source) > MOST_BYTES:
        raise ListError(text("list.too_big", limit=MOST_BYTES // 1024))
    return source
