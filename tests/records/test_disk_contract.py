"""One suite for every `Disk`: the shipping one, the emulated, the one that a campaign records, and the faulty one."""

import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from lab.campaigns.power.recorded_disk import DiskTape, RecordedDisk
from sim_hardware.dispenser.vocabulary import DiskFaultWord
from table.emulation.disk import EmulatedDisk
from table.records.disk import NEW, FileDisk
from table.records.ports import SHARED, Disk
from tests.records.faulty_disk import FULL, FaultyDisk

DISKS: dict[str, Callable[[Path], Disk]] = {
    "shipping": lambda _: FileDisk(),
    "emulated": lambda _: EmulatedDisk(),
    "recorded": lambda folder: RecordedDisk(DiskTape(folder)),
    "faulty": lambda _: FaultyDisk(),
}

NO_ROOM = r"^\[Errno 28\]"


@dataclass
class FillingDisk:
    disk: Disk
    full: Callable[[bool], None]


def _emulated() -> FillingDisk:
    disk = EmulatedDisk()
    return FillingDisk(disk, lambda full: disk.fault(DiskFaultWord.FULL if full else DiskFaultWord.FREE))


def _faulty() -> FillingDisk:
    disk = FaultyDisk()

    def fill(full: bool) -> None:
        disk.why = FULL if full else ""

    return FillingDisk(disk, fill)


@pytest.fixture(params=DISKS)
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Disk:
    return DISKS[request.param](tmp_path)


@pytest.fixture(params=[_emulated, _faulty], ids=["emulated", "faulty"])
def filling(request: pytest.FixtureRequest) -> FillingDisk:
    made: FillingDisk = request.param()
    return made


def database(disk: Disk, path: Path) -> Path:
    """With one row in its file, and nothing in its log."""
    disk.create(path)
    with closing(disk.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE t (n)")
        db.execute("INSERT INTO t VALUES (1)")
    return path


def rows(disk: Disk, path: Path, log: bool = True) -> list[int]:
    with closing(disk.look(path, log)) as db:
        return [n for (n,) in db.execute("SELECT n FROM t ORDER BY n")]


def beside(folder: Path) -> dict[str, bytes]:
    """But the index of the log, which is no content."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_file_is_private_and_never_written_over_another(disk: Disk, tmp_path: Path) -> None:
    disk.create(tmp_path / "note", b"old")
    assert ((tmp_path / "note").read_bytes(), mode(tmp_path / "note")) == (b"old", 0o600)
    with pytest.raises(FileExistsError):
        disk.create(tmp_path / "note", b"new")
    assert (tmp_path / "note").read_bytes() == b"old"


def test_a_file_is_moved_over_what_is_there_and_removed_as_often_as_one_likes(disk: Disk, tmp_path: Path) -> None:
    disk.create(tmp_path / "one", b"1")
    disk.create(tmp_path / "two", b"2")
    disk.move(tmp_path / "one", tmp_path / "two")
    assert beside(tmp_path) == {"two": b"1"}
    for _ in range(2):
        disk.remove(tmp_path / "two")
        assert beside(tmp_path) == {}


def test_a_file_is_replaced_whole_with_its_folder_and_its_mode(disk: Disk, tmp_path: Path) -> None:
    place = tmp_path / "lists" / "echo"
    disk.replace(place, b"old")
    assert mode(place) == 0o600
    place.with_name(place.name + NEW).write_bytes(b"half of what")
    disk.replace(place, b"new", SHARED)
    assert beside(place.parent) == {"echo": b"new"}
    (tmp_path / "as the user has it").touch()
    assert mode(place) == mode(tmp_path / "as the user has it")


def test_a_database_is_written_in_autocommit_and_a_transaction_is_whole_or_not_at_all(
    disk: Disk, tmp_path: Path
) -> None:
    path = database(disk, tmp_path / "a.match")
    with closing(disk.connect(path)) as db:
        db.execute("INSERT INTO t VALUES (?)", (2,))
        assert rows(disk, path) == [1, 2]
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO t VALUES (3)")
        db.execute("ROLLBACK")
        assert rows(disk, path) == [1, 2]
        assert tuple(db.execute("SELECT max(n) FROM t").fetchone()) == (2,)


def test_no_database_is_made_by_connecting_to_it(disk: Disk, tmp_path: Path) -> None:
    for opened in (disk.connect, disk.look):
        with pytest.raises(sqlite3.Error), closing(opened(tmp_path / "nothing")) as db:
            db.execute("SELECT 1 FROM sqlite_master")
    assert beside(tmp_path) == {}


def test_a_look_changes_nothing_and_leaves_out_the_log_if_it_is_asked_to(disk: Disk, tmp_path: Path) -> None:
    path = database(disk, tmp_path / "a.match")
    with closing(disk.connect(path)) as db:
        db.execute("INSERT INTO t VALUES (2)")
        before = beside(tmp_path)
        assert rows(disk, path) == [1, 2]
        assert rows(disk, path, log=False) == [1]
        with closing(disk.look(path)) as look, pytest.raises(sqlite3.Error):
            look.execute("INSERT INTO t VALUES (3)")
        assert beside(tmp_path) == before


def test_what_a_full_disk_does_not_take_leaves_what_was_there(filling: FillingDisk, tmp_path: Path) -> None:
    disk, path = filling.disk, database(filling.disk, tmp_path / "a.match")
    disk.replace(tmp_path / "note", b"old")
    with closing(disk.connect(path)) as db:
        filling.full(True)
        with pytest.raises(sqlite3.OperationalError, match=FULL):
            db.execute("INSERT INTO t VALUES (2)")
        with pytest.raises(OSError, match=NO_ROOM):
            disk.replace(tmp_path / "note", b"new")
        assert rows(disk, path) == [1]
        assert (tmp_path / "note").read_bytes() == b"old"
        filling.full(False)
        db.execute("INSERT INTO t VALUES (2)")
        disk.replace(tmp_path / "note", b"new")
    assert rows(disk, path) == [1, 2]
    assert (tmp_path / "note").read_bytes() == b"new"
