"""Make and print reports: JSON for machines, a table for people. The exit status is for CI."""

import platform
import sys
from collections.abc import Iterable

import msgspec
from msgspec import Struct
from rich.text import Text

from lab.figure import Figure
from table import __version__, checkout
from table.words.grid import Grid, print_grid
from table.words.terminal import print_document, print_line

PAGE_WIDTH = 120
"""The width of the table if the output is not a terminal."""


class FiguresReport(Struct, frozen=True, omit_defaults=True):
    command: str
    commit: str
    """The commit, or the version if there is no git checkout."""
    machine: str
    python: str
    seed: int
    figures: tuple[Figure, ...]
    took_s: float = 0.0
    """The duration of a campaign in seconds."""

    @property
    def ok(self) -> bool:
        return all(figure.ok for figure in self.figures)

    def json(self) -> bytes:
        """Return the report as JSON, without empty fields."""
        content = msgspec.to_builtins(self)
        content["figures"] = [
            {key: value for key, value in each.items() if value not in (None, "")} for each in content["figures"]
        ]
        return msgspec.json.format(msgspec.json.encode(content), indent=1)


def read_report(written: bytes) -> FiguresReport:
    """Return the report that `--json` printed. Raises msgspec.ValidationError or msgspec.DecodeError."""
    return msgspec.json.decode(written, type=FiguresReport)


def report(command: str, seed: int, figures: Iterable[Figure], took_s: float = 0.0) -> FiguresReport:
    machine = f"{platform.machine()} {platform.system()}"
    return FiguresReport(command, _commit(), machine, platform.python_version(), seed, tuple(figures), took_s)


def _commit() -> str:
    """Return the commit of the checkout, or the version of an installed copy."""
    return checkout() or __version__


def print_report(report: FiguresReport, as_json: bool) -> None:
    """Print a report. End the program with status 1 if a goal is missed."""
    if as_json:
        print_document(report.json().decode())
    else:
        print_grid(_table(report), width=None if sys.stdout.isatty() else PAGE_WIDTH)
        for figure in report.figures:
            if figure.note:
                print_line(f"{figure.name}: {figure.note}")
        print_line(f"{report.commit}, Python {report.python} on {report.machine}, seed {report.seed}")
    sys.exit(0 if report.ok else 1)


def _table(report: FiguresReport) -> Grid:
    table = Grid(title=report.command)
    table.add_column("figure", no_wrap=True)
    for heading in ("value", "p99", "max"):
        table.add_column(heading, justify="right", no_wrap=True)
    for heading in ("unit", "goal", ""):
        table.add_column(heading)
    for figure in report.figures:
        table.add_row(
            figure.name,
            *(_number(each) for each in (figure.value, figure.p99, figure.max)),
            figure.unit,
            figure.goal or "",
            _verdict(figure),
        )
    return table


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.10g}"


def _verdict(figure: Figure) -> Text:
    if figure.goal is None:
        return Text()
    return Text("ok", style="green") if figure.ok else Text("missed", style="bold red")
