"""A phone's connection at the table's end: it begins, proves that it knows a secret, and then sends sealed messages."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from table.devices.phones.invitations import Invitation, PhoneGrant
from table.devices.phones.phone_frames import CarriedMessages, FrameFiller, filled
from table.devices.phones.phone_keys import (
    HELLO_BYTES,
    OPENING_BYTES,
    HandshakeError,
    KeyPair,
    PhoneKeys,
    agreed,
    check_opening,
    read_hello,
)
from table.devices.phones.wishes import SentFile
from table.records.two_tables.sealing import FrameOpener, Sealer
from table.view.published import HelperRole, Published, ScreenRole
from table.view.seat_frames import DOWN_BYTES, UP_BYTES

MOST_MESSAGE = 4096
"""The most bytes of a phone's message."""
BURST, PER_S = 24.0, 16.0
"""The frames that a phone may send in one burst, and per second after that. It answers each frame of the table."""
FASTER = 8
"""The owner's phone and the screen may send this many times more, because they transfer files."""
FAST = (HelperRole.SETUP, ScreenRole.SCREEN)
MOST_UNANSWERED = 12
"""The most frames of a file that wait for the phone's answers, fewer than a connection holds."""
PIECE = 2900
"""The bytes of a file in one message, which fills a frame."""
VIEWS = 16
"""The views that are kept for a phone, by the number that was sent with them."""


def encoded(part: str, value: object) -> bytes:
    """Return a part of a phone's view as a message."""
    return msgspec.json.encode({part: value})


class PhoneLine:
    """A connection, from its first frame on. One thread only."""

    def __init__(
        self,
        greeted: Callable[[bytes], Invitation | PhoneGrant | None],
        entropy: Callable[[int], bytes],
        now_s: Callable[[], float],
    ) -> None:
        """`greeted` gets the public id of a secret. It returns its invitation or grant; None if the id is not valid."""
        self._greeted, self._entropy, self._now_s = greeted, entropy, now_s
        self._left, self._at_s = BURST, now_s()
        self._begun: tuple[bytes, KeyPair] | None = None
        self._channel: tuple[FrameOpener, Sealer] | None = None
        self._filler, self._messages = FrameFiller(DOWN_BYTES), CarriedMessages(MOST_MESSAGE)
        self._sent = self._received = 0
        self._pieces: Iterator[bytes] | None = None
        self.began_s = self._at_s
        self.by: Invitation | PhoneGrant | None = None
        """The secret with which it connected."""
        self.keys: PhoneKeys | None = None
        self.proved = False
        """True once it has sealed a frame with the keys derived from the secret."""
        self.grant: PhoneGrant | None = None
        self.language = "en"
        self.until_s: float | None = None
        """The time at which it is disconnected, if it has lost its place."""
        self.answers = 0
        """The number of answers to wishes that were sent."""
        self.refusals = 0
        """The number of refusals that were sent."""
        self._views: OrderedDict[int, Published] = OrderedDict()
        self._view = 0
        self._sight: Mapping[str, Any] | None = None
        self._last_parts: dict[str, bytes] = {}

    def take(self, frame: bytes) -> tuple[bytes, list[bytes]]:
        """Return the immediate reply and the complete messages. Raises InputError: then the connection has to end."""
        self._counts(frame)
        if self._begun is None:
            self.by = self._greeted(read_hello(frame).secret_id)
            if self.by is None:
                raise HandshakeError("a phone came with a secret that is unknown or no longer valid")
            self._begun = frame[:HELLO_BYTES], KeyPair("table", self._entropy)
            self._sent += 1
            return filled(self._begun[1].commitment, DOWN_BYTES), []
        if self._channel is None and self.by is not None:
            (hello, pair), opening = self._begun, frame[:OPENING_BYTES]
            check_opening("phone", opening, read_hello(hello).commitment)
            keys = agreed(pair, opening, self.by.secret, (hello, pair.commitment, opening, pair.opening))
            self.keys, self._channel = keys, (FrameOpener(keys.to_table), Sealer(keys.to_phone))
            self._sent += 1
            return filled(pair.opening, DOWN_BYTES), []
        if self._channel is None:
            raise HandshakeError("a phone sends a message before the handshake is complete")
        messages = self._messages.take(self._channel[0].open(frame))
        self.proved = True
        self._received += 1
        return b"", messages

    def send(self, part: str, message: bytes) -> bool:
        """Send a part of its view with its next frames, if it has changed."""
        if self._last_parts.get(part) == message:
            return False
        self._last_parts[part] = message
        self._filler.put(part, message)
        return True

    def frame(self) -> bytes:
        """Return its next frame, which is always due."""
        if self._channel is None:
            return b""
        self._sent += 1
        return self._channel[1].seal(self._filler.next())

    def send_file(self, file: SentFile) -> None:
        """Begin to send a file. It replaces a file that is not fully sent."""
        size, content = len(file.content), file.content
        self._pieces = (
            encoded("file", {"name": file.name, "size": size, "at": at, "held": content[at : at + PIECE]})
            for at in range(0, max(size, 1), PIECE)
        )

    def more(self) -> Iterator[bytes]:
        """Yield additional frames while a file is sent, as long as the phone answers them."""
        while self._pieces is not None and self._sent - self._received < MOST_UNANSWERED:
            if (piece := next(self._pieces, None)) is None:
                self._pieces = None
                return
            self._filler.put(f"file {self._sent}", piece)
            yield self.frame()

    def picture(self, messages: Iterable[bytes]) -> Iterator[bytes]:
        """Yield all frames of a picture without a pause. The browser requests the next picture after drawing it."""
        for number, message in enumerate(messages):
            self._filler.put(f"picture {number}", message)
        while self._filler.has_more:
            yield self.frame()

    def sight(self, sight: Mapping[str, Any], published: Published) -> None:
        """Queue the phone's part of a view, with a number, if it has changed."""
        if sight == self._sight:
            return
        self._sight = sight
        self._view += 1
        self._views[self._view] = published
        if len(self._views) > VIEWS:
            self._views.popitem(last=False)
        self.send("sight", encoded("sight", {"view": self._view, **sight}))

    def seen(self, view: int) -> Published | None:
        """Return the view that was sent with this number, unless that is too long ago."""
        return self._views.get(view)

    def _counts(self, frame: bytes) -> None:
        now_s = self._now_s()
        faster = FASTER if self.by is not None and self.by.place in FAST else 1
        self._left = min(BURST * faster, self._left + (now_s - self._at_s) * PER_S * faster) - 1
        self._at_s = now_s
        if self._left < 0 or len(frame) != UP_BYTES:
            raise HandshakeError(f"a phone sends more frames than it may, or one of {len(frame)} bytes")
