"""The type of a stage of the program's life, and the ways to reach it that many stages share."""

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from lab.campaigns.ends.living_program import LivingProgram
from table.config import Config
from table.devices.setup import Setup


def match() -> tuple[str, ...]:
    """Return the arguments that begin a match."""
    system, sides = Setup.of(Config()).games.demo
    return ("--system", system, *(word for seat, army in sides.items() for word in (f"--{seat}", army)))


def script(folder: Path, rng: random.Random) -> Path:
    """Write a script that plays longer than the campaign watches."""
    system, sides = Setup.of(Config()).games.demo
    head = [f"seed {rng.randrange(1000)}", f"system {system}", *(f"{seat} {army}" for seat, army in sides.items())]
    path = folder / "evening.script"
    path.write_text("\n".join((*head, "bots until over", "wait 60s")) + "\n")
    return path


class EndStage(NamedTuple):
    """A stage of the program. `reach` returns while the stage lasts."""

    reach: Callable[[LivingProgram, random.Random], None]
    arguments: Callable[[Path, random.Random], tuple[str, ...]] = lambda _folder, _rng: match()
    """Return the arguments of the command for this folder. The default is a table with a console and a match."""
    command: str = "run"
    windowed: bool = True
    """True if the program has a window that can be closed."""
    terminal: bool = False
    """True if the program reads from a terminal."""
    own: tuple[int, ...] = (0,)
    """The allowed statuses if the program ends before the signal."""


LONGEST_BOOT_S = 1.5
SOON_S = 0.6
"""The longest time from the beginning of a stage to the signal."""


def at_any_moment(program: LivingProgram, rng: random.Random) -> None:
    """Wait until the program handles signals, and for a random time more."""
    program.wait_for_handlers()
    time.sleep(rng.uniform(0, LONGEST_BOOT_S))


def at_work(program: LivingProgram, rng: random.Random) -> None:
    """Wait for the command's first line of output: then it is at work."""
    program.wait_for_output("\n")
    time.sleep(rng.uniform(0, 3 * SOON_S))
