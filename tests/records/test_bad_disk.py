"""A full disk, a read-only one: what can go on goes on, what cannot is said, and nothing is shown unwritten."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace

import hal.events as hw
from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.virtual_table import VirtualTable
from table.records.journal import SqliteJournal
from table.records.matches import PROBE_BYTES, MatchFolder
from table.rules.seats import BLUE, RED
from table.session.session import DISK_S
from tests.records.faulty_disk import BROKEN, FULL, READ_ONLY, FaultyDisk
from tests.records.small_disk import fill, small_disk
from tests.session.kit import SessionTable

__all__ = ["small_disk"]


REASONS = (FULL, READ_ONLY, BROKEN)


def codes(table: SessionTable) -> list[str]:
    return [fault.code for fault in table.now.faults]


@pytest.mark.parametrize("why", REASONS)
def test_an_answer_that_cannot_be_written_did_not_happen_and_is_given_again(tmp_path: Path, why: str) -> None:
    disk = FaultyDisk()
    table = SessionTable(tmp_path, disk=disk).begun()
    table.receives(hw.DispenserUp(1, "1.0", 7, store=5))
    table.lays(BLUE, 3)
    table.lays(RED, 1)
    table.holds(BLUE)
    state, sent = table.session.play and table.session.play.state, list(table.payouts())
    disk.why = why
    table.holds(RED)
    assert codes(table) == ["journal.unwritable"]
    assert why in table.now.faults[0].detail
    assert table.session.play is not None
    assert table.session.play.state == state
    assert not table.desk(RED).locked
    assert table.payouts() == sent
    disk.why = ""
    table.holds(RED)
    assert "journal.unwritable" not in codes(table)
    assert table.now.view is not None
    assert table.now.view.reveals == 1
    assert len(table.payouts()) == 1


@pytest.mark.parametrize("why", REASONS)
def test_a_reveal_that_cannot_be_written_shows_nothing_and_comes_when_it_can(tmp_path: Path, why: str) -> None:
    """Both cards are locked, and the disk is full before they are turned over."""
    disk = FaultyDisk()
    table = SessionTable(tmp_path, disk=disk).begun()
    table.lays(BLUE, 3)
    table.holds(BLUE)
    table.lays(RED, 1)
    disk.why, disk.batches_left = why, 1
    table.holds(RED)
    assert codes(table) == ["journal.unwritable"]
    assert table.now.view is not None
    assert [seat.card for seat in table.now.view.seats] == [None, None]
    assert table.payouts() == []
    disk.why = ""
    table.receives(hw.Pressed("west", hw.Button.NEXT))
    assert table.now.view.reveals == 1
    assert codes(table) == []


def test_what_the_dispenser_reports_meanwhile_waits_for_the_disk(tmp_path: Path) -> None:
    disk = FaultyDisk()
    table = SessionTable(tmp_path, disk=disk).begun()
    table.receives(hw.DispenserUp(1, "1.0", 7, store=5))
    table.plays(3, 1)
    job = table.now.handing[0].job
    disk.why = REASONS[0]
    table.receives(hw.TokenPassed(job, 1), hw.PayoutEnded(job, 1, 1, hw.Outcome.DONE))
    assert table.now.handing[0].job == job
    disk.why = ""
    table.receives(hw.Pressed("west", hw.Button.NEXT))
    assert table.now.handing == ()
    assert table.now.hoppers[0].content == 9


def test_once_the_disk_takes_something_what_waits_is_written_without_anybodys_doing(tmp_path: Path) -> None:
    disk = FaultyDisk()
    table = SessionTable(tmp_path, disk=disk).begun()
    table.receives(hw.DispenserUp(1, "1.0", 7, store=5))
    table.plays(3, 1)
    job = table.now.handing[0].job
    disk.why = REASONS[0]
    table.receives(hw.PayoutEnded(job, 1, 1, hw.Outcome.DONE))
    table.session.try_disk()
    assert codes(table) == ["journal.unwritable"]
    disk.why = ""
    table.session.try_disk()
    assert (codes(table), table.now.handing) == ([], ())
    assert not table.session.waits_for_disk
    assert not list(tmp_path.glob("probe*"))


def test_a_disk_that_took_nothing_is_tried_again_every_two_seconds(tmp_path: Path) -> None:
    disk = FaultyDisk()
    table = SessionTable(tmp_path, disk=disk).begun()
    assert table.session.next_deadline() is None
    disk.why = REASONS[0]
    table.answers(BLUE, "match.end", "abandon")
    table.session.tick(50.0)
    assert table.session.next_deadline() == 50.0 + DISK_S
    table.session.tick(50.0 + DISK_S)
    assert (codes(table), table.session.next_deadline()) == (["journal.unwritable"], 50.0 + 2 * DISK_S)
    disk.why = ""
    table.session.tick(50.0 + 2 * DISK_S - 0.01)
    assert codes(table) == ["journal.unwritable"], "not before it is due"
    table.session.tick(50.0 + 2 * DISK_S)
    assert codes(table) == []
    table.session.tick(60.0)
    assert table.session.next_deadline() is None


@pytest.mark.slow
def test_a_table_in_virtual_time_notices_by_itself_that_its_disk_has_room(tmp_path: Path) -> None:
    config = replace(Config(), state=StateConfig(folder=str(tmp_path)))
    table = VirtualTable(Setup.of(config))
    table.session.start()
    table.fault("full-disk")
    table.session.begin("infinity", {BLUE: "sample:first_watch", RED: "sample:red_harbour"})
    assert "journal.unwritable" in [fault.code for fault in table.now.faults]
    table.wait(2 * DISK_S)
    assert "journal.unwritable" in [fault.code for fault in table.now.faults]
    table.fault("free-disk")
    table.wait(DISK_S + 0.1)
    assert "journal.unwritable" not in [fault.code for fault in table.now.faults]
    table.close()


@pytest.mark.parametrize("in_lobby", [True, False])
def test_an_answer_that_was_refused_is_asked_again_once_the_disk_takes_something(
    tmp_path: Path, in_lobby: bool
) -> None:
    disk = FaultyDisk()
    table = SessionTable(tmp_path, disk=disk)
    if not in_lobby:
        table.begun()
    disk.why = REASONS[1]
    if in_lobby:
        table.begun()
    else:
        table.answers(BLUE, "match.end", "abandon")
    assert codes(table) == ["journal.unwritable"]
    disk.why = ""
    table.session.try_disk()
    assert codes(table) == []


@pytest.mark.parametrize("why", REASONS)
def test_a_match_that_cannot_be_written_does_not_begin_and_the_lobby_stays(tmp_path: Path, why: str) -> None:
    disk = FaultyDisk()
    disk.why = why
    table = SessionTable(tmp_path, disk=disk)
    table.session.start()
    table.session.begin("skirmish", {BLUE: "north", RED: "south"})
    assert codes(table) == ["journal.unwritable"]
    assert table.asked() == ["system"]
    disk.why = ""
    table.begun()
    assert table.now.view is not None
    assert codes(table) == []


def test_an_ended_match_that_cannot_be_archived_stays_and_the_lobby_opens(tmp_path: Path) -> None:
    disk = FaultyDisk()
    table = SessionTable(tmp_path, disk=disk).begun()
    table.answers(BLUE, "match.end", "abandon")
    table.answers(RED, "match.agree", "agree")
    disk.why = REASONS[1]
    table.answers(BLUE, "next_match")
    assert codes(table) == ["journal.unwritable"]
    assert table.asked() == ["system"]
    assert len(list((tmp_path / "matches").glob("*.match"))) == 1
    disk.why = ""
    table.crash()
    table.answers(BLUE, "next_match")
    assert len(list((tmp_path / "archive").glob("*.match"))) == 1


def test_a_damaged_journal_on_a_full_disk_stays_as_it_is(tmp_path: Path) -> None:
    disk = FaultyDisk()
    table = SessionTable(tmp_path, disk=disk).begun()
    table.session.close()
    (path,) = (tmp_path / "matches").glob("*.match")
    rotten = path.read_bytes().replace(b'"MatchOpened"', b'"MatchRotten"')
    path.write_bytes(rotten)
    disk.why = REASONS[0]
    table.crash()
    assert path.read_bytes() == rotten
    assert "journal.unwritable" in codes(table)
    assert table.asked() == ["system"]


# -- real disks --------------------------------------------------------------------------------------------------------


def test_a_really_full_disk(small_disk: Path) -> None:
    table = SessionTable(small_disk).begun()
    rest = fill(small_disk)
    table.lays(BLUE, 3)
    for _ in range(30):  # until SQLite needs a page that is not there
        table.holds(BLUE)
        if codes(table):
            break
    assert codes(table) == ["journal.unwritable"]
    table.crash()
    assert table.session.play is not None, "a full disk does not keep a match from being looked at"
    rest.unlink()
    table.lays(BLUE, 3)
    table.holds(BLUE)
    assert table.desk(BLUE).locked
    assert codes(table) == []
    table.session.close()


@pytest.mark.parametrize("closed", [True, False])
def test_a_read_only_disk_shows_the_match_and_refuses_what_cannot_be_written(
    tmp_path: Path, small_disk: Path, closed: bool
) -> None:
    table = SessionTable(tmp_path / "here").begun()
    table.receives(hw.DispenserUp(1, "1.0", 7, store=5))
    table.plays(3, 1)
    assert table.session.play is not None
    state = table.session.play.state.game
    if closed:
        table.session.close()
    shutil.copytree(tmp_path / "here", small_disk / "there")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    table = SessionTable(small_disk / "there").crash()
    assert codes(table) == ["journal.unwritable"], table.now.faults
    assert table.session.play is not None
    assert table.session.play.state.game == state
    table.answers(BLUE, "match.end", "abandon")
    assert table.session.play.state.proposal is None
    assert table.payouts() == []
    table.session.close()


def test_two_programs_on_one_journal_do_not_mix(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    other = SessionTable(tmp_path)
    other.session.start()
    table.lays(BLUE, 3)
    table.holds(BLUE)
    other.lays(BLUE, 3)
    other.holds(BLUE)
    assert codes(table) == []
    assert codes(other) == ["journal.unwritable"]
    assert "another program" in other.now.faults[0].detail
    assert not other.desk(BLUE).locked
    (path,) = (tmp_path / "matches").glob("*.match")
    journal = SqliteJournal.open(path)
    assert journal.count == (table.session.play.journal.count if table.session.play else 0)
    journal.close()


def test_who_asks_whether_there_is_room_takes_none(small_disk: Path) -> None:
    """Not even where the disk is full in the middle of it: what little there is may do for a batch."""
    rest = fill(small_disk)
    os.truncate(rest, rest.stat().st_size - PROBE_BYTES // 2)
    free = os.statvfs(small_disk).f_bavail
    assert free > 0
    assert not MatchFolder(small_disk, os.urandom).has_room()
    assert os.statvfs(small_disk).f_bavail == free


def test_a_state_folder_that_vanishes_in_play_stops_nothing_and_has_it_all_once_it_is_back(tmp_path: Path) -> None:
    folder, away = tmp_path / "state", tmp_path / "away"
    table = SessionTable(folder).begun()
    table.plays(3, 1)
    folder.rename(away)
    table.lays(BLUE, 2)
    table.lays(RED, 4)
    table.holds(BLUE)
    table.holds(RED)
    assert table.session.play is not None
    state = table.session.play.state.game
    table.session.close()
    shutil.rmtree(folder, ignore_errors=True)
    away.rename(folder)
    table = SessionTable(folder).crash()
    assert table.session.play is not None
    assert table.session.play.state.game == state
    table.session.close()
