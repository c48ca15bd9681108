"""Measure a newcomer's wait: the time from `git clone` and `make run`, without a display, to the first line of the
demo.

Run it by `python -m lab.figures.clean_clone` or `make clean-clone`. It needs git, make and a package index.
"""

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import click

from lab.figure import Figure, at_most
from lab.figures.figure_report import print_report, report
from table.records.temporary import temporary_folder

FIRST_LINE = re.compile(r"\s*\d+\.\d\d s  \S")
"""Matches a line of the demo, which begins with the virtual time."""
NOT_A_NEWCOMERS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "MAKEFLAGS", "MFLAGS", "MAKELEVEL")
"""Environment variables that a newcomer without a display does not have."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the figure as JSON.")
def main(as_json: bool) -> None:
    """Clone this checkout's last commit into a new folder and start the demo there."""
    print_report(report("make clean-clone", 0, measure()), as_json)


def measure() -> Iterator[Figure]:
    root = Path(__file__).parents[2]
    with temporary_folder() as folder:
        clone = folder / "command-table"
        started_s = time.monotonic()
        subprocess.run(["git", "clone", "--quiet", str(root), str(clone)], check=True)
        _until_first_line(clone)
        yield at_most("start.clean_clone", [time.monotonic() - started_s], 60, "s")


def _until_first_line(clone: Path) -> None:
    """Run `make run` until the first line of the demo, then end the process group of `make`."""
    unseen = {name: value for name, value in os.environ.items() if name not in NOT_A_NEWCOMERS}
    with subprocess.Popen(
        ["make", "run"], cwd=clone, env=unseen, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as make:
        try:
            if not any(FIRST_LINE.match(line) for line in make.stdout or ()):
                raise click.ClickException("`make run` ended without a line of the demo")
        finally:
            os.killpg(make.pid, signal.SIGTERM)


if __name__ == "__main__":
    main()
