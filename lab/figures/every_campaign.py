"""Run the short form of every campaign, with a seed that changes with the commit: `make campaigns`.

A campaign with one fixed seed tries the same things at each commit, and finds nothing new. Each campaign is a process
of its own, so that one that crashes does not keep the others from running.
"""

import hashlib
import re
import resource
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass

import click
import msgspec

from lab.figures.figure import read_report
from lab.figures.taken_by import CAMPAIGNS, COUNTED, SHORT
from table import __version__, checkout
from table.words.terminal import print_line

SEEDS = 1_000_000
"""The number of seeds: one of few digits is easy to type."""
DIRTY = "-dirty"
LONGEST_S = 1200
"""The seconds after which a campaign in short is ended: on two quiet cores none takes a twentieth of it."""


@dataclass(frozen=True)
class ShortRun:
    """The outcome of one campaign in short."""

    command: str
    missed: tuple[str, ...]
    """The figures that missed their goal, or the reason why there are none."""
    processor_s: float


def seed_of(commit: str) -> int:
    """Return the seed of a commit. Files that were changed since do not change it."""
    told = commit.removesuffix(DIRTY).encode()
    return int.from_bytes(hashlib.sha256(told).digest()[:8]) % SEEDS


def arguments(name: str, seed: int) -> tuple[str, ...]:
    return ("campaign", name, f"--{COUNTED[name]}", str(SHORT[name]), "--seed", str(seed))


def ran(name: str, seed: int) -> ShortRun:
    """Run one campaign in short, and return its outcome."""
    before = _children_s()
    asked = [sys.executable, "-m", "table", *arguments(name, seed), "--json"]
    try:
        done = subprocess.run(asked, capture_output=True, timeout=LONGEST_S)
        missed = missed_goals(done.stdout, done.stderr.decode(errors="replace"), done.returncode)
    except subprocess.TimeoutExpired:
        missed = (f"not over after {LONGEST_S} s",)
    return ShortRun(" ".join(("command-table", *arguments(name, seed))), missed, _children_s() - before)


def missed_goals(told: bytes, errors: str, status: int) -> tuple[str, ...]:
    """Return what a campaign missed, by its report; without one by its last words."""
    try:
        report = read_report(told)
    except msgspec.MsgspecError:
        return (f"no report, exit status {status}: {_last_line(errors)}",)
    missed = tuple(f"{each.name} {each.value:g} {each.unit}: {each.note}" for each in report.figures if not each.ok)
    return missed or ((f"exit status {status}: {_last_line(errors)}",) if status else ())


def _last_line(errors: str) -> str:
    lines = [line.strip() for line in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", errors).splitlines() if line.strip()]
    return lines[-1] if lines else "no word"


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def tell_runs(runs: Iterable[ShortRun]) -> int:
    """Print a line for each campaign as it ends, and return how many missed a goal."""
    failed = 0
    for run in runs:
        failed += bool(run.missed)
        print_line(f"{'MISSED' if run.missed else 'ok':6}  {run.processor_s:6.1f} s of processor  {run.command}")
        for missed in run.missed:
            print_line(f"        {missed}")
    return failed


@click.command()
@click.option("--seed", type=int, help="Seed of every campaign. The default follows from the commit.")
@click.option("--only", "names", multiple=True, type=click.Choice(tuple(CAMPAIGNS)), help="Run this campaign only.")
def main(seed: int | None, names: tuple[str, ...]) -> None:
    """Run every campaign in short. The exit status is 1 if one missed a goal."""
    commit = checkout() or __version__
    seed = seed_of(commit) if seed is None else seed
    print_line(f"campaigns in short: commit {commit}, seed {seed}")
    failed = tell_runs(ran(name, seed) for name in names or CAMPAIGNS)
    if failed:
        print_line(f"{failed} campaigns missed a goal. To repeat one, run the command in its line.")
        sys.exit(1)


if __name__ == "__main__":
    main()
