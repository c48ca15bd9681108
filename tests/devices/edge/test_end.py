"""The edge at its end, with clients that come just then."""

import gc
import socket
import warnings
from contextlib import suppress
from pathlib import Path

from table.devices.edge.exchange import Exchange
from tests.devices.edge.kit import served

ENDS, LATE = 30, 12


async def answer(line: bytes) -> bytes:
    return line


def test_a_client_that_comes_at_the_end_is_closed_like_any_other(tmp_path: Path) -> None:
    clients: list[socket.socket] = []
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        for _ in range(ENDS):
            with served(tmp_path, Exchange("asked", answer, 100)) as edge:
                for number in range(LATE):
                    clients += came(tmp_path / "asked")
                    if number == 0:
                        edge.stop()
        gc.collect()
    for client in clients:
        client.settimeout(10)
        with client, suppress(ConnectionError):  # it was not accepted yet
            while client.recv(100):
                pass


def came(path: Path) -> list[socket.socket]:
    """The client that has asked, if the door was still open."""
    client = socket.socket(socket.AF_UNIX)
    try:
        client.connect(str(path))
        client.sendall(b"asked\n")
    except OSError:
        client.close()
        return []
    return [client]
