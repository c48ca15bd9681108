"""The end of a table in real time: whatever goes on at that moment, the match is closed, and every device let go of."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from table.devices.devices import Devices
from table.devices.latest_view import LatestView
from table.devices.live import LiveTable, TableStart
from table.rules.commands import Answer
from table.rules.seats import BLUE


class BusySession:
    """A session that is in the middle of a message until the end has been asked for."""

    play = None

    def __init__(self) -> None:
        self.busy, self.goes_on = threading.Event(), threading.Event()
        self.closed_by = ""

    def start(self, resume: bool) -> None:
        pass

    def step(self, _: object) -> None:
        self.busy.set()
        assert self.goes_on.wait(5)

    def tick(self, _: float) -> None:
        pass

    def next_deadline(self) -> None:
        return None

    def close(self) -> None:
        self.closed_by = threading.current_thread().name


class BrokenPanels:
    """Panels of which an act can fail."""

    def __init__(self, session: BusySession, *broken: str) -> None:
        self.down: frozenset[Any] = frozenset()
        self.done: list[str] = []
        self._session, self._broken = session, broken

    def wait(self, _: float) -> None:
        threading.Event().wait(0.001)

    def step(self, _: float) -> tuple[()]:
        return ()

    def next_deadline(self) -> None:
        return None

    def wake(self) -> None:
        self._session.goes_on.set()
        self._does("wake")

    def close(self) -> None:
        self._does("close")

    def _does(self, act: str) -> None:
        self.done.append(act)
        if act in self._broken:
            raise OSError(f"{act} is broken")


def ended(*broken: str) -> tuple[BusySession, BrokenPanels, bool]:
    """The end of a table whose session is at work, and whether it was in good order."""
    session = BusySession()
    panels: Any = BrokenPanels(session, *broken)
    build: Callable[[], Any] = lambda: session  # noqa: E731
    table = LiveTable(Devices((), panels, None), LatestView(), build, TableStart())
    table.begin()
    table.send(Answer(BLUE, "x"))
    assert session.busy.wait(5)
    return session, panels, table.stop()


def test_a_session_in_the_middle_of_a_message_closes_its_match_on_its_own_thread() -> None:
    session, panels, well = ended()
    assert session.closed_by == "session"
    assert panels.done == ["wake", "close"]
    assert well


@pytest.mark.parametrize("broken", ["wake", "close"])
def test_a_part_that_fails_keeps_no_other_from_ending(broken: str, caplog: pytest.LogCaptureFixture) -> None:
    session, panels, well = ended(broken)
    assert session.closed_by == "session"
    assert panels.done == ["wake", "close"]
    assert not well
    assert f"{broken} is broken" in caplog.text
