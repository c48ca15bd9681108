"""Programs in a world without what Python lacks on Windows. `world/sitecustomize.py` says what is gone."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from table.devices.service.lines import READY
from table.rules.errors import ProgramError

WORLD = Path(__file__).with_name("world")
PATIENCE_S = 50.0
"""A busy machine takes many times as long as a quiet one."""
BLUE, RED = "sample:empire_veers_vader", "sample:rebels_leia_luke"
IMPORTS = """
import importlib, pkgutil
from table.rules.errors import ProgramError
found, failed = 0, []
for root in ("table", "hal", "sim_hardware", "firmware_bridge"):
    for module in pkgutil.walk_packages(importlib.import_module(root).__path__, f"{root}."):
        if not module.name.startswith("firmware_bridge.firmware.") and not module.name.endswith("__main__"):
            found += 1
            try:
                importlib.import_module(module.name)
            except ImportError as error:
                failed.append(f"{module.name}: {error}")
print(found, *failed, sep="\\n")
"""


class FailedError(ProgramError):
    """A program of that world failed. The message has its output."""


class BlockedWorld:
    """Programs of that world. Their state, their profile and their temporary files are in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.config = folder / "table.toml"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self.config.write_text(
            f'[state]\nfolder = "{folder / "state"}"\n[sound]\nmute = true\n[web]\nport = {self.port}\n'
            'spectators = "now"\nphones = true\nhosts = ["127.0.0.1"]\n[hall]\nasks = true\n',
            "utf-8",
        )
        self._environment = {
            **os.environ,
            "HOME": str(folder),
            "PYTHONIOENCODING": "cp1252",
            "PYTHONPATH": str(WORLD),
            "PYTHONWARNDEFAULTENCODING": "1",
            "SDL_AUDIODRIVER": "dummy",
            "SDL_VIDEODRIVER": "dummy",
            "USERNAME": "player",
            "TMPDIR": str(
                folder
            ),  # that world holds its folders by other locks than this one, and would clear ours away
            "XDG_STATE_HOME": str(folder / "state_home"),
        }

    def modules(self) -> tuple[int, list[str]]:
        """Return the number of the product's modules, and those that cannot be imported."""
        found, *failed = self.python("-c", IMPORTS).splitlines()
        return int(found), failed

    def run(self, *arguments: str, may: tuple[int, ...] = (0,)) -> str:
        """Run a command to its end, and return what it prints.

        Raises FailedError for an exit status that it may not have.
        """
        return self.python("-m", "table", *arguments, may=may)

    def doctor(self) -> str:
        """Return what the doctor prints. It may find things to do: the test's own disk may be one of memory."""
        return self.run("doctor", may=(0, 1))

    @contextmanager
    def beside(self, *arguments: str) -> Iterator["RunningProgram"]:
        """Run a command until the block ends."""
        output = self.folder / f"{arguments[0]}.output"
        with output.open("wb") as file:
            process = subprocess.Popen(
                [sys.executable, "-m", "table", *arguments],
                cwd=self.folder,
                env=self._environment,
                stdout=file,
                stderr=file,
            )
        try:
            yield RunningProgram(process, output)
        finally:
            process.kill()
            process.wait()

    def snapshot(self) -> object:
        """Return the first snapshot that the web program serves. Raises FailedError if none comes."""
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v1/state", timeout=PATIENCE_S) as answer:
                    return json.loads(answer.read())["snapshot"]
            except OSError:
                threading.Event().wait(0.05)
        raise FailedError("the web program serves no table")

    def python(self, *arguments: str, may: tuple[int, ...] = (0,)) -> str:
        """Run Python to its end, and return what it prints. Raises FailedError as `run`."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=self._environment,
            capture_output=True,
            encoding="cp1252",
            timeout=PATIENCE_S,
            check=False,
        )
        if done.returncode not in may or "Traceback" in done.stderr:
            raise FailedError(done.stdout + done.stderr)
        return done.stdout + done.stderr


class RunningProgram:
    """A program that runs, with its output in a file."""

    def __init__(self, process: "subprocess.Popen[bytes]", output: Path) -> None:
        self._process, self._output = process, output

    def wait_for(self, words: str) -> None:
        """Wait until these words are in its output. Raises FailedError if it ends before."""
        until_s = time.monotonic() + PATIENCE_S
        while words not in (output := self._output.read_text("cp1252")):
            if self._process.poll() is not None or time.monotonic() > until_s:
                raise FailedError(output)
            threading.Event().wait(0.05)

    def end(self) -> None:
        """End it by SIGTERM. Raises FailedError if it does not end in good order."""
        self._process.send_signal(signal.SIGTERM)
        status, output = self._process.wait(PATIENCE_S), self._output.read_text("cp1252")
        if status or "Traceback" in output:
            raise FailedError(output)


def evening(world: BlockedWorld) -> Iterator[tuple[str, str]]:
    """Play with a judge and a spectator, keep the match, and yield each command that has run and what it printed.

    Raises FailedError.
    """
    config = ("--config", str(world.config))
    with world.beside("run", *config, "--blue", BLUE, "--red", RED) as table:
        table.wait_for(READY)
        yield "run", READY
        yield "another run", world.run("run", *config, may=(1,))
        yield "judge", world.run("judge", "call", *config)
        with world.beside("web", *config) as pages:
            world.snapshot()
            pages.end()
        yield "web", ""
        table.end()
    yield "export", world.run("export", *config, "--last", "--out", "match.jsonl")
    yield "verify", world.run("verify", "match.jsonl")
    yield "backup", world.run("backup", *config, "evening.tar.gz")
    yield "doctor", world.doctor()


EVENING = 8
"""The commands of an evening."""
