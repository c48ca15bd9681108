"""Write what the kept pours show into `docs/build/kit/README.md` (`make docs`)."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from lab.pages.feeding_table import POURS
from lab.pages.generated_section import renew

PAGE = Path(__file__).parents[2] / "docs" / "build" / "kit" / "README.md"
MIDDLE: Mapping[str, float] = MappingProxyType(
    {
        "friction": 0.3,
        "tilt": 0.0,
        "downhill": 0.0,
        "larger": 0.0,
        "bow": 0.0,
        "untrue": 0.0,
        "pocket": 0.0,
        "gap": 0.0,
        "floor": 0.0,
    }
)
"""A pour at the middle of all ranges, by the names of `poured/scene.py`."""
PLANNED = 302
Row = dict[str, Any]
HEAD = (
    "| token | pours | planned | emptied | tokens | pairs | the disc stood still for | largest force on a token |\n"
    "|---|--:|--:|--:|--:|--:|--:|--:|\n"
)


def edge(row: Row) -> str:
    """Return what differs from the middle of all ranges, or an empty text."""
    return ", ".join(f"{name} {row[name]:g}" for name, usual in MIDDLE.items() if row[name] != usual)


def section(rows: Iterable[Row]) -> str:
    every = list(rows)
    shipped = [row for row in every if not row["control"]]
    lines = [
        _line(f"{name}, {'at the edges' if at_edges else 'middle'}", some, 40 if at_edges else 20)
        for name in sorted({row["token"] for row in shipped})
        for at_edges in (False, True)
        if (some := [row for row in shipped if row["token"] == name and bool(edge(row)) == at_edges])
    ]
    lines += [
        _line(f"{row['token']}, control: {row['control']} of before", [row], 1) for row in every if row["control"]
    ]
    return f"{len(every)} of {PLANNED} pours are kept.\n\n{HEAD}{''.join(lines)}\n{_failures(shipped)}"


def _line(name: str, some: list[Row], planned: int) -> str:
    emptied, paid = sum(row["paid"] == row["tokens"] for row in some), sum(row["paid"] for row in some)
    pairs = sum(row["paid"] - row["counted"] for row in some)
    still, force = sum(row["stalled_s"] for row in some), max(row["hardest"] for row in some)
    of = sum(row["tokens"] for row in some)
    return (
        f"| {name} | {len(some)} | {planned} | {emptied} | {paid} of {of} | {pairs} | {still:.1f} s | {force:.0f} N |\n"
    )


def _failures(shipped: list[Row]) -> str:
    failed = [
        f"{row['token']} ({edge(row) or 'middle'}): {row['paid']} of {row['tokens']}"
        for row in shipped
        if row["paid"] < row["tokens"]
    ]
    deepest = max((row["deepest"] for row in shipped), default=0.0)
    return (
        f"Not emptied: {'; '.join(failed) or 'none of those that were made'}."
        f" The engine let bodies {deepest:.1f} mm into each other at worst.\n"
    )


def kept() -> list[Row]:
    return [json.loads(line) for line in POURS.read_text("utf-8").splitlines()]


if __name__ == "__main__":
    renew(PAGE, section(kept()))
