"""Print a report: JSON for machines, a table for people. The exit status is for CI."""

import sys

from rich.text import Text

from lab.figures.figure import Figure, FiguresReport
from table.words.grid import Grid, print_grid
from table.words.terminal import print_document, print_line

PAGE_WIDTH = 120
"""The width of the table if the output is not a terminal."""


def tell_report(report: FiguresReport, as_json: bool) -> None:
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
