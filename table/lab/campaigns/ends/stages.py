"""The moments of an evening at which the program is ended, and how it gets there."""

import random
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from table.lab.campaigns.ends.program import LivingProgram

LONGEST_BOOT_S = 1.5
SOON_S = 0.6
"""The longest time that a stage goes on before the end comes."""


class EndStage(NamedTuple):
    """A stage, and the way to it. `reach` returns while the stage lasts."""

    reach: Callable[[LivingProgram, random.Random], None]
    script: bool = False
    """True if it plays the campaign's script; else it is a table with a console."""
    match: bool = True
    """True if it begins with a match."""
    windowed: bool = True
    """True if there is a window, which somebody can close."""


def _boot(program: LivingProgram, rng: random.Random) -> None:
    program.heeds_signals()
    time.sleep(rng.uniform(0, LONGEST_BOOT_S))


def _lobby(program: LivingProgram, rng: random.Random) -> None:
    program.shows()
    time.sleep(rng.uniform(0, SOON_S))


def _lock(program: LivingProgram, rng: random.Random) -> None:
    program.shows()
    program.does("bots until event CardSealed 1")
    time.sleep(rng.uniform(0, SOON_S))


def _payout(program: LivingProgram, rng: random.Random) -> None:
    program.shows()
    program.does("bots until dispenser busy")
    time.sleep(rng.uniform(0, SOON_S) / 4)


def _bots(program: LivingProgram, rng: random.Random) -> None:
    program.shows()
    program.types("bots until over")
    time.sleep(rng.uniform(0, 3 * SOON_S))


def _script(program: LivingProgram, rng: random.Random) -> None:
    program.says("bots until over")
    time.sleep(rng.uniform(0, 3 * SOON_S))


STAGES: Mapping[str, EndStage] = MappingProxyType(
    {
        "boot": EndStage(_boot, windowed=False),
        "boot of a script": EndStage(_boot, script=True, windowed=False),
        "lobby": EndStage(_lobby, match=False),
        "lock": EndStage(_lock),
        "payout": EndStage(_payout),
        "bots": EndStage(_bots),
        "script": EndStage(_script, script=True),
    }
)
