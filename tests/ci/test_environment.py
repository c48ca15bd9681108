"""`make` makes the clone's environment again when its Python or its folder has changed beneath it."""

import shutil
import subprocess
from pathlib import Path

import pytest

MAKEFILE = Path(__file__).parents[2] / "Makefile"
AGAIN = ["rm -rf .venv/bin", "python3 -m venv .venv", "-e . -e ./lab"]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone with an installed environment, whose Python answers as `python_says` lets it."""
    clone = tmp_path / "war games, ours"
    (clone / ".venv/bin").mkdir(parents=True)
    (clone / "lab").mkdir()
    shutil.copy(MAKEFILE, clone)
    for name in ("pyproject.toml", "lab/pyproject.toml", "constraints.txt", ".venv/installed"):
        (clone / name).touch()
    return clone


def python_says(clone: Path, then: str) -> None:
    python = clone / ".venv/bin/python"
    python.write_text(f'#!/bin/sh\n[ "$4" = "{clone}/table" ] && {then}\n', "utf-8")
    python.chmod(0o755)


def dry_run(clone: Path) -> list[str]:
    """Return the steps of AGAIN that `make run` would do."""
    said = subprocess.run(["make", "-n", "run"], cwd=clone, capture_output=True, text=True, check=True).stdout
    assert ".venv/bin/command-table run" in said
    return [step for step in AGAIN if step in said]


def test_a_sound_environment_stays(clone: Path) -> None:
    python_says(clone, "exit 0")
    assert dry_run(clone) == []


def test_one_of_another_python_or_of_another_folder_is_made_again(clone: Path) -> None:
    python_says(clone, "exit 1")
    assert dry_run(clone) == AGAIN


def test_one_whose_python_is_gone_is_made_again(clone: Path) -> None:
    (clone / ".venv/bin/python").symlink_to("/nowhere/python3.11")
    assert dry_run(clone) == AGAIN
