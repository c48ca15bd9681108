"""The way in which clients of this computer reach the table: Unix sockets, or another transport like them."""

import socket
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

from table.records.disk import give_to_owner

if TYPE_CHECKING:
    import asyncio

OWNER, GROUP = 0o600, 0o660
"""The modes of a socket: only its owner may open it, or its group too."""
LONGEST_READ = 64 * 1024
"""The most bytes that are read from one client before the others have their turn."""

Joined: TypeAlias = "Callable[[asyncio.StreamReader, asyncio.StreamWriter], None]"
"""Takes a new client, on the event loop's thread."""


class Door(Protocol):
    """A listening socket, or its like. Clients can connect before it is served; they wait until then."""

    async def serve(self, joined: Joined) -> "asyncio.Server":
        """Serve the clients on the running event loop. Raises OSError."""
        ...

    def shut(self) -> None:
        """Accept no further clients, on the running event loop, before the server is closed.

        asyncio loses a connection without closing it if its server is closed while it is being accepted.
        """
        ...

    def close(self) -> None:
        """Close the listening socket and remove its file."""
        ...


class SocketTransport(Protocol):
    """A way to offer listening sockets to the clients of this computer."""

    def open(self, path: Path, waiting: int, mode: int) -> Door:
        """Open a listening socket at this path. It replaces one that a killed table left behind.

        At most `waiting` clients wait there. Raises OSError if it cannot be made.
        """
        ...


class UnixDoor:
    """A listening Unix socket."""

    def __init__(self, path: Path, waiting: int, mode: int) -> None:
        """Raises OSError if it cannot be made."""
        self._path, self._waiting = path, waiting
        path.unlink(missing_ok=True)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.bind(str(path))
            path.chmod(mode)
            give_to_owner(path.parent, path)
            self._socket.listen(waiting)
        except OSError:
            self._socket.close()
            raise

    async def serve(self, joined: Joined) -> "asyncio.Server":
        import asyncio

        return await asyncio.start_unix_server(joined, sock=self._socket, backlog=self._waiting, limit=LONGEST_READ)

    def shut(self) -> None:
        import asyncio

        asyncio.get_running_loop().remove_reader(self._socket)

    def close(self) -> None:
        self._socket.close()
        self._path.unlink(missing_ok=True)


class UnixSockets:
    """Unix sockets, where the operating system has them: Linux and macOS."""

    def open(self, path: Path, waiting: int, mode: int) -> Door:
        return UnixDoor(path, waiting, mode)
