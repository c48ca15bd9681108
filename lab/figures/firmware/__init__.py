"""Measure the loop of the firmware: turns per second, compared with the first firmware."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import structs

import table
from lab.figure import Figure, at_least, published

PROJECT = Path(table.__file__).parents[1]
FIRST = PROJECT / "tests" / "old" / "recorded" / "firmware"
"""The firmware of commit 109bebd, which a clone of the project contains."""
PROGRAM = Path(__file__).with_name("firmware_loop.py")
TURNS = 4000
TRIES = 5
FASTER = 4.0
"""The minimum ratio of today's loop to the first one."""


def measure(_seed: int) -> Iterator[Figure]:
    if not FIRST.is_dir():
        return
    ours, first = _turns_a_second(PROJECT), _turns_a_second(FIRST)
    yield published("firmware.turns.a_second", ours, "turns/s", note="nine hoppers, one running")
    note = "turns a second with nine hoppers, one running; firmware of commit 109bebd = 1"
    yield at_least("firmware.turns", [max(ours) / max(first)], FASTER, "times the first firmware's", note=note)
    alike = at_least("firmware.turns.control", [max(first) / max(_turns_a_second(FIRST))], FASTER, "times")
    yield structs.replace(alike, goal="fails", ok=not alike.ok, note="the first firmware against itself")


def _turns_a_second(firmware: Path) -> list[float]:
    """Run the loop of the firmware in this folder several times, and return the speed of each run."""
    path = {"PYTHONPATH": str(firmware), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, str(PROGRAM), str(TURNS), "running"]
    tries = []
    for _ in range(TRIES):
        run = subprocess.run(command, env=os.environ | path, capture_output=True, text=True, check=True, timeout=60)
        tries.append(float(run.stdout))
    return tries
