"""Load a broker with matches: `python -m lab.campaigns.two_tables.relay.matches_on_relay PORT CA MATCHES PACE SEED`.

It prints a line when all matches are connected, and ends when its input is closed: then it prints the seconds that each
batch took, as JSON.
"""

import asyncio
import json
import ssl
import sys
import time
from contextlib import AsyncExitStack, suppress
from random import Random
from types import TracebackType

from lab.figure import NotMeasuredError

CONNECT, CONNACK, PUBLISH, SUBSCRIBE, SUBACK = 0x10, 0x20, 0x30, 0x82, 0x90
CLEAN_START, WITH_USER = 0x02, 0x80
MOST_READ = 64 * 1024
FAILED = 0x80
"""The first reason code of a refusal."""


class WireClient:
    """A client of one match: it writes one topic and reads the other. Without `tls` it encrypts nothing."""

    def __init__(self, port: int, match: str, seat: str, other: str, tls: ssl.SSLContext | None = None) -> None:
        self._port, self._match, self._tls = port, match, tls
        self._ours, self._theirs = (f"command-table-far/{match}/{each}" for each in (seat, other))
        self._name = f"{match}-{seat}"

    async def __aenter__(self) -> "WireClient":
        self._reader, self._writer = await asyncio.open_connection(
            "127.0.0.1", self._port, limit=MOST_READ, ssl=self._tls
        )
        try:
            head = _text("MQTT") + bytes((5, CLEAN_START | WITH_USER)) + bytes(2) + bytes(1)
            self._writer.write(_packet(CONNECT, head + _text(self._name) + _text(self._match)))
            await self._accepted(CONNACK)
            self._writer.write(_packet(SUBSCRIBE, (1).to_bytes(2) + bytes(1) + _text(self._theirs) + bytes(1)))
            await self._accepted(SUBACK)
        except BaseException:
            await self._close()
            raise
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _where: TracebackType | None
    ) -> None:
        await self._close()

    async def _close(self) -> None:
        self._writer.close()
        with suppress(OSError):  # the broker was killed
            await self._writer.wait_closed()

    def send(self, frame: bytes) -> None:
        """Publish a frame."""
        self._writer.write(_packet(PUBLISH, _text(self._ours) + bytes(1) + frame))

    async def receive(self) -> bytes:
        """Return the next frame of the other side."""
        while True:
            kind, content = await self._read()
            if kind & 0xF0 == PUBLISH:
                topic = int.from_bytes(content[:2])
                return content[2 + topic + 1 :]

    async def _accepted(self, kind: int) -> None:
        came, content = await self._read()
        if came != kind or content[-1 if kind == SUBACK else 1] >= FAILED:
            raise NotMeasuredError(f"the broker refuses {self._name}: {content.hex()}")

    async def _read(self) -> tuple[int, bytes]:
        kind = (await self._reader.readexactly(1))[0]
        length = shift = 0
        while True:
            byte = (await self._reader.readexactly(1))[0]
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return kind, await self._reader.readexactly(length)


def _text(content: str) -> bytes:
    raw = content.encode()
    return len(raw).to_bytes(2) + raw


def _packet(kind: int, content: bytes) -> bytes:
    length, size = b"", len(content)
    while True:
        size, low = size >> 7, size & 0x7F
        length += bytes((low | (0x80 if size else 0),))
        if not size:
            return bytes((kind,)) + length + content


FRAMES = (768, 1024, 768)
"""The bytes of the frames of a batch: red's proposal, blue's batch, red's signature. Their mean is near 900."""
CONNECTING = 40
"""The matches that connect at the same time."""
CONNECTED = "connected"


class MatchOnRelay:
    """A match whose two sides exchange batches."""

    def __init__(self, port: int, tls: ssl.SSLContext, chance: Random) -> None:
        self._chance = chance
        name = chance.randbytes(16).hex()
        self.blue, self.red = WireClient(port, name, "blue", "red", tls), WireClient(port, name, "red", "blue", tls)

    async def batch(self) -> float:
        """Exchange the three frames of a batch, and return the seconds that it took."""
        proposal, batch, signature = map(self._chance.randbytes, FRAMES)
        began_s = time.perf_counter()
        for frame, sender, receiver in (
            (proposal, self.red, self.blue),
            (batch, self.blue, self.red),
            (signature, self.red, self.blue),
        ):
            sender.send(frame)
            await receiver.receive()
        return time.perf_counter() - began_s

    async def play(self, pace_s: float, taken: list[float]) -> None:
        """Exchange a batch each `pace_s` seconds on average, from a random moment on, until cancelled; 0: at once."""
        await asyncio.sleep(self._chance.random() * pace_s)
        while True:
            taken.append(await self.batch())
            await asyncio.sleep(pace_s * self._chance.uniform(0.5, 1.5))


async def matches(port: int, tls: ssl.SSLContext, count: int, pace_s: float, seed: int) -> list[float]:
    """Play until the input is closed, and return the seconds of each batch."""
    chance, taken = Random(seed), list[float]()
    async with AsyncExitStack() as stack:
        all_matches = [MatchOnRelay(port, tls, Random(chance.random())) for _ in range(count)]
        for first in range(0, count, CONNECTING):
            some = all_matches[first : first + CONNECTING]
            await asyncio.gather(*(stack.enter_async_context(side) for each in some for side in (each.blue, each.red)))
        _print(CONNECTED)
        playing = [asyncio.ensure_future(each.play(pace_s, taken)) for each in all_matches]
        await asyncio.to_thread(sys.stdin.read)
        for each in playing:
            each.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return taken


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    port, ca, count, pace_s, seed = sys.argv[1:]
    tls = ssl.create_default_context(cafile=ca)
    _print(json.dumps(asyncio.run(matches(int(port), tls, int(count), float(pace_s), int(seed)))))
