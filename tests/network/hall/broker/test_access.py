"""No table can speak or hear as another: tried with a real Mosquitto and the files of `hall init`."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import aiomqtt
import msgspec
import pytest

from lab.campaigns.hall.hall_stage import HallStage
from table.network.broker import BrokerAccess, LastWill, connection
from table.network.hall.wire.topics import ack_topic, ask_topic, event_topic, hall_topic, online_topic, state_topic

pytestmark = pytest.mark.hall
Staged = Callable[[int], HallStage]
OWN = (event_topic("table-1"), state_topic("table-1"), online_topic("table-1"))
FOREIGN = (
    event_topic("table-2"), state_topic("table-2"), online_topic("table-2"), ask_topic("table-1"), ask_topic("table-2"),
    ack_topic("main", "table-1"), ack_topic("main", "table-2"), hall_topic("main"), "anything",
)  # fmt: skip
TO_RECEIVE = (
    event_topic("table-2"),
    ask_topic("table-2"),
    ack_topic("main", "table-2"),
    "command-table/#",
    "#",
    "$SYS/#",
)
WILL = LastWill(online_topic("table-1"), b"")


async def heard_of(access: BrokerAccess, hall: BrokerAccess, topics: tuple[str, ...]) -> set[str]:
    """Return on which of these topics the hall receives what somebody states with this access."""
    heard = set[str]()
    async with connection(hall, LastWill(hall_topic("main"), b"")) as listener:
        await listener.subscribe("#", qos=1)
        for topic in topics:
            with suppress(aiomqtt.MqttError):
                async with connection(access, WILL) as client:
                    await client.publish(topic, b"said", qos=1, timeout=2)
        await listener.publish(ask_topic("end"), b"end", qos=1)
        async for message in listener.messages:
            if message.topic.value == ask_topic("end"):
                return heard
            if message.payload == b"said":
                heard.add(message.topic.value)
    return heard


def hall_access(stage: HallStage) -> BrokerAccess:
    from table.network.hall.organiser.folder import read_settings

    return BrokerAccess("127.0.0.1", stage.broker.port, "hall", read_settings(stage.folder).password)


def test_a_table_speaks_on_its_own_topics_alone(stage: Staged) -> None:
    async def tried() -> None:
        async with stage(2) as hall:
            assert await heard_of(hall.access("table-1"), hall_access(hall), (*OWN, *FOREIGN)) == set(OWN)

    asyncio.run(tried())


def test_a_table_receives_nothing_that_is_for_another(stage: Staged) -> None:
    async def tried() -> None:
        async with stage(2) as hall, connection(hall.access("table-1"), WILL) as client:
            for topic in (*TO_RECEIVE, ack_topic("main", "table-1")):
                with suppress(aiomqtt.MqttError):
                    await client.subscribe(topic, qos=1)
            async with connection(hall_access(hall), LastWill(hall_topic("main"), b"")) as speaker:
                for topic in (*TO_RECEIVE[:3], ack_topic("main", "table-1")):
                    await speaker.publish(topic, b"secret", qos=1)
            message = await asyncio.wait_for(anext(client.messages), 5)
            assert message.topic.value == ack_topic("main", "table-1"), "of all those its own alone"

    asyncio.run(tried())


@pytest.mark.parametrize("change", [{"password": "wrong"}, {"user": "table-9"}, {"user": "hall"}, {"user": ""}])
def test_who_has_no_password_stays_outside(change: dict[str, str], stage: Staged) -> None:
    async def tried() -> None:
        async with stage(2) as hall:
            access = msgspec.structs.replace(hall.access("table-1"), **change)
            with pytest.raises(aiomqtt.MqttError):
                await connection(access, WILL).__aenter__()

    asyncio.run(tried())


def test_nobody_sends_another_away_by_taking_its_name(stage: Staged) -> None:
    """A client identifier is for the asking; here it is that of the user, whatever somebody states."""

    async def tried() -> None:
        async with stage(2) as hall:
            victim, thief = hall.access("table-1"), hall.access("table-2")
            async with connection(victim, WILL) as client:
                stolen = aiomqtt.Client(
                    thief.host, thief.port, identifier="table-1", username=thief.user, password=thief.password,
                    protocol=aiomqtt.ProtocolVersion.V5,
                )  # fmt: skip
                async with stolen:
                    await client.publish(event_topic("table-1"), b"still here", qos=1, timeout=2)

    asyncio.run(tried())


def test_the_user_with_which_the_hall_receives_from_a_table_has_the_topics_of_that_table_alone(stage: Staged) -> None:
    async def tried() -> None:
        async with stage(2) as hall:
            own = msgspec.structs.replace(hall_access(hall), user="hall.table-1")
            assert await heard_of(own, hall_access(hall), (*OWN, *FOREIGN)) == set(OWN)
            async with connection(own, None) as receiver, connection(hall.access("table-2"), WILL) as other:
                await receiver.subscribe("command-table/#", qos=1)
                await receiver.subscribe(event_topic("table-1"), qos=1)
                await other.publish(event_topic("table-2"), b"other", qos=1)
                async with connection(hall.access("table-1"), WILL) as table:
                    await table.publish(event_topic("table-1"), b"own", qos=1)
                message = await asyncio.wait_for(anext(receiver.messages), 5)
                assert message.topic.value == event_topic("table-1")

    asyncio.run(tried())
