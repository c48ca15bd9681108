"""A socket that a folder's owner may open, and its group where that is meant, and whoever waits at its door."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from table.records.disk import give_to_owner

MOST_AT_ONCE = 32
"""The most clients that are let in before others have their turn."""
OWNER, GROUP = 0o600, 0o660
"""The modes of a socket that its owner alone may open, and of one that its group may open, too."""


def owner_socket(path: Path, waiting: int, mode: int = OWNER) -> socket.socket:
    """Return a listening socket with this path, in place of one that a killed table left behind.

    At most `waiting` clients wait at its door. Raises OSError if it cannot be made.
    """
    path.unlink(missing_ok=True)
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        made.bind(str(path))
        path.chmod(mode)
        give_to_owner(path.parent, path)
        made.listen(waiting)
    except OSError:
        made.close()
        raise
    made.setblocking(False)
    return made


def at_the_door(server: socket.socket) -> Iterator[socket.socket]:
    """Accept and yield the clients that wait, so many at once that a flood of them holds up nobody who is in.

    The others wait for the next call. Raises OSError if the socket itself fails.
    """
    with suppress(BlockingIOError, ConnectionError):  # nobody waits any more, or who did has gone
        for _ in range(MOST_AT_ONCE):
            client = server.accept()[0]
            client.setblocking(False)
            yield client
