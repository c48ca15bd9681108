"""A table's password costs nobody else anything: tried with a real Mosquitto and the hall's own program."""

import asyncio
from collections.abc import Callable

import pytest

from lab.campaigns.hall.hall_stage import HallStage
from lab.campaigns.hall.hostile_table import PROPERTIES, Publisher
from table.network.broker import BrokerAccess, LastWill, connection
from table.network.hall.organiser.setting_up import TABLES
from table.network.hall.wire.messages import MOST_BYTES, MOST_STATE_BYTES
from table.network.hall.wire.topics import ask_topic, event_topic, hall_topic, state_topic
from tests.network.hall.broker.test_access import hall_access

pytestmark = pytest.mark.hall
Staged = Callable[[int], HallStage]


def hostile(stage: HallStage, name: str) -> Publisher:
    return Publisher(stage.broker.port, name, (stage.folder / TABLES / f"{name}.password").read_text("utf-8").strip())


async def retained(access: BrokerAccess) -> set[str]:
    """Return the topics of tables with a retained message."""
    found = set[str]()
    async with connection(access, LastWill(hall_topic("main"), b"")) as client:
        await client.subscribe("command-table/+/+", qos=1)
        await client.publish(ask_topic("end"), b"end", qos=1)
        async for message in client.messages:
            if message.payload == b"end":
                break
            found.add(message.topic.value)
    return found


def test_a_packet_larger_than_any_match_file_ends_the_connection(stage: Staged) -> None:
    async def tried() -> None:
        async with stage(1) as hall:
            table = hostile(hall, "table-1")
            with pytest.raises(OSError, match=r"reset|Broken pipe"):
                table.send(3 * table.packet("event", b" " * (2 * MOST_BYTES), retain=True))
            table.close()
            assert await retained(hall_access(hall)) == set()

    asyncio.run(tried())


def test_the_hall_removes_retained_messages_that_no_table_sends(stage: Staged) -> None:
    async def tried() -> None:
        async with stage(2) as hall:
            table = hostile(hall, "table-1")
            table.publish("state", b" " * (MOST_STATE_BYTES + 1), retain=True)
            table.publish("event", b"{}", retain=True)
            honest = hall.table("table-2")
            honest.opens()
            access = hall_access(hall)

            async def is_there(topic: str) -> bool:
                return topic in await retained(access)

            await hall.until(lambda: is_there(event_topic("table-1")), "the garbage")
            await hall.until(lambda: is_there(state_topic("table-2")), "the state of an honest table")
            await hall.hall_begins()

            async def is_gone() -> bool:
                return not await retained(access) & {event_topic("table-1"), state_topic("table-1")}

            await hall.until(is_gone, "the end of the garbage")
            assert await is_there(state_topic("table-2"))
            table.close()

    asyncio.run(tried())


def test_a_table_that_floods_is_paused_and_reported_and_delays_nobody(stage: Staged) -> None:
    async def tried() -> None:
        async with stage(2) as hall:
            await hall.hall_begins()
            honest, table = hall.table("table-2"), hostile(hall, "table-1")
            honest.opens()
            await hall.delivered()
            table.send(table.packet("event", b"{}") * 20_000)

            async def reported() -> bool:
                return b'"quota"' in await asyncio.to_thread(hall.page, "/api/v1/state")

            await hall.until(reported, "word of a table that sends too much")
            honest.plays()
            await hall.delivered()
            assert hall.compared(("table-2",)).differing == 0
            table.close()

    asyncio.run(tried())


def test_messages_with_thousands_of_properties_cost_nobody_anything(stage: Staged) -> None:
    """Reading the properties of one such packet took a second, and no quota counted them."""

    async def tried() -> None:
        async with stage(2) as hall:
            await hall.hall_begins()
            honest, table = hall.table("table-2"), hostile(hall, "table-1")
            honest.opens()
            await hall.delivered()
            for _ in range(500):  # Mosquitto 2.0.11 counts them as its memory after they are freed
                table.send(table.packet("event", b"{}", properties=PROPERTIES))
            honest.plays()
            await hall.delivered(5)
            table.close()

    asyncio.run(tried())
