"""What a table may send: a real evening fits many times, and more than that costs nobody else anything."""

import pytest

from table.network.hall.organiser.quotas import (
    EPOCH_PRICE,
    KEPT,
    KEPT_PER_S,
    LONGEST_PAUSE_S,
    MATCH_PRICE,
    MIB,
    PAUSE_S,
    RECEIVED,
    TableQuota,
)

EVENTS, EVENT_BYTES, FILE_BYTES = 200, 1000, 250_000
"""A long match of Legion: the events of its story, and its file as it is sent."""


@pytest.fixture
def quota() -> TableQuota:
    return TableQuota()


def plays_match(quota: TableQuota, now_s: float, *, first_of_epoch: bool = False) -> bool:
    """Send and keep the events of a match. Return True if all of them are within the quota."""
    taken = [quota.receives(FILE_BYTES, now_s), *(quota.receives(EVENT_BYTES, now_s) for _ in range(EVENTS // 10))]
    taken += [
        quota.keeps(EVENT_BYTES, now_s, first_of_match=not number, first_of_epoch=first_of_epoch and not number)
        for number in range(EVENTS)
    ]
    return all(taken) and quota.keeps(FILE_BYTES, now_s, first_of_match=False, first_of_epoch=False)


def test_a_long_evening_that_comes_at_once_is_taken(quota: TableQuota) -> None:
    """Eight matches that were played while the network was down."""
    assert all(plays_match(quota, 0.0, first_of_epoch=not number) for number in range(8))
    assert not quota.exceeded(0.0)


def test_a_match_each_hour_is_taken_for_months(quota: TableQuota) -> None:
    assert all(plays_match(quota, 3600.0 * number) for number in range(2000))


def test_a_dozen_evenings_are_kept_at_once(quota: TableQuota) -> None:
    """With four matches each, which a table stored without a hall."""
    for _ in range(12 * 4):
        for number in range(EVENTS):
            assert quota.keeps(EVENT_BYTES, 0.0, first_of_match=not number, first_of_epoch=False)
        assert quota.keeps(FILE_BYTES, 0.0, first_of_match=False, first_of_epoch=False)


def test_a_flood_pauses_the_table_each_time_for_longer(quota: TableQuota) -> None:
    now_s, pauses = 0.0, list[float]()
    for _ in range(10):
        while quota.receives(100, now_s):
            pass
        began_s = now_s
        while quota.paused(now_s):
            assert not quota.receives(1, now_s)
            now_s += 10.0
        pauses.append(now_s - began_s)
    assert pauses[:3] == [PAUSE_S, 2 * PAUSE_S, 4 * PAUSE_S]
    assert pauses[-1] == LONGEST_PAUSE_S


def test_after_a_quiet_time_the_pause_is_short_again(quota: TableQuota) -> None:
    for now_s in (0.0, 10_000.0):
        assert not quota.receives(RECEIVED, now_s)
        assert quota.paused(now_s + PAUSE_S - 1)
        assert not quota.paused(now_s + PAUSE_S)


def test_each_match_and_each_outbox_costs_more_than_its_bytes(quota: TableQuota) -> None:
    matches = sum(quota.keeps(100, 0.0, first_of_match=True, first_of_epoch=False) for _ in range(20_000))
    assert matches <= KEPT // MATCH_PRICE
    other = TableQuota()
    outboxes = sum(other.keeps(100, 0.0, first_of_match=False, first_of_epoch=True) for _ in range(20_000))
    assert 1 < outboxes < KEPT // EPOCH_PRICE
    assert other.exceeded(0.0)
    assert not other.exceeded(PAUSE_S)


def test_what_was_used_up_grows_again(quota: TableQuota) -> None:
    while quota.keeps(MIB, 0.0, first_of_match=False, first_of_epoch=False):
        pass
    assert not quota.keeps(3 * MIB, 1.0, first_of_match=False, first_of_epoch=False)
    assert quota.keeps(3 * MIB, 5 * MIB / KEPT_PER_S, first_of_match=False, first_of_epoch=False)
