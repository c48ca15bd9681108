"""Sealed frames go from one table's socket to the other's as they are, and nothing else does."""

import asyncio
import logging

import pytest

from table.config.addresses import BrokerPlace
from table.network.far.carrier import FrameError, OwnBroker
from table.network.far.frame_queue import MOST_FRAMES
from table.view.far_frames import LENGTH_BYTES, MOST_BYTES
from tests.network.far.conftest import TOPIC, FakeBroker, TableEnd, settle

OWN = OwnBroker(BrokerPlace("broker.example.org", 8883, True), "players", "secret", "")


def test_frames_of_both_tables_arrive_as_they_were_sent(broker: FakeBroker) -> None:
    async def match() -> None:
        blue, red = TableEnd("blue"), TableEnd("red")
        for table in (blue, red):
            table.routes()
        await settle()
        blue.sends(b"a", b"\0" * 900, b"b")
        red.sends(b"c")
        await settle()
        assert red.sealed == [b"a", b"\0" * 900, b"b"]
        assert blue.sealed == [b"c"]
        assert {topic for topic, _ in broker.messages} == {
            f"command-table-far/{TOPIC}/blue",
            f"command-table-far/{TOPIC}/red",
        }
        await blue.ends()
        await red.ends()

    asyncio.run(match())


def test_the_table_gets_the_state_of_the_line_first_and_at_each_change(broker: FakeBroker) -> None:
    async def match() -> None:
        table = TableEnd("blue")
        await settle()
        assert table.states == [False]
        table.routes()
        await settle()
        assert table.states == [False, True]
        broker.goes_down()
        await settle()
        broker.is_down = False
        await settle()
        assert table.states == [False, True, False, True]
        assert len(table.waits) > 1
        await table.ends()

    asyncio.run(match())


def test_frames_wait_for_the_broker_and_the_oldest_make_room(broker: FakeBroker) -> None:
    async def match() -> None:
        blue, red = TableEnd("blue"), TableEnd("red")
        red.routes()
        await settle()
        broker.is_down = True
        blue.routes()
        await settle()
        blue.sends(*(n.to_bytes(2) for n in range(MOST_FRAMES + 5)))
        await settle()
        assert red.sealed == []
        broker.is_down = False
        await settle()
        assert red.sealed == [n.to_bytes(2) for n in range(5, MOST_FRAMES + 5)]
        await blue.ends()
        await red.ends()

    asyncio.run(match())


@pytest.mark.usefixtures("broker")
def test_a_table_that_reads_nothing_gets_the_latest_frames_later() -> None:
    async def match() -> None:
        blue, red = TableEnd("blue"), TableEnd("red")
        for table in (blue, red):
            table.routes()
        await settle()
        red.writer.free.clear()
        for n in range(3 * MOST_FRAMES):
            blue.sends(n.to_bytes(2))
            await asyncio.sleep(0)
        await settle()
        red.writer.free.set()
        await settle()
        assert red.sealed[-MOST_FRAMES:] == [n.to_bytes(2) for n in range(2 * MOST_FRAMES, 3 * MOST_FRAMES)]
        assert len(red.sealed) <= MOST_FRAMES + 1
        await blue.ends()
        await red.ends()

    asyncio.run(match())


def test_another_match_leaves_the_old_topics_and_their_frames(broker: FakeBroker) -> None:
    async def match() -> None:
        table = TableEnd("blue")
        table.routes()
        await settle()
        broker.goes_down()
        table.sends(b"of the old match")
        await settle()
        table.routes("f" * 32)
        broker.is_down = False
        await settle()
        table.sends(b"of the new one")
        await settle()
        assert broker.messages == [(f"command-table-far/{'f' * 32}/blue", b"of the new one")]
        assert [client.topics for client in broker.clients] == [[f"command-table-far/{'f' * 32}/red"]]
        await table.ends()

    asyncio.run(match())


def test_without_a_match_there_is_no_connection(broker: FakeBroker) -> None:
    async def match() -> None:
        table = TableEnd("blue")
        table.notes(b'{"v":1}')
        await settle()
        assert broker.made == []
        table.routes()
        await settle()
        assert len(broker.clients) == 1
        table.notes(b'{"v":1}')
        await settle()
        assert broker.clients == []
        assert table.states == [False, True, False]
        await table.ends()

    asyncio.run(match())


def test_the_same_route_again_keeps_the_connection(broker: FakeBroker) -> None:
    async def match() -> None:
        table = TableEnd("blue")
        table.routes()
        table.routes()
        await settle()
        table.routes()
        await settle()
        assert len(broker.made) == 1
        await table.ends()

    asyncio.run(match())


@pytest.mark.parametrize(
    ("url", "user"),
    [
        ("mqtts://broker.example.org", "players"),
        ("mqtts://broker.example.org:8883", "players"),
        ("mqtt://broker.example.org:8883", TOPIC),
        ("mqtts://broker.example.com", TOPIC),
        ("mqtts://broker.example.org:1", TOPIC),
    ],
)
def test_only_the_configured_broker_gets_user_and_password(broker: FakeBroker, url: str, user: str) -> None:
    async def match() -> None:
        table = TableEnd("blue", OWN)
        table.routes(url=url)
        await settle()
        made = broker.made[0]
        assert (made["username"], made["password"]) == (user, "secret" if user == "players" else None)
        assert made["identifier"] not in ("", "players")
        assert made["will"] is None
        await table.ends()

    asyncio.run(match())


@pytest.mark.parametrize("length", [0, MOST_BYTES + 1, 2**32 - 1])
def test_a_frame_of_a_wrong_length_ends_the_connection_before_it_is_read(length: int) -> None:
    async def match() -> None:
        table = TableEnd("blue")
        table.reader.feed_data(length.to_bytes(LENGTH_BYTES))
        with pytest.raises(FrameError):
            await table.task

    asyncio.run(match())


def test_the_broker_is_asked_for_no_larger_packets_and_a_larger_one_is_dropped(broker: FakeBroker) -> None:
    async def match() -> None:
        table = TableEnd("red")
        table.routes()
        await settle()
        assert MOST_BYTES < broker.made[0]["properties"].MaximumPacketSize < MOST_BYTES + 2048
        for size in (MOST_BYTES, 0, MOST_BYTES - 1):
            await broker.clients[0].publish(f"command-table-far/{TOPIC}/blue", bytes(size))
        await settle()
        assert [len(frame) for frame in table.sealed] == [MOST_BYTES - 1]
        await table.ends()

    asyncio.run(match())


def test_the_end_of_the_table_ends_the_connection(broker: FakeBroker) -> None:
    async def match() -> None:
        table = TableEnd("blue")
        table.routes()
        await settle()
        table.reader.feed_eof()
        await settle()
        assert table.task.done()
        assert broker.clients == []

    asyncio.run(match())


def test_no_topic_is_logged(broker: FakeBroker, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def match() -> None:
        table = TableEnd("blue")
        table.routes()
        await settle()
        table.notes(b'{"v":1,"topic":"' + TOPIC.encode() + b'","url":"gopher://x","seat":"blue"}')
        await settle()
        broker.goes_down()
        await settle()
        await table.ends()

    asyncio.run(match())
    assert "connected with the broker" in caplog.text
    assert "make a new one" in caplog.text
    assert TOPIC not in caplog.text
