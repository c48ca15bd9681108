"""The log begins with what a reader of it has to know first: program, commit, Python, configuration."""

import logging
import os
import platform
import subprocess
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

import table
from table import __version__, checkout
from table.config import Config, load
from table.config.schema import differences
from table.program.commands.run import log_head

FILE = """
[screen]
language = "de"
[readers.blue]
device = 1
[[hoppers]]
number = 3
kind = "corps"
"""


def test_it_reports_program_commit_python_and_configuration(
    caplog: pytest.LogCaptureFixture, mocker: MockerFixture
) -> None:
    mocker.patch("table.program.commands.run.checkout", return_value="1234567890-dirty")
    with caplog.at_level(logging.INFO):
        log_head(differences(Config()))
    program, configuration = caplog.messages
    assert program.startswith(f"command-table {__version__} (1234567890-dirty), Python {platform.python_version()}, ")
    assert configuration == "configuration: as without a file"


def test_an_installed_copy_has_a_version_alone(caplog: pytest.LogCaptureFixture, mocker: MockerFixture) -> None:
    mocker.patch("table.program.commands.run.checkout", return_value="")
    with caplog.at_level(logging.INFO):
        log_head(differences(Config()))
    assert caplog.messages[0].startswith(f"command-table {__version__}, Python ")


def test_of_the_configuration_it_reports_what_differs(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(FILE, "utf-8")
    stated = differences(load(tmp_path / "table.toml").config)
    assert "screen.language = 'de'" in stated
    assert "readers.blue.device = 1" in stated
    assert "readers.red.device is not there" in stated
    assert "hoppers.0.kind = 'corps'" in stated
    assert not any(line.startswith(("sound", "screen.width")) for line in stated)


def test_of_a_table_without_panels_it_does_not_say_that_they_are_missing(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text('world = "real"\n', "utf-8")
    assert differences(load(tmp_path / "table.toml").config) == ["world = 'real'"]


def test_the_commit_is_the_one_that_git_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=nobody", "-c", "user.email=nobody@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", "-C", str(tmp_path), *who, *words], check=True, capture_output=True)

    package = tmp_path / "table" / "__init__.py"
    package.parent.mkdir()
    package.touch()
    monkeypatch.setattr(table, "__file__", str(package))
    assert checkout() == ""
    git("init")
    assert checkout() == "", "nothing is committed yet"
    git("add", ".")
    git("commit", "-m", "first")
    commit = checkout()
    assert len(commit) >= 10
    index = tmp_path / ".git" / "index"
    before = index.stat().st_mtime_ns, index.read_bytes()
    os.utime(package, (1, 1))
    assert checkout() == commit
    assert (index.stat().st_mtime_ns, index.read_bytes()) == before, "a table that is killed would leave git's lock"
    package.write_text("# changed")
    assert checkout() == f"{commit}-dirty"


def test_an_installed_copy_names_the_commit_that_was_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "table").mkdir()
    monkeypatch.setattr(table, "__file__", str(tmp_path / "table" / "__init__.py"))
    assert checkout() == ""
    (tmp_path / "table" / table.COMMIT).write_text("0123456789\n")
    assert checkout() == "0123456789"


def test_without_git_there_is_a_version_still(mocker: MockerFixture) -> None:
    mocker.patch("subprocess.run", side_effect=FileNotFoundError("git"))
    assert checkout() == ""
