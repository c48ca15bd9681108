"""Only the owner can read a command's files, even in a folder that was open before. Files for others are readable."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from table.program.cli import COMMANDS, main

LIST = "https://legionhq2.com/list/empire/1000:1au,1fn,3az,1ay,1ba,1be,1bg,bl,bw,bk,bs,bj,bn"
OTHERS = 0o077


@pytest.fixture(autouse=True)
def _careless() -> Iterator[None]:
    """A user whose umask closes nothing."""
    before = os.umask(0)
    try:
        yield
        assert os.umask(0) == 0, "a command leaves the umask as it was"
    finally:
        os.umask(before)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A table whose state folder stands open."""
    (tmp_path / "state").mkdir(mode=0o755)
    file = tmp_path / "table.toml"
    file.write_text(f'[state]\nfolder = "{tmp_path / "state"}"\n')
    file.chmod(0o600)
    return file


def called(*words: str | Path) -> None:
    assert CliRunner().invoke(main, [*map(str, words)]).exit_code in (0, 1)


def open_to_others(folder: Path) -> list[str]:
    there = (path for path in folder.rglob("*") if not path.is_symlink())
    return sorted(str(path.relative_to(folder)) for path in there if stat.S_IMODE(path.stat().st_mode) & OTHERS)


def test_a_stored_list(config: Path) -> None:
    lists = config.parent / "state" / "lists"
    called("import", LIST, "--save", "mine", "--lists", lists)
    assert list(lists.rglob("*.txt"))
    assert open_to_others(config.parent / "state") == []


@pytest.mark.campaign
def test_what_a_restored_backup_puts_there(config: Path) -> None:
    called("import", LIST, "--save", "mine", "--lists", config.parent / "state" / "lists")
    called("backup", config.parent / "out.tar.gz", "--config", config)
    (config.parent / "state" / "lists" / "mine.txt").unlink()
    called("restore", config.parent / "out.tar.gz", "--config", config)
    assert (config.parent / "state" / "lists" / "mine.txt").exists()
    assert open_to_others(config.parent) == []


@pytest.mark.campaign
def test_what_an_emulated_table_remembers_and_a_report(config: Path) -> None:
    called("doctor", "--config", config)
    called("report", "--out", config.parent / "report.zip", "--config", config)
    assert (config.parent / "state" / "emulated" / "tokens.json").exists()
    assert (config.parent / "report.zip").exists()
    assert open_to_others(config.parent / "state") == []
    assert stat.S_IMODE((config.parent / "report.zip").stat().st_mode) & OTHERS == 0


def test_what_is_meant_for_others_keeps_to_their_owners_umask() -> None:
    assert {name for name, listed in COMMANDS.items() if listed.hands_on} == {"demo", "emulate", "export"}
