"""Frames of phones are passed on as they are: the web program has no key, and imports nothing that could have one."""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from lab.virtual_loop import now_s, run
from table.config.schema import WebConfig
from table.network.web.seats import FULL, GONE, GREETINGS, SENT_AWAY, SILENT_S, SPOKE
from table.network.web.web_program import WebProgram
from table.view.seat_frames import DOWN_BYTES, SOCKET, UP_BYTES
from table.words import Words, languages

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
@pytest.mark.parametrize("stated", [b"", UP[:-1], "text", "x" * UP_BYTES])
def test_what_is_no_frame_ends_the_connection(tmp_path: Path, stated: bytes | str) -> None:
    async def story(seats: Seats) -> None:
        async with seats.phone() as phone:
            await phone.send(stated)
            assert await closed(phone) == SPOKE

    tried(tmp_path, story)


@pytest.mark.slow
def test_a_phone_learns_that_the_table_let_it_go_or_is_not_there(tmp_path: Path) -> None:
    async def let_go(seats: Seats) -> None:
        async with seats.phone() as phone:
            await phone.send(UP)
            await asyncio.sleep(1)
            seats.joined[0].close()
            assert await closed(phone) == SENT_AWAY

    async def none(seats: Seats) -> None:
        async with seats.phone() as phone:
            await phone.send(UP)
            assert await closed(phone) == GONE

    tried(tmp_path, let_go)
    (tmp_path / "other").mkdir()
    tried(tmp_path / "other", none, table=False)


@pytest.mark.slow
def test_a_phone_that_reports_nothing_does_not_reach_the_table(tmp_path: Path) -> None:
    """Otherwise two addresses could hold all the places of phones."""

    async def story(seats: Seats) -> None:
        silent = [await seats.phone() for _ in range(30)]
        async with seats.phone() as phone:
            await phone.send(UP)
            await asyncio.sleep(1)
            assert len(seats.came) == 1
            assert await seats.came[0].readexactly(UP_BYTES) == UP
        begun_s = now_s()
        assert [await closed(each) for each in silent] == [SPOKE] * 30
        assert now_s() - begun_s <= SILENT_S

    tried(tmp_path, story)


@pytest.mark.slow
def test_phones_of_one_address_come_only_so_often(tmp_path: Path) -> None:
    async def story(seats: Seats) -> None:
        codes: list[int] = []
        for _ in range(int(GREETINGS) + 1):
            async with seats.phone() as phone:
                await phone.send(UP)
                if len(codes) < GREETINGS:
                    await asyncio.sleep(0.05)
                    seats.joined[-1].close()
                codes.append(await closed(phone))
        assert codes == [SENT_AWAY] * int(GREETINGS) + [FULL]
        await asyncio.sleep(2)
        async with seats.phone() as phone:
            await phone.send(UP)
            await asyncio.sleep(1)
            assert len(seats.came) == GREETINGS + 1

    tried(tmp_path, story)


@pytest.mark.slow
def test_a_phone_that_the_table_answers_keeps_its_connection(tmp_path: Path) -> None:
    async def story(seats: Seats) -> None:
        async with seats.phone() as phone, seats.phone():
            await phone.send(UP)
            await asyncio.sleep(1)
            seats.joined[0].write(DOWN)
            await asyncio.sleep(1)
            kept = [each.is_phone for each in seats.program._connections._open.values()]
            assert sorted(kept) == [False, True]

    tried(tmp_path, story)


@pytest.mark.slow
def test_without_the_owners_leave_there_is_no_such_address(tmp_path: Path) -> None:
    assert paths(tmp_path, phones=True) - paths(tmp_path) == {"/phone", "/api/v1/seat"}


@pytest.mark.slow
@pytest.mark.rule("TB-127")
def test_the_page_of_the_screen_is_there_if_the_table_wants_it_and_never_by_way_of_a_public_address(
    tmp_path: Path,
) -> None:
    assert paths(tmp_path, phones=True, screen=True) - paths(tmp_path, phones=True) == {"/table"}
    assert "/table" not in paths(tmp_path, phones=True, screen=True, public_url="https://table.example")


def paths(folder: Path, *, phones: bool = False, screen: bool = False, public_url: str = "") -> set[str]:
    """The addresses that such a web program serves."""
    config = WebConfig(port=1026, phones=phones, public_url=public_url)
    program = WebProgram(config, folder, {"en": Words("en")}, "table", now_s, screen=screen)
    program._door.close()
    return {route.path for route in program._site._app.routes}  # type: ignore[attr-defined]


@pytest.mark.slow
def test_the_web_program_imports_nothing_that_opens_a_frame() -> None:
    code = (
        "import sys\nimport table.network.web.web_program\n"
        "print([name for name in sys.modules if name.startswith(('cryptography', 'table.devices', 'table.session'))])"
    )
    run_of_it = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run_of_it.stdout.strip() == "[]"
