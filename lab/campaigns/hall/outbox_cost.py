"""The processor time of one table's outbox while the table plays as fast as people do."""

import asyncio
import time
from pathlib import Path

from lab.campaigns.hall.hall_stage import HallStage

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
