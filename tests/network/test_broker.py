"""The way to the broker in virtual time: waits that grow, and two tables of one name."""

import asyncio
import logging
from random import Random
from types import TracebackType
from typing import Any

import aiomqtt
import pytest
from pytest_mock import MockerFixture

from table.network.broker import (
    FIRST_S,
    KICKS,
    LONGEST_S,
    STEADY_S,
    TAKEN_OVER,
    BrokerAccess,
    LastWill,
    connected_always,
)

ACCESS = BrokerAccess("broker", 1883, "table-4", "secret")
ENOUGH = 40


class KickedError(aiomqtt.MqttError):
    """The broker's reason for the end of a connection (MQTT 5)."""

    rc = TAKEN_OVER


class Evening:
    """Connections that last for so many seconds each; None: the broker is not there. Then the evening ends."""

    def __init__(
        self, mocker: MockerFixture, *lasting: float | None, error: type[Exception] = aiomqtt.MqttError
    ) -> None:
        self.now_s, self.waits, self.left, self._error = 0.0, list[float](), list(lasting), error
        self.kicks = list[float]()
        evening = self

        class Client:
            def __init__(self, *_: Any, **__: Any) -> None:
                pass

            async def __aenter__(self) -> "Client":
                if evening.left[0] is None:
                    evening.left.pop(0)
                    raise aiomqtt.MqttError("no route")
                return self

            async def __aexit__(
                self, _kind: type | None, _error: BaseException | None, _trace: TracebackType | None
            ) -> None:
                pass

            async def publish(self, *_: Any, **__: Any) -> None:
                pass

        mocker.patch("aiomqtt.Client", Client)

    async def _speak(self, _: aiomqtt.Client) -> None:
        self.now_s += self.left.pop(0) or 0.0
        raise self._error("closed")

    async def _pause(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now_s += seconds
        if not self.left:
            raise asyncio.CancelledError

    def run(self) -> None:
        with pytest.raises(asyncio.CancelledError):
            asyncio.run(
                connected_always(
                    ACCESS,
                    lambda: LastWill("hall/table-4", b""),
                    self._speak,
                    lambda doubled: self.kicks.append(self.now_s) if doubled else None,
                    Random(1),
                    self._pause,
                    lambda: self.now_s,
                )
            )


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def test_two_tables_of_one_name_are_named_though_the_broker_gives_no_reason(
    mocker: MockerFixture, caplog: pytest.LogCaptureFixture
) -> None:
    """Mosquitto 2.0.11 closes the connection without a byte; each table had kicked the other four times a second."""
    evening = Evening(mocker, *(0.1,) * ENOUGH)
    evening.run()
    named = [line for line in warnings(caplog) if "another program connects as table-4" in line]
    assert len(named) == 1
    assert "give one of both tables another name" in named[0]
    assert all(wait_s >= LONGEST_S / 2 for wait_s in evening.waits[KICKS:])
    assert len(warnings(caplog)) == 2
    assert len(evening.kicks) == ENOUGH - KICKS + 1


def test_a_broker_that_gives_the_reason_is_believed_at_once(
    mocker: MockerFixture, caplog: pytest.LogCaptureFixture
) -> None:
    evening = Evening(mocker, 0.1, error=KickedError)
    evening.run()
    assert any("another program connects as table-4" in line for line in warnings(caplog))
    assert evening.waits[0] >= LONGEST_S / 2


def test_the_wait_is_short_again_after_a_steady_connection_alone(mocker: MockerFixture) -> None:
    evening = Evening(mocker, None, None, None, None, None, STEADY_S, None)
    evening.run()
    assert evening.waits[4] > 4 * FIRST_S
    assert evening.waits[5] <= FIRST_S


def test_a_broker_that_is_not_there_is_no_other_table(mocker: MockerFixture, caplog: pytest.LogCaptureFixture) -> None:
    evening = Evening(mocker, *(None,) * ENOUGH)
    evening.run()
    assert evening.kicks == []
    assert len(warnings(caplog)) == 1
    assert "no connection with the broker" in warnings(caplog)[0]
