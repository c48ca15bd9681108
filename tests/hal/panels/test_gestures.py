"""From raw edges to presses and holds. Times are in seconds, as a thumb would have them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.panels.gestures import ButtonTiming, Contact, Gesture

CONFIRM = ButtonTiming(debounce_s=0.015, hold_s=0.8)
NEXT = ButtonTiming(debounce_s=0.015)

Edges = list[tuple[float, bool]]


def reported(touch: ButtonTiming, edges: Edges, until_s: float = 10.0) -> list[tuple[float, Gesture]]:
    contact = Contact(touch)
    events = [event for at_s, down in edges for event in contact.edge(down, at_s)]
    return [*events, *contact.advance(until_s)]


def rounded(events: tuple[tuple[float, Gesture], ...] | list[tuple[float, Gesture]]) -> list[tuple[float, Gesture]]:
    return [(round(at_s, 6), gesture) for at_s, gesture in events]


def test_next_is_reported_at_the_press_and_the_release_reports_nothing() -> None:
    assert rounded(reported(NEXT, [(1.0, True), (1.2, False)])) == [(1.015, Gesture.PRESS)]


def test_confirm_is_reported_at_the_release() -> None:
    assert rounded(reported(CONFIRM, [(1.0, True), (1.2, False)])) == [(1.215, Gesture.PRESS)]


def test_a_hold_is_reported_while_the_finger_is_still_down_and_the_release_reports_nothing() -> None:
    contact = Contact(CONFIRM)
    contact.edge(True, 1.0)
    assert contact.advance(1.7999) == ()
    assert rounded(contact.advance(1.8)) == [(1.8, Gesture.HOLD)]
    assert contact.edge(False, 3.0) == ()
    assert contact.advance(10.0) == ()


def test_after_a_hold_the_next_press_is_a_press_again() -> None:
    edges = [(1.0, True), (3.0, False), (4.0, True), (4.1, False)]
    assert [gesture for _, gesture in reported(CONFIRM, edges)] == [Gesture.HOLD, Gesture.PRESS]


def test_a_button_that_is_never_let_go_is_held_once() -> None:
    assert [gesture for _, gesture in reported(CONFIRM, [(1.0, True)], until_s=3600.0)] == [Gesture.HOLD]


def test_a_finger_that_leaves_just_before_the_hold_has_pressed_though_it_settles_after() -> None:
    assert [gesture for _, gesture in reported(CONFIRM, [(1.0, True), (1.795, False)])] == [Gesture.PRESS]


def test_a_bouncing_contact_is_one_press() -> None:
    closing = [(1.0, True), (1.001, False), (1.003, True), (1.004, False), (1.006, True)]
    opening = [(1.2, False), (1.201, True), (1.205, False)]
    assert [gesture for _, gesture in reported(CONFIRM, closing + opening)] == [Gesture.PRESS]
    assert [gesture for _, gesture in reported(NEXT, closing + opening)] == [Gesture.PRESS]


def test_a_spike_is_nothing() -> None:
    assert reported(NEXT, [(1.0, True), (1.0149, False)]) == []


def test_a_spike_as_the_hold_falls_due_puts_it_off_and_no_more() -> None:
    edges = [(1.0, True), (1.795, False), (1.805, True)]
    assert rounded(reported(CONFIRM, edges)) == [(1.805, Gesture.HOLD)]


def test_a_button_that_is_down_at_the_start_reports_nothing_until_it_is_let_go() -> None:
    assert rounded(reported(CONFIRM, [(1.0, False), (2.0, True), (2.1, False)])) == [(2.115, Gesture.PRESS)]


def test_an_edge_that_comes_behind_reported_time_still_counts() -> None:
    contact = Contact(NEXT)
    contact.advance(2.0)
    contact.edge(True, 1.9)
    assert contact.next_deadline() == 2.0 + CONFIRM.debounce_s
    assert len(contact.advance(3.0)) == 1


def test_at_rest_nothing_is_due() -> None:
    contact = Contact(CONFIRM)
    assert contact.next_deadline() is None
    contact.edge(True, 1.0)
    assert contact.next_deadline() == 1.0 + CONFIRM.debounce_s
    contact.advance(1.02)
    assert contact.next_deadline() == 1.0 + 0.8
    contact.advance(2.0)
    assert contact.next_deadline() is None


gaps = st.lists(st.integers(1, 1_200), max_size=30)


@pytest.mark.slow
@given(gaps=gaps, looks=st.lists(st.integers(0, 20_000), max_size=30))
def test_when_somebody_looks_changes_nothing(gaps: list[int], looks: list[int]) -> None:
    edges: Edges = []
    at_ms = 0
    for n, gap_ms in enumerate(gaps):
        at_ms += gap_ms
        edges.append((at_ms / 1000, n % 2 == 0))
    plain = reported(CONFIRM, edges, until_s=60.0)

    contact = Contact(CONFIRM)
    watched: list[tuple[float, Gesture]] = []
    everything = sorted([(at_s, 0, down) for at_s, down in edges] + [(ms / 1000, 1, False) for ms in looks])
    for at_s, looking, down in everything:
        watched += contact.advance(at_s) if looking else contact.edge(down, at_s)
    assert [*watched, *contact.advance(60.0)] == plain


@given(gaps=gaps)
@pytest.mark.slow
def test_there_is_never_more_than_one_gesture_for_one_closing_of_the_contact(gaps: list[int]) -> None:
    edges = [(sum(gaps[: n + 1]) / 1000, n % 2 == 0) for n in range(len(gaps))]
    closings = sum(down for _, down in edges)
    assert len(reported(CONFIRM, edges, 60.0)) <= closings
    assert len(reported(NEXT, edges, 60.0)) <= closings
