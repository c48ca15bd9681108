"""On the wire to a real broker, MQTT adds nothing that depends on a locked card."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.campaigns.hall.mosquitto import Mosquitto
from lab.campaigns.two_tables.bad_line import CALM, TwoTables
from lab.campaigns.two_tables.liars import OpensEarly, side_of
from lab.campaigns.two_tables.quiet_sessions import hidden_game
from table.records.two_tables.peer import TwoTablesPeer
from table.rules.seats import BLUE, RED, SEATS
from tests.network.far.broker.conftest import SocketOfTable

TOPIC = "0123456789abcdef" * 2
PUBLISH = 3
CARDS = 3


class Wire:
    """A connection to the broker through which all bytes pass, and are kept."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.up = b""

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to_broker = await asyncio.open_connection("127.0.0.1", self._port)
        await asyncio.gather(self._pass_on(reader, to_broker[1], kept=True), self._pass_on(to_broker[0], writer))

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, kept: bool = False) -> None:
        while content := await reader.read(65536):
            self.up += content if kept else b""
            writer.write(content)
        writer.close()


def packets(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield kind and content of each packet of MQTT."""
    while content:
        size = next(n for n in range(1, 5) if content[n] < 0x80)
        length = sum((byte & 0x7F) << 7 * n for n, byte in enumerate(content[1 : 1 + size]))
        yield content[0] >> 4, content[1 + size : 1 + size + length]
        content = content[1 + size + length :]


def frames_of(card: int, plays: type[TwoTablesPeer] = TwoTablesPeer) -> list[bytes]:
    """Return blue's frames until red has locked, too, in a world where blue locks this card."""
    tables = TwoTables(hidden_game(), 5, 0, CALM, {seat: side_of(plays) for seat in SEATS})
    tables.plays_until_locks()
    tables.locks(BLUE, card)
    tables.waits(60_000)
    return [each.frame for each in tables.frames if each.seat is not RED]


def on_wire(frames: list[bytes], folder: Path, broker: Mosquitto) -> list[tuple[int, int, bytes]]:
    """Return kind, length and all bytes but the frames, for each packet on blue's wire."""

    async def carried() -> bytes:
        wire = Wire(broker.port)
        async with await asyncio.start_server(wire.connected, "127.0.0.1") as proxy:
            port = proxy.sockets[0].getsockname()[1]
            blue = SocketOfTable(folder / "blue", "blue", f"mqtt://127.0.0.1:{port}", TOPIC)
            red = SocketOfTable(folder / "red", "red", f"mqtt://127.0.0.1:{broker.port}", TOPIC)
            red.program._entropy = lambda size: b"r" * size
            async with blue, red:
                await blue.online()
                await red.online()
                for frame in frames:
                    blue.send(frame)
                    await red.until(lambda: len(red.sealed) > 0)
                    red.sealed.clear()
            return wire.up

    content = asyncio.run(carried())
    begin = len(f"command-table-far/{TOPIC}/blue") + 3
    return [(kind, len(each), each[:begin] if kind == PUBLISH else each) for kind, each in packets(content)]


@pytest.mark.hall
def test_packets_are_alike_for_each_locked_card_and_their_frames_are_padded(
    tmp_path: Path, mosquitto: Mosquitto
) -> None:
    worlds = [frames_of(card) for card in range(CARDS)]
    assert all(len(frame) % 256 == 0 for frames in worlds for frame in frames)
    seen = [on_wire(frames, tmp_path, mosquitto) for frames in worlds]
    assert sum(kind == PUBLISH for kind, _, _ in seen[0]) == len(worlds[0])
    assert seen[1:] == seen[:1] * (CARDS - 1)


@pytest.mark.hall
def test_a_side_that_opens_early_shows_on_the_wire(tmp_path: Path, mosquitto: Mosquitto) -> None:
    honest = on_wire(frames_of(0), tmp_path, mosquitto)
    assert on_wire(frames_of(0, OpensEarly), tmp_path, mosquitto) != honest
