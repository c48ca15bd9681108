"""A phone without a browser, which behaves as its page: it starts with a secret, then answers each frame with one."""

from collections.abc import Callable

from table.devices.phones.phone_frames import CarriedMessages, FrameFiller, filled
from table.devices.phones.phone_keys import HASH_BYTES, OPENING_BYTES, KeyPair, PhoneKeys, agreed, check_opening, hello
from table.records.two_tables.sealing import FrameOpener, Sealer
from table.view.seat_frames import UP_BYTES

MOST_SENT = 1024 * 1024


class ScriptedPhone:
    """A connection of a phone. It sends only frames of one size."""

    def __init__(self, secret: bytes, entropy: Callable[[int], bytes]) -> None:
        self._secret, self._pair = secret, KeyPair("phone", entropy)
        self._filler, self._reader = FrameFiller(UP_BYTES), CarriedMessages(MOST_SENT)
        self._hello = hello(secret, self._pair.commitment)
        self._bound: bytes | None = None
        self._sealer: Sealer | None = None
        self._opener: FrameOpener | None = None
        self.keys: PhoneKeys | None = None
        self.received: list[bytes] = []
        """Every received message."""
        self._sent = 0

    def hello(self) -> bytes:
        """Return its first frame."""
        return filled(self._hello, UP_BYTES)

    def queue(self, message: bytes) -> None:
        """Queue a message for its next frames."""
        self._sent += 1
        self._filler.put(str(self._sent), message)

    def receive(self, frame: bytes) -> tuple[bytes, ...]:
        """Receive a frame of the table, and return the answers."""
        if self._bound is None:
            self._bound = frame[:HASH_BYTES]
            return (filled(self._pair.opening, UP_BYTES),)
        if self._opener is None or self._sealer is None:
            opening = frame[:OPENING_BYTES]
            check_opening("table", opening, self._bound)
            keys = agreed(self._pair, opening, self._secret, (self._hello, self._bound, self._pair.opening, opening))
            self.keys, self._sealer, self._opener = keys, Sealer(keys.to_table), FrameOpener(keys.to_phone)
            return (self._sealer.seal(self._filler.next()),)
        self.received += self._reader.take(self._opener.open(frame))
        return (self.answer(),)

    def answer(self) -> bytes:
        """Return its next frame, with or without content."""
        if self._sealer is None:
            raise ValueError("it has heard nothing of the table")
        return self._sealer.seal(self.carried())

    def carried(self) -> bytes:
        """Return the content of its next frame before it is sealed."""
        return self._filler.next()
