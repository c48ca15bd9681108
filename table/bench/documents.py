"""`docs/figures.md`: every figure that was measured, with what was asked, by which command, on what machine."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from table.bench.figures import Figure, Report, read_report

HEAD = """\
# Figures

Written by `make figures`; a figure that misses its goal is marked. Times on emulated parts are virtual and say so.
`value` is the median where several were taken. `.control` is a try that must fail, and does.
"""


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(files: tuple[Path, ...]) -> None:
    """Print the page for reports that were saved with --json."""
    click.echo(page(read_report(file.read_bytes()) for file in files), nl=False)


def page(reports: Iterable[Report]) -> str:
    return "\n".join((HEAD, *(_section(report) for report in reports)))


def _section(report: Report) -> str:
    taken = f"Commit `{report.commit}`, {report.machine}, Python {report.python}, seed {report.seed}."
    lines = [
        f"## `{report.command}`",
        "",
        taken,
        "",
        "| figure | asked | measured | p99 | most | n |",
        "|---|---|--:|--:|--:|--:|",
        *(_row(figure) for figure in report.figures),
        *_notes(report.figures),
        "",
    ]
    return "\n".join(lines)


def _row(figure: Figure) -> str:
    cells = (
        f"`{figure.name}`",
        figure.goal or "",
        f"{_number(figure.value)} {figure.unit}" + ("" if figure.ok else " **missed**"),
        _number(figure.p99),
        _number(figure.max),
        str(figure.n),
    )
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _notes(figures: Iterable[Figure]) -> Iterator[str]:
    noted = [figure for figure in figures if figure.note]
    if noted:
        yield ""
    yield from (f"- `{figure.name}`: {figure.note}" for figure in noted)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.10g}"


if __name__ == "__main__":
    main()
