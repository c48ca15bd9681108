"""The moments of a match at which the program is ended, and how they are reached."""

import random
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from lab.campaigns.ends.end_stage import SOON_S, EndStage, at_any_moment, at_work, script
from lab.campaigns.ends.living_program import CONFIG, LivingProgram
from table.config import Config
from table.devices.setup import Setup
from table.network.hall.organiser.mosquitto_files import BrokerFiles
from table.network.hall.organiser.setting_up import HallPlan, set_up
from table.records.backup import backup
from table.records.folder import MATCHES
from table.records.journal import SUFFIX, SqliteJournal

Arguments = Callable[[Path, random.Random], tuple[str, ...]]
SECRET_BYTES = 32
WAITS = "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); print('waits', flush=True); sys.stdin.read()"
"""A foreign program that waits until its input ends."""
TAGS = "200"
MATCH = "abcdefghjk"


def _words(*words: str) -> Arguments:
    return lambda _folder, _rng: words


def _of_table(*words: str) -> Arguments:
    """Return arguments with the configuration of a table whose state folder has a match."""

    def arguments(folder: Path, _: random.Random) -> tuple[str, ...]:
        _match_in(folder / "state")
        return *words, "--config", str(folder / CONFIG)

    return arguments


def _match_in(state: Path) -> None:
    path = state / MATCHES / f"{MATCH}{SUFFIX}"
    if not path.exists():
        system, _ = Setup.of(Config()).games.demo
        journal = SqliteJournal.create(path, MATCH, system, bytes(SECRET_BYTES))
        journal.append([b'{"type":"RoundEnded"}'])
        journal.close()


def _emulated(_folder: Path, _rng: random.Random) -> tuple[str, ...]:
    return "--", sys.executable, "-c", WAITS


def _enrolled(folder: Path, _rng: random.Random) -> tuple[str, ...]:
    _, sides = Setup.of(Config()).games.demo
    army = next(iter(sides.values()))
    return "enrol", "--list", army, "--emulated", TAGS, "--config", str(folder / CONFIG)


def _reported(folder: Path, _: random.Random) -> tuple[str, ...]:
    return "--out", str(folder / "report.zip"), "--config", str(folder / CONFIG)


def _saved(folder: Path, rng: random.Random) -> tuple[str, ...]:
    _match_in(folder / "state")
    return str(folder / f"{rng.getrandbits(64):x}.tar.gz"), "--config", str(folder / CONFIG)


def _put_back(folder: Path, rng: random.Random) -> tuple[str, ...]:
    packed = folder / f"{rng.getrandbits(64):x}.tar.gz"
    _match_in(folder / "other")
    backup(folder / "other", packed)
    return str(packed), "--config", str(folder / CONFIG)


def _hands_in(folder: Path, _: random.Random) -> tuple[str, ...]:
    return (str(folder / CONFIG),)


def _set_up(folder: Path, rng: random.Random) -> tuple[str, ...]:
    return "--config", str(folder / f"{rng.getrandbits(64):x}.toml")


def _outbox(folder: Path, _: random.Random) -> tuple[str, ...]:
    return "--config", str(folder / CONFIG), "--folder", str(folder / "outbox")


def _hall(folder: Path, _: random.Random) -> tuple[str, ...]:
    set_up(folder / "hall", HallPlan("main", ("table-1",), "127.0.0.1", BrokerFiles("127.0.0.1", 1883)))
    return "--folder", str(folder / "hall")


def _waits(program: LivingProgram, rng: random.Random) -> None:
    program.wait_for_output("waits")
    time.sleep(rng.uniform(0, SOON_S))


def _asked(program: LivingProgram, rng: random.Random) -> None:
    program.wait_for_hidden_input()
    time.sleep(rng.uniform(0, SOON_S))


def _ends(
    command: str,
    arguments: Arguments,
    reach: Callable[[LivingProgram, random.Random], None] = at_any_moment,
    *,
    terminal: bool = False,
    own: tuple[int, ...] = (0,),
) -> EndStage:
    return EndStage(reach, arguments, command, windowed=False, terminal=terminal, own=own)


COMMANDS: Mapping[str, EndStage] = MappingProxyType(
    {
        "firmware": _ends("firmware", _words("test", "emulated"), at_work),
        "emulate": _ends("emulate", _emulated, _waits),
        "words": _ends("words", _of_table("red"), _asked, terminal=True),
        "verify": _ends("verify", _words("-")),
        "import": _ends("import", _words("-")),
        "hand": _ends("hand", _words("-")),
        "bench": _ends("bench", _words("--only", "dispense")),
        "campaign": _ends("campaign", _words("dispense", "--jobs", "100000")),
        "cards": _ends("cards", _enrolled),
        "report": _ends("report", _reported, own=(0, 1)),
        "backup": _ends("backup", _saved),
        "restore": _ends("restore", _put_back),
        "export": _ends("export", _of_table("--last")),
        "history": _ends("history", _of_table()),
        "lists": _ends("lists", _words()),
        "setup": _ends("setup", _set_up, own=(0, 1)),
        "check-config": _ends("check-config", _hands_in),
        "judge": _ends("judge", _of_table("log"), own=(0, 1)),
        "phone": _ends("phone", _of_table("setup"), own=(0, 1)),
        "web": _ends("web", lambda folder, _: ("--config", str(folder / CONFIG)), at_work, own=(0, 1)),
        "overlay": _ends("overlay", _of_table("list")),
        "outbox": _ends("outbox", _outbox, at_work, own=(0, 1)),
        "far": _ends("far", lambda folder, _: ("--config", str(folder / CONFIG)), at_work, own=(0, 1)),
        "hall": _ends("hall", _hall, at_work, own=(0, 1)),
        "rules": _ends("rules", _words()),
    }
)
"""The commands that open no table and play no match, by name."""


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
