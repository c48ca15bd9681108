"""Spectators of a table with a delay, who join at any moment: nothing may reach them before its time."""

import random
from collections.abc import Hashable

from msgspec.structs import replace

from lab.adversaries.attackers.search import AttackedWorld, BrokenPromiseError, acts_of
from lab.campaigns.leak.outlets import SAYINGS
from table.rules.seats import BLUE, RED
from table.view.published import Desk, Published, ReaderState
from table.view.streams.spectator_feed import SpectatorFeed

DELAYS_S = (1.0, 7.5, 180.0, 3600.0)
EMPTY = Published("", None, (), (Desk(BLUE, ReaderState.EMPTY), Desk(RED, ReaderState.EMPTY)))


class DelayedTable(AttackedWorld):
    """A table whose views have a mark each, and its feed."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self._marks = dict[str, float]()
        """When each mark was published first."""
        self._begin(DELAYS_S[0])

    def _begin(self, delay_s: float) -> None:
        self.delay_s = delay_s
        self._feed = SpectatorFeed("epoch", SAYINGS, lambda: self.now_s, delay_s)
        self._marks.clear()
        self._shown = 0

    @property
    def position(self) -> Hashable:
        return (self.delay_s, min(self._shown, 6), len(self._marks) % 4)

    def owner_sets(self, rng: random.Random) -> None:
        """Start the table with another delay."""
        self._begin(rng.choice(DELAYS_S))

    def table_shows(self, rng: random.Random) -> None:
        """Publish a view that nobody has seen, or an earlier one again."""
        mark = (
            f"mark{rng.getrandbits(40):010x}" if rng.random() < 0.8 or not self._marks else rng.choice([*self._marks])
        )
        self._marks.setdefault(mark, self.now_s)
        blue, red = EMPTY.desks
        names = (replace(blue, player=mark), red) if rng.random() < 0.5 else (blue, replace(red, player=mark))
        self._feed.publish(replace(EMPTY, match=mark, desks=names))
        self._looks()

    def spectator_joins(self, _: random.Random) -> None:
        self._reads(self._feed.joined(self.now_s))

    def time_passes(self, rng: random.Random) -> None:
        """Let time pass until something is due, or shortly before that."""
        due = self._feed.next_s()
        just = () if due is None else (max(self.now_s, due - 0.001), max(self.now_s, due))
        self.now_s = rng.choice((*just, self.now_s + 0.05, self.now_s + rng.random() * self.delay_s))
        self._looks()

    def _looks(self) -> None:
        self._reads(self._feed.step(self.now_s))
        self._reads(self._feed.joined(self.now_s))

    def _reads(self, lines: bytes) -> None:
        """Look for marks whose time has not come. Raises BrokenPromiseError."""
        for mark, came_s in self._marks.items():
            if mark.encode() in lines:
                self._shown += 1
                if self.now_s < came_s + self.delay_s:
                    raise BrokenPromiseError(f"a view was sent after {self.now_s - came_s:g} of {self.delay_s:g} s")


NAMES = (*acts_of(DelayedTable), "table_shows", "time_passes", "time_passes")
