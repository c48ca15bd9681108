"""The edge at its end, with clients that come just then."""

import gc
import socket
import warnings
from contextlib import suppress
from pathlib import Path

from table.devices.edge.exchange import Exchange
from tests.devices.edge.kit import served

ENDS = 30


async def answer(line: bytes) -> bytes:
    return line


def test_a_client_that_comes_at_the_end_is_closed_like_any_other(tmp_path: Path) -> None:
    clients = []
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        for _ in range(ENDS):
            with served(tmp_path, Exchange("asked", answer, 100)) as edge:
                client = socket.socket(socket.AF_UNIX)
                clients.append(client)
                client.connect(str(tmp_path / "asked"))
                client.sendall(b"asked\n")
                edge.stop()
        gc.collect()
    for client in clients:
        client.settimeout(10)
        with suppress(ConnectionError):  # it was not accepted yet
            assert client.recv(100) in (b"asked\n", b"")
            assert client.recv(100) == b""
        client.close()
