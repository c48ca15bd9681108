"""The hall's log: what it has taken is on the disk, and a line that was cut off is none."""

import errno
import os
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from table.network.hall.organiser.hall_log import FILE, STEP, HallLog, lines_of


def test_lines_are_there_once_they_were_added(tmp_path: Path) -> None:
    log = HallLog(tmp_path)
    log.add([b"one", b"two"])
    assert [*lines_of(tmp_path)] == [b"one", b"two"]
    log.close()
    again = HallLog(tmp_path)
    again.add([b"three"])
    again.close()
    assert [*lines_of(tmp_path)] == [b"one", b"two", b"three"]


@pytest.mark.parametrize("rest", [b"thr", b"x" * (STEP + 100)])
def test_a_line_that_was_cut_off_goes(tmp_path: Path, rest: bytes) -> None:
    (tmp_path / FILE).write_bytes(b"one\ntwo\n" + rest)
    assert [*lines_of(tmp_path)] == [b"one", b"two"]
    log = HallLog(tmp_path)
    log.add([b"three"])
    log.close()
    assert (tmp_path / FILE).read_bytes() == b"one\ntwo\nthree\n"


def test_a_log_of_one_half_line_is_empty(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"x" * (2 * STEP))
    HallLog(tmp_path).close()
    assert (tmp_path / FILE).read_bytes() == b""


def test_a_disk_that_takes_nothing_leaves_the_log_as_it_was(tmp_path: Path, mocker: MockerFixture) -> None:
    log = HallLog(tmp_path)
    log.add([b"one"])
    mocker.patch.object(os, "fdatasync", side_effect=OSError(errno.ENOSPC, "No space left on device"))
    with pytest.raises(OSError, match="No space"):
        log.add([b"two"])
    log.close()
    assert (tmp_path / FILE).read_bytes() == b"one\n"
