"""`command-table campaign`: a great many tries under bad conditions, counted."""

import time

import click
from rich.console import Console
from rich.progress import Progress

from table.bench.figures import CAMPAIGNS, campaign, report
from table.bench.telling import tell


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("name", type=click.Choice(tuple(CAMPAIGNS)))
@click.option(
    "--polls",
    "--jobs",
    "--commands",
    "--rolls",
    "--cuts",
    "--events",
    "--steps",
    "count",
    default=100_000,
    show_default=True,
    type=click.IntRange(1),
    help="Tries.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option("--seed", default=1, show_default=True, help="What chance in the emulation starts from.")
def command(name: str, count: int, as_json: bool, seed: int) -> None:
    """Try one thing many times in a bad world. Exit status 1 if a goal is missed."""
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(name, total=count)
        try:
            run = campaign(name)
        except ModuleNotFoundError as error:
            raise click.UsageError(f"this campaign needs {error.name}: pip install 'command-table[dev]'") from error
        began_s = time.monotonic()
        figures = tuple(run(count, seed, lambda done: progress.update(task, completed=done)))
    tell(
        report(f"command-table campaign {name} --jobs {count}", seed, figures, round(time.monotonic() - began_s, 1)),
        as_json,
    )
