"""A report on the terminal: JSON for machines, a table for people, and the exit status that CI asks for."""

import sys

import click
from rich.console import Console
from rich.table import Table

from table.lab.figures.figure import Figure, Report

PAGE_WIDTH = 120
"""Where the output is no terminal."""


def tell(report: Report, as_json: bool) -> None:
    """Ends the program with status 1 if a goal is missed."""
    if as_json:
        click.echo(report.json())
    else:
        Console(width=None if sys.stdout.isatty() else PAGE_WIDTH).print(_table(report))
        for figure in report.figures:
            if figure.note:
                click.echo(f"{figure.name}: {figure.note}")
        click.echo(f"{report.commit}, Python {report.python} on {report.machine}, seed {report.seed}")
    sys.exit(0 if report.ok else 1)


def _table(report: Report) -> Table:
    table = Table(title=report.command)
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


def _verdict(figure: Figure) -> str:
    return "" if figure.goal is None else "[green]ok" if figure.ok else "[bold red]missed"
