"""Run the real program as a player does, and observe it from outside. This module reads /proc and needs Linux."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from lab.local_machine import resident_mb
from table.config import Config
from table.devices.judge_socket import asked
from table.devices.service.lines import FIRST_PICTURE, READY
from table.devices.setup import Setup
from table.rules.commands import Answer
from table.rules.errors import ProgramError
from table.rules.match.judge import GO_ON
from table.rules.seats import BLUE

PATIENCE_S = 30.0
NARROW, WIDE = (800, 480), (1280, 720)
"""The table's own display, on which the bench starts hidden; and a window with room for the bench."""


class NotStartedError(ProgramError, RuntimeError):
    """The program ended before its first picture. The message contains its output."""


class RunningTable:
    """A process of `command-table run` with emulated devices, once it is ready."""

    def __init__(self, process: "subprocess.Popen[str]", folder: Path, started_s: float) -> None:
        self._process = process
        self._folder = folder
        self._started_s = started_s
        self.first_picture_s = self.wait_for_log(FIRST_PICTURE) - started_s
        """Seconds from the start of the process to its first picture."""
        self.wait_for_log(READY)

    def wait_for_log(self, words: str) -> float:
        """Return the steady time at which the program logs these words. Raises NotStartedError if it ends before."""
        lines = []
        for line in self._process.stderr or ():
            if words in line:
                return time.monotonic()
            lines.append(line)
        raise NotStartedError("".join(lines[-20:]) or "the program said nothing")

    def answers(self) -> float:
        """Return the seconds from the start of the process until a judge has called and resumed the match."""
        for request in ("call", Answer(BLUE, GO_ON)):
            standing = asked(self._folder, request)
            if not standing.done or standing.judged is not (request == "call"):
                raise NotStartedError(f"the table did not answer: {standing}")
        return time.monotonic() - self._started_s

    def stop(self) -> float:
        """Stop the program by SIGTERM, as a service manager does, and return the seconds until it ends."""
        sent_s = time.monotonic()
        self._process.terminate()
        self._process.wait(PATIENCE_S)
        return time.monotonic() - sent_s

    def kill(self) -> None:
        """Kill the program, as a power cut does."""
        self._process.kill()
        self._process.wait()

    @property
    def resident_mb(self) -> float:
        """Return the resident set in units of 1,000,000 bytes."""
        if not (size_mb := resident_mb(self._process.pid)):
            raise NotStartedError("the program is gone")
        return size_mb


def _environment() -> dict[str, str]:
    """Return this process's environment. Bytecode is kept, as pip leaves it: else each start compiles all modules."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


@contextmanager
def running(
    folder: Path,
    size: tuple[int, int],
    drawing: Mapping[str, str],
    *,
    playing: bool = False,
    script: str = "",
    program: Sequence[str] = (sys.executable, "-m", "table"),
) -> Iterator[RunningTable]:
    """Run the program with its state in `folder`. `drawing` holds SDL's variables; `playing` starts a match.

    With a `script` the program plays that script at a table of its own, and `folder` holds only the script. `program`
    is another installation of it.
    """
    config = folder / "table.toml"
    width, height = size
    config.write_text(
        f'world = "emulated"\n[state]\nfolder = "{folder}"\n[screen]\nwidth = {width}\nheight = {height}\n', "utf-8"
    )
    sides = [f"--{seat}={army}" for seat, army in Setup.of(Config()).games.demo[1].items()] if playing else []
    how = ["--config", str(config), *sides]
    if script:
        (folder / "script").write_text(script, "utf-8")
        how = ["--script", str(folder / "script"), "--verbose"]
    command = [*program, "run", *how]
    started_s = time.monotonic()
    process = subprocess.Popen(
        command, env={**_environment(), **drawing}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    try:
        yield RunningTable(process, folder, started_s)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
