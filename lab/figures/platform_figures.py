"""Measure what would fail on Windows and macOS: by the types, and in a world without what Windows lacks.

It is measured on Linux, in a checkout; an installed copy has no such figures.
"""

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from hal.computer.ports import SYSTEM
from lab.figure import Figure, at_most
from lab.house.sources import checkout
from lab.platforms.blocked_world import EVENING, BlockedWorld, FailedError, evening
from lab.temporary_folder import temporary_folder

PACKAGES = ("table", "hal", "firmware_bridge", "sim_hardware")
SCRIPT, LIST = (
    "examples/matches/legion_classic.script",
    "table/games/legion/lists/samples/current/rebels_leia_luke.json",
)


def measure(_: int) -> Iterator[Figure]:
    root = checkout()
    if root is None or SYSTEM != "linux":
        return
    with temporary_folder() as folder:
        world = BlockedWorld(folder)
        found, failed = world.modules()
        yield at_most("platform.modules_blocked", [len(failed)], 0, "modules", note=f"of {found} that are imported")
        wrong = _failed_commands(world, root)
        yield at_most("platform.commands_blocked", [len(wrong)], 0, "commands", note="; ".join(wrong))
    if importlib.util.find_spec("mypy") is not None:
        for system in ("win32", "darwin"):
            yield at_most(f"platform.types.{system}", [_type_errors(root, system)], 0, "errors of mypy")


def _failed_commands(world: BlockedWorld, root: Path) -> list[str]:
    """Return the commands that fail, each with the last line of its output."""
    wrong = []
    for arguments in (("demo", "--quiet"), ("play", str(root / SCRIPT)), ("import", str(root / LIST)), ("lists",)):
        try:
            world.run(*arguments)
        except FailedError as error:
            wrong.append(f"{arguments[0]}: {_last_line(error)}")
    ran: list[str] = []
    try:
        ran.extend(command for command, _ in evening(world))
    except FailedError as error:
        wrong += [f"after {' '.join(ran)}: {_last_line(error)}"] * (EVENING - len(ran))
    return wrong


def _last_line(error: FailedError) -> str:
    return str(error).rstrip().rpartition("\n")[2]


def _type_errors(root: Path, system: str) -> int:
    packages = [each for package in PACKAGES for each in ("-p", package)]
    with temporary_folder() as cache:
        found = subprocess.run(
            [sys.executable, "-m", "mypy", "--platform", system, "--cache-dir", str(cache), *packages],
            cwd=root,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    errors = found.stdout.count(": error: ")
    return errors if errors or not found.returncode else 1
