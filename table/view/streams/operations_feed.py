"""The stream `operations`: the data for the table's helpers. Never a card, and never delayed."""

from collections.abc import Callable

from table.view.clock import RunningClock
from table.view.operations import OperationsTable, operations_table
from table.view.published import Published
from table.view.sentences import Sayings
from table.view.streams.pace import SHORTEST_S
from table.view.streams.stream_frames import OPERATIONS, FrameWriter

LOOK_S = 1.0
"""The longest time between two looks: no event reports a stuck table, or one that is off."""


class OperationsFeed:
    """The operations of one run of the table.

    Any thread may call `live` and `publish`, and one thread calls all other methods.
    """

    name = OPERATIONS

    def __init__(
        self, epoch: str, sayings: Sayings, now_s: Callable[[], float], shown: Callable[[], Published | None]
    ) -> None:
        """`epoch` is a unique name of this run. `shown` is the view on the screen, or None while the table is off.

        `now_s` counts steadily, in seconds, on every thread.
        """
        self._sayings, self._now_s, self._shown = sayings, now_s, shown
        self._began_s = now_s()
        self._looked_s: float | None = None
        self._signs = 0
        self._is_published = False
        self._writer = FrameWriter(epoch, OperationsTable())
        self._clock: RunningClock | None = None

    def live(self) -> None:
        """Record a sign of life of the table."""
        self._signs += 1
        self._is_published = True

    def publish(self, _: Published) -> None:
        """Note that there is a new view. The view on the screen is read later."""
        self._is_published = True

    def next_s(self) -> float:
        """Return when `step` is due if no view is published before."""
        if self._looked_s is None:
            return self._began_s
        return self._looked_s + (SHORTEST_S if self._is_published else LOOK_S)

    def step(self, now_s: float) -> bytes:
        """Return the frame that is due, or nothing."""
        if now_s < self.next_s():
            return b""
        self._is_published, self._looked_s = False, now_s
        at_ms = round(1000 * (now_s - self._began_s))
        table = operations_table(self._shown(), self._sayings, self._signs, at_ms, self._clock)
        self._clock = table.clock
        return self._writer.update(table, at_ms)

    def joined(self, now_s: float) -> bytes:
        """Return the frame with which a client begins."""
        return self._writer.snapshot(round(1000 * (now_s - self._began_s)))
