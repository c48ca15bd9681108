"""The table's sockets for programs of this computer: Unix sockets, or loopback TCP where there are none.

A Unix socket is in a folder, and its mode restricts its users. Every user and every program of the computer can
connect to a TCP port of 127.0.0.1. So each socket of that kind has a secret, new at each start, in a file of the
user's profile (mode 0600; on Windows the profile's access list admits the user, the system and administrators). Both
ends prove that they know it before either sends anything else.
"""

import hmac
import json
import os
import secrets
import socket
import struct
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from hal.computer.files import open_handle, replace
from hal.errors import HalError

if TYPE_CHECKING:
    import asyncio

LOOPBACK = "127.0.0.1"
UNIX = int(getattr(socket, "AF_UNIX", 0))
"""The family of Unix sockets; 0 on a system without them."""
PROOF_BYTES = 32
"""The bytes of a challenge, and of a proof."""
PROOF_S = 2.0
"""The seconds in which both ends prove that they know the secret."""
MOST_FILE_BYTES = 1024
SERVER, CLIENT = b"table", b"client"


class NoProofError(HalError, ConnectionError):
    """The other end does not know the socket's secret: it is another program, or another table's."""


def is_there(path: Path) -> bool:
    """True if a table offers a socket at this path, or a killed table has left one there."""
    return path.is_socket() if UNIX else note_of(path).exists()


def connect(path: Path, timeout_s: float) -> socket.socket:
    """Connect to the socket of a table. Each call of the returned socket may take `timeout_s`. Raises OSError.

    While too many clients wait at a Unix socket, this one waits in the kernel for its turn. A client that only tried
    again would find each free place taken by a program that floods the socket.
    """
    made = socket.socket(UNIX or socket.AF_INET, socket.SOCK_STREAM)
    try:
        if UNIX:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, _timeval(timeout_s))
            made.connect(str(path))
            made.settimeout(timeout_s)
            return made
        made.settimeout(timeout_s)
        port, secret = _read(path)
        made.connect((LOOPBACK, port))
        client = ClientProof(secret)
        made.sendall(client.answer(_exactly(made)))
        client.check(_exactly(made))
    except BaseException:
        made.close()
        raise
    return made


def _timeval(seconds: float) -> bytes:
    whole = int(seconds)
    return struct.pack("@ll", whole, round(1e6 * (seconds - whole)))


def own_port(made: socket.socket) -> None:
    """Give a socket exclusive use of its port, even just after another program has closed it.

    Call this before `bind`.
    """
    exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)  # on Windows SO_REUSEADDR would share the port
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR if exclusive is None else exclusive, 1)


async def open_connection(path: Path, limit: int) -> "tuple[asyncio.StreamReader, asyncio.StreamWriter]":
    """Connect to the socket of a table, with the longest line that a read may return. Raises OSError."""
    import asyncio

    if sys.platform != "win32" and UNIX:
        return await asyncio.open_unix_connection(str(path), limit=limit)
    port, secret = _read(path)
    reader, writer = await asyncio.open_connection(LOOPBACK, port, limit=limit)
    client = ClientProof(secret)
    try:
        async with asyncio.timeout(PROOF_S):
            writer.write(client.answer(await reader.readexactly(PROOF_BYTES)))
            client.check(await reader.readexactly(PROOF_BYTES))
    except asyncio.IncompleteReadError as error:
        writer.close()
        raise NoProofError(f"{path}: the table's socket was closed") from error
    except BaseException:
        writer.close()
        raise
    return reader, writer


class ServerProof:
    """The table's side of the proof, for one connection."""

    def __init__(self, secret: bytes) -> None:
        self._secret, self.challenge = secret, secrets.token_bytes(PROOF_BYTES)

    def answer(self, received: bytes) -> bytes:
        """Return the table's proof for a client's challenge and proof. Raises NoProofError for a wrong one."""
        theirs, proof = received[:PROOF_BYTES], received[PROOF_BYTES:]
        if not hmac.compare_digest(proof, _proof(self._secret, CLIENT, self.challenge + theirs)):
            raise NoProofError("a client of this computer does not know the socket's secret")
        return _proof(self._secret, SERVER, self.challenge + theirs)


class ClientProof:
    """The client's side of the proof, for one connection."""

    def __init__(self, secret: bytes) -> None:
        self._secret, self._both, self._own = secret, b"", secrets.token_bytes(PROOF_BYTES)

    def answer(self, challenge: bytes) -> bytes:
        """Return the client's challenge and proof for the table's challenge."""
        self._both = challenge + self._own
        return self._own + _proof(self._secret, CLIENT, self._both)

    def check(self, proof: bytes) -> None:
        """Raise NoProofError unless this is the table's proof."""
        if not hmac.compare_digest(proof, _proof(self._secret, SERVER, self._both)):
            raise NoProofError("what listens at the table's port does not know the socket's secret")


def note_of(path: Path) -> Path:
    """Return the file with port and secret of the socket at this path."""
    name = sha256(os.path.normcase(path.absolute()).encode()).hexdigest()[:32]
    return Path.home() / ".command-table" / f"{name}.socket"


def write_note(path: Path, port: int, secret: bytes) -> None:
    """Write the file by which this user's programs find the socket. Raises OSError."""
    note = note_of(path)
    note.parent.mkdir(mode=0o700, exist_ok=True)
    new = note.with_suffix(f".{secrets.token_hex(8)}")
    handle = open_handle(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(json.dumps({"port": port, "secret": secret.hex()}).encode())
        replace(new, note)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise


def _read(path: Path) -> tuple[int, bytes]:
    """Return port and secret. Raises OSError."""
    note = note_of(path)
    with note.open("rb") as file:
        content = file.read(MOST_FILE_BYTES)
    try:
        found = json.loads(content)
        return int(found["port"]), bytes.fromhex(found["secret"])
    except (ValueError, TypeError, KeyError) as error:
        raise OSError(f"{note} is damaged: start the table again") from error


def _proof(secret: bytes, of: bytes, challenges: bytes) -> bytes:
    return hmac.digest(secret, of + challenges, "sha256")


def _exactly(peer: socket.socket) -> bytes:
    received = b""
    while len(received) < PROOF_BYTES:
        if not (more := peer.recv(PROOF_BYTES - len(received))):
            raise NoProofError("the table's socket was closed")
        received += more
    return received
