"""The line to another table, at a table that may need it. Elsewhere nothing of it is imported or made."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from table.devices.edge.edge import SocketEdge
from table.session.ports import FarMessage, FarRequest

if TYPE_CHECKING:
    from table.devices.far_socket import FarSocket

Receive: TypeAlias = Callable[[FarMessage, Callable[[], None]], None]


class TableFar:
    """The line of a running table, or none. Any thread may use it."""

    def __init__(self, edge: SocketEdge, receive: Receive, *, wanted: bool) -> None:
        self._socket = _socket(receive, edge.wake_at_rest) if wanted else None

    @property
    def requests(self) -> Callable[[FarRequest], None] | None:
        """Return a function that passes the session's requests on, or None without a line."""
        return None if self._socket is None else self._socket.request

    def services(self) -> "tuple[FarSocket, ...]":
        return () if self._socket is None else (self._socket,)


def _socket(receive: Receive, wake: Callable[[], None]) -> "FarSocket":
    from table.devices.far_socket import FarSocket

    return FarSocket(receive, wake)
