"""The seam between the edge and the services that it offers at its sockets."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from table.devices.edge.client import Client


class Service(Protocol):
    """A service at one socket. Only the edge's thread calls it. Times are seconds of the event loop's clock."""

    @property
    def name(self) -> str:
        """Return the name of its socket, by which its errors are reported."""

    @property
    def most_clients(self) -> int:
        """Return how many clients it serves at once."""

    @property
    def finishes(self) -> bool:
        """True if its clients may finish when the table ends, within a moment. Others are dropped at once."""

    def make_room(self, clients: "list[Client]") -> bool:
        """Return True if one more client may join. It may drop one of these clients to make room."""

    async def serve(self, client: "Client") -> None:
        """Serve a client. The connection is closed when this returns."""

    def step(self, now_s: float) -> None:
        """Send what is due."""

    def next_s(self) -> float | None:
        """Return when `step` has something to do, or None: not before the edge is woken."""
