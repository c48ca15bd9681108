"""The frames of a reveal are counted as Chromium's trace reports them."""

from typing import Any

import pytest

from lab.figure import NotMeasuredError
from lab.figures.web.reveal_figures import REST_S, SLOWED, TURN_S, presented_s, reveal_of, reveals


def report(number: int, state: str, at_s: float, local: str = "") -> list[dict[str, Any]]:
    """Return both events of a frame's report."""
    event = {"name": "PipelineReporter", "pid": 1, "id2": {"local": local or str(number)}}
    facts = {"state": state, "frame_sequence": number}
    return [
        {**event, "ph": "b", "ts": 1e6 * at_s - 9000, "args": {"frame_reporter": facts}},
        {**event, "ph": "e", "ts": 1e6 * at_s, "args": {}},
    ]


def test_presented_frames_alone_are_counted_each_once() -> None:
    events = [
        *report(1, "STATE_PRESENTED_ALL", 5.0),
        *report(2, "STATE_DROPPED", 5.016),
        *report(3, "STATE_NO_UPDATE_DESIRED", 5.032),
        *report(4, "STATE_PRESENTED_PARTIAL", 5.05),
        *report(4, "STATE_PRESENTED_ALL", 5.06, "forked"),
        {"name": "Scheduler::BeginFrame", "ph": "X", "pid": 1, "ts": 5e6, "args": {}},
    ]
    assert presented_s({"traceEvents": events}) == [5.0, 5.05]


def test_a_reveal_has_the_frames_of_its_turn_and_its_first_one_ends_the_delay() -> None:
    frames = [9.0, *(10.04 + number / 60 for number in range(80))]
    found = reveal_of(frames, 10.0)
    assert found.fps == pytest.approx(60, abs=2)
    assert found.delay_ms == pytest.approx(40)
    assert reveal_of([10.1, 10.1 + TURN_S + 0.01], 10.0).fps == pytest.approx(1 / TURN_S)


def test_a_reveal_that_was_never_presented_is_no_measurement() -> None:
    with pytest.raises(NotMeasuredError):
        reveal_of([9.9, 10.0 + REST_S], 10.0)


@pytest.mark.web
@pytest.mark.timeout(300)
def test_a_slowed_page_has_fewer_frames_than_one_that_is_not() -> None:
    (well,), (slow,) = reveals(1, count=1), reveals(1, SLOWED, count=1)
    assert slow.fps < well.fps
    assert 0 < well.delay_ms < 1e3 * REST_S
