"""The program waits for its table, follows it over restarts, and logs what is wrong once."""

import asyncio
import logging
from pathlib import Path

import pytest

from table.network.far.carrier import OwnBroker
from table.network.far.far_program import LONGEST_S, FarProgram
from table.view.far_frames import FarKind, framed

ENOUGH = 8


class Evening:
    """The program with a socket of the test. It ends after so many waits."""

    def __init__(self, path: Path, waits: int = ENOUGH) -> None:
        self.waits: list[float] = []
        self.connections = 0
        self._most = waits
        self._path = path
        self.program = FarProgram(path, OwnBroker(), lambda size: bytes(size), self._pause)

    async def _pause(self, seconds: float) -> None:
        self.waits.append(seconds)
        if len(self.waits) == self._most:
            raise asyncio.CancelledError
        await asyncio.sleep(0)

    def run(self) -> None:
        with pytest.raises(asyncio.CancelledError):
            asyncio.run(self.program.serve())

    def run_with(self, sent: bytes) -> None:
        """Run it with a table that sends this and ends the connection."""

        async def connected(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self.connections += 1
            writer.write(sent)
            await writer.drain()
            writer.close()

        async def evening() -> None:
            async with await asyncio.start_unix_server(connected, str(self._path)):
                await self.program.serve()

        with pytest.raises(asyncio.CancelledError):
            asyncio.run(evening())


def test_without_a_table_the_waits_grow_and_the_log_reports_it_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    evening = Evening(tmp_path / "far")
    evening.run()
    assert evening.waits == sorted(evening.waits)
    assert evening.waits[-1] == LONGEST_S
    assert [record.message for record in caplog.records if "no table" in record.message] == [
        f"no table at {tmp_path / 'far'} (No such file or directory): start it with a url under [far]"
    ]


def test_a_table_that_restarts_is_followed_with_short_waits(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "far")
    evening.run_with(b"")
    assert evening.connections == ENOUGH
    assert len(set(evening.waits[1:])) == 1


def test_another_program_at_the_socket_is_named_and_the_waits_grow(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    evening = Evening(tmp_path / "far")
    caplog.set_level(logging.INFO)
    evening.run_with(b"HTTP/1.1 200 OK\r\n\r\n")
    assert evening.waits == sorted(evening.waits)
    assert evening.waits[-1] > evening.waits[0]
    named = [record for record in caplog.records if "not a table of this version" in record.message]
    assert len(named) == 1


def test_a_cut_frame_is_the_end_of_the_table(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "far")
    evening.run_with(framed(FarKind.SEALED, b"frame")[:-2])
    assert evening.connections == ENOUGH
