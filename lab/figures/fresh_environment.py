"""Test that an installed package works as its page describes: a checkout and a wheel, each in its own environment.

Run it by `python -m lab.figures.fresh_environment` or `make fresh-environment`. It needs a package index. It runs every
example of `docs/develop/testing.md`, `demo`, and `play` with every script of `docs/develop/scripts.md`. It reads the
chip first without the package `mfrc522`, then with it. The installed table resumes a recorded match.
"""

import logging
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import click

from lab.figure import Figure, all_of, none_of
from lab.figures.figure_report import print_report, report
from table.records.temporary import temporary_folder

log = logging.getLogger(__name__)

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "develop" / "testing.md"
SCRIPTS = ROOT / "docs" / "develop" / "scripts.md"
OLD_STATE = ROOT / "tests" / "old" / "recorded" / "states" / "evening.tar.xz"
"""The recorded state folder of an evening whose last match has not ended. A clone of the project contains it."""
GOES_ON_S = 20
COPIED = ("pyproject.toml", "README.md", "LICENSE", "table", "hal", "firmware_bridge", "sim_hardware")
PACKAGE = "mfrc522"
PASSED = re.compile(r"(\d+) passed")
SERVICE = (
    "table/devices/service/command-table.service",
    "table/devices/service/command-table-stick.rules",
    "table/devices/service/install.sh",
)


class Example(NamedTuple):
    """An example program of the page, which is saved to its own file."""

    source: str
    needs_package: bool
    """True if it imports a package that is installed beside command-table."""

    @property
    def tests(self) -> int:
        return len(re.findall(r"^def test_", self.source, re.MULTILINE))


class PackageTrial(NamedTuple):
    """The results of one installed package."""

    commands: int
    examples: int
    with_package: int
    without_package: int
    """The examples that need the package but passed without it."""
    resumed: bool
    """True if the recorded match was resumed and its file is sound."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def main(as_json: bool) -> None:
    """Install this checkout and a wheel built from it, and run the examples of docs/develop/testing.md."""
    print_report(report("make fresh-environment", 0, measure()), as_json)


def examples(page: str) -> list[Example]:
    """Return the example programs of a page."""
    found = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    return [Example(source, f"from {PACKAGE} import" in source) for source in found]


def measure() -> Iterator[Figure]:
    programs = examples(PAGE.read_text("utf-8"))
    scripts = re.findall(r"```script\n(.*?)```", SCRIPTS.read_text("utf-8"), re.DOTALL)
    own = sum(each.tests for each in programs if not each.needs_package)
    every = sum(each.tests for each in programs)
    with temporary_folder() as folder:
        checkout = copied_checkout(folder / "checkout")
        wheel = built_wheel(checkout, folder / "dist")
        missing = sorted(set(SERVICE) - set(ZipFile(wheel).namelist()))
        yield none_of("install.wheel.missing", missing, "files", len(SERVICE))
        for name, source in (("checkout", checkout), ("wheel", wheel)):
            done = _tried(source, folder / f"from_{name}", programs, scripts)
            yield all_of(f"install.{name}.commands", done.commands, "passed", 1 + len(scripts))
            yield all_of(f"install.{name}.examples", done.examples, "passed", own)
            yield all_of(f"install.{name}.examples_with_{PACKAGE}", done.with_package, "passed", every)
            note = "recorded, resumed by the installed version, exported and verified"
            yield all_of(f"install.{name}.resumed", int(done.resumed), "recorded matches", 1, note)
            yield Figure(
                f"install.{name}.control", done.without_package, "passed", "fails", not done.without_package,
                every - own, note=f"the examples that use the package {PACKAGE}, without it",
            )  # fmt: skip


def copied_checkout(folder: Path) -> Path:
    """Copy the files to install. A build leaves files beside the sources, so it runs on a copy."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, folder / name)
    return folder


def built_wheel(checkout: Path, folder: Path) -> Path:
    _pip(Path(sys.executable), "wheel", "--no-deps", "--wheel-dir", str(folder), str(checkout))
    (wheel,) = folder.glob("*.whl")
    return wheel


def _tried(source: Path, folder: Path, programs: list[Example], scripts: list[str]) -> PackageTrial:
    folder.mkdir(parents=True, exist_ok=True)
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    python = environment / "bin" / "python"
    _pip(python, "install", "pytest", str(source))
    alone = _passed(python, folder / "alone", [each for each in programs if not each.needs_package])
    without = _passed(python, folder / "without", [each for each in programs if each.needs_package])
    commands = int(_ends_well(environment, folder / "demo", "demo", "--rounds", "1", "--quiet"))
    for n, script in enumerate(scripts):
        written = folder / f"evening_{n}.script"
        written.write_text(script, "utf-8")
        commands += _ends_well(environment, folder / f"play_{n}", "play", str(written))
    resumed = _goes_on(environment / "bin" / "command-table", folder / "evening")
    _pip(python, "install", "--no-deps", PACKAGE)
    return PackageTrial(commands, alone, _passed(python, folder / "together", programs), without, resumed)


def _goes_on(program: Path, folder: Path) -> bool:
    """Start the table with a recorded state folder, stop it after it has resumed, and verify the match."""
    with tarfile.open(OLD_STATE) as state:
        state.extractall(folder, filter="data")
    (match,) = (folder / "matches").glob("*.match")
    config = folder.with_suffix(".toml")
    config.write_text(f'[state]\nfolder = "{folder}"\n', "utf-8")
    of_state = ("--config", str(config))
    before = _events(program, match, *of_state)
    untouched = _sizes(match)
    table = subprocess.Popen([str(program), "run", *of_state], env={**os.environ, "SDL_VIDEODRIVER": "dummy"})
    for _ in range(GOES_ON_S * 10):
        if _sizes(match) != untouched or table.poll() is not None:
            break
        time.sleep(0.1)
    time.sleep(1)  # the first picture
    table.terminate()
    if table.wait(GOES_ON_S) != 0:
        return False
    after = _events(program, match, *of_state)
    file = folder.with_suffix(".jsonl")
    exporting = [str(program), "export", match.stem, "--out", str(file), *of_state]
    subprocess.run(exporting, stdout=subprocess.DEVNULL, check=True)  # standard output holds only the report
    sound = subprocess.run([str(program), "verify", str(file)], stdout=subprocess.DEVNULL, check=False).returncode == 0
    return sound and after[: len(before)] == before and len(after) > len(before)


def _events(program: Path, match: Path, *of_state: str) -> list[bytes]:
    """Return the lines of a match's file except the last, which holds the end of the hash chain."""
    exported = subprocess.run([str(program), "export", match.stem, *of_state], stdout=subprocess.PIPE, check=True)
    return exported.stdout.splitlines(keepends=True)[:-1]


def _sizes(match: Path) -> list[int]:
    """Return the sizes of a journal and of the files beside it."""
    return [path.stat().st_size for path in sorted(match.parent.glob(f"{match.name}*"))]


def _pip(python: Path, *words: str) -> None:
    subprocess.run([str(python), "-m", "pip", "--quiet", "--disable-pip-version-check", *words], check=True)


def _passed(python: Path, folder: Path, programs: list[Example]) -> int:
    """Return the number of tests that pass in an otherwise empty folder."""
    folder.mkdir()
    for n, each in enumerate(programs):
        (folder / f"test_example_{n}.py").write_text(each.source, "utf-8")
    run = subprocess.run(
        [str(python), "-m", "pytest", "-q", "-W", "error"], cwd=folder, capture_output=True, text=True, check=False
    )
    found = PASSED.search(run.stdout)
    passed = int(found[1]) if found else 0
    if passed != sum(each.tests for each in programs):
        log.warning("%s", run.stdout)
    return passed


def _ends_well(environment: Path, folder: Path, *words: str) -> bool:
    folder.mkdir()
    return not subprocess.run(
        [str(environment / "bin" / "command-table"), *words], cwd=folder, stdout=subprocess.DEVNULL, check=False
    ).returncode


if __name__ == "__main__":
    main()
