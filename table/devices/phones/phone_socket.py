"""The socket `seats`, through which the web program forwards the frames of phones. It can neither read nor forge one.

Each connection is one phone. A connection that floods, does not read, or sends invalid frames is dropped.
"""

import asyncio
from contextlib import suppress

from table.devices.edge.client import Client
from table.devices.edge.service import Service
from table.devices.phones.line import PhoneLine
from table.devices.phones.phone_host import PhoneHost
from table.rules.errors import InputError
from table.view.published import ScreenRole
from table.view.seat_frames import DOWN_BYTES, MOST_PHONES, SOCKET, UP_BYTES

MOST_UNREAD = 16 * DOWN_BYTES
"""The most bytes that wait for a phone that does not read: the frames of two seconds."""
MOST_PICTURE = 8 * 1024 * 1024
"""The most bytes that wait for the browser that is the screen: a picture, which is sent at once."""


class PhoneSocket(Service):
    """The service of all phones."""

    name, most_clients = SOCKET, MOST_PHONES

    def __init__(self, host: PhoneHost) -> None:
        self._host = host
        self._phones: list[tuple[PhoneLine, Client]] = []

    def make_room(self, _: list[Client]) -> bool:
        """Drop the connection that has waited longest without a place.

        A phone that has a place or waits for consent stays.
        """
        for line, client in self._phones:
            if line.grant is None and not client.writer.is_closing():
                client.drop("another phone needs its place")
                return True
        return False

    async def serve(self, client: Client) -> None:
        line = self._host.joined()
        self._phones.append((line, client))
        try:
            with suppress(asyncio.IncompleteReadError):
                while not client.writer.is_closing():
                    client.wake()
                    frame = await client.reader.readexactly(UP_BYTES)
                    client.send(self._host.take(line, frame), MOST_UNREAD)
                    await asyncio.sleep(0)  # the others have their turn
        except InputError as error:
            client.drop(str(error))
        finally:
            self._phones.remove((line, client))
            self._host.left(line)

    def step(self, now_s: float) -> None:
        for line, frame in self._host.step():
            for client in self._of(line):
                is_screen = line.grant is not None and line.grant.place is ScreenRole.SCREEN
                client.send(frame, MOST_PICTURE if is_screen else MOST_UNREAD)
        for line in self._host.over():
            for client in self._of(line):
                client.drop()

    def next_s(self) -> float | None:
        return self._host.next_s()

    def _of(self, line: PhoneLine) -> list[Client]:
        return [client for each, client in self._phones if each is line]
