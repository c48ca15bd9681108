"""The way in which clients of this computer reach the table: Unix sockets, or loopback TCP where there are none."""

import logging
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

from hal.computer.local_sockets import (
    LOOPBACK,
    PROOF_BYTES,
    PROOF_S,
    UNIX,
    ServerProof,
    note_of,
    own_port,
    serve_unix,
    write_note,
)
from table.records.disk import give_to_owner

if TYPE_CHECKING:
    import asyncio

log = logging.getLogger(__name__)

OWNER, GROUP = 0o600, 0o660
"""The modes of a socket: only its owner may open it, or its group too."""
LONGEST_READ = 64 * 1024
"""The most bytes that are read from one client before the others have their turn."""
MOST_PROVING = 16
"""The clients that may be proving at once that they know the secret. If more come, the first one is dropped."""

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
        self._socket = socket.socket(UNIX, socket.SOCK_STREAM)
        try:
            self._socket.bind(str(path))
            path.chmod(mode)
            give_to_owner(path.parent, path)
            self._socket.listen(waiting)
        except OSError:
            self._socket.close()
            raise

    async def serve(self, joined: Joined) -> "asyncio.Server":
        return await serve_unix(joined, self._socket, self._waiting, LONGEST_READ)

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


class LoopbackDoor:
    """A listening TCP socket of this computer alone. A client first proves that it knows the socket's secret."""

    def __init__(self, path: Path, waiting: int) -> None:
        """Raises OSError if it cannot be made."""
        self._path, self._waiting, self._secret = path, waiting, secrets.token_bytes()
        self._proving: list[asyncio.StreamWriter] = []
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            own_port(self._socket)
            self._socket.bind((LOOPBACK, 0))
            self._socket.listen(waiting)
            write_note(path, self._socket.getsockname()[1], self._secret)
        except OSError:
            self._socket.close()
            raise

    async def serve(self, joined: Joined) -> "asyncio.Server":
        import asyncio

        async def prove(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self._proving.append(writer)
            if len(self._proving) > MOST_PROVING:
                self._proving.pop(0).transport.abort()
            proof = ServerProof(self._secret)
            try:
                async with asyncio.timeout(PROOF_S):
                    writer.write(proof.challenge)
                    writer.write(proof.answer(await reader.readexactly(2 * PROOF_BYTES)))
            except (OSError, asyncio.IncompleteReadError) as error:
                log.info("a client of %s was dropped: %s", self._path.name, error)
                writer.transport.abort()
                return
            finally:
                with suppress(ValueError):  # a later one has taken its place
                    self._proving.remove(writer)
            joined(reader, writer)

        return await asyncio.start_server(prove, sock=self._socket, backlog=self._waiting, limit=LONGEST_READ)

    def shut(self) -> None:
        import asyncio

        asyncio.get_running_loop().remove_reader(self._socket)
        for writer in self._proving:
            writer.transport.abort()

    def close(self) -> None:
        self._socket.close()
        with suppress(OSError):  # a client reads it now; the next start replaces it
            note_of(self._path).unlink(missing_ok=True)


class LoopbackPorts:
    """Loopback TCP, where the operating system has no Unix sockets: Windows. Only this user's programs may connect."""

    def open(self, path: Path, waiting: int, mode: int) -> Door:
        return LoopbackDoor(path, waiting)
