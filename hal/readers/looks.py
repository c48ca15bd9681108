"""The looks at one field, one after another, over any transport: wake, identify or recognise, park."""

from hal.events import Unclear
from hal.readers.errors import CheckByteError, CollisionError, GarbledError, NoAnswerError, ReaderError
from hal.readers.frames import FrameTransport
from hal.readers.inventory import PARKED_US
from hal.readers.iso14443 import REQA, Heard, Identity, identify, park, select_known, wake
from hal.readers.presence import Garble, Look, Nothing, One, Several
from hal.readers.record import read_record
from hal.readers.type2 import SAK as TYPE2

INSISTENCE = 3
"""The number of further wakes if a silence is not to be trusted.

A tag that was left awake falls asleep at every second wake. So two of these wakes are effective, and only two lost
replies in a row look like silence.
"""


class Looks:
    """The memory of one reader's looks. One thread may call it. Every call may raise OSError: the chip is lost."""

    def __init__(self, *, in_turn: bool = False) -> None:
        """`in_turn`: the field is on only while it is looked at. Then no tag stays parked."""
        self._in_turn = in_turn
        self._trust_silence = True
        self._look_for_others = False
        self._crowded = False
        self._records: dict[bytes, bytes | None] = {}
        """The records of the tags on the reader now, by UID."""

    def distrust(self) -> None:
        """Treat the next silence as doubtful, because the tags may be in any state."""
        self._trust_silence = False

    def look(self, transport: FrameTransport, known: bytes | None) -> Look:
        """Return the finding of one look. `known` is the card that rests here, parked."""
        if self._in_turn:
            known = None
            self._trust_silence = True
        elif known is not None and self._stranger(transport):
            self._crowded = True
            wake(transport, REQA)  # put it back to sleep, so that WUPA wakes both
        if self._crowded:
            known = None
        heard = wake(transport)
        if heard is Heard.SILENCE and (known is not None or not self._trust_silence):
            heard = self._insist(transport)
        if heard is Heard.SILENCE:
            self._trust_silence = True
            self._crowded = False
            return Nothing()
        self._trust_silence = False
        try:
            return self._ask(transport, heard, known)
        except CollisionError:
            self._crowded = True
            return Several()
        except (GarbledError, NoAnswerError) as error:
            return garble_of(error)

    def record(self, uid: bytes) -> bytes | None:
        """Return the record that was read with this UID, or None."""
        return self._records.get(uid)

    def forget(self) -> None:
        """Forget all records, because no tag is on the reader any more."""
        self._records.clear()

    def select(self, transport: FrameTransport, uid: bytes) -> int:
        """Select the resting tag, for commands to it, and return its SAK. Call `release` afterwards.

        Raises NoAnswerError.
        """
        transport.pause(PARKED_US)
        for _ in range(2 * INSISTENCE):
            if wake(transport) is not Heard.ANSWER:
                continue
            try:
                return select_known(transport, uid)
            except (GarbledError, NoAnswerError, CollisionError):
                continue
        raise NoAnswerError("the tag does not answer")

    def release(self, transport: FrameTransport) -> None:
        """Park the tag again, in whatever state it is."""
        park(transport)
        transport.pause(PARKED_US)
        self._trust_silence = False
        self._records.clear()

    def _ask(self, transport: FrameTransport, heard: Heard, known: bytes | None) -> Look:
        if heard is Heard.GARBLED:
            return Garble()
        if known is not None and heard is Heard.ANSWER:
            try:
                select_known(transport, known)
            except NoAnswerError:
                # It is another card, or the answer was lost: identify the card that is there.
                if self._insist(transport) is not Heard.ANSWER:
                    return Garble()
            else:
                return self._parked(transport, known)
        return self._identified(transport)

    def _identified(self, transport: FrameTransport) -> One:
        """Return the tag that was woken, and read its record if it is new here.

        Raises CollisionError, GarbledError or NoAnswerError.
        """
        found = identify(transport)
        self._read(transport, found)
        return self._parked(transport, found.uid)

    def _read(self, transport: FrameTransport, found: Identity) -> None:
        if found.uid not in self._records:
            self._records = {found.uid: read_record(transport) if found.sak == TYPE2 else None}

    def _parked(self, transport: FrameTransport, uid: bytes) -> One:
        park(transport)
        self._trust_silence = True
        self._crowded = False
        return One(uid)

    def _stranger(self, transport: FrameTransport) -> bool:
        """True if another card than the parked one answers; it is asked at every second look.

        The parked card does not answer REQA.
        """
        self._look_for_others = not self._look_for_others
        return self._look_for_others and self._trust_silence and wake(transport, REQA) is not Heard.SILENCE

    @staticmethod
    def _insist(transport: FrameTransport) -> Heard:
        for _ in range(INSISTENCE):
            heard = wake(transport)
            if heard is not Heard.SILENCE:
                return heard
        return Heard.SILENCE


def garble_of(error: ReaderError) -> Garble:
    """Return the finding of a look that ended with this error."""
    return Garble(Unclear.DEFECTIVE, error.level) if isinstance(error, CheckByteError) else Garble()
