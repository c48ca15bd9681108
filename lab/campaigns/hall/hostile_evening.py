"""An evening with one hostile table: bursts of all other tables, the hall's memory, and its restart."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import NamedTuple

from lab.campaigns.hall.bursts import PageViewer, cpu_of, send_bursts
from lab.campaigns.hall.hall_stage import HallStage
from lab.local_machine import resident_mb
from table.network.hall.organiser.setting_up import TABLES

BETWEEN_S = 1.5
"""The time between two bursts."""
LONGER_S, UNLIMITED_S = 5.0, 25.0
"""The time for which the hostile table attacks after the last burst."""
LONGEST_S = 60.0
STARTS = 3
RESTARTED_S = 3.0
"""The time that the hostile table has after a restart."""
WITHOUT = "lab.campaigns.hall.hall_without_quotas"


class HostileEvening(NamedTuple):
    """The times and sizes of an evening."""

    missing: int
    """The number of their events that never reached the page."""
    differing: int
    """The number of their events that the log lacks, has twice or has in another order."""
    most_mb: float
    """The most memory of the hall, in its first run and in its last."""
    broker_mb: float
    started_s: float
    """The hall's processor time from a later start to its page, the least of some starts."""
    reported: bool
    """True if the page reported the table that sends too much."""


async def evening(
    folder: Path, tables: int, count: int, attacks: Sequence[str] = (), *, limits: bool = True
) -> HostileEvening:
    """Play an evening of this many honest tables and bursts, with one more table that makes these attacks."""
    async with HallStage(folder, tables + 1, program=() if limits else ("-m", WITHOUT)) as stage:
        if not limits:
            stage.broker.without("max_packet_size", "message_size_limit", "max_queued_bytes")
            stage.broker.kill()
            stage.broker.start()
        await stage.hall_begins()
        for name in stage.names[:-1]:
            stage.table(name).opens()
        await stage.delivered(LONGEST_S)
        viewer = PageViewer()
        reading = asyncio.ensure_future(viewer.reads(stage.page_port))
        with _hostile(stage, stage.names[-1], attacks) if attacks else nullcontext():
            sent = await send_bursts(stage, viewer, count, LONGEST_S)
            await asyncio.sleep(LONGER_S if limits else UNLIMITED_S)
            state = await asyncio.to_thread(stage.page, "/api/v1/state")
            most_mb, broker_mb = resident_mb(stage.pid, "VmHWM"), resident_mb(stage.broker.pid)
            started_s = float("inf")
            for _ in range(STARTS):
                stage.hall_ends()
                await stage.hall_begins()
                started_s = min(started_s, cpu_of(stage))
            await asyncio.sleep(RESTARTED_S)
            await stage.delivered(LONGEST_S)
            most_mb = max(most_mb, resident_mb(stage.pid, "VmHWM"))
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        differing = stage.compared(stage.names[:-1]).differing
        reported = any(need in state for need in (b'"quota"', b'"full"'))
        missing = len(sent - viewer.seen.keys())
        return HostileEvening(missing, differing, most_mb, broker_mb, started_s, reported)


@contextmanager
def _hostile(stage: HallStage, name: str, attacks: Sequence[str]) -> Iterator[None]:
    password = (stage.folder / TABLES / f"{name}.password").read_bytes()
    command = [sys.executable, "-m", "lab.campaigns.hall.hostile_table", str(stage.broker.port), name, *attacks]
    with (stage.folder / "hostile.log").open("ab") as log:
        running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=log, stderr=log)
    try:
        if running.stdin is not None:
            running.stdin.write(password)
            running.stdin.close()
        yield
    finally:
        running.kill()
        running.wait()
