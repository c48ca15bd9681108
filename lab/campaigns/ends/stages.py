"""The moments of a match at which the program is ended, and how they are reached."""

import random
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from lab.campaigns.ends.command_stages import COMMANDS
from lab.campaigns.ends.end_stage import SOON_S, EndStage, at_any_moment, at_work, script
from lab.campaigns.ends.living_program import CONFIG, LivingProgram


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


def _lobby(program: LivingProgram, rng: random.Random) -> None:
    program.wait_until_ready()
    time.sleep(rng.uniform(0, SOON_S))


def _lock(program: LivingProgram, rng: random.Random) -> None:
    program.wait_until_ready()
    program.execute("bots until event CardSealed 1")
    time.sleep(rng.uniform(0, SOON_S))


def _payout(program: LivingProgram, rng: random.Random) -> None:
    program.wait_until_ready()
    program.execute("bots until dispenser busy")
    time.sleep(rng.uniform(0, SOON_S) / 4)


def _bots(program: LivingProgram, rng: random.Random) -> None:
    program.wait_until_ready()
    program.type_line("bots until over")
    time.sleep(rng.uniform(0, 3 * SOON_S))


def _script(program: LivingProgram, rng: random.Random) -> None:
    program.wait_for_output("bots until over")
    time.sleep(rng.uniform(0, 3 * SOON_S))


STAGES: Mapping[str, EndStage] = MappingProxyType(
    {
        "boot": EndStage(at_any_moment, windowed=False),
        "boot of a script": EndStage(at_any_moment, _with_script, windowed=False),
        "lobby": EndStage(_lobby, _nothing),
        "lock": EndStage(_lock),
        "payout": EndStage(_payout),
        "bots": EndStage(_bots),
        "script": EndStage(_script, _with_script),
        "boot of play": EndStage(at_any_moment, _played, "play", windowed=False),
        "play": EndStage(_script, _played, "play", windowed=False),
        "demo": EndStage(at_work, _demonstrated, "demo", windowed=False),
        "doctor": EndStage(at_work, _examined, "doctor", windowed=False),
        "start": EndStage(at_any_moment, lambda _folder, _rng: (), "start", windowed=False),
        "evening": EndStage(at_work, lambda _folder, _rng: (), "evening", windowed=False),
        **COMMANDS,
    }
)
