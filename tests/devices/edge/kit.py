"""The edge on the test's own thread, with a clock of the test's."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from table.devices.edge.edge import SocketEdge
from table.devices.edge.line_socket import LineStream
from table.devices.edge.service import Service
from table.devices.edge.transport import OWNER
from tests.patience import PATIENCE_S

TURNS = 48
"""The turns of the loop after which everything that can happen now has happened."""


class _Loop(asyncio.SelectorEventLoop):
    """An event loop with a clock of its own."""

    now_s: Callable[[], float]

    def time(self) -> float:
        return self.now_s()


class EdgeOfTest:
    """An edge with these services. Each `turn` serves the clients for a moment in which no time passes."""

    def __init__(
        self, folder: Path, *services: Service, now_s: Callable[[], float] = lambda: 0.0, mode: int = OWNER
    ) -> None:
        self.errors: list[str] = []
        self.edge = SocketEdge(lambda name, error: self.errors.append(f"{name}: {error}"))
        self.edge.open(folder, services, mode)
        self._loop = _Loop()
        self._loop.now_s = now_s
        self._served = self._loop.create_task(self.edge.serve())

    def turn(self, turns: int = TURNS) -> None:
        """Wake it, and let everything happen that can happen now."""
        self.edge.wake()
        self.run(turns)

    def run(self, turns: int = TURNS) -> None:
        for _ in range(turns):
            self._loop.call_soon(self._loop.stop)
            self._loop.run_forever()

    def close(self) -> None:
        """End it as a table does."""
        if self._loop.is_closed():
            return
        self.edge.stop()
        self.turn()
        self._served.cancel()
        self.turn()
        self.edge.close(0)
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()


@contextmanager
def served(folder: Path, *services: Service, edge: SocketEdge | None = None) -> Iterator[SocketEdge]:
    """Serve on a thread as at a table. Fails if a service did."""
    errors: list[BaseException] = []
    if edge is None:
        edge = SocketEdge(lambda _, error: errors.append(error))
    edge.open(folder, services)
    edge.start()
    try:
        yield edge
    finally:
        edge.stop()
        edge.close(PATIENCE_S)
    assert errors == []


class AtTableTime:
    """A stream whose time is that of a test's table. The edge is woken once that has passed."""

    def __init__(self, stream: LineStream, now_s: Callable[[], float]) -> None:
        self._stream, self._now_s = stream, now_s
        self.name = stream.name

    def joined(self, _: float) -> bytes:
        return self._stream.joined(self._now_s())

    def step(self, _: float) -> bytes:
        return self._stream.step(self._now_s())

    def next_s(self) -> float | None:
        return None


def unserved() -> SocketEdge:
    """Return an edge on which every error fails the test, before anything is opened."""

    def failed(name: str, error: BaseException) -> None:
        raise AssertionError(name) from error

    return SocketEdge(failed)
