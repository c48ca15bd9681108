"""Carries pictures to the browser that is the table's screen, and its acts back, between two threads.

The next picture is taken once the browser has drawn the last one. So a slow network gets fewer pictures, never outdated
ones.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator

import msgspec

from table.view.screen_acts import ScreenAct, ScreenPicture

MOST_ACTS = 64
"""The most acts that wait for the main thread. Further ones are dropped."""


class ScreenMirror:
    """The mirror of one table's screen. The main thread calls `wanted`, `put`, `acts`, the phones' thread all else."""

    def __init__(self) -> None:
        self.wake_screen: Callable[[], object] = lambda: None
        """Wakes the main thread."""
        self.wake_browser: Callable[[], object] = lambda: None
        """Wakes the phones' thread."""
        self.lines: Callable[[], Iterable[str]] = tuple
        """Returns the words of the last picture, for people who cannot see it. Main thread."""
        self._acts: deque[ScreenAct] = deque(maxlen=MOST_ACTS)
        self._picture: tuple[ScreenPicture, tuple[str, ...]] | None = None
        self._wanted: int | None = None
        """The number of the picture that has to be made; None while nothing is to be made."""
        self._sent = 0

    # -- main thread -------------------------------------------------------------------------------------------------

    @property
    def wanted(self) -> int | None:
        """Return the number of the picture that the browser waits for; 0: a whole one. None if it waits for none."""
        return self._wanted

    def put(self, number: int, picture: ScreenPicture) -> None:
        """Deliver the requested picture with this number, unless another browser has connected meanwhile."""
        if self._wanted == number:
            self._wanted, self._picture = None, (picture, tuple(self.lines()))
            self.wake_browser()

    def acts(self) -> Iterator[ScreenAct]:
        """Yield the acts at the browser since the last call."""
        while self._acts:
            yield self._acts.popleft()

    # -- phones' thread ----------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Request a whole picture for a newly connected browser."""
        self._picture, self._sent, self._wanted = None, 0, 0
        self.wake_screen()

    def drew(self, number: int) -> None:
        """Request the next picture once the browser has drawn the last one."""
        if number == self._sent and self._wanted is None and self._picture is None:
            self._wanted = number
            self.wake_screen()

    def act(self, act: ScreenAct) -> None:
        """Pass on the acts of the browser's user."""
        self._acts.append(act)
        self.wake_screen()

    @property
    def ready(self) -> bool:
        """True if a picture waits to be sent."""
        return self._picture is not None

    def messages(self) -> Iterator[bytes]:
        """Yield the messages of the waiting picture: each part, and then the end mark."""
        taken, self._picture = self._picture, None
        if taken is None:
            return
        picture, lines = taken
        self._sent += 1
        for part in picture.parts:
            yield bytes(1) + part.x.to_bytes(2) + part.y.to_bytes(2) + part.png
        whole = {"number": self._sent, "size": (picture.width, picture.height), "lines": lines}
        yield msgspec.json.encode({"picture": whole})
