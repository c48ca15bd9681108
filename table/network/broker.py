"""The way to the broker: one connection after the other, for as long as the program runs."""

import asyncio
import errno
import logging
import socket
import ssl
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any, TypeAlias

import aiomqtt
from msgspec import Struct
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

log = logging.getLogger(__name__)

KEEPALIVE_S = 20
"""The broker takes a connection for gone after one and a half of it."""
WAITING_BYTES = 64 * 1024
"""The bytes that wait in the kernel. After a flood, everything else is behind those."""
TIMEOUT_S = 10.0
"""The seconds in which the network has to take something."""
TAKEN_OVER = 0x8E
"""The broker's reason for ending a connection: another client has come under its name (MQTT 5, 4.13)."""
FIRST_S, LONGEST_S = 0.2, 10.0
"""The shortest and longest time between two tries to reach the broker. It grows with each failure."""
STEADY_S = 30.0
"""The seconds after which a connection counts as a success, so that the next wait is short again."""
KICKS = 3
"""The number of connections in a row that are lost before that, after which another client may have the same name."""


class BrokerAccess(Struct, frozen=True):
    """The place of the broker, and the user by whom it is spoken to."""

    host: str
    port: int
    user: str
    """Empty: the broker asks for none."""
    password: str
    tls: bool = False
    ca: str = ""
    """The file of the authority that signed the broker's certificate; empty: those that the system trusts."""
    client: str = ""
    """The client's identifier; empty: its user, so that two clients of one user are noticed."""
    most_bytes: int = 0
    """The most bytes of a packet that the broker may send; 0: no limit."""
    most_queued: int = 0
    """The most messages that wait here to be handled; 0: no limit."""
    properties: bool = True
    """False: it uses MQTT 3.1.1, and the broker removes the properties of messages, which take long to read."""


class LastWill(Struct, frozen=True):
    """The message that the broker publishes if this client disconnects without notice (last will)."""

    topic: str
    payload: bytes


Admits: TypeAlias = Callable[[aiomqtt.Message], bool]
"""True for a message that is taken. Any other one is dropped as it comes, before it waits."""


def _admits_all(_: aiomqtt.Message) -> bool:
    return True


def connection(access: BrokerAccess, will: LastWill | None, admits: Admits = _admits_all) -> aiomqtt.Client:
    """Return a connection to be entered. Raises OSError if the authority's file cannot be read."""

    class AdmittedMessages(asyncio.Queue[aiomqtt.Message]):
        def put_nowait(self, item: aiomqtt.Message) -> None:
            if admits(item):
                super().put_nowait(item)

    context = ssl.create_default_context(cafile=access.ca or None) if access.tls else None
    version = aiomqtt.ProtocolVersion.V5 if access.properties else aiomqtt.ProtocolVersion.V311
    return aiomqtt.Client(
        access.host,
        access.port,
        identifier=access.client or access.user,
        username=access.user or None,
        password=access.password or None,
        protocol=version,
        will=aiomqtt.Will(will.topic, will.payload, qos=1, retain=True) if will else None,
        keepalive=KEEPALIVE_S,
        timeout=TIMEOUT_S,
        properties=_most(access.most_bytes) if access.properties else None,
        max_queued_incoming_messages=access.most_queued,
        tls_context=context,
        queue_type=AdmittedMessages,
        socket_options=((socket.SOL_SOCKET, socket.SO_RCVBUF, WAITING_BYTES),),
    )


def _most(size: int) -> Properties | None:
    """Return the properties of a connection over which the broker sends no larger packet."""
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    if size:
        properties.MaximumPacketSize = size
    return properties if size else None


def expiring(seconds: int) -> Properties:
    """Return the properties of a message that the broker drops after so many seconds: no clock of ours is asked."""
    properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
    properties.MessageExpiryInterval = seconds
    return properties


def left_of(message: aiomqtt.Message) -> int | None:
    """Return the seconds after which the broker would have dropped a message; None without an expiry."""
    return getattr(message.properties, "MessageExpiryInterval", None)


def has_reason(error: Exception, *reasons: int) -> bool:
    """True if the broker has ended or refused a connection for one of these reasons (MQTT 5, 2.4)."""
    found = getattr(error, "rc", None)
    return getattr(found, "value", found) in reasons


def of_a_closed_socket(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Drop the error of a callback that comes after the broker has closed its socket; report any other as usual.

    aiomqtt 2.x leaves such callbacks in the loop when a connection breaks. Each would be a traceback in the log. The
    lost connection is reported elsewhere.
    """
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno == errno.EBADF:
        log.debug("a callback of a closed socket: %s", context.get("message"))
    else:
        loop.default_exception_handler(context)


async def connected_always(
    access: BrokerAccess,
    will: Callable[[], LastWill | None],
    speak: Callable[[aiomqtt.Client], Awaitable[object]],
    lost: Callable[[bool], object],
    chance: Random,
    pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
    now_s: Callable[[], float] = time.monotonic,
) -> None:
    """Speak over one connection after the other, until it is cancelled. `speak` ends by an error of the connection.

    `lost` is called after each connection: with True if another client of this name has ended it.

    Two clients of one name throw each other out, and not every broker gives the reason. So a connection that is lost
    soon after it began lets the wait grow, and several such connections are reported as another client.
    """
    asyncio.get_running_loop().set_exception_handler(of_a_closed_socket)
    tries = _ConnectionTries()
    while True:
        began_s, doubled = None, False
        try:
            async with connection(access, will()) as client:
                began_s = now_s()
                log.log(tries.level(logging.INFO), "connected with the broker at %s, port %s", access.host, access.port)
                try:
                    await speak(client)
                except asyncio.CancelledError:  # the broker says it for nobody who takes leave
                    last = will()
                    with suppress(aiomqtt.MqttError):
                        if last is not None:
                            await client.publish(last.topic, last.payload, qos=1, retain=True)
                    raise
        except (aiomqtt.MqttError, OSError) as error:
            level = tries.level(logging.WARNING)
            log.log(level, "no connection with the broker at %s, port %s (%s)", access.host, access.port, error)
            news = tries.lost(None if began_s is None else now_s() - began_s, taken_over=has_reason(error, TAKEN_OVER))
            if news and not access.client:
                log.warning("another program connects as %s: give one of both tables another name", access.user)
            doubled = tries.is_double
        lost(doubled)
        await pause(tries.wait_s() * chance.uniform(0.5, 1.0))  # not all tables at the same moment


class _ConnectionTries:
    """The connections so far: how long to wait before the next, and how much to log."""

    def __init__(self) -> None:
        self._wait_s, self._kicks, self._is_logged, self._is_double = FIRST_S, 0, False, False

    @property
    def is_double(self) -> bool:
        """True while another client has this name."""
        return self._is_double

    def level(self, first: int) -> int:
        """Return the log level of the next line: that of the first one, or DEBUG if it was logged already."""
        return logging.DEBUG if self._is_logged else first

    def lost(self, lasted_s: float | None, *, taken_over: bool) -> bool:
        """Note a connection that ended after so many seconds; None: there was none.

        Return True if another client has this name, once for each such time.
        """
        self._is_logged = True
        if lasted_s is None:
            return False
        if lasted_s >= STEADY_S and not taken_over:
            self._wait_s, self._kicks, self._is_logged, self._is_double = FIRST_S, 0, False, False
            return False
        self._kicks += 1
        if not (taken_over or self._kicks >= KICKS):
            return False
        self._wait_s = LONGEST_S
        news, self._is_double = not self._is_double, True
        return news

    def wait_s(self) -> float:
        """Return the seconds to wait now. Each wait is twice the one before, up to the longest."""
        wait_s, self._wait_s = self._wait_s, min(2 * self._wait_s, LONGEST_S)
        return wait_s
