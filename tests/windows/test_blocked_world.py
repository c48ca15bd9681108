"""The whole program runs without what Windows lacks. It is no Windows: `world/sitecustomize.py` says what is gone."""

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
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

import table.games.legion.lists
from table.devices.service.lines import FIRST_PICTURE
from tests.patience import PATIENCE_S

WORLD = Path(__file__).with_name("world")
SAMPLE = Path(table.games.legion.lists.__file__).parent / "samples/current/rebels_leia_luke.json"
EXAMPLES = Path(__file__).parents[2] / "examples"
BLUE, RED = "sample:empire_veers_vader", "sample:rebels_leia_luke"
IMPORTS = """
import importlib, pkgutil
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

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="open files are looked up in /proc")


class BlockedWorld:
    """Programs of that world. Their state and their profile are in a folder of the test's."""

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
            "TMPDIR": str(
                folder
            ),  # that world holds its folders by other locks than this one, and would clear ours away
            "XDG_STATE_HOME": str(folder / "state_home"),
        }

    def python(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run Python to its end."""
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=self._environment,
            capture_output=True,
            encoding="cp1252",
            timeout=PATIENCE_S,
            check=False,
        )

    def runs(self, *arguments: str, status: int = 0) -> str:
        """Run a command to its end and return what it prints."""
        done = self.python("-m", "table", *arguments)
        assert "Traceback" not in done.stderr, done.stderr
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

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


class RunningProgram:
    """A program that runs, with its output in a file."""

    def __init__(self, process: "subprocess.Popen[bytes]", output: Path) -> None:
        self._process, self._output = process, output

    @property
    def output(self) -> str:
        return self._output.read_text("cp1252")

    def prints(self, words: str) -> None:
        """Wait until these words are in its output."""
        until_s = time.monotonic() + PATIENCE_S
        while words not in self.output:
            assert self._process.poll() is None, self.output
            assert time.monotonic() < until_s, self.output
            threading.Event().wait(0.05)

    def end(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        assert self._process.wait(PATIENCE_S) == 0, self.output
        assert "Traceback" not in self.output


@pytest.fixture
def world(tmp_path: Path) -> BlockedWorld:
    return BlockedWorld(tmp_path)


@pytest.mark.slow
def test_every_module_can_be_imported(world: BlockedWorld) -> None:
    done = world.python("-c", IMPORTS)
    found, *failed = done.stdout.splitlines()
    assert failed == []
    assert int(found) > 800, done.stderr


@pytest.mark.slow
def test_the_demo_and_scripts_are_played(world: BlockedWorld) -> None:
    assert "tray, journal and view agree" in world.runs("demo", "--rounds", "1")
    assert "as written" in world.runs("play", str(EXAMPLES / "matches" / "legion_classic.script"))


@pytest.mark.slow
def test_a_list_is_imported_stored_and_listed_whatever_the_code_page(world: BlockedWorld) -> None:
    world.runs("import", str(SAMPLE), "--save", "Łódź")
    assert "\\u0141\\xf3d\\u017a" in world.runs("lists").replace("ó", "\\xf3")


@pytest.mark.slow
def test_an_evening_with_spectators_a_judge_and_a_match_file(world: BlockedWorld) -> None:
    config = ("--config", str(world.config))
    with ExitStack() as stack:
        running = stack.enter_context(world.beside("run", *config, "--blue", BLUE, "--red", RED))
        running.prints(FIRST_PICTURE)
        assert "is in use by another command-table" in world.runs("run", *config, status=1)
        world.runs("judge", "call", *config)
        pages = stack.enter_context(world.beside("web", *config))
        assert state_of(world.port)["snapshot"]
        world.runs("judge", "go-on", *config)
        pages.end()
        running.end()
    assert list((world.folder / ".command-table").iterdir()) == [], "the sockets are gone with the table"
    world.runs("export", *config, "--last", "--out", "match.jsonl")
    assert "chain" in world.runs("verify", "match.jsonl")
    world.runs("backup", *config, "evening.tar.gz")
    found = world.runs("doctor")
    assert "private files: here the access list of your profile" in found
    assert "hoppers: 9 on the dispenser" in found


def state_of(port: int) -> "dict[str, object]":
    """Return the first snapshot of the web program. Real processes take real time to begin."""
    until_s = time.monotonic() + PATIENCE_S
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/state", timeout=PATIENCE_S) as answer:
                found: dict[str, object] = json.loads(answer.read())
                return found
        except OSError:
            assert time.monotonic() < until_s
            threading.Event().wait(0.05)
