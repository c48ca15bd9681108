"""The hall receives from each table over a connection of its own, within the table's quota."""

import asyncio
from collections.abc import Iterable
from typing import Any, cast

import aiomqtt
import pytest
from pytest_mock import MockerFixture

from table.network.broker import BrokerAccess
from table.network.hall.organiser import table_connections
from table.network.hall.organiser.hall import Hall
from table.network.hall.organiser.quotas import PAUSE_S
from table.network.hall.organiser.table_connections import AT_ONCE, LONGEST_S, TableConnections, TableMessage
from table.network.hall.wire.messages import MOST_BYTES, MOST_STATE_BYTES
from table.records.verify.file import links_of

EVENT = "command-table/table-1/event"


def message(topic: str = EVENT, payload: bytes = b"{}", *, retain: bool = False) -> aiomqtt.Message:
    return aiomqtt.Message(topic, payload, 0, retain, 1, None)


class FakeClient:
    """A connection that delivers these messages, and is then lost."""

    def __init__(self, messages: Iterable[aiomqtt.Message] = ()) -> None:
        self._waiting, self.subscribed = [*messages], set[str]()
        self.removed = list[str]()
        self.messages = self

    async def __aenter__(self) -> "FakeClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    async def subscribe(self, topics: list[tuple[str, int]]) -> None:
        self.subscribed |= {topic for topic, _ in topics}

    async def publish(self, topic: str, payload: bytes, *, retain: bool) -> None:
        assert (payload, retain) == (b"", True)
        self.removed.append(topic)

    def __aiter__(self) -> "FakeClient":
        return self

    async def __anext__(self) -> aiomqtt.Message:
        if not self._waiting:
            raise aiomqtt.MqttError("lost")
        return self._waiting.pop(0)


class Receiver:
    """The connections of a hall in virtual time. Each wait takes the time at once, until `waits` are over."""

    def __init__(self) -> None:
        self.hall, self.taken, self.now_s = Hall(links_of), list[tuple[str, TableMessage]](), 0.0
        self.waited = list[float]()
        self._over = asyncio.Event()
        self._waits = 0
        access = BrokerAccess("", 1, "hall", "secret")
        self.connections = TableConnections(access, self.hall, self._take, lambda: self.now_s, self._pause)

    def receives(self, tables: Iterable[str], waits: int) -> None:
        async def receives() -> None:
            receiving = asyncio.ensure_future(self.connections.receive_always(lambda: tables))
            await self._over.wait()
            receiving.cancel()
            await asyncio.gather(receiving, return_exceptions=True)

        self._waits = waits
        asyncio.run(receives())

    async def _take(self, table: str, taken: TableMessage) -> None:
        self.taken.append((table, taken))

    async def _pause(self, seconds: float) -> None:
        self.now_s += seconds
        self.waited.append(seconds)
        if len(self.waited) >= self._waits:
            self._over.set()
        await asyncio.sleep(0)


def test_each_table_has_a_connection_whose_user_receives_from_it_alone(mocker: MockerFixture) -> None:
    clients = dict[str, FakeClient]()

    def connected(access: BrokerAccess, *_: object) -> FakeClient:
        assert not access.properties, "thousands of them take seconds to read"
        return clients.setdefault(access.user, FakeClient())

    mocker.patch.object(table_connections, "connection", connected)
    Receiver().receives(("table-1", "table-2"), 3)
    assert {user: len(client.subscribed) for user, client in clients.items()} == {"hall.table-1": 3, "hall.table-2": 3}
    assert EVENT in clients["hall.table-1"].subscribed


def test_only_some_connections_are_made_at_once(mocker: MockerFixture) -> None:
    """Each takes a thread, for seconds if the broker's machine does not answer."""
    making, most = 0, 0

    class SlowClient(FakeClient):
        async def __aenter__(self) -> FakeClient:
            nonlocal making, most
            making += 1
            most = max(most, making)
            await asyncio.sleep(0)
            making -= 1
            return self

    mocker.patch.object(table_connections, "connection", return_value=SlowClient())
    Receiver().receives([f"table-{number}" for number in range(20)], 21)
    assert most == AT_ONCE


def test_the_first_message_beyond_the_quota_ends_the_connection_and_others_are_dropped_as_they_come() -> None:
    receiver = Receiver()
    admits = [receiver.connections._admits("table-1", message()) for _ in range(2000)]
    admitted = admits.index(False)
    assert admits == [True] * admitted + [False] * (2000 - admitted)
    assert receiver.hall.paused("table-1", 0.0)
    client = cast("aiomqtt.Client", FakeClient([message()]))
    asyncio.run(receiver.connections._receive("table-1", client))
    assert receiver.taken == []


def test_a_message_larger_than_any_match_file_is_dropped_and_pauses_nobody() -> None:
    receiver = Receiver()
    assert not receiver.connections._admits("table-1", message(payload=b" " * (MOST_BYTES + 1)))
    assert not receiver.hall.paused("table-1", 0.0)


def test_a_paused_table_is_connected_again_after_its_pause(mocker: MockerFixture) -> None:
    receiver, connected_s = Receiver(), list[float]()

    def connected(_access: BrokerAccess, _will: None, admits: Any) -> FakeClient:
        connected_s.append(receiver.now_s)
        while admits(message()):
            pass
        return FakeClient([message()])

    mocker.patch.object(table_connections, "connection", connected)
    receiver.receives(("table-1",), 200)
    assert len(connected_s) > 1
    assert connected_s[1] - connected_s[0] >= PAUSE_S


def test_tries_for_a_table_come_less_often_and_a_refusal_is_logged_once(
    mocker: MockerFixture, caplog: pytest.LogCaptureFixture
) -> None:
    reasons = iter([0x80])

    def refused(*_: object) -> FakeClient:
        raise aiomqtt.MqttCodeError(next(reasons, 0x87))

    mocker.patch.object(table_connections, "connection", refused)
    receiver = Receiver()
    receiver.receives(("table-1",), 40)
    assert max(receiver.waited) == LONGEST_S
    (line,) = caplog.messages
    assert line.startswith("the broker refuses hall.table-1 (")


def test_messages_keep_their_order_and_only_those_of_the_table_are_taken() -> None:
    others = ("command-table/table-2/event", "command-table/table-1/ask", "command-table/hall/main/online", "a")
    own = [message(EVENT, b"%d" % number) for number in range(3)]
    receiver = Receiver()
    client = cast("aiomqtt.Client", FakeClient([*map(message, others), *own]))
    with pytest.raises(aiomqtt.MqttError):
        asyncio.run(receiver.connections._receive("table-1", client))
    assert receiver.taken == [("table-1", TableMessage("event", b"%d" % number, kept=False)) for number in range(3)]


def test_garbage_is_removed_from_the_broker_and_not_taken() -> None:
    receiver, client = Receiver(), FakeClient([message(EVENT, retain=True)])
    with pytest.raises(aiomqtt.MqttError):
        asyncio.run(receiver.connections._receive("table-1", cast("aiomqtt.Client", client)))
    assert (client.removed, receiver.taken) == ([EVENT], [])


@pytest.mark.parametrize(
    ("last", "size", "kept", "is_garbage"),
    [
        ("event", 2, True, True),
        ("state", MOST_STATE_BYTES + 1, True, True),
        ("online", MOST_STATE_BYTES + 1, True, True),
        ("event", 2, False, False),
        ("state", MOST_STATE_BYTES + 1, False, False),
        ("state", 2, True, False),
    ],
)
def test_garbage_that_the_broker_retained_is_recognised(last: str, size: int, kept: bool, is_garbage: bool) -> None:
    assert TableMessage(last, b" " * size, kept).is_garbage is is_garbage
