"""The subscriptions of one connection to the broker."""

import asyncio
from collections.abc import Awaitable

import aiomqtt
from paho.mqtt.subscribeoptions import SubscribeOptions

ANSWERED_S = 600.0
"""The longest time to the broker's answer, which may be behind thousands of messages."""
ALL_RETAINED, NONE_RETAINED = 0, 2
"""The broker sends the retained messages of new subscriptions, or none of them (MQTT 5, 3.8.3.1)."""


class Subscriptions:
    """The subscriptions of one connection."""

    def __init__(self, client: aiomqtt.Client) -> None:
        self._client = client
        self._topics: frozenset[str] = frozenset()

    async def renew(self, wanted: frozenset[str]) -> None:
        """Subscribe to these topics alone. Retained messages come the first time. Raises MqttError."""
        before, self._topics = self._topics, wanted
        options = SubscribeOptions(qos=0, retainHandling=NONE_RETAINED if before else ALL_RETAINED)
        sent = list[Awaitable[object]]()
        if wanted - before:
            named = [(each, options) for each in sorted(wanted - before)]
            sent.append(self._client.subscribe(named, timeout=ANSWERED_S))
        if before - wanted:
            sent.append(self._client.unsubscribe(sorted(before - wanted), timeout=ANSWERED_S))
        await asyncio.gather(*sent)
