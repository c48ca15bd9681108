"""What was published last: the session writes it, and whoever draws reads it without waiting for anything."""

import threading
from collections.abc import Callable

import msgspec

from table.view.published import FaultNote, Published


class Latest:
    """The last published value, and the wake signal for whoever draws it. Any thread; reading it waits for nothing."""

    def __init__(self, told: Callable[[Published], None] | None = None) -> None:
        """`told` hears each value on the thread that published it."""
        self.wake = threading.Event()
        self._told = told
        self._writing = threading.Lock()
        self._published: Published | None = None
        self._alarms: tuple[FaultNote, ...] = ()
        self._shown: Published | None = None
        self._first = threading.Event()

    def publish(self, published: Published) -> None:
        with self._writing:
            self._published = published
            self._show()
        if self._told is not None:
            self._told(published)

    def alarm(self, alarms: tuple[FaultNote, ...]) -> None:
        """What the session cannot say, since it may itself be what is stuck. Stands beside all that it publishes."""
        with self._writing:
            self._alarms = alarms
            self._show()

    def _show(self) -> None:
        if self._published is None:
            return
        faults = (*self._published.faults, *self._alarms)
        self._shown = msgspec.structs.replace(self._published, faults=faults) if self._alarms else self._published
        self._first.set()
        self.wake.set()

    def __call__(self) -> Published:
        if self._shown is None:
            raise RuntimeError("nothing is published yet")
        return self._shown

    @property
    def shown(self) -> Published | None:
        """As calling it; None where nothing is published."""
        return self._shown

    @property
    def begun(self) -> bool:
        """Something is published."""
        return self._shown is not None

    def forget(self) -> None:
        """Whoever published is no more. Its next life publishes for the first time again."""
        with self._writing:
            self._first.clear()
            self._published = self._shown = None
            self._alarms = ()
        self.wake.set()

    def wait(self, seconds: float) -> bool:
        """Until something is published for the first time."""
        return self._first.wait(seconds)
