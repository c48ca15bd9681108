"""Bursts of one event per table, timed from table to hall page through a real broker; and the load of the hall."""

import asyncio
import gc
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from lab.campaigns.hall.hall_stage import HallStage
from lab.local_machine import resident_mb

MARK = re.compile(rb"burst (\d+) of (table-\d+)")
BETWEEN_S = 1.5
"""The time between two bursts."""
LONGEST_S = 30.0


class BurstsSeen(NamedTuple):
    """The results of the bursts of this many tables."""

    tables: int
    taken_ms: tuple[float, ...]
    """The times from the table to the page, one for each event."""
    missing: int
    """The number of events that never reached the page."""
    differing: int
    """The number of events that the log lacks, has twice or has in another order."""
    hall_mb: float
    broker_mb: float
    hall_cpu: float
    """The hall's share of a core."""


class PageViewer:
    """A client of the hall's page, and the time at which each mark reached it."""

    def __init__(self) -> None:
        self.seen: dict[tuple[int, str], float] = {}

    async def reads(self, port: int) -> None:
        """Read the page's events until cancelled."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=16 * 1024 * 1024)
        writer.write(b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try:
            while line := await reader.readline():
                now_s = time.monotonic()
                for burst, table in MARK.findall(line):
                    self.seen.setdefault((int(burst), table.decode()), now_s)
        finally:
            writer.close()


async def bursts(folder: Path, tables: int, count: int) -> BurstsSeen:
    """Return the results of `count` bursts of this many tables."""
    async with staged(folder, tables) as (stage, viewer):
        gc.collect()  # a collection in the middle of a burst would take 0.2 s
        cpu_s, began_s = cpu_of(stage), time.monotonic()
        sent = await send_bursts(stage, viewer, count)
        await stage.delivered(LONGEST_S)
        passed_s = time.monotonic() - began_s
        taken = tuple(1000 * (viewer.seen[key] - at_s) for key, at_s in sent.items() if key in viewer.seen)
        return BurstsSeen(
            tables, taken, len(sent) - len(taken), stage.compared().differing, resident_mb(stage.pid),
            resident_mb(stage.broker.pid), (cpu_of(stage) - cpu_s) / passed_s,
        )  # fmt: skip


async def send_bursts(
    stage: HallStage, viewer: PageViewer, count: int, most_s: float = LONGEST_S
) -> dict[tuple[int, str], float]:
    """Let all tables play at once, again and again. Return when each event was sent, once the viewer has seen them."""
    sent = dict[tuple[int, str], float]()
    for burst in range(1, count + 1):
        for table in stage.tables:
            sent[burst, table.name] = time.monotonic()
            table.plays(f"burst {burst} of {table.name}", shown=False)
        await asyncio.sleep(BETWEEN_S)
    until_s = time.monotonic() + most_s
    while len(viewer.seen) < len(sent) and time.monotonic() < until_s:
        await asyncio.sleep(0.05)
    return sent


@asynccontextmanager
async def staged(folder: Path, tables: int) -> AsyncIterator[tuple[HallStage, PageViewer]]:
    """Start a hall with this many tables, each in a match, and a client of its page."""
    async with HallStage(folder, tables) as stage:
        await stage.hall_begins()
        for number, name in enumerate(stage.names):
            stage.table(name).opens()
            if number % 20 == 19:
                await asyncio.sleep(0.2)
        viewer = PageViewer()
        await stage.delivered(60.0 + tables / 5)
        reading = asyncio.ensure_future(viewer.reads(stage.page_port))
        await asyncio.sleep(1.0)
        try:
            yield stage, viewer
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)


def cpu_of(stage: HallStage) -> float:
    """Return the hall's processor time in seconds."""
    try:
        fields = Path(f"/proc/{stage.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / 100


EVENTS, EACH_S = 20, 0.5
"""The number of events, one each half second. A real table publishes about 200 in two hours."""


async def outbox_cpu(folder: Path) -> float:
    """Return the share of a core that an outbox takes, together with its simulated table."""
    async with HallStage(folder, 1) as stage:
        await stage.hall_begins()
        table = stage.table("table-1")
        table.opens()
        await stage.delivered()
        cpu_s, began_s = time.process_time(), time.monotonic()
        for _ in range(EVENTS):
            table.plays()
            table.lives()
            await asyncio.sleep(EACH_S)
        return (time.process_time() - cpu_s) / (time.monotonic() - began_s)
