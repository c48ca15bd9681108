"""The sockets at which streams of lines are read. A client that does not read, or writes, costs the table nothing."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from table.devices.edge.client import Client
from table.devices.edge.edge import SocketEdge
from table.devices.edge.line_socket import GUESTS, MOST_UNREAD, PATIENCE_S, LineSocket
from tests.devices.edge.kit import EdgeOfTest

FIRST = b"first\n"


class Lines:
    """A stream of the lines that a test puts into it."""

    def __init__(self, name: str = "feed") -> None:
        self.name = name
        self.due = b""

    def joined(self, now_s: float) -> bytes:
        return FIRST

    def step(self, now_s: float) -> bytes:
        due, self.due = self.due, b""
        return due

    def next_s(self) -> float | None:
        return 0.0 if self.due else None


class Served:
    """A server on the test's own thread, whose clock is the test's."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.now_s = folder, 0.0
        self.feed, self.operations = Lines(), Lines("operations")
        self.sockets = LineSocket(self.feed), LineSocket(self.operations)
        self.server = EdgeOfTest(folder, *self.sockets, now_s=lambda: self.now_s)
        self.clients: list[socket.socket] = []

    def joins(self, name: str = "feed") -> socket.socket:
        client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        client.settimeout(1.0)
        client.connect(str(self.folder / name))
        self.clients.append(client)
        self.turn()
        return client

    def turn(self) -> None:
        self.server.turn()

    @property
    def clients_of_feed(self) -> list[Client]:
        return self.sockets[0]._clients

    def publishes(self, lines: bytes) -> None:
        self.feed.due = lines
        self.turn()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path)
    yield served
    for client in served.clients:
        client.close()
    served.server.close()


def gone(client: socket.socket) -> bool:
    """True if the other end has closed; whatever it sent before is read."""
    client.setblocking(False)
    try:
        while client.recv(65536):
            pass
    except ConnectionError:
        return True
    except BlockingIOError:
        return False
    return True


def test_the_sockets_are_the_owners_alone_and_go_with_the_table(served: Served) -> None:
    for name in ("feed", "operations"):
        assert (served.folder / name).stat().st_mode & 0o777 == 0o600
    served.server.close()
    assert list(served.folder.iterdir()) == []


def test_sockets_that_a_killed_table_left_behind_are_replaced(served: Served) -> None:
    EdgeOfTest(served.folder, LineSocket(Lines())).close()
    (served.folder / "feed").touch()
    EdgeOfTest(served.folder, LineSocket(Lines())).close()
    assert not (served.folder / "feed").exists()


def test_where_one_socket_cannot_be_made_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "operations").mkdir()
    with pytest.raises(OSError, match="operations"):
        EdgeOfTest(tmp_path, LineSocket(Lines()), LineSocket(Lines("operations")))
    assert not (tmp_path / "feed").exists()


def test_each_client_begins_at_its_own_beginning_and_receives_its_own_stream(served: Served) -> None:
    one = served.joins()
    assert one.recv(100) == FIRST
    served.publishes(b"second\n")
    other, helper = served.joins(), served.joins("operations")
    served.publishes(b"third\n")
    assert one.recv(100) == b"second\nthird\n"
    assert other.recv(100) == FIRST + b"third\n"
    assert helper.recv(100) == FIRST


def test_lines_that_wait_for_a_rest_are_sent_at_the_rest(served: Served) -> None:
    client = served.joins()
    assert client.recv(100) == FIRST
    served.feed.due = b"second\n"
    edge = served.server.edge
    edge.wake_at_rest()
    served.server.run()
    client.setblocking(False)
    with pytest.raises(BlockingIOError):
        client.recv(100)
    edge.rests()
    served.server.run()
    assert client.recv(100) == b"second\n"
    edge.rests()
    assert not edge._is_woken, "nothing new was told"


def test_who_goes_is_forgotten(served: Served) -> None:
    client = served.joins()
    client.close()
    served.publishes(b"more\n")
    assert served.clients_of_feed == []


def test_who_speaks_is_dropped(served: Served) -> None:
    one, other = served.joins(), served.joins()
    one.sendall(b"GET / HTTP/1.1\r\n\r\n")
    served.turn()
    assert gone(one)
    assert not gone(other)


def full(served: Served, client: socket.socket) -> None:
    """Send until the client's own end takes no longer."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    for _ in range(100):
        if served.clients_of_feed[0].unread:
            return
        served.publishes(bytes(10_000) + b"\n")
    raise AssertionError("it takes everything")


@pytest.mark.slow
def test_who_does_not_read_is_dropped_in_its_time_and_nobody_else(served: Served) -> None:
    lazy = served.joins()
    full(served, lazy)
    reader = served.joins()
    served.now_s += PATIENCE_S - 0.1
    served.turn()
    assert len(served.clients_of_feed) == 2
    served.now_s += 0.1
    served.turn()
    assert len(served.clients_of_feed) == 1
    assert gone(lazy)
    served.publishes(b"more\n")
    assert reader.recv(100) == FIRST + b"more\n"


@pytest.mark.slow
def test_who_reads_again_in_time_gets_all_of_it(served: Served) -> None:
    slow = served.joins()
    full(served, slow)
    sent = served.clients_of_feed[0].unread
    served.publishes(b"last\n")
    assert served.clients_of_feed[0].unread == sent + 5
    heard = b""
    while not heard.endswith(b"last\n"):
        heard += slow.recv(1 << 20)
        served.turn()
    served.now_s += 2 * PATIENCE_S
    served.turn()
    assert len(served.clients_of_feed) == 1


@pytest.mark.slow
def test_no_more_is_kept_for_a_client_than_it_may_leave_unread(served: Served) -> None:
    lazy = served.joins()
    full(served, lazy)
    served.publishes(bytes(MOST_UNREAD) + b"\n")
    assert served.clients_of_feed == []


def test_a_flood_of_clients_sends_away_nobody_who_listens(served: Served) -> None:
    first = served.joins()
    flood = [served.joins() for _ in range(GUESTS + 3)]
    served.publishes(b"more\n")
    assert first.recv(100) == FIRST + b"more\n"
    assert [gone(client) for client in flood[GUESTS - 1 :]] == 4 * [True]
    assert len(served.clients_of_feed) == GUESTS
    assert served.joins("operations").recv(100) == FIRST


def test_clients_that_come_faster_than_they_are_let_in_hold_up_nobody(served: Served) -> None:
    """As many come and go at once as can wait at the door."""
    first = served.joins()
    for _ in range(20):
        flood = [socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for _ in range(GUESTS)]
        for client in flood:
            client.setblocking(False)
            with suppress(BlockingIOError):  # as many wait there as may
                client.connect(str(served.folder / "feed"))
            client.close()
        served.publishes(b"more\n")
        assert first.recv(100).endswith(b"more\n")


@pytest.mark.slow
def test_a_stream_that_fails_reports_it_and_is_served_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.devices.threads.FIRST_PAUSE_S", 0.01)
    reported, failed, lines = list[str](), threading.Event(), Lines()

    class Broken(Lines):
        def step(self, now_s: float) -> bytes:
            if not reported:
                raise ValueError("no such view")
            return lines.step(now_s)

    def fails(name: str, error: BaseException) -> None:
        reported.append(f"{name}: {error}")
        failed.set()

    thread = SocketEdge(fails)
    thread.open(tmp_path, [LineSocket(Broken())])
    thread.start()
    assert failed.wait(5)
    assert reported == ["feed: no such view"]
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(5)
        client.connect(str(tmp_path / "feed"))
        assert client.recv(100) == FIRST
        lines.due = b"more\n"
        thread.wake()
        assert client.recv(100) == b"more\n"
        thread.stop()
        thread.close(5)
        assert client.recv(100) == b""
    assert not (tmp_path / "feed").exists()
