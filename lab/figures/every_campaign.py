"""Run the short form of every campaign, with a seed that changes with the commit: `make campaigns`.

A campaign with a fixed seed repeats its tries, and finds nothing new. Each campaign runs in its own process, so that a
crash does not stop the others. As many run at once as the machine has cores.
"""

import hashlib
import itertools
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import click
import msgspec

from lab.figure import Figure
from lab.figures.figure_report import read_report
from lab.figures.taken_by import CAMPAIGNS
from table import __version__, checkout
from table.words.terminal import print_line

SEEDS = 1_000_000
"""The number of seeds: few digits are easy to type."""
DIRTY = "-dirty"
LONGEST_S = 1200
"""The time limit of a short campaign. On two idle cores none takes a twentieth of it."""


OF_THE_MACHINE = re.compile(r"hall\.outbox_cpu|hall\.page\.\d+|hall\.hostile\.page|hostile\.time")
"""The figures that depend on the speed of the machine. A busy machine misses them, so they are only printed."""


@dataclass(frozen=True)
class ShortRun:
    """The outcome of one campaign in short."""

    command: str
    missed: tuple[str, ...]
    """The figures that missed their goal, or the reason if there are none."""
    taken_s: float
    slow: tuple[str, ...] = ()
    """The figures of the machine that missed their goal."""


def seed_of(commit: str) -> int:
    """Return the seed of a commit. Uncommitted changes do not change it."""
    name = commit.removesuffix(DIRTY).encode()
    return int.from_bytes(hashlib.sha256(name).digest()[:8]) % SEEDS


def arguments(name: str, seed: int) -> tuple[str, ...]:
    which = CAMPAIGNS[name]
    return ("campaign", name, f"--{which.counted}", str(which.short), "--seed", str(seed))


def ran(name: str, seed: int) -> ShortRun:
    """Run one campaign in short, and return its outcome."""
    began_s = time.monotonic()
    asked = [sys.executable, "-m", "table", *arguments(name, seed), "--json"]
    try:
        done = subprocess.run(asked, capture_output=True, timeout=LONGEST_S)
        missed, slow = missed_goals(done.stdout, done.stderr.decode(errors="replace"), done.returncode)
    except subprocess.TimeoutExpired:
        missed, slow = (f"not over after {LONGEST_S} s",), ()
    return ShortRun(" ".join(("command-table", *arguments(name, seed))), missed, time.monotonic() - began_s, slow)


def missed_goals(output: bytes, errors: str, status: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the missed goals of a campaign, or its last line if it has no report; and the missed times."""
    try:
        report = read_report(output)
    except msgspec.MsgspecError:
        return (f"no report, exit status {status}: {_last_line(errors)}",), ()
    missed = [each for each in report.figures if not each.ok]
    if status and not missed:
        return (f"exit status {status}: {_last_line(errors)}",), ()
    slow = [each for each in missed if OF_THE_MACHINE.fullmatch(each.name)]
    return tuple(map(_line_of, (each for each in missed if each not in slow))), tuple(map(_line_of, slow))


def _line_of(figure: Figure) -> str:
    return f"{figure.name} {figure.value:g} {figure.unit}" + (f": {figure.note}" if figure.note else "")


def _last_line(errors: str) -> str:
    lines = [line.strip() for line in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", errors).splitlines() if line.strip()]
    return lines[-1] if lines else "no output"


def print_runs(runs: Iterable[ShortRun]) -> int:
    """Print a line for each campaign when it ends, and return the number of those that missed a goal."""
    failed = 0
    for run in runs:
        failed += bool(run.missed)
        print_line(f"{'MISSED' if run.missed else 'ok':6}  {run.taken_s:6.1f} s  {run.command}")
        for missed in run.missed:
            print_line(f"        {missed}")
        for slow in run.slow:
            print_line(f"        slow on this machine, not counted: {slow}")
    return failed


@click.command()
@click.option("--seed", type=int, help="Seed of every campaign. The default follows from the commit.")
@click.option("--only", "names", multiple=True, type=click.Choice(tuple(CAMPAIGNS)), help="Run this campaign only.")
def main(seed: int | None, names: tuple[str, ...]) -> None:
    """Run every campaign in short that no other target runs. The exit status is 1 if one missed a goal."""
    commit = checkout() or __version__
    seed = seed_of(commit) if seed is None else seed
    print_line(f"campaigns in short: commit {commit}, seed {seed}")
    plain = [name for name, campaign in CAMPAIGNS.items() if not campaign.extra and not campaign.tested_by]
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # the last one takes longest, so it begins first
        failed = print_runs(pool.map(ran, names or reversed(plain), itertools.repeat(seed)))
    if failed:
        print_line(f"{failed} campaigns missed a goal. To repeat one, run the command in its line.")
        sys.exit(1)


if __name__ == "__main__":
    main()
