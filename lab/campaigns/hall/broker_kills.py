"""A broker and a hall that are killed at random times while tables play, and an outbox that trusts the broker."""

import asyncio
import random
from pathlib import Path
from typing import NamedTuple

import aiomqtt

from lab.campaigns.hall.hall_stage import Compared, HallStage
from lab.campaigns.hall.simulated import ForgetfulTable, SimulatedTable
from table.network.hall.outbox.outbox_program import OutboxProgram
from table.network.hall.wire.topics import event_topic

PLAYED_S = 0.05
"""The mean time between two events of all tables."""
MOST_PLAYED = 12
"""The maximum number of events per table between two kills."""

DELIVERED_S = 120.0
QUEUED_S = 0.5
"""The time for events to reach a broker without a hall. A broker that is killed then loses them for certain."""


class KillsSurvived(NamedTuple):
    broker: int
    hall: int
    compared: Compared


async def kills(
    folder: Path, tables: int, count: int, seed: int, kind: type[SimulatedTable] = SimulatedTable
) -> KillsSurvived:
    """Kill broker and hall this many times each, in random order, then both at once; return the hall's log compared."""
    chance = random.Random(seed)
    victims = ["broker"] * count + ["hall"] * count
    chance.shuffle(victims)
    async with HallStage(folder, tables) as stage:
        await stage.hall_begins()
        for name in stage.names:
            stage.table(name, kind).opens()
        for victim in (*victims, "both"):
            for _ in range(chance.randint(1, MOST_PLAYED)):
                for table in stage.tables:
                    table.plays()
                await asyncio.sleep(chance.uniform(0, 2 * PLAYED_S))
            if victim == "both":
                await stage.delivered(DELIVERED_S)  # so that every table is connected
            if victim == "broker":
                stage.broker.kill()
            else:
                stage.hall_ends()
            for table in stage.tables:
                table.plays()
            if victim == "both":
                await asyncio.sleep(QUEUED_S)
                stage.broker.kill()
            else:
                await asyncio.sleep(chance.uniform(0, 0.3))
            if victim != "hall":
                stage.broker.start()
            if victim != "broker":
                await stage.hall_begins()
        for table in stage.tables:
            table.ends()
        await stage.delivered(DELIVERED_S)
        await asyncio.sleep(1.0)
        return KillsSurvived(count + 1, count + 1, stage.compared())


class TrustingOutbox(OutboxProgram):
    """The control: an outbox that takes the broker's acknowledgement for the hall's, and loses events."""

    async def _publish_due(self, client: aiomqtt.Client) -> None:
        for each in tuple(self.listeners.store.events_from(self.listeners.store.acked + 1)):
            await client.publish(event_topic(self._names.table), each.line, qos=1)
            self.listeners.store.acknowledge(each.seq)
        await super()._publish_due(client)


class TrustingTable(ForgetfulTable):
    outbox_kind = TrustingOutbox
