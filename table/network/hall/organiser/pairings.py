"""The pairings: who plays whom, where, and in which round, from a file of lines of commas with a heading.

Headings of other programs and languages are recognised. No real file of Best Coast Pairings, Longshanks or T3 was
found: their headings here are guesses.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType

from msgspec import Struct

from table.config.checks import is_name
from table.view.hall import Pairing

COLUMNS = ("round", "table", "blue", "red")
HEADINGS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "round": ("round", "roundnumber", "rd", "runde", "ronda"),
        "table": ("table", "tablenumber", "tablename", "tisch", "tischnummer", "mesa"),
        "blue": ("blue", "player1", "player1name", "playera", "player", "spieler1", "spieler", "jugador1", "jugador"),
        "red": ("red", "player2", "player2name", "playerb", "opponent", "spieler2", "gegner", "jugador2", "oponente"),
    }
)
"""The headings of each column, in small letters and digits alone."""
SPLIT_NAMES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {"blue": ("player1firstname", "player1lastname"), "red": ("player2firstname", "player2lastname")}
)
"""The headings of a name in two columns."""
MOST_PREFACE = 10
"""The most lines before the heading, and with it."""
ROUND = re.compile(r"(?:round|runde|ronda)?\s*([0-9]+)", re.IGNORECASE)
TABLE = re.compile(r"(?:table|tisch|mesa)?\s*#?\s*0*([0-9]+)", re.IGNORECASE)
"""A table's number, which other programs have in place of a name."""
MOST_BYTES = 1024 * 1024
MOST_DIGITS = 3
"""The most digits of a round."""
MOST_LETTERS = 80
"""The most letters of a player's name."""


class PairingLine(Struct, frozen=True):
    """An invalid line, with the reason."""

    line: int
    what: str
    """The column that is wrong; `twice` for a table that has two pairings in a round, `heading` or `line` for what is
    no line of a table at all.
    """
    text: str = ""
    """The text of the line, shortened."""


MOST_SHOWN = 160
"""The most letters that are shown of an invalid line."""


def read_pairings(raw: bytes) -> tuple[tuple[Pairing, ...], tuple[PairingLine, ...]]:
    """Return the pairings of a file, and its invalid lines.

    Commas, semicolons or tabs stand between the columns.
    """
    words = _words(raw[:MOST_BYTES])
    if not words.strip():
        return (), ()
    try:
        between, places, width, first = _heading(words)
    except (csv.Error, KeyError) as error:
        line = words.strip().partition("\n")[0].strip()[:MOST_SHOWN]
        missing = error.args[0] if isinstance(error, KeyError) else ("heading",)
        return (), tuple(PairingLine(1, name, line) for name in missing)
    # Three kinds of line ends are one, and a cell that is never closed is a long one.
    rows = csv.reader(io.StringIO(words, newline=None), delimiter=between)
    found, wrong = list[Pairing](), list[PairingLine]()
    taken = set[tuple[int, str]]()
    for row in islice(_whole(rows, wrong), first, None):
        if not any(cell.strip() for cell in row):
            continue
        cells = {name: _cell(row, places.get(name, ())) for name in COLUMNS}
        cells["round"] = _number(ROUND, cells["round"]) if "round" in places else "1"
        table = _number(TABLE, cells["table"])
        cells["table"] = f"table-{table}" if table.isdigit() else cells["table"]
        # A name with an unquoted comma moves the cells after it, into columns that nobody reads.
        what = _wrong(cells, taken) or ("line" if len(row) != width else "")
        if what:
            wrong.append(PairingLine(rows.line_num, what, between.join(row)[:MOST_SHOWN]))
            continue
        pairing = Pairing(int(cells["round"]), cells["table"], cells["blue"], cells["red"])
        taken.add((pairing.round, pairing.table))
        found.append(pairing)
    return tuple(sorted(found, key=lambda each: each.round)), tuple(wrong)


Places = Mapping[str, Sequence[int]]
"""The places of each column's cells in a row."""


def _heading(words: str) -> tuple[str, Places, int, int]:
    """Return the sign between columns, their places, and the numbers of columns and of rows up to the heading.

    Raises KeyError with the missing columns, and csv.Error.
    """
    best: tuple[str, ...] = COLUMNS
    for between in ",;\t":
        rows = csv.reader(io.StringIO(words, newline=None), delimiter=between)
        for number, row in enumerate(islice(rows, MOST_PREFACE), 1):
            places = _places(row)
            missing = tuple(name for name in COLUMNS if name not in places)
            if missing in ((), ("round",)):
                return between, places, len(row), number
            best = min(best, missing, key=len)
    raise KeyError(best)


def _places(row: Sequence[str]) -> Places:
    """Return the places of the columns that a row names. A column that it names twice has none."""
    plain = ["".join(sign for sign in cell.lower() if sign.isalnum()) for cell in row]
    places: dict[str, Sequence[int]] = {}
    for name, known in HEADINGS.items():
        found = [place for place, heading in enumerate(plain) if heading in known]
        split = [plain.index(each) for each in SPLIT_NAMES.get(name, ()) if each in plain]
        if len(found) == 1 or (not found and len(split) == 2):
            places[name] = found or split
    return places


def _cell(row: Sequence[str], places: Sequence[int]) -> str:
    return " ".join(row[place].strip() for place in places if place < len(row)).strip()


def _number(form: re.Pattern[str], cell: str) -> str:
    """Return the number in a cell of this form, or the cell."""
    found = form.fullmatch(cell)
    return cell if found is None else found[1]


def _words(raw: bytes) -> str:
    """Decode what a spreadsheet wrote: UTF-8, UTF-16 with its mark, or the code page of Windows."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return raw.decode("utf-16", "replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def _whole(rows: "Iterator[list[str]]", wrong: list[PairingLine]) -> Iterator[list[str]]:
    """Yield the rows up to the first invalid one, which is noted."""
    while True:
        try:
            row = next(rows, None)
        except csv.Error:
            wrong.append(PairingLine(getattr(rows, "line_num", 0), "line"))
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
