"""The viewers: the frames that are still to be sent to each, and the end of a viewer that stops reading."""

import asyncio
from collections import deque
from typing import NamedTuple

MOST_MESSAGES = 128
MOST_BYTES = 512 * 1024
"""The most bytes that are queued for one viewer. A whole match has some 300 KB."""


class Message(NamedTuple):
    """A message to viewers."""

    mark: str
    """The mark with which a returning viewer gets the frames that it has missed; empty for frames without a mark."""
    data: bytes


class Viewer:
    """A viewer with its queued messages. It belongs to the event loop's thread."""

    def __init__(self, access: str | None = None) -> None:
        """`access` is the hash of its access token, if it came with one."""
        self.access = access
        self._waiting: deque[Message] = deque()
        self._bytes = 0
        self._woken = asyncio.Event()
        self.dropped = False
        """True once too much was queued, or its token was revoked. Then it gets nothing more."""
        self.revoked = False

    def put(self, message: Message) -> None:
        if self.dropped:
            return
        self._waiting.append(message)
        self._bytes += len(message.data)
        if len(self._waiting) > MOST_MESSAGES or self._bytes > MOST_BYTES:
            self.drop()
        self._woken.set()

    def drop(self, *, revoked: bool = False) -> None:
        """Drop the viewer with its queued messages."""
        self.revoked = revoked
        self._waiting.clear()
        self._bytes = 0
        self.dropped = True
        self._woken.set()

    async def next(self, patience_s: float | None = None) -> Message | None:
        """Return the next message, or None if the viewer is dropped. Raises TimeoutError if none comes in time."""
        while not self._waiting and not self.dropped:
            self._woken.clear()
            async with asyncio.timeout(patience_s):
                await self._woken.wait()
        if self.dropped:
            return None
        message = self._waiting.popleft()
        self._bytes -= len(message.data)
        return message
