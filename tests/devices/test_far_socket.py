"""The socket of the program that carries frames to another table: sealed frames and the state of its line."""

import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.devices.far_socket import MOST_FRAMES, FarSocket
from table.rules.seats import RED
from table.session.ports import FarFrame, FarMessage, FarOnline, LineWay
from table.view.far_frames import LENGTH_BYTES, MOST_BYTES, SOCKET, FarKind, framed
from tests.devices.edge.kit import EdgeOfTest

WAY = LineWay("mqtts://relay.example:8883", 32 * "a", RED)
ROUTE = {"v": 1, "url": "mqtts://relay.example:8883", "topic": 32 * "a", "seat": "red"}
ONLINE = framed(FarKind.NOTE, b'{"online":true,"v":1}')


class Line:
    """The socket at its edge, with an imaginary session that handles each message at once, or later."""

    def __init__(self, folder: Path) -> None:
        self.received: list[FarMessage] = []
        self.waits: list[Callable[[], None]] = []
        self.is_busy = False
        self.service = FarSocket(self._take, lambda: None)
        self.edge = EdgeOfTest(folder, self.service)
        self._path = folder / SOCKET
        self._clients: list[socket.socket] = []

    def _take(self, message: FarMessage, done: Callable[[], None]) -> None:
        self.received.append(message)
        if self.is_busy:
            self.waits.append(done)
        else:
            done()

    def joins(self) -> socket.socket:
        client = socket.socket(socket.AF_UNIX)
        client.connect(str(self._path))
        self.edge.turn()
        client.settimeout(0)
        self._clients.append(client)
        return client

    def close(self) -> None:
        for client in self._clients:
            client.close()
        self.edge.turn()
        self.edge.close()

    def sends(self, client: socket.socket, content: bytes) -> None:
        client.sendall(content)
        self.edge.turn()

    def is_dropped(self, client: socket.socket) -> bool:
        self.edge.turn()
        try:
            while client.recv(1 << 20):
                pass
        except BlockingIOError:
            return False
        except ConnectionError:
            pass
        return True


def frames(content: bytes) -> list[tuple[int, bytes]]:
    found = []
    while content:
        end = LENGTH_BYTES + int.from_bytes(content[:LENGTH_BYTES])
        found.append((content[LENGTH_BYTES], content[LENGTH_BYTES + 1 : end]))
        content = content[end:]
    return found


@pytest.fixture
def line(tmp_path: Path) -> Iterator[Line]:
    made = Line(tmp_path)
    yield made
    made.close()
    assert made.edge.errors == []


def test_the_way_comes_first_and_again_when_it_changes(line: Line) -> None:
    client = line.joins()
    assert [json.loads(each) for _, each in frames(client.recv(4096))] == [{"v": 1, "url": "", "topic": "", "seat": ""}]
    line.service.request(WAY)
    line.edge.turn()
    assert [(kind, json.loads(each)) for kind, each in frames(client.recv(4096))] == [(FarKind.NOTE, ROUTE)]


def test_frames_go_both_ways(line: Line) -> None:
    line.service.request(WAY)
    client = line.joins()
    client.recv(4096)
    line.sends(client, ONLINE + framed(FarKind.SEALED, b"from there"))
    line.service.request(FarFrame(b"to there"))
    line.edge.turn()
    assert line.received == [FarOnline(True), FarFrame(b"from there")]
    assert frames(client.recv(4096)) == [(FarKind.SEALED, b"to there")]


def test_the_session_gets_one_frame_at_a_time(line: Line) -> None:
    client, line.is_busy = line.joins(), True
    line.sends(client, framed(FarKind.SEALED, b"1") + framed(FarKind.SEALED, b"2"))
    assert line.received == [FarFrame(b"1")]
    line.waits.pop()()
    line.edge.turn()
    assert line.received == [FarFrame(b"1"), FarFrame(b"2")]


def test_a_program_that_goes_away_leaves_a_line_that_is_down(line: Line) -> None:
    client = line.joins()
    client.close()
    line.edge.turn()
    assert line.received == [FarOnline(False)]


def test_a_later_program_takes_the_place_of_the_one_before(line: Line) -> None:
    first = line.joins()
    second = line.joins()
    assert line.is_dropped(first)
    line.sends(second, ONLINE)
    assert line.received[-1] == FarOnline(True)
    assert not line.is_dropped(second)


@pytest.mark.parametrize(
    "content",
    [bytes(4), (MOST_BYTES + 1).to_bytes(4), framed(FarKind.NOTE, b"{}"), b"\0\0\0\1\7", framed(FarKind.NOTE, b"\xff")],
)
def test_something_else_than_a_frame_ends_the_connection(line: Line, content: bytes) -> None:
    client = line.joins()
    line.sends(client, content)
    assert line.is_dropped(client)


def test_frames_that_nobody_carries_are_not_kept(line: Line) -> None:
    line.service.request(WAY)
    line.service.request(FarFrame(b"nobody is there"))
    client = line.joins()
    assert [kind for kind, _ in frames(client.recv(4096))] == [FarKind.NOTE]
    for number in range(2 * MOST_FRAMES):
        line.service.request(FarFrame(b"%d" % number))
    line.edge.turn()
    assert len(frames(client.recv(1 << 20))) == MOST_FRAMES


@pytest.mark.slow
@given(content=st.binary(max_size=200))
def test_any_bytes_leave_the_table_well(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    line = Line(tmp_path_factory.mktemp("far"))
    client = line.joins()
    line.sends(client, content)
    line.close()
    assert line.edge.errors == []
    assert line.received[-1] == FarOnline(False)
