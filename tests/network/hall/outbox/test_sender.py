"""The outbox sends events again until the hall acknowledges them. Other acknowledgements are ignored."""

from pathlib import Path

import pytest

from table.network.hall.outbox.outbox_store import OutboxStore
from table.network.hall.outbox.sender import FIRST_WAIT_S, LONGEST_WAIT_S, MOST_BYTES, Sender
from table.network.hall.wire.messages import MOST_EVENTS, VERSION, Acknowledgement
from table.view.hall_events import LineTold, MatchRecord


@pytest.fixture
def store(tmp_path: Path) -> OutboxStore:
    names = iter(("one", "two", "three"))
    return OutboxStore(tmp_path / "outbox", "table-1", lambda: next(names))


@pytest.fixture
def sender(store: OutboxStore) -> Sender:
    sender = Sender(store)
    sender.hall("run", 0.0)
    return sender


def publishes(store: OutboxStore, lines: int) -> None:
    store.add(LineTold("m1", store.last + 1, {"en": "x"}) for _ in range(lines))


def numbers(sender: Sender, now_s: float) -> list[int]:
    return [each.seq for each in sender.due(now_s)]


def ack(store: OutboxStore, seq: int, *, again: bool = False) -> Acknowledgement:
    return Acknowledgement(VERSION, store.epoch, seq, store.link_at(seq) or "", again)


def test_it_sends_what_is_new_once(store: OutboxStore, sender: Sender) -> None:
    publishes(store, 3)
    assert numbers(sender, 0.0) == [1, 2, 3]
    assert numbers(sender, 0.1) == []
    publishes(store, 1)
    assert numbers(sender, 0.2) == [4]


def test_while_no_hall_receives_nothing_is_sent(store: OutboxStore) -> None:
    sender = Sender(store)
    publishes(store, 3)
    assert (numbers(sender, 0.0), sender.next_s()) == ([], None)
    sender.hall("run", 1.0)
    assert numbers(sender, 1.0) == [1, 2, 3]
    sender.hall("", 2.0)
    assert numbers(sender, 99.0) == []


def test_what_is_not_acknowledged_is_sent_again_and_less_often_each_time(store: OutboxStore, sender: Sender) -> None:
    publishes(store, 2)
    assert numbers(sender, 0.0) == [1, 2]
    times = [at_s / 2 for at_s in range(1, 400) if numbers(sender, at_s / 2)]
    waits = [round(after_s - before_s, 1) for before_s, after_s in zip([0.0, *times], times, strict=False)]
    assert waits[:3] == [FIRST_WAIT_S, 2 * FIRST_WAIT_S, 4 * FIRST_WAIT_S]
    assert max(waits) == LONGEST_WAIT_S


def test_what_is_acknowledged_is_not_sent_again(store: OutboxStore, sender: Sender) -> None:
    publishes(store, 3)
    sender.due(0.0)
    assert sender.acknowledged(ack(store, 2), 0.5)
    assert (store.acked, sender.next_s()) == (2, 0.5 + FIRST_WAIT_S)
    assert numbers(sender, 3.0) == [3]
    sender.acknowledged(ack(store, 3), 3.5)
    assert sender.next_s() is None


def test_an_acknowledgement_that_comes_late_takes_nothing_back(store: OutboxStore, sender: Sender) -> None:
    publishes(store, 3)
    sender.due(0.0)
    sender.acknowledged(ack(store, 3), 0.5)
    sender.acknowledged(ack(store, 1), 0.6)
    assert (store.acked, numbers(sender, 60.0)) == (3, [])


def test_a_hall_that_lacks_one_gets_all_from_there_at_once(store: OutboxStore, sender: Sender) -> None:
    publishes(store, 4)
    sender.due(0.0)
    sender.acknowledged(ack(store, 1, again=True), 0.1)
    assert numbers(sender, 0.1) == [2, 3, 4]


def test_a_hall_that_has_lost_its_log_gets_what_was_acknowledged_before(store: OutboxStore, sender: Sender) -> None:
    publishes(store, 3)
    sender.due(0.0)
    sender.acknowledged(ack(store, 3), 0.5)
    sender.acknowledged(Acknowledgement(VERSION, store.epoch, 0, "", again=True), 9.0)
    assert numbers(sender, 9.0) == [1, 2, 3]


def test_a_hall_that_has_lost_its_log_gets_what_is_kept_still(tmp_path: Path) -> None:
    """What was acknowledged long ago has gone out of the store: it begins with the first that is there."""
    store = OutboxStore(tmp_path / "outbox", "table-1", lambda: "one", kept_bytes=4096)
    sender = Sender(store)
    sender.hall("run", 0.0)
    publishes(store, 3 * MOST_EVENTS)
    store.acknowledge(store.last)
    assert store.first > MOST_EVENTS + 1
    sender.acknowledged(Acknowledgement(VERSION, store.epoch, 0, "", again=True), 9.0)
    assert numbers(sender, 9.0) == list(range(store.first, store.last + 1))


def test_another_run_of_the_hall_gets_what_was_on_its_way(store: OutboxStore, sender: Sender) -> None:
    publishes(store, 2)
    assert numbers(sender, 0.0) == [1, 2]
    sender.hall("run", 0.1)
    assert numbers(sender, 0.1) == []
    sender.hall("another", 0.2)
    assert numbers(sender, 0.2) == [1, 2]


def test_no_more_than_so_many_are_on_their_way(store: OutboxStore, sender: Sender) -> None:
    publishes(store, 2 * MOST_EVENTS)
    assert numbers(sender, 0.0) == list(range(1, MOST_EVENTS + 1))
    assert numbers(sender, 0.1) == []
    sender.acknowledged(ack(store, 10), 0.2)
    assert numbers(sender, 0.2) == list(range(MOST_EVENTS + 1, MOST_EVENTS + 11))


def test_a_long_event_goes_alone(store: OutboxStore, sender: Sender) -> None:
    store.add([MatchRecord("m1", "x" * MOST_BYTES), LineTold("m1", 1, {"en": "x"})])
    assert numbers(sender, 0.0) == [1]
    assert numbers(sender, 0.1) == []
    sender.acknowledged(ack(store, 1), 0.2)
    assert numbers(sender, 0.2) == [2]


@pytest.mark.parametrize("what", ["more", "one more", "other"])
def test_a_hall_that_has_more_than_this_outbox_is_reported_under_another_name(
    store: OutboxStore, sender: Sender, what: str
) -> None:
    """The disk has lost its end, or two tables were made of one card."""
    publishes(store, 2)
    sender.acknowledged(ack(store, 1), 0.0)
    of_hall = {
        "more": Acknowledgement(VERSION, store.epoch, 7, "a" * 64),
        "one more": Acknowledgement(VERSION, store.epoch, 3, "a" * 64),
        "other": Acknowledgement(VERSION, store.epoch, 2, "b" * 64),
    }[what]
    assert not sender.acknowledged(of_hall, 1.0)
    assert store.epoch == "two"
    assert numbers(sender, 1.0) == [1], "what the hall had not acknowledged"


def test_what_is_reported_of_another_outbox_is_passed_over(store: OutboxStore, sender: Sender) -> None:
    publishes(store, 2)
    assert sender.acknowledged(Acknowledgement(VERSION, "zero", 9), 0.0)
    assert store.acked == 0


@pytest.mark.parametrize("seq", [-(10**30), 10**30])
def test_a_number_that_no_event_has_does_no_harm(store: OutboxStore, sender: Sender, seq: int) -> None:
    publishes(store, 2)
    sender.acknowledged(Acknowledgement(VERSION, store.epoch, seq, "", again=True), 0.0)
    assert numbers(sender, 0.0) == [1, 2]
