"""`command-table campaign kills`: what does a killed program leave on the computer, once it was started again?

The program runs as installed, as a table, with a script, which has its state in the temporary folder, and as every
other command. It is killed at any moment, as `kill -9` and a lack of memory do it; the next one is started on
what the last one left, and killed in its turn. At last one is started and ended in good order. Then nothing may be left
in the temporary folder.
"""

import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from lab.campaigns.ends.program import SilentError, program
from lab.campaigns.ends.stages import STAGES
from lab.figures.figure import Figure
from lab.temporary_folder import temporary_folder

CARELESS = "import os, signal, tempfile; tempfile.mkdtemp(); os.kill(os.getpid(), signal.SIGKILL)"
"""A program that makes a folder of which nobody else will ever hear."""
TOLD = 3


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Kill the program `count` times, and start it once more."""
    rng = random.Random(seed)
    with temporary_folder() as folder:
        lost = list[str]()
        for number in range(count):
            lost += killed(folder, rng)
            done(number + 1)
        lost += _started_again(folder)
        left = _left(folder)
        note = ", ".join((f"after {count} kills and a start", *(path.name for path in left[:TOLD])))
        yield Figure("ends.left_behind", len(left), "files", "<= 0", not left, count, note=note)
        note = "; ".join(("on what a killed one left", *lost[:TOLD]))
        yield Figure("ends.not_started", len(lost), "starts", "<= 0", not lost, count + 1, note=note)
        subprocess.run([sys.executable, "-c", CARELESS], env={"TMPDIR": str(folder / "temporary")}, check=False)
        _started_again(folder)
        careless = len(_left(folder)) - len(left)
    yield Figure("ends.left_behind.control", careless, "files", "fails", careless > 0)


def killed(folder: Path, rng: random.Random) -> tuple[str, ...]:
    """Start a program on what is there, and kill it at some stage. Return why it never got there, if it did not."""
    name = rng.choice(list(STAGES))
    stage = STAGES[name]
    arguments = stage.arguments(folder, rng) or (("--new",) if stage.command == "run" else ())
    with program(folder, *arguments, command=stage.command, terminal=stage.terminal) as living:
        try:
            stage.reach(living, rng)
        except SilentError as error:
            return (f"{name}: {error}",)
        living.send(signal.SIGKILL)
        living.ended()
    return ()


def _started_again(folder: Path) -> tuple[str, ...]:
    """Start a program, and end it in good order. Return what went wrong, if something did."""
    with program(folder, "--new") as living:
        try:
            living.shows()
        except SilentError as error:
            return (str(error),)
        living.send(signal.SIGTERM)
        end = living.ended()
        return () if end.status == 0 else (f"it ended with {end.status}: {end.said[-400:]}",)


def _left(folder: Path) -> list[Path]:
    return sorted((folder / "temporary").iterdir())
