"""A thread that is stuck is named, and a thread that fails begins again; the screen continues meanwhile."""

import logging
import threading
from pathlib import Path

import pytest

import hal.events as hw
from table.devices.latest_view import LatestView
from table.devices.threads import Worker
from table.devices.watchdog import STUCK_S, Pulse, Watchdog
from table.rules.seats import BLUE, RED
from table.screen.loop import Loop, ScreenCallbacks
from table.screen.painter import Painter
from table.screen.window import Window
from table.view.published import FaultNote
from tests.patience import PATIENCE_S
from tests.records.faulty_disk import FaultyDisk
from tests.screen import scenes
from tests.session.kit import SessionTable


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Watched:
    def __init__(self, *names: str) -> None:
        self.clock = Clock()
        self.pulses = {name: Pulse(name, self.clock) for name in names}
        self.alarms: list[tuple[str, ...]] = []
        self.alive = 0
        self.watch = Watchdog(self.pulses.values(), self._alarm, self._alive)

    def _alarm(self, notes: tuple[FaultNote, ...]) -> None:
        assert {note.code for note in notes} <= {"program.stuck"}
        self.alarms.append(tuple(note.part for note in notes))

    def _alive(self) -> None:
        self.alive += 1

    def after(self, seconds: float) -> None:
        self.clock.now_s += seconds
        self.watch.look()


def test_a_thread_at_the_same_work_for_too_long_is_named_and_so_is_its_return() -> None:
    watched = Watched("readers", "link")
    for pulse in watched.pulses.values():
        pulse.beat()
    watched.after(STUCK_S - 1)
    watched.pulses["link"].beat()
    watched.after(2)
    watched.after(1)
    assert watched.alarms == [("readers",)]
    watched.pulses["readers"].beat()
    watched.after(0.5)
    assert watched.alarms == [("readers",), ()]


def test_who_rests_is_not_stuck_and_who_never_began_is_not() -> None:
    watched = Watched("session", "screen")
    watched.pulses["session"].beat()
    watched.pulses["session"].rest()
    watched.after(1_000_000)
    assert watched.alarms == []
    assert watched.alive == 1


def test_the_service_learns_that_all_is_well_while_there_is_a_table() -> None:
    watched = Watched("session", "readers")
    watched.pulses["readers"].beat()
    watched.after(STUCK_S + 1)
    assert (watched.alarms, watched.alive) == ([("readers",)], 1), "play goes on by hand"
    watched.pulses["session"].beat()
    watched.after(STUCK_S + 1)
    assert watched.alarms[-1] == ("session", "readers")
    assert watched.alive == 1, "without a session there is no table"


def test_the_log_reports_where_it_is_stuck(caplog: pytest.LogCaptureFixture) -> None:
    watched = Watched("screen")
    watched.pulses["screen"].beat()
    with caplog.at_level(logging.ERROR):
        watched.after(STUCK_S + 1)
    assert "the screen thread is stuck" in caplog.text
    assert "test_the_log_reports_where_it_is_stuck" in caplog.text


def test_an_alarm_stands_beside_all_that_is_published_until_it_is_over() -> None:
    latest, note = LatestView(), FaultNote("program.stuck", "session")
    latest.alarm((note,))
    assert not latest.wait(0), "there is nothing to say it beside"
    latest.publish(scenes.tie())
    assert latest().faults == (*scenes.tie().faults, note)
    latest.publish(scenes.jam())
    assert latest().faults == (*scenes.jam().faults, note)
    latest.alarm(())
    assert latest() == scenes.jam()


@pytest.mark.slow
def test_whatever_ends_a_piece_of_work_the_thread_goes_on() -> None:
    done, reported = threading.Event(), list[str]()
    calls = 0

    def work() -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise SystemExit
        done.set()

    worker = Worker("link", work, lambda _, error: reported.append(type(error).__name__))
    worker.start()
    assert done.wait(PATIENCE_S)
    worker.stop()
    assert worker.join()
    assert reported == ["SystemExit"]


class Still:
    """Time that passes with every wait, and never stops for anything."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def wait(self, timeout: float | None = None) -> bool:
        self._clock.now_s += (timeout or 0.0) + 1e-6
        return False

    def clear(self) -> None:
        pass


@pytest.mark.slow
def test_a_disk_that_stalls_for_seconds_freezes_no_picture_and_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session waits for its disk on a thread of its own; the die goes on rolling, and then the screen says why."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    disk, clock, latest = FaultyDisk(), Clock(), LatestView()
    waits, go = threading.Event(), threading.Event()
    latest.publish(scenes.tie())
    heard = threading.Event()

    def stall() -> None:
        """As a tired SD card, for as long as the test likes."""
        waits.set()
        assert go.wait(PATIENCE_S)

    def play() -> None:
        table = SessionTable(tmp_path / "state", disk=disk).begun()
        table.lays(BLUE, 3)
        disk.meanwhile["INSERT"] = stall
        pulse.beat()
        table.receives(hw.Held("west", hw.Button.CONFIRM))
        pulse.rest()
        latest.publish(table.now)
        heard.set()

    pulse = Pulse("session", clock)
    watch = Watchdog([pulse], latest.alarm)
    window = Window((800, 480), "slow")
    wishes = ScreenCallbacks(lambda _: None, lambda _: None, lambda: None)
    loop = Loop(
        window, Painter(scenes.spoken("en", tmp_path)), latest, Still(clock), clock, wishes, {BLUE: 0.8, RED: 0.8}
    )
    loop.turn()
    session = threading.Thread(target=play, name="session")
    session.start()
    assert waits.wait(PATIENCE_S)
    latest.publish(scenes.rolled())
    began_s, before = clock.now_s, loop.frames
    while clock.now_s < began_s + STUCK_S + 1:
        loop.turn()
        watch.look()
    assert loop.frames - before > 30, "the die is drawn all the while"
    assert [fault.code for fault in latest().faults][-1:] == ["program.stuck"]
    assert not heard.is_set()
    go.set()
    session.join(PATIENCE_S)
    watch.look()
    assert heard.is_set()
    assert latest().desks[0].locked
    assert latest().faults == ()
    window.close()
