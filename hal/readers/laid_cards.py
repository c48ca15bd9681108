"""Readers on which a person lays cards, to find out which reader is which."""

from collections.abc import Callable, Sequence

from hal.closing import close_each
from hal.events import ReaderBack, ReaderGone, TagLifted, TagPlaced, TagUnclear
from hal.readers.bus import Readers

SETTLE_S = 1.0
"""The seconds in which a card that is already on a reader is noticed."""


class LaidCards:
    """The opened readers of all buses. One thread; close it at the end."""

    def __init__(
        self,
        buses: Sequence[Readers],
        now_s: Callable[[], float],
        pause: Callable[[float], None],
        trouble: Callable[[ReaderGone | TagUnclear], None],
    ) -> None:
        """`trouble` takes a reader that fails, and a card that cannot be read."""
        self._buses, self._now_s, self._pause, self._trouble = tuple(buses), now_s, pause, trouble
        self._lying: set[str] = set()

    def settle(self) -> bool:
        """Poll for a second. Return False if there is already a card on a reader."""
        until_s = self._now_s() + SETTLE_S
        while self._now_s() < until_s:
            self.laid()
            self._pause(min(readers.poll_interval_s for readers in self._buses))
        return not self._lying

    def lifted(self) -> bool:
        """Poll once, and return True if there is no card on any reader."""
        self.laid()
        return not self._lying

    def laid(self) -> str | None:
        """Poll once, and return the name of the reader on which a card was laid since the last poll."""
        laid = None
        for event in (event for readers in self._buses for event in readers.poll(self._now_s())):
            match event:
                case TagPlaced():
                    self._lying.add(event.reader)
                    laid = event.reader
                case TagLifted():
                    self._lying.discard(event.reader)
                case TagUnclear() | ReaderGone():
                    self._trouble(event)
                case ReaderBack():
                    pass
        return laid

    def close(self) -> None:
        close_each(readers.close for readers in self._buses)
