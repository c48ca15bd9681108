"""A crowd of viewers in a process of its own: `python -m lab.figures.web.viewers PORT HOW_MANY`.

Each holds a WebSocket. When the standard input ends, a line is printed for each frame: its number, and for each viewer
the steady time at which it came, in seconds.
"""

import asyncio
import re
import sys
from collections import defaultdict

from table.network.web.web_program import API
from table.words.terminal import tell

REV = re.compile(rb'"rev":(\d+),')
OF_ONE_ADDRESS = 25
"""The viewers of one address; another address of this machine takes the next."""
READY = "ready"
HEAD = (
    f"GET {API}/frames HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n\r\n"
).encode()


async def _watches(port: int, number: int, came: defaultdict[int, list[float]], there: asyncio.Semaphore) -> None:
    """Note when each frame comes. A frame's head and its first bytes come together."""
    loop = asyncio.get_running_loop()
    own = (f"127.0.0.{2 + number // OF_ONE_ADDRESS}", 0)
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=own)
    writer.write(HEAD)
    await reader.readuntil(b"\r\n\r\n")
    there.release()
    while data := await reader.read(65536):
        now_s = loop.time()
        for rev in REV.findall(data):
            came[int(rev)].append(now_s)


async def _crowd(port: int, count: int) -> dict[int, list[float]]:
    came: defaultdict[int, list[float]] = defaultdict(list)
    there = asyncio.Semaphore(0)
    tasks = [asyncio.ensure_future(_watches(port, number, came, there)) for number in range(count)]
    for _ in tasks:
        await there.acquire()
    tell(READY)
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return came


def main(port: int, count: int) -> None:
    for rev, times in asyncio.run(_crowd(port, count)).items():
        tell(f"{rev} {' '.join(f'{at_s:.6f}' for at_s in times)}")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
