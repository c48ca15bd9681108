"""The table may come and go at any time: its socket is followed all the same."""

import asyncio
import logging
from pathlib import Path

import pytest

from lab.virtual_loop import run
from table.network.web import follower
from table.network.web.follower import FIRST_S, LONGEST_S, Follower


class ReceivedLines:
    """Somebody who receives the lines, and does not like `bad` ones."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.times_lost = 0
        self.news = asyncio.Event()

    def receive(self, line: bytes) -> bool:
        self.heard.append(line)
        self.news.set()
        return line != b"bad\n"

    def lost(self) -> None:
        self.times_lost += 1
        self.news.set()

    async def until(self, heard: int) -> None:
        while len(self.heard) < heard:
            self.news.clear()
            await self.news.wait()


class Speaker:
    """A table that states its lines to everybody who joins; `stays` if it does not go then."""

    def __init__(self, path: Path, lines: bytes, stays: bool = False) -> None:
        self.path, self.lines, self.stays = path, lines, stays
        self.joined = 0
        self._writers: list[asyncio.StreamWriter] = []

    async def __aenter__(self) -> "Speaker":
        self._server = await asyncio.start_unix_server(self._serve, str(self.path))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for writer in self._writers:
            writer.transport.abort()
        await asyncio.sleep(0.01)
        self.path.unlink(missing_ok=True)

    async def _serve(self, _: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.joined += 1
        self._writers.append(writer)
        writer.write(self.lines)
        if not self.stays:
            writer.close()


async def following(path: Path, ears: ReceivedLines) -> "asyncio.Task[None]":
    return asyncio.ensure_future(Follower(path, ears).run())


async def ended(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def test_a_table_that_is_there_later_is_found(tmp_path: Path) -> None:
    async def later() -> None:
        ears = ReceivedLines()
        task = await following(tmp_path / "feed", ears)
        await asyncio.sleep(600)
        async with Speaker(tmp_path / "feed", b"one\ntwo\n", stays=True):
            await ears.until(2)
        assert ears.heard == [b"one\n", b"two\n"]
        assert ears.times_lost > 600 / LONGEST_S
        await ended(task)

    run(later())


def test_it_is_looked_for_less_and_less_often_and_soon_again_once_it_spoke(tmp_path: Path) -> None:
    async def waits() -> list[float]:
        found: list[float] = []

        async def pause(seconds: float) -> None:
            found.append(seconds)
            if len(found) == 8:
                raise asyncio.CancelledError
            if len(found) == 7:
                async with Speaker(tmp_path / "feed", b"one\n"):
                    await asyncio.sleep(0)
                    speaker = Follower(tmp_path / "feed", ReceivedLines(), pause)
                    speaker._wait_s = LONGEST_S
                    await speaker._once()
                    found.append(speaker._wait_s)
                raise asyncio.CancelledError

        await asyncio.gather(Follower(tmp_path / "feed", ReceivedLines(), pause).run(), return_exceptions=True)
        return found

    assert run(waits()) == [FIRST_S, 0.4, 0.8, 1.6, 3.2, LONGEST_S, LONGEST_S, FIRST_S]


def test_a_table_that_goes_is_joined_again(tmp_path: Path) -> None:
    async def again() -> int:
        ears = ReceivedLines()
        async with Speaker(tmp_path / "feed", b"one\n") as table:
            task = await following(tmp_path / "feed", ears)
            await ears.until(3)
            await ended(task)
            assert ears.times_lost >= 2
            return table.joined

    assert run(again()) >= 3


@pytest.mark.parametrize("lines", [b"bad\nnever\n", b"one\ncut"])
def test_a_line_that_is_no_frame_or_is_cut_off_ends_that_connection(lines: bytes, tmp_path: Path) -> None:
    async def left() -> None:
        ears = ReceivedLines()
        async with Speaker(tmp_path / "feed", lines) as table:
            task = await following(tmp_path / "feed", ears)
            await ears.until(2)
            await ended(task)
            assert table.joined >= 2
        assert set(ears.heard) == {lines.splitlines(keepends=True)[0]}

    run(left())


def test_a_line_without_an_end_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follower, "LONGEST_LINE", 1000)

    async def flooded() -> None:
        ears = ReceivedLines()
        async with Speaker(tmp_path / "feed", b"x" * 100_000, stays=True) as table:
            task = await following(tmp_path / "feed", ears)
            await asyncio.sleep(60)
            await ended(task)
            assert table.joined > 3
        assert ears.heard == []

    run(flooded())


def test_a_socket_that_may_not_be_read_is_reported_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def refused() -> None:
        task = await following(tmp_path / "feed", ReceivedLines())
        await asyncio.sleep(600)
        await ended(task)

    caplog.set_level(logging.INFO)
    (tmp_path / "feed").touch()
    run(refused())
    (line,) = caplog.messages
    assert str(tmp_path / "feed") in line
