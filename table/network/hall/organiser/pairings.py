"""The pairings: who plays whom, where, and in which round, from a file of lines of commas with a heading.

Headings of other programs and languages are recognised. No real file of Best Coast Pairings, Longshanks or T3 was
found: their headings here are guesses.
"""

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

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
BYE = "BYE"
BYES = ("bye", "freilos", "spielfrei", "descanso", "descansa")
"""The opponents of a player who has none in a round."""
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
    """The column that is wrong; `twice` for a table or a player with two pairings in a round, `heading` or `line` for
    what is no line of a table at all.
    """
    text: str = ""
    """The text of the line, shortened."""


MOST_SHOWN = 160
"""The most letters that are shown of an invalid line."""


class PairingSheet(Struct, frozen=True):
    """A file of pairings as it was read."""

    heading: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    """The meaning of each column: one of `COLUMNS`, or empty. Columns of the same meaning are the parts of a name."""
    pairings: tuple[Pairing, ...] = ()
    wrong: tuple[PairingLine, ...] = ()
    more: int = 0
    """The number of further invalid lines, which are not in `wrong`."""


class SheetWish(Struct, frozen=True):
    """An organiser's decisions about a file."""

    columns: tuple[str, ...] = ()
    """The meaning of each column; empty: as recognised."""
    headed: bool = True
    """False if the line that was taken for the heading is a pairing."""
    round: int = 1
    """The round of all lines of a file without rounds."""
    tables: tuple[str, ...] = ()
    """The names for a file without tables, in the order of its lines."""
    in_order: bool = False
    """True to give every file these tables."""


def read_pairings(raw: bytes) -> tuple[tuple[Pairing, ...], tuple[PairingLine, ...]]:
    """Return the pairings of a file, and its invalid lines.

    Commas, semicolons or tabs stand between the columns.
    """
    sheet = read_sheet(raw, SheetWish())
    return sheet.pairings, sheet.wrong


def read_sheet(raw: bytes, wish: SheetWish) -> PairingSheet:
    """Return everything in a file."""
    words = _words(raw[:MOST_BYTES])
    if not words.strip():
        return PairingSheet()
    first = words.strip().partition("\n")[0].strip()[:MOST_SHOWN]
    form = _form(words)
    columns = wish.columns if len(wish.columns) == len(form.heading) else form.columns
    free = ("round", "table") if wish.tables else ("round",)
    if missing := tuple(PairingLine(1, name, first) for name in _missing(columns, free)):
        return PairingSheet(form.heading, columns, (), missing)
    read = _Lines(columns, form.between, wish)
    for line, text, row in _rows(words, form.between):
        if wish.headed and line <= form.line:
            # A title above the heading is one cell. A line of several cells may be a pairing.
            if line < form.line and (row is None or sum(map(bool, map(str.strip, row))) > 1):
                read.wrong.append(PairingLine(line, "line", text.strip()[:MOST_SHOWN]))
        elif row is None:
            read.wrong.append(PairingLine(line, "line", text.strip()[:MOST_SHOWN]))
        elif any(cell.strip() for cell in row):
            read.add(row, line)
    found = sorted(read.found, key=lambda each: each.round)
    return PairingSheet(form.heading, columns, tuple(found), tuple(read.wrong))


def written(pairings: Iterable[Pairing]) -> bytes:
    """Return pairings as the content of a file."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(COLUMNS)
    lines.writerows((each.round, each.table, each.blue, each.red or BYE) for each in pairings)
    return out.getvalue().encode()


class _Lines:
    """The lines of a file, as they are read: each is a pairing, or invalid."""

    def __init__(self, columns: Sequence[str], between: str, wish: SheetWish) -> None:
        self.found, self.wrong = list[Pairing](), list[PairingLine]()
        self._places = {name: [at for at, each in enumerate(columns) if each == name] for name in COLUMNS}
        self._width, self._between, self._wish = len(columns), between, wish
        self._assigns = bool(wish.tables) and (wish.in_order or not self._places["table"])
        self._taken = set[tuple[str, str, str]]()
        self._seated = Counter[str]()
        """The tables assigned in each round."""

    def add(self, row: Sequence[str], line: int) -> None:
        cells = {name: _cell(row, places) for name, places in self._places.items()}
        cells["round"] = _number(ROUND, cells["round"]) if self._places["round"] else str(self._wish.round)
        if bye := next((seat for seat in ("blue", "red") if _plain(cells[seat]) in BYES), ""):
            cells |= {"blue": cells["red" if bye == "blue" else "blue"], "red": "", "table": ""}
        elif self._assigns:
            number = self._seated[cells["round"]] + 1
            tables = self._wish.tables
            cells["table"] = tables[number - 1] if number <= len(tables) else f"table-{number}"
        else:
            table = _number(TABLE, cells["table"])
            cells["table"] = f"table-{table}" if table.isdigit() else cells["table"]
        # A name with an unquoted comma moves the cells after it, into columns that nobody reads.
        what = self._wrong(cells, ("blue",) if bye else ("blue", "red")) or ("line" if len(row) != self._width else "")
        if what:
            self.wrong.append(PairingLine(line, what, self._between.join(row)[:MOST_SHOWN]))
            return
        self._seated[cells["round"]] += not bye
        self._taken |= _taken(cells)
        self.found.append(Pairing(int(cells["round"]), cells["table"], cells["blue"], cells["red"]))

    def _wrong(self, cells: Mapping[str, str], seats: Sequence[str]) -> str:
        number = cells["round"]
        if not (number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS and int(number)):
            return "round"
        if "red" in seats and not is_name(cells["table"]):
            return "table"
        for seat in seats:
            if not cells[seat] or len(cells[seat]) > MOST_LETTERS or not cells[seat].isprintable():
                return seat
        return "twice" if cells["blue"] == cells["red"] or _taken(cells) & self._taken else ""


def _taken(cells: Mapping[str, str]) -> set[tuple[str, str, str]]:
    """Return the values that must be unique in a round: a pairing's table, and each of its players."""
    number = cells["round"].lstrip("0")
    places = {(number, "table", cells["table"])} if cells["table"] else set()
    return places | {(number, "player", cells[seat]) for seat in ("blue", "red") if cells[seat]}


class _Form(NamedTuple):
    """The form of a file: its sign between columns, its heading with the columns, and the number of that row."""

    between: str
    heading: tuple[str, ...]
    columns: tuple[str, ...]
    line: int


def _form(words: str) -> _Form:
    """Return the form with the fewest missing columns. Of equal ones, that with the most names."""
    forms = list[_Form]()
    for between in ",;\t":
        for number, _, cells in islice(_rows(words, between), MOST_PREFACE):
            row = cells or []
            columns = _columns(row)
            forms.append(_Form(between, tuple(cell.strip()[:MOST_LETTERS] for cell in row), columns, number))
            if not _missing(columns, ("round",)):
                return forms[-1]
    return min(forms, key=lambda form: (len(_missing(form.columns, ())), -sum(map(bool, form.heading))))


def _missing(columns: Sequence[str], free: Sequence[str]) -> tuple[str, ...]:
    missing = tuple(name for name in COLUMNS if name not in columns)
    return () if set(missing) <= set(free) else missing


def _columns(row: Sequence[str]) -> tuple[str, ...]:
    """Return the meaning of each column that a row names. One that it names twice has none."""
    plain = [_plain(cell) for cell in row]
    columns = [""] * len(row)
    for name, known in HEADINGS.items():
        found = [place for place, heading in enumerate(plain) if heading in known]
        split = [plain.index(each) for each in SPLIT_NAMES.get(name, ()) if each in plain]
        if len(found) == 1 or (not found and len(split) == 2):
            for place in found or split:
                columns[place] = name
    return tuple(columns)


def _plain(cell: str) -> str:
    """Return the small letters and digits of a cell."""
    return "".join(sign for sign in cell.lower() if sign.isalnum())


def _cell(row: Sequence[str], places: Sequence[int]) -> str:
    return " ".join(row[place].strip() for place in places if place < len(row)).strip()


def _number(form: re.Pattern[str], cell: str) -> str:
    """Return the number in a cell of this form, or the cell. A long cell is not looked at: that would take minutes."""
    found = form.fullmatch(cell) if len(cell) <= MOST_LETTERS else None
    return cell if found is None else found[1]


def _words(raw: bytes) -> str:
    """Decode a spreadsheet's file: UTF-8, UTF-16 with its mark, or the code page of Windows."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return raw.decode("utf-16", "replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def _rows(words: str, between: str) -> "Iterator[tuple[int, str, list[str] | None]]":
    """Yield the number of each line, its text and its cells; None for cells with a stray quote.

    Each line is read alone: a quote that is never closed would take the lines after it with it.
    """
    for line, text in enumerate(io.StringIO(words, newline=None), 1):
        try:
            yield line, text, next(csv.reader([text], delimiter=between, strict=True), [])
        except csv.Error:
            yield line, text, None
