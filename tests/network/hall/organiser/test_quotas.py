"""A table's quota is many times a real evening, and an overrun affects no other table."""

import pytest

from table.network.hall.organiser.quotas import (
    EPOCH_PRICE,
    KEPT,
    KEPT_PER_S,
    LONG_AGO_S,
    LONGEST_PAUSE_S,
    MATCH_PRICE,
    MIB,
    MOST_MATCHES,
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


def test_a_match_each_hour_is_taken_until_the_hall_has_as_many_as_it_keeps(quota: TableQuota) -> None:
    """That is four matches each week for more than a year."""
    assert all(plays_match(quota, 3600.0 * number) for number in range(MOST_MATCHES))
    assert quota.full
    later_s = 3600.0 * MOST_MATCHES
    assert not quota.keeps(EVENT_BYTES, later_s, first_of_match=True, first_of_epoch=False)
    assert quota.exceeded(later_s), "the hall does not ask for it again at once"
    assert quota.keeps(EVENT_BYTES, later_s, first_of_match=False, first_of_epoch=False), "an earlier match goes on"


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
    assert matches == min(MOST_MATCHES, KEPT // MATCH_PRICE)
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


def uses_up(quota: TableQuota, now_s: float) -> int:
    """Keep as many events of a MiB as there may be, and return their number."""
    kept = 0
    while quota.keeps(MIB, now_s, first_of_match=False, first_of_epoch=False):
        kept += 1
    return kept


def test_a_restart_gives_back_nothing_of_what_is_kept(quota: TableQuota) -> None:
    without = TableQuota()
    at_s, ahead_s = 1_700_000_000.0, -1_699_999_000.0
    for _ in range(uses_up(without, at_s)):
        quota.kept(MIB, at_s, first_of_match=False, first_of_epoch=False)
    quota.begin(ahead_s)
    assert uses_up(quota, at_s + ahead_s) == 0
    later_s = at_s + 4 * MIB / KEPT_PER_S
    assert uses_up(quota, later_s + ahead_s) == uses_up(without, later_s) == 4, "it grows as without a restart"


def test_a_log_without_times_is_an_old_one(quota: TableQuota) -> None:
    for _ in range(10_000):
        quota.kept(MIB, LONG_AGO_S, first_of_match=False, first_of_epoch=False)
    quota.begin(0.0)
    assert uses_up(quota, 0.0) == uses_up(TableQuota(), 0.0)


def test_a_wrong_clock_never_costs_a_table_more_than_its_quota(quota: TableQuota) -> None:
    """All of a year seems to be of this moment."""
    for _ in range(10_000):
        quota.kept(MIB, 0.0, first_of_match=False, first_of_epoch=False)
    quota.begin(0.0)
    assert uses_up(quota, 2 * MIB / KEPT_PER_S) == 1
