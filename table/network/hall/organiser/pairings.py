"""The pairings: who plays whom, where, and in which round, from a file of lines of commas with a heading."""

import csv
import io
from collections.abc import Iterable

from msgspec import Struct

from table.config.checks import is_name

COLUMNS = ("round", "table", "blue", "red")
MOST_BYTES = 1024 * 1024
MOST_LETTERS = 80
"""The most letters of a player's name."""


class Pairing(Struct, frozen=True):
    round: int
    table: str
    blue: str
    red: str


class PairingLine(Struct, frozen=True):
    """A line that says nothing, and why."""

    line: int
    what: str
    """The column that is wrong; `twice` for a table that has two pairings in a round."""


def read_pairings(raw: bytes) -> tuple[tuple[Pairing, ...], tuple[PairingLine, ...]]:
    """Return the pairings of a file, and its lines that are none. Commas or semicolons stand between the columns."""
    text = raw[:MOST_BYTES].decode("utf-8-sig", "replace")
    heading = text.partition("\n")[0]
    rows = csv.DictReader(io.StringIO(text), delimiter=";" if heading.count(";") > heading.count(",") else ",")
    rows.fieldnames = [name.strip().lower() for name in rows.fieldnames or ()]
    missing = [name for name in COLUMNS if name not in rows.fieldnames]
    if missing:
        return (), tuple(PairingLine(1, name) for name in missing)
    found, wrong = list[Pairing](), list[PairingLine]()
    taken = set[tuple[int, str]]()
    for row in rows:
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


def _wrong(cells: dict[str, str], taken: set[tuple[int, str]]) -> str:
    number = cells["round"]
    if not (number.isascii() and number.isdigit() and 0 < int(number[:9]) < 1000):
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
