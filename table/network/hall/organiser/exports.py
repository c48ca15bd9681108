"""Pairings, results and standings for other programs: lines of commas, and JSON.

The formats of Best Coast Pairings, Longshanks and T3 were not tried with these programs.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from table.network.hall.organiser.tournament.standings import DISPUTED
from table.view.hall import HallResult, HallTable, Standing

COLUMNS = HallResult.__struct_fields__
FORMULA = "\\s*[-=+@\uff1d\uff0b\uff0d\uff20]"
"""A cell that begins so is a formula to a table of figures: a name must not be one."""
SEPARATORS = ",;"
"""The signs between columns, by a spreadsheet's country. It splits lines of another country even between quotes."""
BYE = "BYE"


class PairingForm(NamedTuple):
    """A form of pairings: its headings of round, table, and the players with their points."""

    headings: Sequence[str]
    between: str = ","
    numbers: bool = True
    """True for a program that numbers its tables."""


FORMS: Mapping[str, PairingForm] = MappingProxyType(
    {
        "plain": PairingForm(("round", "table", "blue", "blue_points", "red", "red_points"), numbers=False),
        "bcp": PairingForm(("Round", "Table", "Player 1", "Player 1 Points", "Player 2", "Player 2 Points")),
        "longshanks": PairingForm(("Round", "Table number", "Player A", "Score A", "Player B", "Score B")),
        "t3": PairingForm(("Runde", "Tisch", "Spieler 1", "Punkte 1", "Spieler 2", "Punkte 2"), between=";"),
    }
)


def nameless(results: Iterable[HallResult]) -> tuple[HallResult, ...]:
    """Return the results without the players' names, and without the organiser's reasons, which may have them."""
    return tuple(replace(each, blue_player="", red_player="", reason="") for each in results)


def as_csv(results: Iterable[HallResult]) -> str:
    """Return the results with a heading, a line each."""
    return _lines(COLUMNS, ([getattr(each, name) for name in COLUMNS] for each in results))


def as_json(results: Iterable[HallResult]) -> bytes:
    """Return the results as a list of objects."""
    return msgspec.json.format(msgspec.json.encode(list(results)), indent=1) + b"\n"


def standings_csv(standings: Iterable[Standing]) -> str:
    """Return the standings with a heading, a line each."""
    columns = Standing.__struct_fields__
    return _lines(columns, ([getattr(each, name) for name in columns] for each in standings))


def pairings_csv(hall: HallTable, form: PairingForm) -> str:
    """Return all pairings in a form, with the points of the results that count."""
    points = dict[tuple[int, str], int]()
    for result in hall.results:
        if result.proof not in DISPUTED:
            points[result.round, result.blue_player] = result.blue_points
            points[result.round, result.red_player] = result.red_points
    rows = list[Sequence[object]]()
    for each in hall.pairings:
        blue, red = points.get((each.round, each.blue)), points.get((each.round, each.red))
        number = re.search("[0-9]+$", each.table) if form.numbers else None
        table = each.table if number is None else number[0]
        rows.append((each.round, table, each.blue, blue, each.red or BYE, red))
    return _lines(form.headings, rows, form.between)


def _lines(heading: Sequence[str], rows: Iterable[Sequence[object]], between: str = ",") -> str:
    out = io.StringIO()
    lines = csv.writer(out, delimiter=between, lineterminator="\n")
    lines.writerow(heading)
    formula = re.compile(f"(^|[{SEPARATORS.replace(between, '')}])(?={FORMULA})")
    lines.writerows([_cell(value, formula) for value in row] for row in rows)
    return out.getvalue()


def _cell(value: object, formula: re.Pattern[str]) -> str:
    """Return a cell without tabs and line ends. Python before 3.13 does not quote one that is not its own."""
    if isinstance(value, int | float):
        return str(value)
    text = " ".join(("" if value is None else str(value)).replace("\t", " ").splitlines())
    return formula.sub("\\1'", text)
