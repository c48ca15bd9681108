"""The emulated table's disk: its words of the vocabulary, at a real folder."""

import sqlite3
from pathlib import Path

import pytest

from sim_hardware.dispenser.vocabulary import STALL_NS, DiskFaultWord
from table.emulation.disk import EmulatedDisk


class Standing:
    """A clock that continues only while somebody waits."""

    def __init__(self) -> None:
        self.at_s = 0.0

    def now_s(self) -> float:
        return self.at_s

    def wall_s(self, seconds: float) -> float:
        return seconds

    def wait(self, seconds: float) -> None:
        self.at_s += seconds


def test_a_full_disk_takes_nothing_until_it_is_free(tmp_path: Path) -> None:
    clock = Standing()
    disk = EmulatedDisk(clock, clock.wait)
    disk.create(tmp_path / "a.match")
    db = disk.connect(tmp_path / "a.match")
    db.execute("CREATE TABLE t (n)")
    disk.fault(DiskFaultWord.FULL)
    with pytest.raises(sqlite3.OperationalError, match="disk is full"):
        db.execute("INSERT INTO t VALUES (1)")
    with pytest.raises(OSError, match="No space left"):
        disk.replace(tmp_path / "note", b"x")
    assert list(db.execute("SELECT n FROM t")) == [], "what is there can be read"
    disk.fault(DiskFaultWord.FREE)
    db.execute("INSERT INTO t VALUES (1)")
    disk.replace(tmp_path / "note", b"x")
    db.close()


def test_a_slow_disk_answers_after_its_stall(tmp_path: Path) -> None:
    clock = Standing()
    disk = EmulatedDisk(clock, clock.wait)
    disk.fault(DiskFaultWord.SLOW)
    disk.replace(tmp_path / "note", b"x")
    assert clock.at_s == pytest.approx(STALL_NS / 1e9)
