"""Write the pages of measurements in `docs/develop`: `figures.md` and `reliability.md`."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import MappingProxyType

import click
import msgspec

from lab.figure import Figure
from lab.figures.ages import commits_since, marked, present
from lab.figures.figure_report import FiguresReport, read_report
from lab.figures.taken_by import meaning, question
from table.words.terminal import print_document

OLDER = """\
Each section names the commit that was measured. A note such as "(9 commits before ...)" means that the program has
changed since. Its command measures the program that you have."""
FIGURES = f"""\
# Figures

Written by `make figures`. Missed goals are marked. Times on emulated parts are virtual, which the unit says. `measured`
is the median of several values. A figure that ends in `.control` is a try that must fail.
{OLDER}
"""
RELIABILITY = f"""\
# Reliability

Written by `make reliability`. You can repeat each campaign by its command: the seed gives the same counts on any
machine. A figure that ends in `.control` is a table that is broken on purpose: the campaign must find the defect.
{OLDER}
`make campaigns` runs a short form of each campaign, with another seed for each commit; so does `.ci/run`.
[Promises](promises.md) lists what this page and others promise, each with the program that tries to break it.

Campaigns cannot show the following:

- The table writes to disk before it shows, lights or dispenses anything. A power cut may lose an answer that nobody has
  seen yet. Locked cards are never written to disk: after a power cut, both players lock their cards again.
- No program can help if a disk loses data that it has confirmed. If that damages the end of a match's write-ahead
  log, the match resumes from an earlier moment, as after a power cut. Once a round the table notes separately how
  much of the match was on disk. If a whole round is missing, or the file is an older copy, the table reports it
  (`journal.older`). All other damage to a match is detected and reported. The damaged file is set aside unchanged,
  and the match continues with its sound part.
- On a full or read-only disk the table rejects answers, with a fault, until it can write again. Reports of devices wait
  until then.
- The configuration holds no secrets. The state folder does: the screen names files that other users can read, and the
  command to protect them.
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
        return f"## `{file.stem}`\n\n**There is no report:** the command that writes `{file.name}` did not finish.\n"


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
