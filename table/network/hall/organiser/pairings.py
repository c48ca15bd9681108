"""The pairings: who plays whom, where, and in which round, from a file of lines of commas with a heading."""

import codecs
import csv
import io
from collections.abc import Iterable, Iterator

from msgspec import Struct

from table.config.checks import is_name

COLUMNS = ("round", "table", "blue", "red")
MOST_BYTES = 1024 * 1024
MOST_DIGITS = 3
"""The most digits of a round."""
MOST_LETTERS = 80
"""The most letters of a player's name."""


class Pairing(Struct, frozen=True):
    round: int
    table: str
    blue: str
    red: str


class PairingLine(Struct, frozen=True):
    """An invalid line, with the reason."""

    line: int
    what: str
    """The column that is wrong; `twice` for a table that has two pairings in a round, `heading` or `line` for what is
    no line of a table at all.
    """


def read_pairings(raw: bytes) -> tuple[tuple[Pairing, ...], tuple[PairingLine, ...]]:
    """Return the pairings of a file, and its invalid lines.

    Commas, semicolons or tabs stand between the columns.
    """
    words = _words(raw[:MOST_BYTES])
    if not words.strip():
        return (), ()
    heading = words.partition("\n")[0]
    # Three kinds of line ends are one, and a cell that is never closed is a long one.
    rows = csv.DictReader(io.StringIO(words, newline=None), delimiter=_between(heading))
    try:
        rows.fieldnames = [name.strip().lower() for name in rows.fieldnames or ()]
    except csv.Error:
        return (), (PairingLine(1, "heading"),)
    missing = [name for name in COLUMNS if name not in rows.fieldnames]
    if missing:
        return (), tuple(PairingLine(1, name) for name in missing)
    found, wrong = list[Pairing](), list[PairingLine]()
    taken = set[tuple[int, str]]()
    for row in _whole(rows, wrong):
        cells = {name: (row.get(name) or "").strip() for name in COLUMNS}
        if not any(cells.values()):
            continue
        what = _wrong(cells, taken)
        if what:
            wrong.append(PairingLine(rows.line_num, what))
            continue
        pairing = Pairing(int(cells["round"]), cells["table"], cells["blue"], cells["red"])
        taken.add((pairing.round, pairing.table))
        found.append(pairing)
    return tuple(sorted(found, key=lambda each: each.round)), tuple(wrong)


def _words(raw: bytes) -> str:
    """Decode what a spreadsheet wrote: UTF-8, UTF-16 with its mark, or the code page of Windows."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return raw.decode("utf-16", "replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def _between(heading: str) -> str:
    return max(",;\t", key=heading.count)


def _whole(rows: "csv.DictReader[str]", wrong: list[PairingLine]) -> Iterator[dict[str, str | None]]:
    """Yield the rows up to the first invalid one, which is noted."""
    while True:
        try:
            row = next(rows, None)
        except csv.Error:
            wrong.append(PairingLine(rows.line_num, "line"))
            return
        if row is None:
            return
        yield row


def _wrong(cells: dict[str, str], taken: set[tuple[int, str]]) -> str:
    number = cells["round"]
    if not (number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS and int(number)):
        return "round"
    if not is_name(cells["table"]):
        return "table"
    for seat in ("blue", "red"):
        if not cells[seat] or len(cells[seat]) > MOST_LETTERS or not cells[seat].isprintable():
            return seat
    return "twice" if (int(number), cells["table"]) in taken else ""


def pairing_of(pairings: Iterable[Pairing], table: str, played: int) -> Pairing | None:
    """Return the pairing of a table after so many matches of it that have a result; None if there is none."""
    own = [each for each in pairings if each.table == table]
    return own[played] if played < len(own) else None
