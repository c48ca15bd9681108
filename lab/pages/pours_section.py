"""Write the figures of the stored pours into `docs/build/kit/README.md` (`make docs`)."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from firmware_bridge.firmware.settings import Settings
from lab.kept_pours import Row, edge
from lab.pages.feeding_table import waits
from sim_hardware.dispenser.kit import token

PAGE = Path(__file__).parents[2] / "docs" / "build" / "kit" / "README.md"
PLANNED, CONTROLS = 310, 5
"""All planned pours, and those of each control."""
HEAD = (
    "| token | pours | planned | emptied | tokens | pairs | the disc stood still for | largest force on a token |\n"
    "|---|--:|--:|--:|--:|--:|--:|--:|\n"
)


def section(rows: Iterable[Row]) -> str:
    every = list(rows)
    shipped = [row for row in every if not row["control"]]
    lines = [
        _line(f"{name}, {'at the edges' if at_edges else 'middle'}", some, 40 if at_edges else 20)
        for name in sorted({row["token"] for row in shipped})
        for at_edges in (False, True)
        if (some := [row for row in shipped if row["token"] == name and bool(edge(row)) == at_edges])
    ]
    controls = dict.fromkeys((row["token"], row["control"]) for row in every if row["control"])
    lines += [
        _line(f"{name}, control: {control} of before", some, CONTROLS)
        for name, control in controls
        if (some := [row for row in every if (row["token"], row["control"]) == (name, control)])
    ]
    kept_by_step = f"{len(every)} of {PLANNED} pours are kept{_steps(every)}."
    return f"{kept_by_step}\n\n{HEAD}{''.join(lines)}\n{_failures(shipped)}{_turns_back(shipped)}"


def _steps(every: list[Row]) -> str:
    counted = Counter(row["step_s"] for row in every)
    steps = (f"{counted[step]} with a step of {step * 1000:g} ms" for step in sorted(counted, reverse=True))
    return f": {', '.join(steps)}" if every else ""


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
    deepest = max((row["deepest"] / token(row["token"]).thickness for row in shipped), default=0.0)
    return (
        f"Not emptied: {'; '.join(failed) or 'none of those that were made'}."
        f" At worst, the engine had one body within another by {100 * deepest:.0f} % of the token's thickness.\n"
    )


def _turns_back(shipped: list[Row]) -> str:
    """Return how far the pours were from being given up."""
    most = Settings().retries
    counted = Counter(each.reversals for row in shipped for each in waits(row) if each.came)
    needed = ", ".join(f"{number} for {counted[number]}" for number in range(1, most + 1))
    return (
        f"Turns back before a token came, of {counted.total()} that came: none for {counted[0]}, {needed}."
        f" The firmware gives up after {most}.\n"
    )
