"""`command-table campaign kills`: does a killed program leave files, after it was started again?

The installed program runs as a table, with a script (whose state is in the temporary folder), and as every other
command. It is killed at a random moment, as by `kill -9` or by a lack of memory. The next program starts on the remains
and is killed in turn. The last one is started and ended in good order; then the temporary folder must be empty.
"""

import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from lab.campaigns.ends.living_program import SilentError, program
from lab.campaigns.ends.stages import STAGES
from lab.figure import Figure, control_of, none_of
from lab.temporary_folder import temporary_folder

CARELESS = "import os, signal, tempfile; tempfile.mkdtemp(); os.kill(os.getpid(), signal.SIGKILL)"
"""A program that makes a folder without leaving a record of it."""
SHOWN = 3


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
        note = ", ".join((f"after {count} kills and a start", *(path.name for path in left[:SHOWN])))
        yield none_of("ends.left_behind", left, "files", count, note=note)
        note = "; ".join(("started on the remains of a killed program", *lost[:SHOWN]))
        yield none_of("ends.not_started", lost, "starts", count + 1, note=note)
        subprocess.run([sys.executable, "-c", CARELESS], env={"TMPDIR": str(folder / "temporary")}, check=False)
        _started_again(folder)
        careless = len(_left(folder)) - len(left)
    yield control_of("ends.left_behind.control", careless, "files")


def killed(folder: Path, rng: random.Random) -> tuple[str, ...]:
    """Start a program on the remains, and kill it at a random stage. Return why it did not reach the stage, if so."""
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
    """Start a program, and end it in good order. Return the findings."""
    with program(folder, "--new") as living:
        try:
            living.wait_until_ready()
        except SilentError as error:
            return (str(error),)
        living.send(signal.SIGTERM)
        end = living.ended()
        return () if end.status == 0 else (f"it ended with {end.status}: {end.output[-400:]}",)


def _left(folder: Path) -> list[Path]:
    return sorted((folder / "temporary").iterdir())
