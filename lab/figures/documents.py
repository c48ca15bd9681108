"""Write the pages of measurements in `docs/develop`: `figures.md` and `reliability.md`."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import MappingProxyType

import click
import msgspec

from lab.figures.ages import commits_since, marked, present
from lab.figures.figure import Figure, FiguresReport, meaning, question, read_report
from table.words.terminal import print_document

OLDER = """\
Each section names the commit that it measured. Where "(9 commits before ...)" stands beside it, the program has changed
since, and the section was not measured again. Its command measures the program that you have."""
FIGURES = f"""\
# Figures

Written by `make figures`; a figure that misses its goal is marked. Times on emulated parts are virtual and say so.
`value` is the median where several were taken. `.control` is a try that must fail, and does.
{OLDER}
"""
RELIABILITY = f"""\
# Reliability

Written by `make reliability`. Nobody has to believe it: each campaign is one command, with its seed, and gives the same
counts on any machine. A figure that ends in `.control` is a table that was broken on purpose: it must be found out.
{OLDER}
`make campaigns` runs each campaign in short, with another seed at each commit; so does `.ci/run`.

What no campaign can show stands here in words:

- What is shown, lit or dispensed is on the disk before. A power cut may take an answer back of which nothing had been
  seen; cards that lay locked and hidden are locked again, since they are never on a disk.
- A disk that forgets what it said was written is beyond any program. If it spoils the end of a match's write-ahead log,
  that looks as after a power cut, and the match goes on from a moment before. Once a round the table notes apart from
  the match how much of it was on the disk: where a whole round is gone, or an older copy lies there, it says so
  (`journal.older`). All else that rots in a match is found and said; the damaged file is put aside as it is, and what
  is sound of it goes on.
- A full or read-only disk refuses answers, with a fault, until it can be written again. What devices say waits for it.
- Configuration holds no secrets. The state folder does: files that others can read are named on the screen, with the
  command that mends it.
"""
HEADS = MappingProxyType({"figures": FIGURES, "reliability": RELIABILITY})
CAMPAIGN = "command-table campaign "


@click.command()
@click.option("--page", "name", type=click.Choice(tuple(HEADS)), default="figures", show_default=True)
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(name: str, files: tuple[Path, ...]) -> None:
    """Print the page made of reports that were saved with --json."""
    reports = [_read(file) for file in files]
    print_document(marked(page(name, reports), commits_since, present()))
    if any(isinstance(report, str) for report in reports):
        sys.exit(1)


def page(name: str, reports: Iterable["FiguresReport | str"]) -> str:
    """Return the page. A string in place of a report is inserted as it is."""
    sections = (report if isinstance(report, str) else _section(report) for report in reports)
    return "\n".join((HEADS[name], *sections))


def _read(file: Path) -> "FiguresReport | str":
    """Read a report. A measurement that was stopped leaves an empty file; return a notice for it."""
    try:
        return read_report(file.read_bytes())
    except msgspec.MsgspecError:
        return f"## `{file.stem}`\n\n**There is no report:** what writes `{file.name}` did not come to its end.\n"


def _section(report: FiguresReport) -> str:
    taken = f"Commit `{report.commit}`, {report.machine}, Python {report.python}, seed {report.seed}{_took(report)}."
    lines = [
        f"## `{report.command}`",
        "",
        *_asked(report),
        taken,
        "",
        "| figure | asked | measured | p99 | most | n |",
        "|---|---|--:|--:|--:|--:|",
        *(_row(figure) for figure in report.figures),
        *_notes(report.figures),
        "",
    ]
    return "\n".join(lines)


def _asked(report: FiguresReport) -> Iterator[str]:
    if report.command.startswith(CAMPAIGN):
        name = report.command.removeprefix(CAMPAIGN).split()[0]
        asked = question(name)
        yield from (f"{asked[:1].upper()}{asked[1:]}", "", meaning(name), "")


def _took(report: FiguresReport) -> str:
    if not report.took_s:
        return ""
    return f", {report.took_s / 60:.0f} min" if report.took_s > 90 else f", {report.took_s:.0f} s"


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
