"""An event loop in virtual time: if no socket is ready, the clock jumps to the next timer."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

from table.rules.errors import ProgramError

T = TypeVar("T")
LONGEST_S = 86400.0


class StandstillError(ProgramError, RuntimeError):
    """The coroutine is not done, but nothing is left to wait for."""


class _Jumping(selectors.DefaultSelector):
    loop: "VirtualLoop"

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout is None:
            raise StandstillError("nothing will ever happen any more")
        if not ready and timeout:
            self.loop.now_s += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop in virtual time. Data on a local socket arrives before time advances."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        selector = _Jumping()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        return self.now_s


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end. Raises TimeoutError after a day of virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(asyncio.wait_for(coroutine, LONGEST_S))


def now_s() -> float:
    """Return the time of the running loop."""
    return asyncio.get_running_loop().time()
