"""Install a wheel into a new environment for each Python, open its window, and run the commands of the documents.

Run it by `make wheel`. It needs a package index. The window is drawn without a display (SDL's dummy driver).
"""

import json
import logging
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import click

from lab.figure import Figure, at_most, none_of, published
from lab.figures.figure_report import print_report, report
from lab.figures.fresh_environment import OLD_STATE, ROOT, built_wheel, copied_checkout
from lab.figures.process import WIDE, RunningTable, running
from lab.local_machine import free_port
from table.records.temporary import temporary_folder

FENCED = re.compile(r"^ *```[a-z]*\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
TYPED = re.compile(r"^ *(?:sudo (?:-u \S+ )?)?command-table ([^\n]*)$", re.MULTILINE)
NAMED = re.compile(r"`(?:sudo )?command-table ([a-z][a-z-]*)")
COMMENT = re.compile(r"\s+#.*")
OF_THE_LAB = ("bench", "campaign", "rules")
"""These come with a checkout."""
LEFT_OUT = {
    "cards enrol": "needs a real reader",
    "cards write": "needs a real reader",
    "doctor --hands": "needs a real table, or the lab",
    "emulate --reader": "runs a program of the reader's own",
    "emulate --pn532": "runs a program of libnfc",
    "import CODE": "CODE stands for an army code",
    'import "https': "the link is shortened",
}
"""Commands that cannot run as they stand, by their beginning."""
WITH_A_TABLE = ("phone ",)
"""Commands that speak to a running table, by their beginning."""
REPLIES = {"setup": "2\n"}
"""The typed replies to commands that ask a person: the setup continues without readers."""
RUN_ON = ("run", "web", "hall --folder", *WITH_A_TABLE)
"""Commands that run until they are ended, by their beginning."""


class TypedCommand(NamedTuple):
    words: str
    """The words behind `command-table`."""
    page: str

    @property
    def left_out(self) -> str:
        """Return why it cannot run here, or nothing."""
        return next((why for start, why in LEFT_OUT.items() if self.words.startswith(start)), "")

    @property
    def runs_on(self) -> bool:
        return self.words.startswith(RUN_ON)

    @property
    def replies(self) -> str:
        return REPLIES.get(self.words, "")

    @property
    def needs_a_table(self) -> bool:
        return self.words.startswith(WITH_A_TABLE)


def pages(root: Path) -> list[Path]:
    return [root / "README.md", *sorted((root / "docs").rglob("*.md"))]


def typed_commands(root: Path) -> Iterator[TypedCommand]:
    """Yield each command line of README and the documents, once, in their order."""
    found: dict[str, str] = {}
    for page in pages(root):
        for block in FENCED.findall(page.read_text("utf-8")):
            for line in TYPED.findall(block):
                found.setdefault(COMMENT.sub("", line).strip().replace("'", '"'), page.name)
    yield from (TypedCommand(*each) for each in found.items())


def named_commands(root: Path) -> list[str]:
    """Return the commands that a sentence names. Each must explain itself with --help."""
    found = {name for page in pages(root) for name in NAMED.findall(FENCED.sub("", page.read_text("utf-8")))}
    return sorted(found - {*OF_THE_LAB})


log = logging.getLogger(__name__)

SAMPLE = "table/games/legion/lists/samples/current/rebels_leia_luke.json"
DUMMY = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
NEWEST = re.compile(r"^(\d+\.\d+)")
MOST_WHEEL_MB = 1.5
PATIENCE_S = 60.0
RUNS_FOR_S = 3.0
"""A command that runs on is well if it has not ended by itself after this long."""
FOUND_SOMETHING = ("doctor", "import -")
"""The exit status of these may be 1: the doctor finds that nobody hears the dummy sound."""
SYSTEM_FILE = "/etc/command-table/config.toml"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option("--python", "pythons", multiple=True, help="A Python to try; as often as needed.")
@click.option("--wheel", type=click.Path(exists=True, path_type=Path), help="The wheel; else one of this checkout.")
@click.option("--pipx", default=shutil.which("pipx"), help="The program pipx; without one, it is not tried.")
def main(as_json: bool, pythons: tuple[str, ...], wheel: Path | None, pipx: str | None) -> None:
    """Install a wheel for each Python, open its window, and run the documented commands."""
    print_report(report("make wheel", 0, measure(pythons or (sys.executable,), wheel, pipx)), as_json)


def measure(pythons: Sequence[str], wheel: Path | None = None, pipx: str | None = None) -> Iterator[Figure]:
    with temporary_folder() as folder:
        wheel = wheel or built_wheel(copied_checkout(folder / "checkout"), folder / "dist")
        yield at_most("wheel.size", [wheel.stat().st_size / 1e6], MOST_WHEEL_MB, "MB")
        for python in pythons:
            version = _asked(python, "import platform; print(platform.python_version())")
            yield from _on_python(python, version, wheel, folder / version)
        if pipx is not None:
            yield _by_pipx(pipx, wheel, folder / "pipx")


def _on_python(python: str, version: str, wheel: Path, folder: Path) -> Iterator[Figure]:
    folder.mkdir(parents=True)
    name = f"wheel.{NEWEST.findall(version)[0]}"
    began_s = time.monotonic()
    subprocess.run([python, "-m", "venv", str(folder / "environment")], check=True)
    bin_folder = folder / "environment" / "bin"
    _pip(bin_folder, str(wheel))
    installed_s = time.monotonic() - began_s
    pygame = _asked(str(bin_folder / "python"), "import pygame; print(pygame.version.ver, getattr(pygame, 'IS_CE', 0))")
    with running(folder, WIDE, DUMMY, program=[str(bin_folder / "command-table")]) as table:
        first_s = table.first_picture_s
    note = f"Python {version}, {'pygame-ce' if pygame.endswith('1') else 'pygame'} {pygame.split()[0]}"
    yield published(f"{name}.first_window", [installed_s + first_s], "s", note=f"{note}; from `venv` on")
    yield published(f"{name}.start", [first_s], "s")
    size_mb = sum(each.stat().st_size for each in folder.rglob("*") if each.is_file()) / 1e6
    yield published(f"{name}.environment", [size_mb], "MB")
    _pip(bin_folder, f"{wheel}[hall]")
    commands = [*typed_commands(ROOT)]
    tried = [each for each in commands if not each.left_out]
    place = DocumentFolder(folder / "documents", bin_folder, wheel)
    wrong = [f"{each.words} ({each.page}): {why}" for each in tried if (why := place.tried(each))]
    left = {each.left_out for each in commands if each.left_out}
    yield none_of(
        f"{name}.commands", wrong, "wrong", len(tried), "; ".join(wrong) or f"left out: {', '.join(sorted(left))}"
    )
    named = named_commands(ROOT)
    silent = [each for each in named if place.run(f"{each} --help")[0]]
    yield none_of(f"{name}.help", silent, "wrong", len(named), ", ".join(silent))


class DocumentFolder:
    """A folder with the files that the documents speak of, and a home with a match that was played."""

    def __init__(self, folder: Path, bin_folder: Path, wheel: Path) -> None:
        self._folder = folder
        home = folder / "home"
        state = home / ".local" / "state" / "command-table"
        state.mkdir(parents=True)
        with tarfile.open(OLD_STATE) as evening:
            evening.extraction_filter = getattr(tarfile, "data_filter", None)  # Debian's 3.11.2 has none
            evening.extractall(state)
        army = (ROOT / SAMPLE).read_bytes()
        (folder / "list.json").write_bytes(army)
        (folder / "list.txt").write_text(_as_text(army), "utf-8")
        web = f'spectators = "now"\nphones = true\nlisten = "0.0.0.0"\nport = {free_port()}'
        (folder / "table.toml").write_text(f'world = "emulated"\n[web]\n{web}\n', "utf-8")
        scenario = (ROOT / "docs" / "play" / "scenarios.md").read_text("utf-8")
        (toml,) = (each for each in re.findall(r"```toml\n(.*?)```", scenario, re.DOTALL) if "[sides.american]" in each)
        (folder / "street.toml").write_text(toml, "utf-8")
        unset = ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "PYTHONPATH")
        self._environment = {name: value for name, value in os.environ.items() if name not in unset} | {
            **DUMMY,
            "HOME": str(home),
            "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
        }

    def tried(self, command: TypedCommand) -> str:
        """Run a documented command. Return the problem; empty if there is none."""
        words = command.words.replace(SYSTEM_FILE, "table.toml")
        if command.needs_a_table:
            with self._table():
                status, output = self._run_on(f"{words} --config table.toml")
        else:
            status, output = self._run_on(words) if command.runs_on else self.run(words, command.replies)
        if "Traceback" in output:
            return "a traceback"
        if status == 0 or (status == 1 and words.startswith(FOUND_SOMETHING)):
            return ""
        log.warning("%s: %s", words, output)
        return f"exit status {status}"

    def run(self, words: str, replies: str = "") -> tuple[int, str]:
        """Return the exit status and the output. Replies, or else a list, come in by standard input."""
        done = subprocess.run(
            f"command-table {words}", shell=True, cwd=self._folder, env=self._environment,
            input=replies or (self._folder / "list.json").read_text("utf-8"),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE_S, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout

    @contextmanager
    def _table(self) -> Iterator[None]:
        """Run a table that lets phones in."""
        process = subprocess.Popen(
            ["command-table", "run", "--config", "table.toml"], cwd=self._folder, env=self._environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        RunningTable(process, self._folder, 0.0)
        try:
            yield
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE_S)

    def _run_on(self, words: str) -> tuple[int, str]:
        """Run a command that does not end by itself, and end it."""
        process = subprocess.Popen(
            ["command-table", *shlex.split(words)], cwd=self._folder, env=self._environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        try:
            output, _ = process.communicate(timeout=RUNS_FOR_S)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGTERM)
            output, _ = process.communicate(timeout=PATIENCE_S)
            return abs(process.returncode) % signal.SIGTERM, output
        return process.returncode or 1, f"it ended by itself: {output}"


def _as_text(army: bytes) -> str:
    """Return a list of a builder as the text that a player may write."""
    content = json.loads(army)
    units = (unit["name"] + "".join(f"\n- {upgrade}" for upgrade in unit["upgrades"]) for unit in content["units"])
    return "\n".join((content["listname"], *units, "Commands: " + ", ".join(content["commandCards"])))


def _by_pipx(pipx: str, wheel: Path, folder: Path) -> Figure:
    """Return the seconds from `pipx run` to the first window, in a home of its own."""
    folder.mkdir(parents=True)
    homes: Mapping[str, str] = {"PIPX_HOME": str(folder / "home"), "PIPX_BIN_DIR": str(folder / "bin")}
    program = [pipx, "run", "--spec", str(wheel), "command-table"]
    with running(folder, WIDE, {**DUMMY, **homes}, program=program) as table:
        return published("wheel.pipx.first_window", [table.first_picture_s], "s")


def _pip(bin_folder: Path, *packages: str) -> None:
    command = [str(bin_folder / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
    subprocess.run(command, check=True)


def _asked(python: str, code: str) -> str:
    command = [python, "-c", code]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split("\n")[-2].strip()


if __name__ == "__main__":
    main()
