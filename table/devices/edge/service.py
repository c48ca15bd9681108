"""The seam between the edge and the services that it offers at its sockets."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from table.devices.edge.client import Client

T = TypeVar("T")


class Service(ABC):
    """A service at one socket. Only the edge's thread calls it. Times are seconds of the event loop's clock."""

    name: str
    """The name of its socket, by which its errors are reported."""
    most_clients: int
    """The number of clients that it serves at once."""
    finishes = False
    """True if its clients may finish when the table ends, within a moment. Others are dropped at once."""

    def make_room(self, clients: "list[Client]") -> bool:
        """Return True if one more client may join. It may drop one of these clients to make room."""
        return False

    @abstractmethod
    async def serve(self, client: "Client") -> None:
        """Serve a client. The connection is closed when this returns."""

    def step(self, now_s: float) -> None:  # noqa: B027 (a service that answers each client when it asks sends nothing)
        """Send what is due."""

    def next_s(self) -> float | None:
        """Return when `step` has something to do, or None: not before the edge is woken."""
        return None


async def handled(send: Callable[[T, Callable[[], None]], None], message: T) -> None:
    """Send a message to the session, and wait until it is handled. `send` calls back on any thread."""
    import asyncio

    loop, done = asyncio.get_running_loop(), asyncio.Event()

    def ring() -> None:
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(done.set)

    send(message, ring)
    await done.wait()
