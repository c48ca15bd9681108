"""The command `command-table campaign`: test one part of the table many times under bad conditions."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from lab.figures.taken_by import CAMPAIGNS
from table.rules.errors import OwnerError

if TYPE_CHECKING:
    from lab.figure import Figure

OPTIONS = tuple(dict.fromkeys(each.counted for each in CAMPAIGNS.values()))
MOST_BYTES = 1024 * 1024
"""The maximum size of a file of samples."""

ABOUT = """Try to break one part of the table, many times.

docs/develop/reliability.md describes each campaign. The exit status is 1 if a goal is missed."""


class _Tries(click.Option):
    """The option for the number of tries. Each campaign names it differently, so the help lists the names together."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        return record and ("--TRIES INTEGER", f"{record[1]}  TRIES is one of: {', '.join(OPTIONS)}.")


@click.command(
    help=f"{ABOUT}\n\nCAMPAIGN is one of: {', '.join(CAMPAIGNS)}.",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExample:\n  command-table campaign presence --polls 1000 --json",
)
@click.argument("name", metavar="CAMPAIGN", type=click.Choice(tuple(CAMPAIGNS)))
@click.option(
    *(f"--{counted}" for counted in OPTIONS),
    "count",
    cls=_Tries,
    default=100_000,
    show_default=True,
    type=click.IntRange(1),
    help="Number of tries. Each campaign has its own name for them.",
)
@click.option(
    "--samples", type=click.File("rb"), help="File with samples of other people, for campaigns that read them."
)
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with data of other people, for campaigns that read them.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option("--seed", default=1, show_default=True, help="Seed of the emulation's random numbers.")
def command(name: str, count: int, samples: BinaryIO | None, data: Path | None, as_json: bool, seed: int) -> None:
    """Run one campaign and print its figures."""
    from rich.progress import Progress

    from hal.packages import install_command
    from lab.figures.figure_report import print_report, report
    from lab.figures.taken_by import campaign
    from lab.temporary_folder import clear_away
    from table.words.terminal import console

    clear_away()
    with Progress(console=console(error=True), transient=True) as progress:
        task = progress.add_task(name, total=count)
        try:
            run = campaign(name)
        except ModuleNotFoundError as error:
            package = (error.name or "").partition(".")[0]
            raise click.UsageError(
                f"The package {package} is not installed. Run: {install_command(package)}"
            ) from error
        began_s = time.monotonic()
        with stopped_clearly(name):
            of_people = () if samples is None else _of_samples(name, samples)
            of_folder = () if data is None else _of_folder(name, data)
            figures = (*run(count, seed, lambda done: progress.update(task, completed=done)), *of_people, *of_folder)
    print_report(
        report(
            f"command-table campaign {name} --{CAMPAIGNS[name].counted} {count} --seed {seed}",
            seed,
            figures,
            round(time.monotonic() - began_s, 1),
        ),
        as_json,
    )


def _of_samples(name: str, samples: BinaryIO) -> "tuple[Figure, ...]":
    from lab.figures.taken_by import sampled

    try:
        read = sampled(name)
    except AttributeError as error:
        raise click.UsageError(f"The campaign {name} takes no samples. Leave out --samples.") from error
    try:
        return tuple(read(samples.read(MOST_BYTES)))
    except ValueError as error:
        raise click.UsageError(f"{samples.name} contains no samples: {error}") from error


def _of_folder(name: str, folder: Path) -> "tuple[Figure, ...]":
    from lab.figures.taken_by import of_folder

    try:
        read = of_folder(name)
    except AttributeError as error:
        raise click.UsageError(f"The campaign {name} reads no folder. Leave out --data.") from error
    try:
        return tuple(read(folder))
    except ValueError as error:
        raise click.UsageError(str(error)) from error


@contextmanager
def stopped_clearly(name: str) -> Iterator[None]:
    """Report that the campaign was stopped, and print no figures. SystemExit and KeyboardInterrupt count as a stop.

    Raises click.ClickException for an OwnerError, whose message tells the owner of this machine what to do.
    """
    try:
        yield
    except OwnerError as error:
        raise click.ClickException(str(error)) from error
    except Exception:
        raise
    except BaseException:
        from lab.temporary_folder import clear_away
        from table.words.terminal import print_line

        print_line(f"campaign {name}: stopped before its end, so there are no figures", error=True)
        clear_away()
        raise
