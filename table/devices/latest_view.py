"""The last published view: the session writes it, and the screen reads it without waiting."""

import threading
from collections.abc import Callable

import msgspec

from table.rules.errors import ProgramError
from table.view.published import FaultNote, Published


class NotPublishedError(ProgramError, RuntimeError):
    """The view was requested before the session published one."""


class LatestView:
    """The last published view, and the wake signal for the screen. Any thread may call; reading does not wait."""

    def __init__(self, *watchers: Callable[[Published], None]) -> None:
        """Make a view for these watchers. Each gets every view, on the thread that published it."""
        self.wake = threading.Event()
        self._watchers = watchers
        self._writing = threading.Lock()
        self._published: Published | None = None
        self._alarms: tuple[FaultNote, ...] = ()
        self._shown: Published | None = None
        self._first = threading.Event()

    def publish(self, published: Published) -> None:
        """Make this the last published view, and wake the screen. The watchers get it before this returns."""
        with self._writing:
            self._published = published
            self._show()
        for watcher in self._watchers:
            watcher(published)

    def alarm(self, alarms: tuple[FaultNote, ...]) -> None:
        """Show these faults beside the published ones. A stuck session could not publish them."""
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
        """Return the last published view. Raises NotPublishedError before the first one."""
        if self._shown is None:
            raise NotPublishedError("nothing is published yet")
        return self._shown

    @property
    def shown(self) -> Published | None:
        """Return the last published view, or None if nothing is published."""
        return self._shown

    @property
    def begun(self) -> bool:
        """True once a view is published."""
        return self._shown is not None

    def forget(self) -> None:
        """Forget the view, because the session that published it has ended.

        The next one publishes for the first time again.
        """
        with self._writing:
            self._first.clear()
            self._published = self._shown = None
            self._alarms = ()
        self.wake.set()

    def wait(self, seconds: float) -> bool:
        """Wait for the first published view, for at most so many seconds. Return False if it does not come in time."""
        return self._first.wait(seconds)
