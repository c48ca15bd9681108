"""The outbox on the disk: after a power cut at any byte it goes on where its file ends."""

import errno
import os
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from table.network.hall.outbox.book import MOST_BYTES, Book
from table.network.hall.outbox.news import ToldSoFar
from table.network.hall.outbox.sender import Sender
from table.network.hall.wire.messages import event_line, first_link, next_link
from table.view.hall_events import JudgeHasTable, LineTold, MatchBegan

BEGAN = MatchBegan("m1", "skirmish", "A", "B")


def line(number: int) -> LineTold:
    return LineTold("m1", number, {"en": f"Line {number}"})


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "outbox"


def book(place: Path, table: str = "table-1", kept_bytes: int = 4096, most_bytes: int = MOST_BYTES) -> Book:
    names = (f"epoch{number}" for number in count(1))
    taken = place.with_suffix(".names")
    place.parent.mkdir(exist_ok=True)
    number = len(taken.read_bytes()) if taken.exists() else 0
    for _ in range(number):
        next(names)

    def fresh() -> str:
        taken.write_bytes(b"x" * (len(taken.read_bytes()) + 1 if taken.exists() else 1))
        return next(names)

    return Book(place, table, fresh, kept_bytes, most_bytes)


def test_each_event_has_the_next_number_and_a_link_of_the_chain(place: Path) -> None:
    kept = book(place)
    assert kept.add([BEGAN, line(1)]) == 2
    first, second = kept.from_(1)
    assert (first.seq, second.seq, kept.last) == (1, 2, 2)
    body = b'{"kind":"began","match":"m1","system":"skirmish","blue":"A","red":"B"}'
    link = next_link(first_link("table-1", "epoch1"), body)
    assert first.line == event_line("table-1", "epoch1", 1, link, body)
    assert second.link != first.link == link.hex()


def test_it_is_the_same_when_it_is_opened_again(place: Path) -> None:
    before = book(place)
    before.add([BEGAN, line(1)])
    before.acknowledge(1)
    before.close()
    again = book(place)
    assert (again.epoch, again.last, again.acked, again.told) == ("epoch1", 2, 1, before.told)
    assert [*again.from_(1)] == [*before.from_(1)]
    again.add([line(2)])
    assert again.last == 3


def test_a_power_cut_loses_what_was_not_whole_and_nothing_else(place: Path) -> None:
    whole = book(place)
    whole.add([BEGAN])
    whole.add([line(1)])
    whole.close()
    raw = place.read_bytes()
    ends = [0, *(at + 1 for at, byte in enumerate(raw) if byte == 10)]
    for cut in sorted({ends[1], *(end + by for end in ends[1:-1] for by in (0, 1, 40)), len(raw) - 1, len(raw)}):
        place.write_bytes(raw[:cut])
        kept = book(place)
        assert kept.last == sum(end <= cut for end in ends[2:]), f"cut at {cut}"
        kept.add([line(7)])
        kept.close()
        assert book(place).last == kept.last
    place.write_bytes(raw)


@pytest.mark.parametrize("content", [b"", b"nonsense", b'{"format":"other"}\n', b"\x00" * 100 + b"\n"])
def test_a_file_that_is_none_is_put_aside(content: bytes, place: Path) -> None:
    place.parent.mkdir()
    place.write_bytes(content)
    kept = book(place)
    assert (kept.last, kept.told) == (0, ToldSoFar())
    assert place.with_name("outbox.aside").read_bytes() == content


def test_another_tables_outbox_is_put_aside(place: Path) -> None:
    book(place).add([BEGAN])
    assert book(place, "table-2").last == 0
    assert place.with_name("outbox.aside").exists()


def test_a_changed_byte_ends_what_is_believed(place: Path) -> None:
    kept = book(place)
    kept.add([BEGAN, line(1), line(2)])
    kept.close()
    place.write_bytes(place.read_bytes().replace(b"Line 1", b"Line 9"))
    assert book(place).last == 1


def test_what_is_acknowledged_goes_once_there_is_too_much_and_what_is_not_stays(place: Path) -> None:
    kept = book(place, kept_bytes=2000)
    kept.add([BEGAN])
    for number in range(1, 60):
        kept.add([line(number)])
        if number < 40:
            kept.acknowledge(kept.last)
    assert 1 < kept.first <= 41
    kept.acknowledge(50)
    assert [each.seq for each in kept.from_(51)] == list(range(51, 61))
    told = kept.told
    kept.close()
    again = book(place, kept_bytes=2000)
    assert (again.last, again.acked, again.told, again.first) == (60, 50, told, kept.first)
    assert again.link_at(again.first - 1) == kept.link_at(kept.first - 1) is not None
    assert again.link_at(again.first - 2) is None


def test_where_no_hall_ever_hears_the_oldest_go_and_the_rest_is_there_after_a_restart(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.network.hall.outbox.book.MOST_ADDED", 1024)
    whole = book(place, most_bytes=16 * 1024)
    whole.add([BEGAN])
    for number in range(1, 500):
        whole.add([line(number)])
        assert place.stat().st_size <= 16 * 1024
    whole.close()
    again = book(place, most_bytes=16 * 1024)
    assert (again.epoch, again.last, again.told.lines) == ("epoch1", 500, {"m1": 499})
    assert 1 < again.first < 500
    assert again.acked == again.first - 1, "nobody is waited for"
    assert [each.seq for each in again.from_(1)] == list(range(again.first, 501))
    sender = Sender(again)
    sender.hall("run", 0.0)
    assert sender.due(0.0)[0].seq == again.first


def test_an_outbox_that_cannot_be_written_anew_stays_what_it_was(place: Path, mocker: MockerFixture) -> None:
    whole = book(place)
    whole.add([BEGAN, line(1)])
    whole.acknowledge(1)
    before = (whole.epoch, whole.first, whole.last, whole.acked, [*whole.from_(1)], whole.link_at(2))
    mocker.patch("pathlib.Path.replace", side_effect=OSError(errno.ENOSPC, "full"))
    with pytest.raises(OSError, match="full"):
        whole.begin_anew()
    assert (whole.epoch, whole.first, whole.last, whole.acked, [*whole.from_(1)], whole.link_at(2)) == before
    mocker.stopall()
    whole.add([line(2)])
    whole.close()
    assert (book(place).epoch, book(place).last) == ("epoch1", 3)


def test_a_disk_that_has_no_room_to_let_the_oldest_go_keeps_them(place: Path, mocker: MockerFixture) -> None:
    whole = book(place, most_bytes=4096)
    mocker.patch("pathlib.Path.replace", side_effect=OSError(errno.ENOSPC, "full"))
    for number in range(1, 60):
        assert whole.add([line(number)]) == 1
    assert (whole.first, whole.last) == (1, 59)
    assert whole.link_at(0) == first_link("table-1", "epoch1").hex()


def test_a_disk_that_takes_nothing_changes_nothing(place: Path, mocker: MockerFixture) -> None:
    kept = book(place)
    kept.add([BEGAN])
    size = place.stat().st_size
    full = OSError(errno.ENOSPC, "No space left on device")
    mocker.patch.object(os, "fdatasync", side_effect=full)
    with pytest.raises(OSError, match="No space"):
        kept.add([line(1)])
    mocker.stopall()
    assert (kept.last, kept.told.lines, place.stat().st_size) == (1, {}, size)
    kept.add([line(1), JudgeHasTable(True)])
    kept.close()
    assert book(place).last == 3


def test_an_outbox_that_has_lost_its_end_counts_anew_under_another_name(place: Path) -> None:
    kept = book(place)
    kept.add([BEGAN, line(1), line(2)])
    kept.acknowledge(1)
    told = kept.told
    kept.begin_anew()
    assert (kept.epoch, kept.last, kept.acked, kept.told) == ("epoch2", 2, 0, told)
    assert [b"Line 1" in each.line for each in kept.from_(1)] == [True, False]
    kept.close()
    again = book(place)
    assert (again.epoch, again.last, again.told.lines) == ("epoch2", 2, {"m1": 2})


@pytest.mark.parametrize(
    "head",
    [
        b'{"format":"command-table outbox 1","table":"table-1","epoch":"'
        + b"x" * 65
        + b'","first":1,"link":"","told":{}}',
        b'{"format":' + b"[" * 5000,
        b'{"format":"\xff"}',
    ],
)
def test_a_file_whose_head_is_none_is_put_aside(place: Path, head: bytes) -> None:
    place.parent.mkdir()
    place.write_bytes(head + b"\n")
    with closing(book(place)) as kept:
        assert (kept.epoch, kept.last) == ("epoch1", 0)
    assert place.with_name("outbox.aside").read_bytes() == head + b"\n"


def test_a_pipe_in_its_place_is_put_aside_and_not_waited_for(place: Path) -> None:
    place.parent.mkdir()
    os.mkfifo(place)
    with closing(book(place)) as kept:
        assert kept.last == 0
    assert place.with_name("outbox.aside").is_fifo()
