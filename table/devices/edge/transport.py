"""The transport between the table and clients on this computer: Unix sockets, or loopback TCP on Windows."""

import logging
import secrets
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

from hal.computer.local_sockets import LOOPBACK, PROOF_BYTES, PROOF_S, UNIX, ServerProof, note_of, own_port, write_note
from table.records.disk import give_to_owner

if TYPE_CHECKING:
    import asyncio

log = logging.getLogger(__name__)

OWNER, GROUP = 0o600, 0o660
"""The modes of a socket: only its owner may open it, or its group too."""
LONGEST_READ = 64 * 1024
"""The most bytes that are read from one client before the others have their turn."""
MOST_PROVING = 16
"""The most clients that may prove their knowledge of the secret at the same time.

If more come, the first is dropped.
"""

BURST, PER_S = 64.0, 32.0
"""The clients that a socket accepts in one burst, and per second after that. Others wait in the kernel."""
RETRY_S = 1.0
"""The pause after a client could not be accepted, for example because no file descriptor is left."""

Joined: TypeAlias = "Callable[[asyncio.StreamReader, asyncio.StreamWriter], None]"
"""Takes a new client, on the event loop's thread."""


class Accepting:
    """Accepts clients one by one at a limited rate, so a flood waits in the kernel. Times are the event loop's.

    Between two clients the others have a turn: a client whose line has arrived is not displaced by the next one.
    """

    def __init__(
        self,
        listening: socket.socket,
        joined: "Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None] | None]",
        shut_out: Callable[[], None] = lambda: None,
    ) -> None:
        """`joined` gets the reader and writer of each client. `shut_out` drops clients that are still connecting.

        Call this on the running event loop.
        """
        import asyncio

        self._socket, self._joined, self._shut_out = listening, joined, shut_out
        self._socket.setblocking(False)
        self._loop = asyncio.get_running_loop()
        self._left, self._at_s = BURST, self._loop.time()
        self._is_shut = False
        self._joining: set[asyncio.Task[object]] = set()
        self._task = self._loop.create_task(self._run())

    def shut(self) -> None:
        """Accept no further clients."""
        self._is_shut = True
        self._loop.remove_reader(self._socket)
        self._shut_out()

    def close(self) -> None:
        self._task.cancel()

    async def _run(self) -> None:
        import asyncio

        while not self._is_shut:
            try:
                client, _ = await self._loop.sock_accept(self._socket)
                joins = self._loop.create_task(self._loop.connect_accepted_socket(self._protocol, client))
                self._joining.add(joins)
                joins.add_done_callback(self._joining.discard)
            except OSError as error:
                log.warning("a client could not be accepted: %s", error)
                await asyncio.sleep(RETRY_S)
            await asyncio.sleep(self._pause_s())

    def _protocol(self) -> "asyncio.StreamReaderProtocol":
        import asyncio

        return asyncio.StreamReaderProtocol(asyncio.StreamReader(LONGEST_READ), self._joined)

    def _pause_s(self) -> float:
        """Count a client, and return the time until the next one may be accepted."""
        now_s = self._loop.time()
        self._left = min(BURST, self._left + (now_s - self._at_s) * PER_S) - 1
        self._at_s = now_s
        return max(0.0, (1 - self._left) / PER_S)


class Door(Protocol):
    """A listening endpoint. Clients can connect before it is served; they wait until then."""

    def serve(self, joined: Joined) -> Accepting:
        """Serve the clients on the running event loop.

        Call `shut` before closing it, because a client may be half accepted.
        """

    def close(self) -> None:
        """Close the listening socket and remove its file."""


OpensDoor: TypeAlias = Callable[[Path, int, int], Door]
"""Opens a listening socket at a path, for clients of this computer. It replaces one that a killed table left behind.

At most so many clients wait there as the second argument says; the third is the mode. Raises OSError if it cannot be
made.
"""


class UnixDoor:
    """A listening Unix socket, where the operating system has them: Linux and macOS."""

    def __init__(self, path: Path, waiting: int, mode: int) -> None:
        """Raises OSError if it cannot be made."""
        self._path = path
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

    def serve(self, joined: Joined) -> Accepting:
        return Accepting(self._socket, joined)

    def close(self) -> None:
        self._socket.close()
        self._path.unlink(missing_ok=True)


class LoopbackDoor:
    """A listening TCP socket for this computer only, where there are no Unix sockets: Windows.

    A client first proves that it knows the socket's secret, so only this user's programs may connect.
    """

    def __init__(self, path: Path, waiting: int, _: int) -> None:
        """Raises OSError if it cannot be made."""
        self._path, self._secret = path, secrets.token_bytes()
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

    def serve(self, joined: Joined) -> Accepting:
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

        def shut_out() -> None:
            for writer in self._proving:
                writer.transport.abort()

        return Accepting(self._socket, prove, shut_out)

    def close(self) -> None:
        self._socket.close()
        with suppress(OSError):  # a client reads it now; the next start replaces it
            note_of(self._path).unlink(missing_ok=True)
