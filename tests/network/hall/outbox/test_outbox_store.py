"""The outbox on the disk: after a power cut at any byte it continues with all events that it had synced."""

import os
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from lab.campaigns.hall.power_cut import cut_power
from table.network.hall.outbox.news import ReportedSoFar
from table.network.hall.outbox.outbox_store import MOST_BYTES, OutboxStore
from table.network.hall.outbox.sender import Sender
from table.network.hall.wire.messages import event_line, first_link, next_link
from table.view.hall_events import JudgeHasTable, LineTold, MatchBegan

BEGAN = MatchBegan("m1", "skirmish", "A", "B")


def line(number: int) -> LineTold:
    return LineTold("m1", number, {"en": f"Line {number}"})


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "outbox"


def opened(place: Path, table: str = "table-1", kept_bytes: int = 4096, most_bytes: int = MOST_BYTES) -> OutboxStore:
    names = (f"epoch{number}" for number in count(1))
    taken = place.with_suffix(".names")
    place.parent.mkdir(exist_ok=True)
    number = len(taken.read_bytes()) if taken.exists() else 0
    for _ in range(number):
        next(names)

    def fresh() -> str:
        taken.write_bytes(b"x" * (len(taken.read_bytes()) + 1 if taken.exists() else 1))
        return next(names)

    return OutboxStore(place, table, fresh, kept_bytes, most_bytes)


def full(store: OutboxStore, pages: int) -> None:
    """Let the file have so many pages, as on a disk without room for more."""
    store._db.run(f"PRAGMA max_page_count = {pages}")


def test_each_event_has_the_next_number_and_a_link_of_the_chain(place: Path) -> None:
    store = opened(place)
    assert store.add([BEGAN, line(1)]) == 2
    first, second = store.events_from(1)
    assert (first.seq, second.seq, store.last) == (1, 2, 2)
    body = b'{"kind":"began","match":"m1","system":"skirmish","blue":"A","red":"B","at_s":null}'
    link = next_link(first_link("table-1", "epoch1"), body)
    assert first.line == event_line("table-1", "epoch1", 1, link, body)
    assert second.link != first.link == link.hex()


def test_it_is_the_same_when_it_is_opened_again(place: Path) -> None:
    before = opened(place)
    before.add([BEGAN, line(1)])
    before.acknowledge(1)
    events = [*before.events_from(1)]
    before.close()
    again = opened(place)
    assert (again.epoch, again.last, again.acked, again.reported) == ("epoch1", 2, 1, before.reported)
    assert [*again.events_from(1)] == events
    again.add([line(2)])
    assert again.last == 3


def test_its_owner_alone_can_read_it(place: Path) -> None:
    with closing(opened(place)) as store:
        store.add([BEGAN])
        modes = {
            each.name: each.stat().st_mode & 0o777 for each in place.parent.glob("outbox*") if each.suffix != ".names"
        }
    assert modes == {"outbox": 0o600, "outbox-wal": 0o600, "outbox-shm": 0o600}


def test_a_power_cut_at_any_byte_loses_unfinished_events_and_no_others(place: Path) -> None:
    store, log = opened(place), place.with_name("outbox-wal")
    synced = list[int]()
    for number in range(4):
        store.add([line(number + 1)])
        synced.append(log.stat().st_size)
    images = {each: each.read_bytes() for each in (place, log)}
    store.close()
    for cut in sorted({*synced, *(end - by for end in synced for by in (1, 100, 4000)), len(images[log])}):
        place.write_bytes(images[place])
        log.write_bytes(images[log][:cut])
        place.with_name("outbox-shm").unlink(missing_ok=True)
        with closing(opened(place)) as again:
            whole = sum(end <= cut for end in synced)
            assert (again.epoch, again.last, again.reported.lines.get("m1", 0)) == ("epoch1", whole, whole), (
                f"cut at {cut}"
            )
            again.add([line(7)])
        with closing(opened(place)) as again:
            assert again.last == whole + 1


@pytest.mark.parametrize("torn", [b"", b"half a frame", b"x" * 5000])
def test_a_killed_program_goes_on_with_all_events(place: Path, torn: bytes) -> None:
    store = opened(place)
    store.add([BEGAN, line(1)])
    store.acknowledge(1)
    cut_power(place, store.close, torn)
    with closing(opened(place)) as again:
        assert (again.epoch, again.last, again.acked) == ("epoch1", 2, 1)


@pytest.mark.parametrize("content", [b"nonsense", b"\x00" * 100 + b"\n", b"SQLite format 3\x00" + b"x" * 5000])
def test_a_file_that_is_no_outbox_is_put_aside(content: bytes, place: Path) -> None:
    place.parent.mkdir()
    place.write_bytes(content)
    with closing(opened(place)) as store:
        assert (store.last, store.reported) == (0, ReportedSoFar())
    assert place.with_name("outbox.aside").read_bytes() == content


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE more (x)",
        "DROP TABLE events",
        "DROP TABLE events; CREATE VIEW events AS SELECT 1 AS seq, x'' AS link, x'' AS line",
        "INSERT INTO outbox SELECT * FROM outbox",
        "UPDATE outbox SET epoch = 'No name!'",
        "UPDATE outbox SET first = 0",
        "UPDATE outbox SET first = 7",
        "DELETE FROM events; UPDATE outbox SET first = 9223372036854775807",
        "UPDATE outbox SET reported = x'00'",
    ],
)
def test_a_database_that_is_no_outbox_is_put_aside(statement: str, place: Path) -> None:
    with closing(opened(place)) as store:
        store.add([BEGAN])
    with closing(sqlite3.connect(place)) as db:
        db.executescript(statement)
    with closing(opened(place)) as store:
        assert (store.epoch, store.last) == ("epoch2", 0)
    assert place.with_name("outbox.aside").exists()


def test_another_tables_outbox_is_put_aside(place: Path) -> None:
    with closing(opened(place)) as store:
        store.add([BEGAN])
    assert opened(place, "table-2").last == 0
    assert place.with_name("outbox.aside").exists()


def test_a_pipe_in_its_place_is_put_aside_and_not_waited_for(place: Path) -> None:
    place.parent.mkdir()
    os.mkfifo(place)
    with closing(opened(place)) as store:
        assert store.last == 0
    assert place.with_name("outbox.aside").is_fifo()


def test_events_after_a_changed_byte_are_deleted(place: Path) -> None:
    with closing(opened(place)) as store:
        store.add([BEGAN, line(1), line(2)])
    place.write_bytes(place.read_bytes().replace(b"Line 1", b"Line 9"))
    with closing(opened(place)) as store:
        assert store.last == 1
        store.add([line(1)])
        assert [each.seq for each in store.events_from(1)] == [1, 2]


def test_acknowledged_events_are_deleted_once_there_are_too_many_and_no_others(place: Path) -> None:
    store = opened(place, kept_bytes=2000)
    store.add([BEGAN])
    for number in range(1, 60):
        store.add([line(number)])
        if number < 40:
            store.acknowledge(store.last)
    assert 1 < store.first <= 41
    store.acknowledge(50)
    assert [each.seq for each in store.events_from(51)] == list(range(51, 61))
    before = store.link_at(store.first - 1)
    store.close()
    again = opened(place, kept_bytes=2000)
    assert (again.last, again.acked, again.reported, again.first) == (60, 50, store.reported, store.first)
    assert again.link_at(again.first - 1) == before is not None
    assert again.link_at(again.first - 2) is None


def test_where_no_hall_ever_acknowledges_the_oldest_are_deleted_and_the_rest_outlasts_a_restart(place: Path) -> None:
    store = opened(place, most_bytes=16 * 1024)
    store.add([BEGAN])
    for number in range(1, 500):
        store.add([line(number)])
    store.close()
    assert place.stat().st_size <= 64 * 1024, "the room of deleted events is used again"
    again = opened(place, most_bytes=16 * 1024)
    assert sum(len(each.line) for each in again.events_from(1)) <= 16 * 1024
    assert (again.epoch, again.last, again.reported.lines) == ("epoch1", 500, {"m1": 499})
    assert 1 < again.first < 500
    assert again.acked == again.first - 1, "deleted events are not awaited"
    assert [each.seq for each in again.events_from(1)] == list(range(again.first, 501))
    sender = Sender(again)
    sender.hall("run", 0.0)
    assert sender.due(0.0)[0].seq == again.first


def test_an_outbox_that_cannot_restart_stays_as_it_was(place: Path) -> None:
    store = opened(place)
    store.add([BEGAN, *(line(number) for number in range(1, 100))])
    store.acknowledge(1)
    before = (store.epoch, store.first, store.last, store.acked, [*store.events_from(1)], store.link_at(2))
    store._db.run("CREATE TRIGGER full BEFORE DELETE ON events BEGIN SELECT raise(ABORT, 'full'); END")
    with pytest.raises(OSError, match="full"):
        store.restart()
    assert (store.epoch, store.first, store.last, store.acked, [*store.events_from(1)], store.link_at(2)) == before
    store._db.run("DROP TRIGGER full")
    store.add([line(100)])
    store.close()
    assert (opened(place).epoch, opened(place).last) == ("epoch1", 101)


def test_a_disk_that_is_full_changes_nothing(place: Path) -> None:
    store = opened(place)
    store.add([BEGAN])
    full(store, 3)
    with pytest.raises(OSError, match="full"):
        store.add([line(1), LineTold("m1", 2, {"en": "x" * 20_000})])
    assert (store.last, store.reported.lines, len([*store.events_from(1)])) == (1, {}, 1)
    full(store, 1000)
    store.add([line(1), JudgeHasTable(True)])
    store.close()
    assert opened(place).last == 3


def test_an_outbox_that_has_lost_its_end_restarts_under_another_name(place: Path) -> None:
    store = opened(place)
    store.add([BEGAN, line(1), line(2)])
    store.acknowledge(1)
    reported = store.reported
    store.restart()
    assert (store.epoch, store.last, store.acked, store.reported) == ("epoch2", 2, 0, reported)
    assert [b"Line 1" in each.line for each in store.events_from(1)] == [True, False]
    store.add([line(3)])
    store.close()
    again = opened(place)
    assert (again.epoch, again.last, again.reported.lines) == ("epoch2", 3, {"m1": 3})
