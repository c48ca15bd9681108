"""The hall's log: events that the hall has acknowledged are on the disk, and a torn write takes none of them."""

from pathlib import Path

import pytest

from lab.campaigns.hall.power_cut import cut_power
from table.network.hall.organiser.hall_log import FILE, HallLog, lines_of

FULL = 2
"""SQLite syncs the log of writes at each commit."""


def test_lines_are_there_once_they_were_added(tmp_path: Path) -> None:
    log = HallLog(tmp_path)
    log.add([b"one", b"two"])
    assert [*lines_of(tmp_path)] == [b"one", b"two"], "while the hall runs, too"
    log.close()
    again = HallLog(tmp_path)
    again.add([b"three"])
    again.close()
    assert [*lines_of(tmp_path)] == [b"one", b"two", b"three"]


def test_a_line_is_synced_before_it_counts(tmp_path: Path) -> None:
    log = HallLog(tmp_path)
    log.add([b"one"])
    assert log._db.rows("PRAGMA synchronous") == [(FULL,)]
    log.close()


@pytest.mark.parametrize("torn", [b"", b"half", b"x" * 5000])
def test_a_power_cut_leaves_all_lines_that_were_added(tmp_path: Path, torn: bytes) -> None:
    log = HallLog(tmp_path)
    log.add([b"one"])
    log.add([b"two"])
    cut_power(tmp_path / FILE, log.close, torn)
    again = HallLog(tmp_path)
    again.add([b"three"])
    again.close()
    assert [*lines_of(tmp_path)] == [b"one", b"two", b"three"]


def test_a_disk_that_is_full_leaves_the_log_as_it_was(tmp_path: Path) -> None:
    log = HallLog(tmp_path)
    log.add([b"one"])
    log._db.run("PRAGMA max_page_count = 3")
    with pytest.raises(OSError, match="full"):
        log.add([b"two", b"x" * 20_000])
    assert [*lines_of(tmp_path)] == [b"one"]
    log._db.run("PRAGMA max_page_count = 1000")
    log.add([b"two"])
    log.close()
    assert [*lines_of(tmp_path)] == [b"one", b"two"]


def test_a_file_that_is_no_log_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"nonsense" * 100)
    with pytest.raises(OSError, match="not a database"):
        HallLog(tmp_path)
    with pytest.raises(OSError, match="not a database"):
        list(lines_of(tmp_path))
    assert (tmp_path / FILE).read_bytes() == b"nonsense" * 100


def test_a_log_whose_tables_are_no_text_is_refused_and_left_alone(tmp_path: Path) -> None:
    """SQLite's own message quotes these bytes, and Python cannot decode it."""
    HallLog(tmp_path).close()
    damaged = (tmp_path / FILE).read_bytes().replace(b"STRICT", b"STR\xffCT")
    (tmp_path / FILE).write_bytes(damaged)
    with pytest.raises(OSError, match="damaged"):
        HallLog(tmp_path)
    with pytest.raises(OSError, match="damaged"):
        list(lines_of(tmp_path))
    assert (tmp_path / FILE).read_bytes() == damaged


def test_a_hall_that_never_ran_has_no_log(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(lines_of(tmp_path))
