"""The commands of the documents find what they name, and the wheel is tried on every Python that is here."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lab.figures.fresh_environment import ROOT
from lab.figures.wheel_figures import DocumentFolder, TypedCommand, typed_commands


@pytest.mark.campaign
@pytest.mark.parametrize(
    "words", ["setup", "import list.txt --export link", "import list.txt --export json", "import list.json"]
)
def test_a_command_that_reads_a_file_or_asks_a_person_comes_to_its_end(words: str, tmp_path: Path) -> None:
    command = next(each for each in typed_commands(ROOT) if each.words == words)
    assert DocumentFolder(tmp_path, Path(sys.executable).parent, tmp_path).tried(command) == ""


def test_a_file_that_is_not_there_would_be_found(tmp_path: Path) -> None:
    folder = DocumentFolder(tmp_path, Path(sys.executable).parent, tmp_path)
    assert folder.tried(TypedCommand("import nowhere.txt", "README.md")) == "exit status 1"


def test_one_python_that_is_missing_takes_no_other_from_the_trial(tmp_path: Path) -> None:
    """make drops the whole list if the last search ends with status 127."""
    (tmp_path / "python3").symlink_to(sys.executable)
    here = f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin"
    shown = subprocess.run(
        ["make", "--dry-run", "wheel"], cwd=ROOT, env={**os.environ, "PATH": here, "HOME": str(tmp_path)},
        stdout=subprocess.PIPE, text=True, check=True,
    ).stdout  # fmt: skip
    (command,) = (line for line in shown.splitlines() if "lab.figures.wheel_figures" in line)
    assert command.count("--python ") >= 1
