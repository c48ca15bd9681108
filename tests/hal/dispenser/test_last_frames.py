"""A dispenser fault logs the last lines on its wire, in both directions, once."""

import logging

import pytest

from hal.dispenser.frames import HEARD, MOST_LINES, SENT, Frames
from hal.events import DispenserDown, DispenserUp, PayOut, PayoutEnded
from hal.last_frames import LONGEST
from tests.hal.dispenser.emulated import VirtualBench


def dumps(caplog: pytest.LogCaptureFixture, level: int = logging.INFO) -> list[str]:
    return [
        each.getMessage()
        for each in caplog.records
        if "last frames on the wire of dispenser" in each.getMessage() and each.levelno == level
    ]


def test_a_dispenser_that_is_pulled_out_leaves_its_last_lines_in_the_log_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        bench = VirtualBench()
        bench.until(DispenserUp)
        bench.request(PayOut("m1-1", 0, 2))
        bench.until(PayoutEnded)
        bench.fault("unplug")
        bench.until(DispenserDown)
        bench.run(10.0)
    bench.close()
    (dump,) = dumps(caplog)
    first, *frames = dump.splitlines()
    assert first == "the last frames on the wire of dispenser:"
    assert len(frames) <= MOST_LINES
    pay = next(n for n, frame in enumerate(frames) if "-> $pay " in frame and " m1-1 0 2 " in frame)
    done = next(n for n, frame in enumerate(frames) if "<- $job " in frame and " m1-1 0 2 2 done " in frame)
    assert pay < done
    times = [float(frame.split()[0]) for frame in frames]
    assert times == sorted(times)


def test_a_hopper_that_gives_up_leaves_its_last_lines_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        bench = VirtualBench()
        bench.until(DispenserUp)
        bench.fault("jam")
        bench.request(PayOut("m1-1", 0, 2))
        bench.until(PayoutEnded)
    bench.close()
    (dump,) = dumps(caplog)
    frames = dump.splitlines()
    assert any("-> $pay " in frame and " m1-1 0 2 " in frame for frame in frames)
    assert any("<- $job " in frame and " m1-1 0 2 0 jam " in frame for frame in frames)
    assert "payout.jam: 0 of 2 tokens of job m1-1" in caplog.messages


def test_a_payout_that_went_well_leaves_nothing_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        bench = VirtualBench()
        bench.until(DispenserUp)
        bench.request(PayOut("m1-1", 0, 2))
        bench.until(PayoutEnded)
    assert not dumps(caplog)
    assert not dumps(caplog, logging.DEBUG)
    bench.close()


def test_a_fault_that_stands_is_reported_again_for_those_who_want_all(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        bench = VirtualBench()
        bench.until(DispenserUp)
        bench.fault("stranger")
        bench.until(DispenserDown)
        bench.run(20.0)
    bench.close()
    assert len(dumps(caplog)) == 1
    assert len(dumps(caplog, logging.DEBUG)) > 1


def written(frames: Frames, caplog: pytest.LogCaptureFixture) -> list[str]:
    caplog.clear()
    with caplog.at_level(logging.INFO):
        frames.write_to(logging.getLogger("hal.dispenser"), logging.INFO, "dispenser")
    return [line for message in caplog.messages for line in message.splitlines()[1:]]


def test_a_line_that_comes_in_pieces_is_one(caplog: pytest.LogCaptureFixture) -> None:
    frames = Frames()
    frames.carried(HEARD, b"$al", 1.0)
    frames.carried(SENT, b"$beat 7*0\n", 1.5)
    frames.carried(HEARD, b"ive 7*0\n$he", 2.0)
    assert written(frames, caplog) == ["1.500 -> $beat 7*0", "2.000 <- $alive 7*0", "<- $he (no end)"]
    assert written(frames, caplog) == []


def test_another_device_that_never_ends_its_line_fills_neither_memory_nor_terminal(
    caplog: pytest.LogCaptureFixture,
) -> None:
    frames = Frames()
    for n in range(10_000):
        frames.carried(HEARD, b"\x1b[2J\x00", float(n))
    shown = written(frames, caplog)
    assert len(shown) <= MOST_LINES + 1
    assert max(map(len, shown)) <= LONGEST + len("...")
    assert all(line.isprintable() for line in shown)
