"""Two programs and a real Mosquitto with the settings of docs/build/relay.md. Real broker, real time."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import aiomqtt
import pytest

from lab.campaigns.hall.mosquitto import Mosquitto
from lab.campaigns.two_tables.relay.relay_figures import ACCESS, SETTINGS
from lab.house.sources import checkout
from table.network.broker import BrokerAccess, connection
from table.view.far_frames import MOST_BYTES
from tests.network.far.broker.conftest import SocketOfTable

PAGE = "docs/build/relay.md"
TOPIC, ANOTHER = "0123456789abcdef" * 2, "f" * 32


def sockets(folder: Path, broker: Mosquitto, topic: str = TOPIC) -> tuple[SocketOfTable, SocketOfTable]:
    url = f"mqtt://127.0.0.1:{broker.port}"
    blue, red = (SocketOfTable(folder / seat, seat, url, topic) for seat in ("blue", "red"))
    red.program._entropy = os.urandom  # the clients of both need different names
    return blue, red


def test_the_page_has_the_settings_that_are_tested_here() -> None:
    root = checkout()
    assert root is not None
    lines = {line.strip() for line in (root / PAGE).read_text("utf-8").splitlines()}
    assert {*SETTINGS, *ACCESS} <= lines


@pytest.mark.hall
def test_frames_go_both_ways_and_again_after_the_broker_was_killed(tmp_path: Path, mosquitto: Mosquitto) -> None:
    frames = [os.urandom(256 * n) for n in (1, 3, 40, 1)]

    async def match() -> None:
        blue, red = sockets(tmp_path, mosquitto)
        async with blue, red:
            for _ in range(2):
                await blue.online()
                await red.online()
                blue.sealed.clear()
                red.sealed.clear()
                for frame in frames:
                    blue.send(frame)
                    red.send(frame[::-1])
                await red.until(lambda: red.sealed == frames)
                await blue.until(lambda: blue.sealed == [frame[::-1] for frame in frames])
                mosquitto.kill()
                await blue.until(lambda: blue.states[-1] is False)
                await red.until(lambda: red.states[-1] is False)
                mosquitto.start()
            await blue.online()

    asyncio.run(match())


@pytest.mark.hall
def test_the_longest_frame_fits(tmp_path: Path, mosquitto: Mosquitto) -> None:
    frame = os.urandom(MOST_BYTES - 1)

    async def match() -> None:
        blue, red = sockets(tmp_path, mosquitto)
        async with blue, red:
            await blue.online()
            await red.online()
            blue.send(frame)
            await red.until(lambda: red.sealed == [frame])

    asyncio.run(match())


def topics_of_the_match() -> Iterator[str]:
    yield from (f"command-table-far/{TOPIC}/{seat}" for seat in ("blue", "red"))


@pytest.mark.hall
def test_a_user_of_another_match_can_neither_read_nor_disturb(tmp_path: Path, mosquitto: Mosquitto) -> None:
    async def match() -> None:
        blue, red = sockets(tmp_path, mosquitto)
        stranger = BrokerAccess("127.0.0.1", mosquitto.port, ANOTHER, "", client="stranger")
        async with blue, red, connection(stranger, None) as client:
            await blue.online()
            await red.online()
            for topic in ("#", "command-table-far/#", "command-table-far/+/blue", *topics_of_the_match()):
                with suppress(aiomqtt.MqttError):
                    await client.subscribe(topic)
            for topic in topics_of_the_match():
                await client.publish(topic, b"disturbed")
            blue.send(b"a frame")
            await red.until(lambda: bool(red.sealed))
            own = f"command-table-far/{ANOTHER}/blue"
            await client.publish(own, b"the last one")
            async for message in client.messages:
                assert (message.topic.value, message.payload) == (own, b"the last one")
                break
            assert red.sealed == [b"a frame"]
            assert blue.sealed == []

    asyncio.run(match())


@pytest.mark.hall
@pytest.mark.parametrize("user", ["+", "#", "", "a/b"])
def test_no_name_opens_the_topics_of_others(tmp_path: Path, mosquitto: Mosquitto, user: str) -> None:
    async def match() -> None:
        blue, red = sockets(tmp_path, mosquitto)
        async with blue, red:
            await blue.online()
            await red.online()
            with suppress(aiomqtt.MqttError):
                stranger = BrokerAccess("127.0.0.1", mosquitto.port, user, "", client="stranger")
                async with connection(stranger, None) as client:
                    for topic in topics_of_the_match():
                        await client.publish(topic, b"disturbed")
            blue.send(b"a frame")
            await red.until(lambda: bool(red.sealed))
            assert red.sealed == [b"a frame"]

    asyncio.run(match())
