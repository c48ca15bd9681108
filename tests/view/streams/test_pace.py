"""When something is reported: at once after a quiet time, joined in a burst, never before its delay is over."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.view.streams.pace import SHORTEST_S, DelayLine, Inbox


def test_the_first_after_a_quiet_time_can_be_taken_at_once() -> None:
    inbox = Inbox[str]()
    inbox.put("first", 5.0)
    assert inbox.next_s() == 5.0
    assert inbox.take(5.0) == ("first", 5.0)
    inbox.put("second", 5.0 + SHORTEST_S)
    assert inbox.take(5.0 + SHORTEST_S) == ("second", 5.0 + SHORTEST_S)


def test_what_comes_soon_after_is_joined_until_a_tenth_of_a_second_is_over() -> None:
    inbox = Inbox[str]()
    inbox.put("first", 5.0)
    inbox.take(5.0)
    for n in range(9):
        inbox.put(f"burst {n}", 5.01 + n / 100)
    assert inbox.next_s() == 5.0 + SHORTEST_S
    assert inbox.take(5.09) is None
    assert inbox.take(5.0 + SHORTEST_S) == ("burst 8", 5.09)
    assert inbox.next_s() is None


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(st.integers(0, 300), max_size=60))
def test_however_fast_they_come_ten_a_second_are_taken_and_the_last_always(pauses_ms: list[int]) -> None:
    inbox, taken, now_s = Inbox[int](), list[tuple[int, float]](), 0.0
    for number, pause_ms in enumerate(pauses_ms):
        until_s = now_s + pause_ms / 1000
        while (next_s := inbox.next_s()) is not None and next_s <= until_s:
            now_s = max(now_s, next_s)
            came = inbox.take(now_s)
            assert came is not None
            taken.append((came[0], now_s))
        now_s = until_s
        inbox.put(number, now_s)
    while (next_s := inbox.next_s()) is not None:
        came = inbox.take(next_s)
        assert came is not None
        taken.append((came[0], next_s))
    times = [at_s for _, at_s in taken]
    assert all(later - sooner >= SHORTEST_S - 1e-9 for sooner, later in pairwise(times))
    assert [number for number, _ in taken][-1:] == list(range(len(pauses_ms)))[-1:]


def test_nothing_is_taken_before_its_delay_is_over_and_what_is_due_together_is_joined() -> None:
    line = DelayLine[str](180.0)
    line.put("one", 10.0)
    line.put("two", 11.0)
    assert line.next_s() == 190.0
    assert line.take(189.999) is None
    assert line.take(190.0) == "one"
    assert line.next_s() == 191.0
    line.put("three", 12.0)
    assert line.take(200.0) == "three"
    assert line.take(1e9) is None
