"""The kind of thing that a stage of the program's life is, and the ways to it that many stages share."""

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from lab.campaigns.ends.evening import match
from lab.campaigns.ends.program import LivingProgram


class EndStage(NamedTuple):
    """A stage, and the way to it. `reach` returns while the stage lasts."""

    reach: Callable[[LivingProgram, random.Random], None]
    arguments: Callable[[Path, random.Random], tuple[str, ...]] = lambda _folder, _rng: match()
    """Return what its command is called with, in this folder; without more it is a table with a console and a match."""
    command: str = "run"
    windowed: bool = True
    """True if there is a window, which somebody can close."""
    terminal: bool = False
    """True if somebody types at a terminal."""
    own: tuple[int, ...] = (0,)
    """The statuses with which it ends by itself, if the end comes too late."""


LONGEST_BOOT_S = 1.5
SOON_S = 0.6
"""The longest time that a stage goes on before the end comes."""


def at_any_moment(program: LivingProgram, rng: random.Random) -> None:
    """Go on until the program heeds signals, and for some time more."""
    program.heeds_signals()
    time.sleep(rng.uniform(0, LONGEST_BOOT_S))


def at_work(program: LivingProgram, rng: random.Random) -> None:
    """Wait for the first line that the command prints: it is at work then."""
    program.says("\n")
    time.sleep(rng.uniform(0, 3 * SOON_S))
