"""Frames are sealed and opened: ChaCha20-Poly1305 with a counter, each key for one direction of one connection.

A frame counts only in its turn. One that is forged, changed, repeated, left out or out of its order opens nothing. On a
line that may lose frames, each frame counts that is later than all before it.
"""

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from table.rules.errors import InputError

COUNTER_BYTES, NONCE_BYTES = 8, 12


class ForgedFrameError(InputError, ValueError):
    """A frame is not the next one of its apparent sender."""


class Sealer:
    """Seals the frames of one direction."""

    def __init__(self, key: bytes) -> None:
        self._cipher = ChaCha20Poly1305(key)
        self._next = 0

    def seal(self, carried: bytes) -> bytes:
        """Return the next frame."""
        counter = self._next.to_bytes(COUNTER_BYTES)
        self._next += 1
        return counter + self._cipher.encrypt(_nonce(counter), carried, None)


class FrameOpener:
    """Opens the frames of one direction."""

    def __init__(self, key: bytes, *, lossy: bool = False) -> None:
        """`lossy`: the line may lose frames, so gaps in the numbers are accepted."""
        self._cipher = ChaCha20Poly1305(key)
        self._next = 0
        self._lossy = lossy

    def open(self, frame: bytes) -> bytes:
        """Return the frame's content. Raises ForgedFrameError if the frame is changed, or not the next one."""
        counter = frame[:COUNTER_BYTES]
        number = int.from_bytes(counter)
        if len(counter) < COUNTER_BYTES or number < self._next or (number > self._next and not self._lossy):
            raise ForgedFrameError(f"a frame is not number {self._next}: it is an old one, or one is missing before it")
        try:
            carried = self._cipher.decrypt(_nonce(counter), frame[COUNTER_BYTES:], None)
        except InvalidTag as error:
            raise ForgedFrameError("a frame was not sealed with the key of this connection") from error
        self._next = number + 1
        return carried


def _nonce(counter: bytes) -> bytes:
    return bytes(NONCE_BYTES - COUNTER_BYTES) + counter
