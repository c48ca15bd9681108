"""`command-table campaign hall`: is the hall's log the union of its tables' events, under every fault?

It runs a real Mosquitto, the hall's own program, and simulated tables that publish through the product's outbox. Broker
and hall are killed at random times; bursts of one event per table are timed up to the hall's page, also while a hostile
table sends as much as it can. Mixtures of all faults, and half an hour without a network, are played in virtual time.
"""

import asyncio
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import aiomqtt
from msgspec.structs import replace

from lab.campaigns.hall.bursts import BurstsSeen, bursts, outbox_cpu
from lab.campaigns.hall.forged_results import results_figures
from lab.campaigns.hall.hall_stage import Compared, HallStage
from lab.campaigns.hall.hostile_figures import hostile_figures
from lab.campaigns.hall.mosquitto import NoBrokerError, found
from lab.campaigns.hall.simulated import ForgetfulTable, SimulatedTable
from lab.campaigns.hall.union import Odds, VirtualHall, runs
from lab.figure import Figure, at_most, control_of, none_of
from lab.log_silence import unwarned
from lab.temporary_folder import temporary_folder
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


SIZES = (50, 400)
GROWTH = (50, 100, 200, 400, 800)
FULL = 100
"""From this number of kills on the campaign has its full length."""
FORGED = 1000
OUTAGE_S = 1800.0
EACH_EVENT = "one event per table each 1.5 s"
QUIET = Odds(0, 0, 0, 0, 0, 0, 0)


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Kill broker and hall `count` times each; play twice as many evenings in virtual time."""
    if not found():
        raise NoBrokerError("there is no mosquitto here: sudo apt install mosquitto, or `make hall` in a checkout")
    with temporary_folder() as folder, unwarned():
        yield from _union(folder, 2 * count, seed)
        yield from _outage(folder, seed)
        yield from results_figures(folder / "results", seed, FORGED)
        done(count // 4)
        yield from _kills(folder, count, seed)
        done(count // 2)
        yield from _bursts(folder, full=count >= FULL)
        yield from hostile_figures(folder / "hostile", full=count >= FULL)
        yield at_most("hall.outbox_cpu", [100 * asyncio.run(outbox_cpu(folder / "cost"))], 1, "% of a core")
    done(count)


def _union(folder: Path, count: int, seed: int) -> Iterator[Figure]:
    differing = unproved = events = matches = 0
    for hall in runs(count, seed, folder / "union"):
        differing += hall.compared().differing
        events += hall.compared().events
        unproved += hall.unproved()
        matches += sum(len(table.finished) for table in hall.tables.values())
    note = f"{count} evenings of 4 tables, {events:,} events; lost, double, unknown or disordered"
    yield none_of("hall.union", differing, "events", note=note)
    yield none_of(
        "hall.union.files", unproved, "matches", note=f"finished matches whose file the hall lacks, of {matches:,}"
    )
    control = sum(
        hall.compared().lost for hall in runs(max(1, count // 20), seed, folder / "control", trusts_broker=True)
    )
    note = "outboxes that take sent events for delivered"
    yield control_of("hall.union.control", control, "lost", note=note)


def _outage(folder: Path, seed: int) -> Iterator[Figure]:
    hall = VirtualHall(folder / "outage", 8, seed, QUIET)
    hall.outage(OUTAGE_S)
    began_s = hall.now_s
    delivered = hall.quiet()
    note = f"8 tables, {hall.compared().events:,} events, 30 min (virtual) without a network; all delivered afterwards"
    yield Figure("hall.outage", round(hall.now_s - began_s, 1), "s (virtual)", "all delivered", delivered, note=note)
    yield none_of("hall.outage.differing", hall.compared().differing, "events", note="after the outage")


def _kills(folder: Path, count: int, seed: int) -> Iterator[Figure]:
    survived = asyncio.run(kills(folder / "kills", 8 if count < FULL else 50, count, seed))
    note = f"kill -9 of the broker and of the hall {survived.broker} times each; {survived.compared.events:,} events"
    yield none_of("hall.kills.lost", survived.compared.lost, "events", note=note)
    yield none_of("hall.kills.double", survived.compared.differing - survived.compared.lost, "events", note=note)
    trusting = asyncio.run(kills(folder / "trusting", 8, max(1, min(count, 10)), seed, TrustingTable))
    note = "an outbox that takes the broker's acknowledgement (PUBACK) for the hall's"
    lost = trusting.compared.lost
    yield control_of("hall.kills.control", lost, "lost", note=note)


def _bursts(folder: Path, *, full: bool) -> Iterator[Figure]:
    for tables in GROWTH if full else (10,):
        seen = asyncio.run(bursts(folder / f"bursts{tables}", tables, 20 if full else 5))
        yield _page(seen)
        yield none_of(f"hall.page.{tables}.lost", seen.missing + seen.differing, "events", note="lost, double, or late")
        memory = at_most(f"hall.memory.{tables}", [round(seen.hall_mb, 1)], 150, "MB")
        yield memory if tables <= SIZES[-1] else _stated(memory)
        yield Figure(f"hall.broker_memory.{tables}", round(seen.broker_mb, 1), "MB")
        yield Figure(f"hall.cpu.{tables}", round(100 * seen.hall_cpu, 1), "% of a core", note=EACH_EVENT)


def _page(seen: BurstsSeen) -> Figure:
    most_ms = 300 if seen.tables <= SIZES[0] else 1000
    figure = at_most(f"hall.page.{seen.tables}", seen.taken_ms, most_ms, "ms", judged="p99")
    return figure if seen.tables <= SIZES[-1] else _stated(figure)


def _stated(figure: Figure) -> Figure:
    return replace(figure, goal=None, ok=True)
