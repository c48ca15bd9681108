"""A brought file is read up to the limit. Anything but a regular file is refused without waiting."""

import os
import socket
from pathlib import Path

import pytest

from table.words.brought_file import NotAFileError, OversizedFileError, content_of, opened


def test_a_file_is_read_to_its_last_byte(tmp_path: Path) -> None:
    (tmp_path / "list").write_bytes(b"12345")
    assert content_of(tmp_path / "list", 5) == b"12345"


def test_what_is_larger_is_refused_with_its_name_and_the_limit(tmp_path: Path) -> None:
    (tmp_path / "list").write_bytes(bytes(1025))
    with pytest.raises(OversizedFileError, match=r"list is larger than 1 KiB"):
        content_of(tmp_path / "list", 1024)


@pytest.mark.parametrize("place", ["/dev/zero", "/dev/null"])
def test_a_device_is_refused_by_its_name(place: str, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(place)
    with pytest.raises(NotAFileError, match="link is not a regular file"):
        content_of(tmp_path / "link", 10)


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NotAFileError, match="pipe is not a regular file"):
        opened(tmp_path / "pipe")


def test_a_socket_is_refused(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        with pytest.raises(NotAFileError):
            opened(tmp_path / "socket")


def test_a_folder_and_what_is_not_there_are_reported_as_ever(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        opened(tmp_path)
    with pytest.raises(FileNotFoundError):
        opened(tmp_path / "nothing")


def test_a_pipe_that_came_in_a_files_place_at_the_last_moment_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").touch()
    stood = os.stat(tmp_path / "file")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "stat", lambda _: stood)
        with pytest.raises(NotAFileError):
            opened(tmp_path / "pipe")
