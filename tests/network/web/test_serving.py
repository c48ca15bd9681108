"""The web program over real sockets of this machine: uvicorn, the kernel and a table's socket, in virtual time."""

import asyncio
import json
import logging
import socket
import ssl
from asyncio.trsock import TransportSocket
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from lab.certificates import signed
from lab.virtual_loop import now_s, run
from table.config.schema import TlsConfig
from table.network.web.certificate import encrypting
from table.network.web.connections import IDLE_S, PATIENCE_S, Connections
from table.network.web.doorkeeper import Doorkeeper
from table.network.web.follower import Follower
from table.network.web.hub import Hub
from table.network.web.serving import LARGEST_HEAD, PIECE, listening, serve
from table.network.web.site import site
from table.network.web.streams import stream_routes
from table.view.streams.stream_frames import FeedFrame
from tests.network.web.frames import FrameSource

pytestmark = pytest.mark.slow
MOST = 100
"""The most connections at once."""
UPGRADE = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: " + "A" * 22 + "==",
)


class Running:
    """A table's socket, the web program that follows it, and its port on this machine."""

    def __init__(self, folder: Path, *, tls: bool = False) -> None:
        self._context: ssl.SSLContext | None = None
        self.trusts: ssl.SSLContext | None = None
        if tls:
            self._context, self.trusts = encryption(folder)
        self.path = folder / "feed"
        self.table = FrameSource()
        self.hub = Hub("feed", FeedFrame, now_s)
        self.connections = Connections(MOST, now_s)
        self.door = listening("127.0.0.1", 0)
        self.port: int = self.door.getsockname()[1]
        self.host = f"127.0.0.1:{self.port}"
        self._joined: list[asyncio.StreamWriter] = []

    async def __aenter__(self) -> "Running":
        doorkeeper = Doorkeeper((), now_s, tls=self._context is not None)
        app = site(stream_routes(self.hub, "/api/v1"), doorkeeper, lambda why, _: why)
        self._table = await asyncio.start_unix_server(self._joins, str(self.path))
        self._program = asyncio.ensure_future(
            serve(app, (Follower(self.path, self.hub),), self.door, self.connections, self.hub.end, self._context)
        )
        while not self.hub.there:
            await asyncio.sleep(0.1)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._program.cancel()
        await asyncio.gather(self._program, return_exceptions=True)
        assert len(self.connections) == 0, "nobody is left hanging"
        for writer in self._joined:
            writer.transport.abort()
        self._table.close()
        await asyncio.sleep(1)
        self.door.close()

    async def _joins(self, _: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._joined.append(writer)
        writer.write(self.table.joined())

    def publishes(self, match: str) -> None:
        line = self.table.publishes(match)
        for writer in self._joined:
            writer.write(line)

    async def opens(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, ssl=self.trusts)

    def head(self, path: str, *lines: str) -> bytes:
        return "\r\n".join((f"GET {path} HTTP/1.1", f"Host: {self.host}", *lines, "", "")).encode()


def encryption(folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """What the program encrypts by, and what a client that trusts its authority does."""
    made = signed(folder)
    context = encrypting(TlsConfig(cert=made.cert, key=made.key))
    assert isinstance(context, ssl.SSLContext)
    return context, ssl.create_default_context(cafile=made.ca)


def running(folder: Path, test: Callable[[Running], Awaitable[None]], *, tls: bool = False) -> None:
    async def within() -> None:
        async with Running(folder, tls=tls) as program:
            await test(program)

    run(within())


def test_the_state_comes_over_http(tmp_path: Path) -> None:
    async def asks(program: Running) -> None:
        reader, writer = await program.opens()
        writer.write(program.head("/api/v1/state", "Connection: close"))
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200")
        assert b"server:" not in head.lower()
        assert json.loads(body)["epoch"] == "epoch"
        writer.close()

    running(tmp_path, asks)


def test_a_change_at_the_table_reaches_a_stream_of_events(tmp_path: Path) -> None:
    async def follows(program: Running) -> None:
        reader, writer = await program.opens()
        writer.write(program.head("/api/v1/events"))
        assert b"snapshot" in await reader.readuntil(b'"match":""')
        program.publishes("one")
        assert b'"value":"one"' in await reader.readuntil(b'"one"}')
        writer.transport.abort()

    running(tmp_path, follows)


def test_a_change_at_the_table_reaches_a_websocket(tmp_path: Path) -> None:
    async def follows(program: Running) -> None:
        async with connect(
            f"ws://{program.host}/api/v1/frames", origin=Origin(f"http://{program.host}"), proxy=None
        ) as socket:
            assert json.loads(await socket.recv())["rev"] == 0
            program.publishes("one")
            assert json.loads(await socket.recv())["rev"] == 1
            assert len(program.connections) == 1
        await asyncio.sleep(1)
        assert (len(program.connections), program.hub.viewers) == (0, set())

    running(tmp_path, follows)


@pytest.mark.parametrize("tls", [False, True])
def test_a_frame_does_not_wait_until_the_last_one_is_confirmed(tls: bool, tmp_path: Path) -> None:
    """The kernel holds a second small one back for some 40 ms unless it is reported not to (Nagle)."""

    async def at_once(program: Running) -> None:
        _, writer = await program.opens()
        (connection,) = program.connections._open.values()
        wire = connection.wire if isinstance(connection.wire, asyncio.Transport) else connection.wire._plain  # type: ignore[attr-defined]
        end = wire.get_extra_info("socket")
        assert isinstance(end, TransportSocket)
        assert end.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 1
        writer.transport.abort()

    running(tmp_path, at_once, tls=tls)


def test_a_websocket_of_another_page_is_refused(tmp_path: Path) -> None:
    async def refused(program: Running) -> None:
        with pytest.raises(InvalidStatus) as reported:
            await connect(f"ws://{program.host}/api/v1/frames", origin=Origin("http://evil.example"), proxy=None)
        assert reported.value.response.status_code == 403

    running(tmp_path, refused)


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\ncontent-length: 9\r\n\r\n1"]
)
def test_who_keeps_a_connection_without_asking_is_sent_away(sent: bytes, tmp_path: Path) -> None:
    """One that reports nothing, a head without an end, a body that does not come."""

    async def idle(program: Running) -> None:
        reader, writer = await program.opens()
        writer.write(sent)
        begun_s = now_s()
        with suppress(ConnectionError):
            await reader.read()
        assert now_s() - begun_s <= IDLE_S + 2
        writer.close()

    running(tmp_path, idle)


async def unread(program: Running) -> tuple[socket.socket, Callable[[bytes], bytes]]:
    """A connection of somebody who will read no answer, and what encrypts a request on it."""
    loop = asyncio.get_running_loop()
    lazy = socket.socket()
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    lazy.connect(("127.0.0.1", program.port))
    if program.trusts is None:
        return lazy, bytes
    lazy.setblocking(False)
    stated = ClientHello(program)
    lazy.send(stated.first)
    while not stated.agreed(await loop.sock_recv(lazy, 65536)):
        pass
    return lazy, stated.last


@pytest.mark.parametrize("path", ["/api/v1/events", "/api/v1/frames"])
@pytest.mark.parametrize("tls", [False, True])
def test_who_does_not_read_is_dropped_and_the_others_are_not(path: str, tls: bool, tmp_path: Path) -> None:
    async def deaf(program: Running) -> None:
        keen_reader, keen = await program.opens()
        keen.write(program.head("/api/v1/events"))
        lazy, encrypts = await unread(program)
        lazy.send(encrypts(program.head(path, *(UPGRADE if path.endswith("frames") else ()))))
        await asyncio.sleep(1)
        assert len(program.hub.viewers) == 2
        begun_s = now_s()
        while len(program.hub.viewers) == 2 and now_s() - begun_s < 20 * PATIENCE_S:
            program.publishes("x" * 5000)
            await keen_reader.read(100_000)
            await asyncio.sleep(0.1)
        assert len(program.hub.viewers) == 1
        await asyncio.sleep(2 * PATIENCE_S)
        assert len(program.connections) == 1
        program.publishes("still there")
        while b"still there" not in await keen_reader.read(100_000):
            pass
        keen.transport.abort()
        lazy.close()

    running(tmp_path, deaf, tls=tls)


def test_one_address_that_asks_for_nothing_keeps_nobody_out(tmp_path: Path) -> None:
    async def many(program: Running) -> None:
        silent = [await program.opens() for _ in range(MOST)]
        await asyncio.sleep(0.1)
        reader, writer = await program.opens()
        writer.write(program.head("/api/v1/state", "Connection: close"))
        assert (await reader.read()).startswith(b"HTTP/1.1 200")
        assert await silent[0][0].read() == b""
        for _, each in (*silent, (reader, writer)):
            each.transport.abort()

    running(tmp_path, many)


@pytest.mark.parametrize("path", ["/api/v1/frames", "/none"])
@pytest.mark.parametrize(
    "frame", [b"\x81\xfe\x07\xd0" + bytes(2004), b"\x89\x80" + bytes(4), b"\x82\xff" + b"\xff" * 8]
)
def test_frames_that_come_before_the_answer_end_the_connection_and_fill_no_log(
    path: str, frame: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def early(program: Running) -> None:
        reader, writer = await program.opens()
        writer.write(program.head(path, *UPGRADE) + 300 * frame)
        with suppress(ConnectionError):
            assert await reader.read() == b""
        writer.transport.abort()
        assert program.hub.there

    running(tmp_path, early)
    assert [each for each in caplog.records if each.name.startswith(("uvicorn", "asyncio"))] == []


@pytest.mark.parametrize(
    "sent",
    [b"\x16\x03\x01\x02\x00\x01\x00", b"GET / HTTP/1.1\r\n\r\n", b"\0" * 1000],
)
def test_what_is_no_request_is_refused_and_fills_no_log(
    sent: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def nonsense(program: Running) -> None:
        reader, writer = await program.opens()
        writer.write(sent)
        answered = await reader.read()
        assert answered.startswith((b"HTTP/1.1 400", b"HTTP/1.1 421"))
        writer.close()
        assert program.hub.there

    caplog.set_level(logging.INFO)
    running(tmp_path, nonsense)
    assert [each for each in caplog.records if each.name.startswith("uvicorn")] == []


@pytest.mark.parametrize("first", [1, 500, PIECE + 1, 200_000])
@pytest.mark.parametrize(
    ("size", "status"), [(LARGEST_HEAD, b"200"), (LARGEST_HEAD + 1, b"431"), (17_000, b"431"), (120_000, b"431")]
)
def test_a_head_that_is_too_large_is_refused_however_it_comes(
    first: int, size: int, status: bytes, tmp_path: Path
) -> None:
    """Cut after so many bytes, or at once."""

    async def large(program: Running) -> None:
        reader, writer = await program.opens()
        around = len(program.head("/api/v1/state", "Connection: close", "X-Much: "))
        head = program.head("/api/v1/state", "Connection: close", f"X-Much: {'a' * (size - around)}")
        assert len(head) == size
        writer.write(head[:first])
        await writer.drain()
        await asyncio.sleep(0)
        writer.write(head[first:])
        assert (await reader.read()).startswith(b"HTTP/1.1 " + status)
        writer.close()

    running(tmp_path, large)


def test_a_head_that_is_too_large_behind_another_request_is_not_answered(tmp_path: Path) -> None:
    async def large(program: Running) -> None:
        for length, answers in ((LARGEST_HEAD // 2, 2), (120_000, 0)):
            reader, writer = await program.opens()
            first = program.head("/api/v1/state")
            second = program.head("/api/v1/state", "Connection: close", f"X-Much: {'a' * length}")
            writer.write(first + second)
            assert (await reader.read()).count(b"HTTP/1.1 200") == answers
            writer.close()

    running(tmp_path, large)


def test_frames_that_are_no_text_end_the_connection_and_fill_no_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def nonsense(program: Running) -> None:
        for _ in range(3):
            async with connect(f"ws://{program.host}/api/v1/frames", proxy=None) as socket:
                await socket.recv()
                await socket.send(b"\xff\xfe", text=True)
                with pytest.raises(ConnectionClosed) as reported:
                    await socket.recv()
                assert reported.value.rcvd is not None
                assert reported.value.rcvd.code == 1007
            with pytest.raises(InvalidStatus):
                await connect(f"ws://{program.host}/api/v1/frames", origin=Origin("http://evil.example"), proxy=None)

    caplog.set_level(logging.INFO)
    running(tmp_path, nonsense)
    assert [each for each in caplog.records if each.name.startswith("uvicorn")] == []


def test_with_a_certificate_all_of_it_comes_encrypted(tmp_path: Path) -> None:
    async def asks(program: Running) -> None:
        reader, writer = await program.opens()
        assert writer.get_extra_info("ssl_object").version() == "TLSv1.3"
        writer.write(program.head("/api/v1/state", "Connection: close"))
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200")
        assert json.loads(body)["epoch"] == "epoch"
        writer.close()
        async with connect(
            f"wss://{program.host}/api/v1/frames",
            origin=Origin(f"https://{program.host}"),
            ssl=program.trusts,
            proxy=None,
        ) as follows:
            assert json.loads(await follows.recv())["rev"] == 0
            program.publishes("one")
            assert json.loads(await follows.recv())["rev"] == 1
            assert len(program.connections) == 1
        await asyncio.sleep(1)
        assert (len(program.connections), program.hub.viewers) == (0, set())

    running(tmp_path, asks, tls=True)


def test_with_a_certificate_a_page_that_came_without_one_is_refused(tmp_path: Path) -> None:
    async def refused(program: Running) -> None:
        origin = Origin(f"http://{program.host}")
        with pytest.raises(InvalidStatus) as reported:
            await connect(f"wss://{program.host}/api/v1/frames", origin=origin, ssl=program.trusts, proxy=None)
        assert reported.value.response.status_code == 403

    running(tmp_path, refused, tls=True)


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"\0" * 1000,
        b"\x16\x03\x01\x00\x05aaaaa",
        b"\x15\x03\x01\x00\x02\x02\x28",
    ],
)
def test_what_does_not_speak_tls_is_let_go_and_fills_no_log(
    sent: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def plain(program: Running) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", program.port)
        writer.write(sent)
        answered = b""
        with suppress(ConnectionError):
            answered = await reader.read()
        assert b"HTTP" not in answered
        writer.close()
        assert len(program.connections) == 0

    caplog.set_level(logging.INFO)
    running(tmp_path, plain, tls=True)
    assert [each for each in caplog.records if each.name.startswith(("uvicorn", "asyncio"))] == []


@pytest.mark.parametrize("sent", [b"", b"\x16\x03\x01\x02\x00\x01"])
def test_who_begins_no_handshake_or_does_not_end_it_is_counted_and_sent_away(sent: bytes, tmp_path: Path) -> None:
    async def half_open(program: Running) -> None:
        begun_s = now_s()
        wires = [await asyncio.open_connection("127.0.0.1", program.port) for _ in range(41)]
        for _, writer in wires:
            writer.write(sent)
        await asyncio.sleep(0.1)
        assert len(program.connections) == 41
        for reader, writer in wires:
            with suppress(ConnectionError):
                await reader.read()
            writer.close()
        assert now_s() - begun_s <= IDLE_S + 2
        assert len(program.connections) == 0

    running(tmp_path, half_open, tls=True)


def test_who_goes_in_the_middle_of_a_handshake_leaves_nothing(tmp_path: Path) -> None:
    """At every byte of what a client states first, and with a request right behind it."""

    async def goes(program: Running) -> None:
        for cut in range(1, 600, 37):
            stated = ClientHello(program)
            _, writer = await asyncio.open_connection("127.0.0.1", program.port)
            writer.write(stated.first[:cut])
            await asyncio.sleep(0.01)
            writer.transport.abort()
        await asyncio.sleep(1)
        assert len(program.connections) == 0

    running(tmp_path, goes, tls=True)


def test_a_request_in_the_same_breath_as_the_end_of_the_handshake_is_answered(tmp_path: Path) -> None:
    """A client's last words of the handshake and its first request come in one piece."""

    async def at_once(program: Running) -> None:
        stated = ClientHello(program)
        reader, writer = await asyncio.open_connection("127.0.0.1", program.port)
        writer.write(stated.first)
        while not stated.agreed(await reader.read(65536)):
            pass
        writer.write(stated.last(program.head("/api/v1/state", "Connection: close")))
        answered = b""
        while not answered.startswith(b"HTTP/1.1 200") or b"epoch" not in answered:
            answered += stated.receives(await reader.read(65536))
        writer.close()

    running(tmp_path, at_once, tls=True)


def test_who_goes_right_after_the_handshake_leaves_nothing(tmp_path: Path) -> None:
    async def goes(program: Running) -> None:
        for request in (b"", program.head("/api/v1/events")):
            stated = ClientHello(program)
            reader, writer = await asyncio.open_connection("127.0.0.1", program.port)
            writer.write(stated.first)
            while not stated.agreed(await reader.read(65536)):
                pass
            writer.write(stated.last(request))
            writer.close()
            await asyncio.sleep(1)
            assert (len(program.connections), program.hub.viewers) == (0, set())

    running(tmp_path, goes, tls=True)


def test_a_wire_that_is_cut_in_the_middle_of_a_handshake_is_forgotten(tmp_path: Path) -> None:
    async def cut(program: Running) -> None:
        with silent(program) as end:
            end.send(ClientHello(program).first[:100])
            await asyncio.sleep(0.1)
            assert len(program.connections) == 1
            program.connections.end()
            await asyncio.sleep(0.1)
            assert len(program.connections) == 0

    running(tmp_path, cut, tls=True)


@pytest.mark.parametrize("tls", [False, True])
def test_its_end_closes_whatever_is_open(tls: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Somebody in mid-handshake, somebody who asked for nothing, and somebody who reads nothing and confirms no end."""

    async def goes(program: Running) -> None:
        begun = ends.enter_context(silent(program))
        begun.send(ClientHello(program).first[:100] if tls else b"GET /api")
        idle, _ = await unread(program)
        lazy, encrypts = await unread(program)
        ends.enter_context(idle)
        ends.enter_context(lazy)
        lazy.send(encrypts(program.head("/api/v1/events")))
        await asyncio.sleep(1)
        for _ in range(60):
            program.publishes("x" * 5000)
            await asyncio.sleep(0.1)
        assert (len(program.connections), len(program.hub.viewers)) == (3, 1)

    caplog.set_level(logging.INFO)
    with ExitStack() as ends:
        running(tmp_path, goes, tls=tls)
    assert [each for each in caplog.records if each.name.startswith(("uvicorn", "asyncio"))] == []


def silent(program: Running) -> socket.socket:
    """Somebody who has only come."""
    end = socket.socket()
    end.connect(("127.0.0.1", program.port))
    return end


class ClientHello:
    """A client of TLS whose bytes a test sends as it likes."""

    def __init__(self, program: Running) -> None:
        assert program.trusts is not None
        self._in, self._out = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._end = program.trusts.wrap_bio(self._in, self._out, server_hostname="127.0.0.1")
        self._shakes()
        self.first = self._out.read()

    def agreed(self, heard: bytes) -> bool:
        """True once the program's answer is whole; the last words are still to be sent."""
        assert heard
        self._in.write(heard)
        return self._shakes()

    def last(self, request: bytes) -> bytes:
        if request:
            self._end.write(request)
        return self._out.read()

    def receives(self, heard: bytes) -> bytes:
        assert heard
        self._in.write(heard)
        with suppress(ssl.SSLWantReadError):
            return self._end.read()
        return b""

    def _shakes(self) -> bool:
        try:
            self._end.do_handshake()
        except ssl.SSLWantReadError:
            return False
        return True


@pytest.mark.parametrize("method", [b"GET", b"HEAD"])
def test_a_body_that_is_none_writes_no_traceback(
    method: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def sends(program: Running) -> None:
        reader, writer = await program.opens()
        head = program.head("/api/v1/state", "Transfer-Encoding: chunked").replace(b"GET", method, 1)
        writer.write(head + b"no length\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 400")
        writer.close()

    running(tmp_path, sends)
    assert not [record for record in caplog.records if record.exc_info]


def test_data_in_a_stream_of_events_writes_no_traceback(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def sends(program: Running) -> None:
        reader, writer = await program.opens()
        writer.write(program.head("/api/v1/events", "Transfer-Encoding: chunked"))
        await reader.readuntil(b'"match":""')
        writer.write(b"no length\r\n")
        assert b"HTTP/1.1" not in await reader.read()
        writer.close()

    running(tmp_path, sends)
    assert not [record for record in caplog.records if record.exc_info]
