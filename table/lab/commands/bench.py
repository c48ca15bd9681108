"""The command `command-table bench`: measure figures."""

import click

from table.lab.figures.figure import MEASURES, measured, report
from table.lab.figures.report import tell_report


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option("--only", default="", metavar="PREFIX", help="Only figures whose names begin so: reader.absent")
@click.option("--seed", default=1, show_default=True, help="What chance in the emulation starts from.")
def command(as_json: bool, only: str, seed: int) -> None:
    """Measure how fast and how sparing the parts are. Exit status 1 if a goal is missed."""
    figures = tuple(measured(only, seed))
    if not figures:
        raise click.BadParameter(f"no figure begins with {only!r}; there are: {', '.join(MEASURES)}")
    tell_report(report("command-table bench" + (f" --only {only}" if only else ""), seed, figures), as_json)
