"""The moments of an evening at which the program is ended, and how it gets there."""

import random
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from table.lab.campaigns.ends.evening import match, script
from table.lab.campaigns.ends.program import CONFIG, LivingProgram

LONGEST_BOOT_S = 1.5
SOON_S = 0.6
"""The longest time that a stage goes on before the end comes."""


class EndStage(NamedTuple):
    """A stage, and the way to it. `reach` returns while the stage lasts."""

    reach: Callable[[LivingProgram, random.Random], None]
    arguments: Callable[[Path, random.Random], tuple[str, ...]] = lambda _folder, _rng: match()
    """Return what its command is called with, in this folder; without more it is a table with a console and a match."""
    command: str = "run"
    windowed: bool = True
    """True if there is a window, which somebody can close."""


def _nothing(_folder: Path, _rng: random.Random) -> tuple[str, ...]:
    return ()


def _with_script(folder: Path, rng: random.Random) -> tuple[str, ...]:
    return "--script", str(script(folder, rng))


def _played(folder: Path, rng: random.Random) -> tuple[str, ...]:
    return "--verbose", str(script(folder, rng))


def _demonstrated(folder: Path, rng: random.Random) -> tuple[str, ...]:
    return "--rounds", "5", "--seed", str(rng.randrange(1000)), "--out", str(folder / "pictures")


def _examined(folder: Path, _: random.Random) -> tuple[str, ...]:
    return "--hands", "--config", str(folder / CONFIG)


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


def _at_work(program: LivingProgram, rng: random.Random) -> None:
    """Wait for the first line that the command prints: it is at work then."""
    program.says("\n")
    time.sleep(rng.uniform(0, 3 * SOON_S))


STAGES: Mapping[str, EndStage] = MappingProxyType(
    {
        "boot": EndStage(_boot, windowed=False),
        "boot of a script": EndStage(_boot, _with_script, windowed=False),
        "lobby": EndStage(_lobby, _nothing),
        "lock": EndStage(_lock),
        "payout": EndStage(_payout),
        "bots": EndStage(_bots),
        "script": EndStage(_script, _with_script),
        "boot of play": EndStage(_boot, _played, "play", windowed=False),
        "play": EndStage(_script, _played, "play", windowed=False),
        "demo": EndStage(_at_work, _demonstrated, "demo", windowed=False),
        "doctor": EndStage(_at_work, _examined, "doctor", windowed=False),
    }
)
