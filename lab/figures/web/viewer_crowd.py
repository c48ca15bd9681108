"""A crowd of viewers in its own process: `python -m lab.figures.web.viewer_crowd PORT COUNT`.

Each viewer holds a WebSocket. When standard input ends, the program prints one line a frame: its number, and for each
viewer the steady time of arrival in seconds.
"""

import asyncio
import re
import sys
from collections import defaultdict

from table.network.web.web_program import API
from table.words.terminal import print_line

REV = re.compile(rb'"rev":(\d+),')
OF_ONE_ADDRESS = 25
"""The number of viewers for each local address."""
READY = "ready"
HEAD = (
    f"GET {API}/frames HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n\r\n"
).encode()


async def _watches(port: int, number: int, came: defaultdict[int, list[float]], there: asyncio.Semaphore) -> None:
    """Record when each frame arrives. A frame's head and its first bytes arrive together."""
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
    print_line(READY)
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return came


def main(port: int, count: int) -> None:
    for rev, times in asyncio.run(_crowd(port, count)).items():
        print_line(f"{rev} {' '.join(f'{at_s:.6f}' for at_s in times)}")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
