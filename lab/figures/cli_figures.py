"""Measure how long the command line takes to print its help."""

import resource
import subprocess
import sys
from collections.abc import Iterator

from lab.figure import Figure, at_most

RUNS = 9
HELP = ("-m", "table", "--help")
CLICK_ALONE = ("-c", "import click")
"""The minimum for any program of this kind: Python's start and the import of click."""


def measure(_: int) -> Iterator[Figure]:
    for each in (HELP, CLICK_ALONE):
        _processor_s(each)  # the first run reads from the disk
    helps, alone = [], []
    for _run in range(RUNS):
        helps.append(_processor_s(HELP))
        alone.append(_processor_s(CLICK_ALONE))
    yield at_most("cli.help", helps, 0.2, "s of processor")
    yield at_most("cli.help.ratio", [min(helps) / min(alone)], 2.5, "times importing click")


def _processor_s(arguments: tuple[str, ...]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True, timeout=60)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
