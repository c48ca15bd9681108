"""Each event of a table is taken once and in its order, whatever happens to messages on their way."""

import random
from pathlib import Path

import msgspec
import pytest

from table.network.hall.organiser.outboxes import DOUBLE_S, MOST_EPOCHS, EventFinding, OutboxesOfTable
from table.network.hall.outbox.outbox_store import OutboxStore
from table.network.hall.wire.messages import (
    MOST_EVENT_BYTES,
    VERSION,
    EventMessage,
    TableOnline,
    TableState,
    event_line,
)
from table.view.hall_events import HallEvent, LineTold

LONG = b"9" * 4299
"""A number whose sum with others is too long for Python to write it."""
NEW, KNOWN, EARLY, OTHER, STRANGE, OVER = EventFinding


def lines(folder: Path, epoch: str, count: int, words: str = "x") -> list[bytes]:
    store = OutboxStore(folder / epoch, "table-1", lambda: epoch)
    store.add(LineTold("m1", number, {"en": words}) for number in range(1, count + 1))
    found = [each.line for each in store.events_from(1)]
    store.close()
    return found


@pytest.fixture
def reported(tmp_path: Path) -> list[bytes]:
    return lines(tmp_path, "one", 5)


@pytest.fixture
def table() -> OutboxesOfTable:
    return OutboxesOfTable("table-1")


def found(table: OutboxesOfTable, *payloads: bytes, now_s: float = 0.0) -> list[EventFinding]:
    return [table.receive(payload, now_s).finding for payload in payloads]


def test_events_in_their_order_are_new_and_go_into_the_log_as_they_came(
    table: OutboxesOfTable, reported: list[bytes]
) -> None:
    heard = [table.receive(payload, 0.0) for payload in reported]
    assert [each.finding for each in heard] == [NEW] * 5
    assert [each.line for each in heard] == reported
    assert table.acknowledged("one").seq == 5
    assert table.acknowledged("one").chain == msgspec.json.decode(reported[-1], type=EventMessage).chain


def test_one_that_comes_twice_is_known(table: OutboxesOfTable, reported: list[bytes]) -> None:
    assert found(table, reported[0], reported[1], reported[0], reported[1], reported[2]) == [
        NEW,
        NEW,
        KNOWN,
        KNOWN,
        NEW,
    ]


def test_one_that_comes_too_early_waits_for_the_one_before(table: OutboxesOfTable, reported: list[bytes]) -> None:
    assert found(table, reported[1], reported[0], reported[2], reported[1]) == [EARLY, NEW, EARLY, NEW]
    assert table.may_ask(0.0)
    assert not table.may_ask(0.1), "not for each of a burst"
    assert table.may_ask(1.0)


@pytest.mark.parametrize("seed", range(5))
def test_any_disorder_ends_in_the_same_log(seed: int, tmp_path: Path, table: OutboxesOfTable) -> None:
    shown_text = lines(tmp_path, "one", 12)
    chance, taken = random.Random(seed), list[bytes]()
    while table.acknowledged("one").seq < len(shown_text):
        taken += [heard.line for heard in [table.receive(chance.choice(shown_text), 0.0)] if heard.line]
    assert taken == shown_text


def test_what_nobody_has_any_more_is_a_gap_that_is_reported(table: OutboxesOfTable, reported: list[bytes]) -> None:
    assert found(table, reported[0], reported[3]) == [NEW, EARLY]
    table.state(TableState(VERSION, "one", 5, first=4), 0.0)
    assert found(table, reported[3], reported[4]) == [NEW, NEW]
    assert table.lacking == 2


def test_the_log_brings_back_a_gap(reported: list[bytes]) -> None:
    again = OutboxesOfTable("table-1")
    assert [again.receive(reported[number], None).finding for number in (0, 3, 4)] == [NEW] * 3
    assert again.lacking == 2


def test_an_event_that_does_not_follow_is_not_taken(
    table: OutboxesOfTable, reported: list[bytes], tmp_path: Path
) -> None:
    """Two cards with one image: both outboxes count under one name."""
    other = lines(tmp_path / "copy", "one", 3, words="y")
    assert found(table, reported[0], other[1]) == [NEW, OTHER]
    assert table.double(1.0)
    assert found(table, reported[1]) == [NEW]


def test_two_tables_with_one_name_are_reported_and_both_are_kept(
    table: OutboxesOfTable, reported: list[bytes], tmp_path: Path
) -> None:
    other = lines(tmp_path, "two", 2)
    assert found(table, reported[0], other[0]) == [NEW, NEW]
    assert not table.double(0.0), "an outbox may begin anew once"
    assert found(table, reported[1], other[1], now_s=5.0) == [NEW, NEW]
    assert table.double(5.0)
    assert not table.double(5.0 + DOUBLE_S)


def test_what_the_broker_had_kept_is_no_sign_of_two_tables(table: OutboxesOfTable) -> None:
    for epoch in ("one", "two", "one"):
        table.online(TableOnline(VERSION, epoch, online=True), None)
    assert not table.double(0.0)


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"nonsense",
        b"{}",
        event_line("table-1", "one", 1, bytes(32), b'{"kind":"strange"}'),
        event_line("table-1", "one", 1, bytes(32), b'{"kind":"code","match":"../../etc","code":"a"}'),
        event_line("table-1", "one", 1, bytes(32), b'{"kind":"code","match":"m1","code":"no hex"}'),
        event_line("table-2", "one", 1, bytes(32), b'{"kind":"judge","on":true}'),
        event_line("table-1", "One/..", 1, bytes(32), b'{"kind":"judge","on":true}'),
        event_line("table-1", "one", 0, bytes(32), b'{"kind":"judge","on":true}'),
        event_line("table-1", "one", int(LONG), bytes(32), b'{"kind":"judge","on":true}'),
        *(
            event_line("table-1", "one", 1, bytes(32), body % LONG)
            for body in (
                b'{"kind":"points","match":"m1","round":1,"blue":%s,"red":0}',
                b'{"kind":"over","match":"m1","end":"finished","winner":null,"by":"","blue":0,"red":-%s,"chain":"'
                + b"ab" * 32
                + b'"}',
            )
        ),
    ],
)
def test_what_is_no_event_of_this_table_is_not_taken(payload: bytes, table: OutboxesOfTable) -> None:
    assert found(table, payload) == [STRANGE]


def test_another_version_is_reported_until_ours_comes(table: OutboxesOfTable) -> None:
    assert not table.speaks(2)
    assert (table.strange, table.version) == (True, 2)
    assert table.speaks(VERSION)
    assert not table.strange


def test_an_event_over_the_quota_is_not_taken_and_may_come_again(table: OutboxesOfTable, reported: list[bytes]) -> None:
    assert table.receive(reported[0], 0.0, lambda *_: False).finding is OVER
    assert table.acknowledged("one").seq == 0
    assert found(table, reported[0], reported[1]) == [NEW, NEW]


def test_an_event_is_of_a_new_outbox_until_one_was_taken(table: OutboxesOfTable, reported: list[bytes]) -> None:
    def keeps_first(_event: HallEvent, _size: int, is_first: bool) -> bool:
        return is_first

    assert [table.receive(payload, 0.0, keeps_first).finding for payload in reported[:2]] == [NEW, OVER]


def test_an_event_without_a_file_is_small(table: OutboxesOfTable, tmp_path: Path) -> None:
    assert found(table, *lines(tmp_path, "one", 1, words="x" * MOST_EVENT_BYTES)) == [STRANGE]


def test_outboxes_without_an_event_are_not_remembered_for_long(table: OutboxesOfTable) -> None:
    """A hostile table may name as many as it likes."""
    for number in range(3 * MOST_EPOCHS):
        table.state(TableState(VERSION, f"e{number}", 1, first=number + 1), float(number))
        table.online(TableOnline(VERSION, f"o{number}", online=True), float(number))
        assert table.acknowledged(f"o{number}").seq == 0
    assert not table.double(1e9)
    table.state(TableState(VERSION, "e0", 1), 1e9)
    assert not table.double(1e9), "it is as good as new"
