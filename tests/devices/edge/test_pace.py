"""A socket accepts only so many clients a second; the others wait outside, and one that speaks is not displaced."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from table.devices.edge.exchange import GUESTS, Exchange
from table.devices.edge.transport import BURST, PER_S
from tests.devices.edge.kit import EdgeOfTest

NAME = "control"


class Door:
    """A socket at which each line is answered with itself."""

    def __init__(self, folder: Path) -> None:
        self.path = str(folder / NAME)
        self.now_s = 0.0
        self.answered = 0
        self.edge = EdgeOfTest(folder, Exchange(NAME, self._answer, 100), now_s=lambda: self.now_s)
        self.clients: list[socket.socket] = []

    async def _answer(self, line: bytes) -> bytes:
        self.answered += 1
        return line

    def comes(self, answer: bytes = b"") -> socket.socket:
        client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        client.setblocking(False)
        self.clients.append(client)
        with suppress(BlockingIOError):  # as many wait there as may
            client.connect(self.path)
            client.sendall(answer)
        return client

    def asks(self, times: int) -> int:
        """Let so many clients come, and return how many of them are answered."""
        before = self.answered
        for _ in range(times):
            self.comes(b"look\n")
            self.edge.turn()
        return self.answered - before


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    door = Door(tmp_path)
    yield door
    for client in door.clients:
        client.close()
    door.edge.close()


def test_so_many_come_in_at_once_and_so_many_a_second(door: Door) -> None:
    assert door.asks(200) == BURST
    door.now_s += 1.0
    door.edge.turn(400)
    assert BURST < door.answered <= BURST + PER_S


def test_thirty_that_say_nothing_do_not_shut_out_one_that_speaks(door: Door) -> None:
    for _ in range(15):
        door.comes()
    judge = door.comes(b"call\n")
    for _ in range(15):
        door.comes()
        door.edge.turn()
    assert judge.recv(100) == b"call\n"


def test_one_that_is_answered_is_not_displaced(tmp_path: Path) -> None:
    """The session may take a while, and others may come meanwhile."""
    from asyncio import Event

    goes_on = Event()

    async def slowly(line: bytes) -> bytes:
        await goes_on.wait()
        return line

    edge = EdgeOfTest(tmp_path, Exchange(NAME, slowly, 100))
    clients = [socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for _ in range(2 * GUESTS)]
    for number, client in enumerate(clients):
        client.connect(str(tmp_path / NAME))
        client.sendall(b"call\n" if number == 0 else b"")
        edge.turn()
    goes_on.set()
    edge.turn()
    assert clients[0].recv(100) == b"call\n"
    for client in clients:
        client.close()
    edge.close()
