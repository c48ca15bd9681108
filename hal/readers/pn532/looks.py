"""The looks of a PN532: the chip's list command finds a new card, and our own frames watch the resting one."""

from hal.readers.errors import CollisionError, GarbledError, NoAnswerError
from hal.readers.frames import FrameTransport
from hal.readers.iso14443 import REQA, Heard, Identity, identify, park, select_known, wake
from hal.readers.looks import Looks, garble_of
from hal.readers.pn532.link_transport import Pn532Transport
from hal.readers.presence import Look, Nothing, One, Several

TWO = 2
UNLISTED_EVERY = 8
"""The number of empty lists after which our own frame searches for tags that the chip leaves out (a wrong check
byte).
"""


class ListedLooks(Looks):
    """An empty field takes one command, the chip's list, which finds a card with its complete UID.

    The list cannot distinguish silence from garbage, and wakes no parked tag. So our own frames do the rest: they check
    whether a card still rests here, and whether a silence is real.
    """

    def __init__(self, *, in_turn: bool = False) -> None:
        super().__init__(in_turn=in_turn)
        self._lister: Pn532Transport | None = None
        self._empty_lists = 0
        self._rests: bytes | None = None
        """The tag that was parked here last; None after silence."""
        self._field_in_doubt = False
        """True if an unknown tag may be parked. Only a field that was off wakes it for a list."""

    def serve(self, lister: Pn532Transport) -> None:
        """Look through this chip from now on. Its field was just off."""
        self._lister = lister
        self._rests = None
        self._field_in_doubt = False
        self.distrust()

    def look(self, transport: FrameTransport, known: bytes | None) -> Look:
        if self._in_turn:
            self._rests, self._trust_silence, self._crowded = None, True, False
        elif self._rests is not None:
            known = self._rests
        if (known is None or self._in_turn) and self._trust_silence and not self._crowded:
            return self._first(transport)
        found = super().look(transport, known)
        if isinstance(found, Nothing):
            self._rests = None
        return found

    def release(self, transport: FrameTransport) -> None:
        super().release(transport)
        self._rests = None

    def _first(self, transport: FrameTransport) -> Look:
        """Look into a field that was empty."""
        try:
            found = self._listed(transport)
            if found is not None:
                return self._taken(transport, found)
            self._empty_lists = (self._empty_lists + 1) % UNLISTED_EVERY
            if not self._empty_lists:
                self._ask_unlisted(transport)
            return Nothing()
        except CollisionError:
            self._trust_silence, self._crowded = False, True
            return Several()
        except (GarbledError, NoAnswerError) as error:
            self._trust_silence = False
            return garble_of(error)

    def _ask(self, transport: FrameTransport, heard: Heard, known: bytes | None) -> Look:
        if heard is Heard.COLLISION:
            raise CollisionError
        return super()._ask(transport, heard, known)

    def _identified(self, transport: FrameTransport) -> One:
        found = self._listed(transport)
        if found is None:
            self._field_in_doubt = True
            self._ask_unlisted(transport)
            raise GarbledError
        return self._taken(transport, found)

    def _listed(self, transport: FrameTransport) -> Identity | None:
        """Return the only tag that can be listed, or None. Raises CollisionError if there are two.

        If a chip lists one tag at a time, and there may be another one, ask for that.
        """
        lister = self._lister
        if lister is None:
            raise GarbledError
        doubtful = self._crowded or self._field_in_doubt
        if doubtful:
            lister.restart_field()
            self._field_in_doubt = False
        found = lister.listed(TWO)
        if len(found) == TWO:
            raise CollisionError
        if not found:
            return None
        if doubtful:
            park(transport)
            if wake(transport, REQA) is not Heard.SILENCE:
                raise CollisionError
        return Identity(found[0].uid, found[0].sak)

    @staticmethod
    def _ask_unlisted(transport: FrameTransport) -> None:
        """Ask for a tag that the chip's list leaves out. Raises the reason if one answers."""
        if wake(transport) is not Heard.SILENCE:
            identify(transport)
            raise GarbledError

    def _taken(self, transport: FrameTransport, found: Identity) -> One:
        """Read the record of a tag that is new here, and park it. Raises GarbledError."""
        if found.uid not in self._records and not self._halted(transport, found):
            raise GarbledError
        self._read(transport, found)
        return self._parked(transport, found.uid)

    def _halted(self, transport: FrameTransport, found: Identity) -> bool:
        """Select the tag again, which the chip has halted. Return False if it does not answer."""
        self._trust_silence = False
        if self._insist(transport) is not Heard.ANSWER:
            return False
        select_known(transport, found.uid)
        return True

    def _parked(self, transport: FrameTransport, uid: bytes) -> One:
        self._rests = uid
        return super()._parked(transport, uid)
