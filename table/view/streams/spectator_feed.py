"""The stream `feed`: the spectators' data. Withheld and delayed events never get into a frame."""

from collections.abc import Callable
from typing import NamedTuple

from table.view.clock import RunningClock
from table.view.published import Published
from table.view.sentences import Sayings
from table.view.spectating import spectator_table, story_lines
from table.view.spectators import SpectatorTable, StoryLine
from table.view.streams.pace import DelayLine, Inbox
from table.view.streams.stream_frames import FEED, FrameWriter


class _Sight(NamedTuple):
    """The table as spectators see it at one moment."""

    at_ms: int
    table: SpectatorTable
    story: tuple[StoryLine, ...]


class SpectatorFeed:
    """The feed of one run of the table. One thread calls `publish`, and one thread every other method."""

    name = FEED

    def __init__(self, epoch: str, sayings: Sayings, now_s: Callable[[], float], delay_s: float = 0.0) -> None:
        """`epoch` is a unique name of this run. `now_s` counts steadily, in seconds, on every thread."""
        self._sayings, self._now_s, self._delay_s = sayings, now_s, delay_s
        self._began_s = now_s()
        self._inbox: Inbox[Published] = Inbox()
        self._delay: DelayLine[_Sight] = DelayLine(delay_s)
        self._writer = FrameWriter(epoch, SpectatorTable())
        self._clock: RunningClock | None = None
        self._match = ""
        self._last = _Sight(0, SpectatorTable(), ())

    def publish(self, published: Published) -> None:
        """Take a view that was published now. It does not block, and leaves all work to the other thread."""
        self._inbox.put(published, self._now_s())

    def next_s(self) -> float | None:
        """Return when `step` is due; None while nothing waits."""
        return min((at_s for at_s in (self._inbox.next_s(), self._delay.next_s()) if at_s is not None), default=None)

    def step(self, now_s: float) -> bytes:
        """Return the frame that is due, if there is one."""
        if (came := self._inbox.take(now_s)) is not None and not self._hold(*came):
            self._inbox.uncount()
        sight = self._delay.take(now_s)
        return b"" if sight is None else self._frame(sight, now_s)

    def joined(self, now_s: float) -> bytes:
        """Return the frame with which a client begins."""
        return self._writer.snapshot(round(1000 * (now_s - self._began_s)))

    def _hold(self, published: Published, at_s: float) -> bool:
        """Hold back the spectators' part of a view. Return False if it has not changed."""
        at_ms = round(1000 * (at_s + self._delay_s - self._began_s))
        table = spectator_table(published, self._sayings, at_ms, self._clock)
        sight = _Sight(at_ms, table, story_lines(published, self._sayings))
        self._clock = table.clock
        if sight[1:] == self._last[1:]:
            return False
        self._last = sight
        self._delay.put(sight, at_s)
        return True

    def _frame(self, sight: _Sight, now_s: float) -> bytes:
        another, self._match = sight.table.match != self._match, sight.table.match
        at_ms = round(1000 * (now_s - self._began_s))
        return self._writer.update(sight.table, at_ms, sight.story, fresh=another)
