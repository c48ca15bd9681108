"""Files on a system that keeps fewer promises: Windows."""

import errno
import os
import tempfile
from pathlib import Path

import pytest

from hal.computer import files
from table.records import temporary
from table.records.temporary import clear_away, temporary_folder


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "FOLDERS_OPEN", False)
    monkeypatch.setattr(files, "PAUSE_S", 0.0)


def held_for(tries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a file be open elsewhere for so many tries to replace it."""
    left, replace = [tries], os.replace

    def replaced(path: Path, place: Path) -> None:
        if left[0]:
            left[0] -= 1
            raise PermissionError(13, "The file is being used by another process", str(place))
        replace(path, place)

    monkeypatch.setattr(os, "replace", replaced)


def two_files(folder: Path) -> tuple[Path, Path]:
    (folder / "new").write_bytes(b"new")
    (folder / "place").write_bytes(b"old")
    return folder / "new", folder / "place"


@pytest.mark.usefixtures("windows")
def test_a_virus_scanner_that_has_a_file_open_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new, place = two_files(tmp_path)
    held_for(files.TRIES, monkeypatch)
    files.replace(new, place)
    assert place.read_bytes() == b"new"


@pytest.mark.usefixtures("windows")
def test_who_keeps_it_open_is_not_waited_for_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new, place = two_files(tmp_path)
    held_for(files.TRIES + 1, monkeypatch)
    with pytest.raises(PermissionError):
        files.replace(new, place)
    assert place.read_bytes() == b"old"


def test_where_it_can_be_replaced_a_refusal_is_raised_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held_for(1, monkeypatch)
    with pytest.raises(PermissionError):
        files.replace(*two_files(tmp_path))


@pytest.mark.usefixtures("windows")
def test_a_folder_that_cannot_be_opened_is_held_by_a_file_in_it(tmp_path: Path) -> None:
    with temporary_folder(tmp_path) as folder:
        clear_away(tmp_path)
        assert folder.exists()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("windows")
def test_one_that_a_killed_program_left_is_cleared_away(tmp_path: Path) -> None:
    left = Path(tempfile.mkdtemp(prefix=temporary.NAMED, dir=tmp_path))
    (left / files.LOCK).touch()
    clear_away(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_file_system_without_locks_has_temporary_folders_which_nobody_clears_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*_: object, **__: object) -> bool:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(temporary, "lock", no_locks)
    with temporary_folder(tmp_path) as folder:
        clear_away(tmp_path)
        assert folder.exists()
    assert list(tmp_path.iterdir()) == []
