"""Frames of phones are passed on as they are: the web program has no key, and imports nothing that could have one."""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from starlette.applications import Starlette
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from lab.virtual_loop import now_s, run
from table.config.schema import WebConfig
from table.network.web.seats import FULL, GONE, MOST_OF_ONE, SENT_AWAY, SPOKE, SeatFrames
from table.network.web.web_program import WebProgram
from table.view.seat_frames import DOWN_BYTES, MOST_PHONES, SOCKET, UP_BYTES
from table.words import Words, languages
from tests.network.web.asgi import Socket

UP, DOWN = bytes(range(256)) * 4, bytes(reversed(range(256))) * 16


class Seats:
    """A table's socket for phones, and the web program before it."""

    def __init__(self, folder: Path, config: WebConfig, *, table: bool = True) -> None:
        self.folder, self.table = folder, table
        words = {language: Words(language) for language in languages()}
        self.program = WebProgram(config, folder, words, "table", now_s)
        self.came: list[asyncio.StreamReader] = []
        self.joined: list[asyncio.StreamWriter] = []

    async def __aenter__(self) -> "Seats":
        if self.table:
            self._server = await asyncio.start_unix_server(self._joins, str(self.folder / SOCKET))
        self._serving = asyncio.ensure_future(self.program.serve())
        await asyncio.sleep(1)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._serving.cancel()
        await asyncio.gather(self._serving, return_exceptions=True)
        for writer in self.joined:
            writer.transport.abort()
        if self.table:
            self._server.close()
        await asyncio.sleep(1)

    async def _joins(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.came.append(reader)
        self.joined.append(writer)

    def phone(self) -> connect:
        return connect(f"ws://127.0.0.1:{self.program.port}/api/v1/seat", compression=None, ping_interval=None)


def tried(folder: Path, story: Callable[[Seats], Awaitable[None]], *, table: bool = True) -> None:
    async def whole() -> None:
        async with Seats(folder, WebConfig(port=1024, phones=True), table=table) as seats:
            await story(seats)

    run(whole())


async def closed(phone: ClientConnection) -> int:
    """The code with which it is closed."""
    try:
        while True:
            await phone.recv()
    except ConnectionClosed as end:
        return 0 if end.rcvd is None else end.rcvd.code


@pytest.mark.slow
def test_frames_are_passed_on_both_ways_as_they_are(tmp_path: Path) -> None:
    async def story(seats: Seats) -> None:
        async with seats.phone() as phone:
            await phone.send(UP)
            await asyncio.sleep(1)
            assert await seats.came[0].readexactly(UP_BYTES) == UP
            seats.joined[0].write(DOWN[:1000])
            await asyncio.sleep(1)
            seats.joined[0].write(DOWN[1000:] + DOWN)
            assert [await phone.recv(), await phone.recv()] == [DOWN, DOWN]
            assert len(DOWN) == DOWN_BYTES

    tried(tmp_path, story)


@pytest.mark.slow
@pytest.mark.parametrize("said", [b"", UP[:-1], "text", "x" * UP_BYTES])
def test_what_is_no_frame_ends_the_connection(tmp_path: Path, said: bytes | str) -> None:
    async def story(seats: Seats) -> None:
        async with seats.phone() as phone:
            await phone.send(said)
            assert await closed(phone) == SPOKE

    tried(tmp_path, story)


@pytest.mark.slow
def test_a_phone_hears_that_the_table_let_it_go_or_is_not_there(tmp_path: Path) -> None:
    async def let_go(seats: Seats) -> None:
        async with seats.phone() as phone:
            await asyncio.sleep(1)
            seats.joined[0].close()
            assert await closed(phone) == SENT_AWAY

    async def none(seats: Seats) -> None:
        async with seats.phone() as phone:
            assert await closed(phone) == GONE

    tried(tmp_path, let_go)
    (tmp_path / "other").mkdir()
    tried(tmp_path / "other", none, table=False)


@pytest.mark.slow
def test_there_are_only_so_many_of_one_address(tmp_path: Path) -> None:
    async def story(seats: Seats) -> None:
        phones = [await seats.phone() for _ in range(MOST_OF_ONE)]
        async with seats.phone() as phone:
            assert await closed(phone) == FULL
        await phones[0].close()
        await asyncio.sleep(1)
        async with seats.phone() as phone:
            await phone.send(UP)
            await asyncio.sleep(1)
            assert await seats.came[-1].readexactly(UP_BYTES) == UP
        for each in phones:
            await each.close()

    tried(tmp_path, story)


def test_there_are_only_so_many_in_all(tmp_path: Path) -> None:
    relay = SeatFrames(tmp_path)

    async def all_of_them() -> None:
        for number in range(MOST_PHONES):
            relay._phones[f"192.168.1.{number}"] += 1
        app = Starlette(routes=relay.routes("/api/v1"))
        phone = Socket(app, "/api/v1/seat")
        assert await phone.ended() == FULL

    run(all_of_them())


@pytest.mark.slow
def test_without_the_owners_leave_there_is_no_such_address(tmp_path: Path) -> None:
    def paths(phones: bool) -> set[str]:
        program = WebProgram(WebConfig(port=1024, phones=phones), tmp_path, {"en": Words("en")}, "table", now_s)
        program._door.close()
        return {route.path for route in program._site._app.routes}  # type: ignore[attr-defined]

    assert paths(True) - paths(False) == {"/phone", "/api/v1/seat"}


@pytest.mark.slow
def test_the_web_program_imports_nothing_that_opens_a_frame() -> None:
    code = (
        "import sys\nimport table.network.web.web_program\n"
        "print([name for name in sys.modules if name.startswith(('cryptography', 'table.devices', 'table.session'))])"
    )
    run_of_it = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run_of_it.stdout.strip() == "[]"
