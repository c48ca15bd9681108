"""Frames of one size, whatever they carry: messages form a stream of bytes, and each frame carries the next part.

The table sends a frame at fixed moments, and the phone answers each with one. So neither length nor timing reveals a
message, or whether there is one. Pure.
"""

from collections import OrderedDict

from table.rules.errors import InputError

OVERHEAD = 8 + 16
"""The bytes of a sealed frame's counter and of its tag."""
USED = 2
"""The bytes of the field with the used length of a frame."""
LENGTH = 4
"""The bytes of the field with the length of a message."""


class MessageTooLongError(InputError, ValueError):
    """A phone or a table sends more at once than allowed, or invalid frames."""


def filled(content: bytes, size: int) -> bytes:
    """Return an unencrypted message, padded to a frame of this size."""
    return content + bytes(size - len(content))


class FrameFiller:
    """The messages that are still to be sent, the parts of a state among them: of each part only the latest counts."""

    def __init__(self, size: int) -> None:
        """`size` is that of a sealed frame."""
        self._room = size - OVERHEAD
        self._begun = b""
        self._waiting: OrderedDict[str, bytes] = OrderedDict()

    def put(self, part: str, message: bytes) -> None:
        """Queue a message. It replaces an unsent message of the same part."""
        self._waiting[part] = len(message).to_bytes(LENGTH) + message

    @property
    def has_more(self) -> bool:
        """True if anything is still to be sent."""
        return bool(self._begun or self._waiting)

    def next(self) -> bytes:
        """Return the content of the next frame, with padding."""
        room = self._room - USED
        while self._waiting and len(self._begun) < room:
            self._begun += self._waiting.popitem(last=False)[1]
        now, self._begun = self._begun[:room], self._begun[room:]
        return len(now).to_bytes(USED) + now + bytes(room - len(now))


class CarriedMessages:
    """Reads messages from the contents of frames."""

    def __init__(self, most: int) -> None:
        """`most` is the most bytes that a message may have."""
        self._most = most
        self._come = b""

    def take(self, carried: bytes) -> list[bytes]:
        """Return the messages that are complete now. Raises MessageTooLongError."""
        used = int.from_bytes(carried[:USED])
        if len(carried) < USED or used > len(carried) - USED:
            raise MessageTooLongError(f"a frame says that it carries {used} bytes, and has {len(carried)}")
        self._come += carried[USED : USED + used]
        whole = []
        while len(self._come) >= LENGTH:
            if (length := int.from_bytes(self._come[:LENGTH])) > self._most:
                raise MessageTooLongError(f"a message of {length} bytes is longer than {self._most}")
            if len(self._come) < LENGTH + length:
                break
            whole.append(self._come[LENGTH : LENGTH + length])
            self._come = self._come[LENGTH + length :]
        return whole
