"""A temporary folder goes with its program, or with the next one that begins."""

import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from table.records.temporary import NAMED, clear_away, temporary_folder
from tests.patience import PATIENCE_S

KILLED = """
import os, signal, sys
from pathlib import Path
from table.records.temporary import temporary_folder
with temporary_folder(Path(sys.argv[1])) as folder:
    (folder / "copy").write_text("secret")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_it_is_its_owners_alone_and_goes_with_the_block(tmp_path: Path) -> None:
    with temporary_folder(tmp_path) as folder:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert list(tmp_path.iterdir()) == [folder]
        (folder / "deep").mkdir()
    assert list(tmp_path.iterdir()) == []


def test_one_that_is_in_use_is_left_alone(tmp_path: Path) -> None:
    with temporary_folder(tmp_path) as first, temporary_folder(tmp_path) as second:
        clear_away(tmp_path)
        assert sorted(tmp_path.iterdir()) == sorted([first, second])


@pytest.mark.slow
def test_what_a_killed_program_left_is_gone_when_the_next_one_begins(tmp_path: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False, timeout=PATIENCE_S)
    assert killed.returncode < 0
    (left,) = tmp_path.iterdir()
    with temporary_folder(tmp_path) as folder:
        assert list(tmp_path.iterdir()) == [folder]
    assert not left.exists()


def test_what_has_another_name_or_is_no_folder_stays(tmp_path: Path) -> None:
    others = tmp_path / "command-table-12345678", tmp_path / f"{NAMED}file", tmp_path / f"{NAMED}link"
    (tmp_path / "theirs").mkdir()
    others[0].mkdir()
    others[1].touch()
    others[2].symlink_to(tmp_path / "theirs")
    clear_away(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted([*others, tmp_path / "theirs"])


@pytest.mark.skipif(os.getuid() != 0, reason="root alone makes folders for others")
def test_another_users_folder_stays(tmp_path: Path) -> None:
    theirs = tmp_path / f"{NAMED}x"
    theirs.mkdir()
    os.chown(theirs, 12345, 12345)
    clear_away(tmp_path)
    assert theirs.exists()


def test_one_that_was_cleared_away_before_it_was_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from table.records import temporary

    made = list[Path]()
    make = tempfile.mkdtemp

    def cleared(**_: object) -> str:
        folder = Path(make(prefix=NAMED, dir=tmp_path))
        made.append(folder)
        if len(made) == 1:
            clear_away(tmp_path)
        return str(folder)

    monkeypatch.setattr(temporary, "mkdtemp", cleared)
    with temporary_folder(tmp_path) as folder:
        assert folder == made[1]
    assert len(made) == 2


def test_a_place_that_is_not_there_is_no_error(tmp_path: Path) -> None:
    clear_away(tmp_path / "nothing")
