"""The results of a hall for other programs: lines of commas, and JSON."""

import csv
import io
from collections.abc import Iterable

import msgspec

from table.view.hall import HallResult

COLUMNS = HallResult.__struct_fields__
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so is a formula to a table of figures: a name must not be one."""


def as_csv(results: Iterable[HallResult]) -> str:
    """Return the results with a heading, a line each."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(COLUMNS)
    for each in results:
        lines.writerow([_cell(getattr(each, name)) for name in COLUMNS])
    return out.getvalue()


def as_json(results: Iterable[HallResult]) -> bytes:
    """Return the results as a list of objects."""
    return msgspec.json.format(msgspec.json.encode(list(results)), indent=1) + b"\n"


def _cell(value: object) -> str:
    if isinstance(value, int):
        return str(value)
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(FORMULA) else text
