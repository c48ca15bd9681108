"""Load a broker with matches: `python -m lab.campaigns.two_tables.relay.matches_on_relay PORT CA MATCHES PACE SEED`.

It prints a line when all matches are connected, and ends when its input is closed: then it prints the seconds that each
batch took, as JSON.
"""

import asyncio
import json
import ssl
import sys
import time
from contextlib import AsyncExitStack
from random import Random

from lab.campaigns.two_tables.relay.wire_client import WireClient

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
