"""`command-table demo`."""

import sys
import tempfile
from pathlib import Path

import click
from msgspec.structs import replace


@click.command()
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed, another evening.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("demo-out"),
    show_default=True,
    help="Where the pictures go.",
)
@click.option("--rounds", type=click.IntRange(1, 5), default=2, show_default=True)
@click.option("--quiet", is_flag=True, help="Say only how it ended.")
def command(seed: int, out: Path, rounds: int, quiet: bool) -> None:
    """Play two rounds of Legion with bots at an emulated table, in virtual time.

    Prints what each part does and saves a picture of the screen at each step. Exit status 1 if tray, journal and view
    disagree in the end.
    """
    from table.bench.demo import Demo
    from table.bench.virtual import VirtualTable
    from table.config import Config
    from table.config.schema import State
    from table.words import Words

    with tempfile.TemporaryDirectory() as folder:
        table = VirtualTable(replace(Config(), state=State(folder=folder)), seed=seed)

        def say(part: str, what: str) -> None:
            if not quiet:
                click.echo(f"{table.clock.now_s:8.2f} s  {part:<9}  {what}")

        demo = Demo(table, out, Words("en"), say, rounds)
        wrong = demo.run()
        spent_s = table.clock.now_s
        table.close()
    click.echo(f"{rounds} rounds in {spent_s:.0f} s of virtual time, seed {seed}; {demo.pictures} pictures in {out}/")
    for problem in wrong:
        click.echo(f"disagreement: {problem}", err=True)
    if not wrong:
        click.echo("tray, journal and view agree")
    sys.exit(1 if wrong else 0)
