"""The command `command-table bench`: measure figures."""

import click

from lab.figures.taken_by import MEASURES


@click.command(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExample:\n  command-table bench --only reader.absent",
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option("--only", default="", metavar="PREFIX", help="Measure only figures whose names start with PREFIX.")
@click.option("--seed", default=1, show_default=True, help="Seed of the emulation's random numbers.")
def command(as_json: bool, only: str, seed: int) -> None:
    """Measure the figures on this machine.

    The figures show how fast the parts are and how much memory they take. In a checkout they also show how the code is
    structured. The exit status is 1 if a goal is missed.
    """
    from lab.figures.figure_report import print_report, report
    from lab.figures.taken_by import measured
    from lab.temporary_folder import clear_away
    from table.words.progress import Progress

    clear_away()
    with Progress() as progress:
        figures = tuple(measured(only, seed, progress.say))
    if not figures:
        known = ", ".join(MEASURES)
        raise click.BadParameter(
            f"No figure starts with {only!r}. Use one of {known} (house only in a checkout), or the name of a game."
        )
    print_report(report("command-table bench" + (f" --only {only}" if only else ""), seed, figures), as_json)
