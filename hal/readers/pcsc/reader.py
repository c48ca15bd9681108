"""A reader behind PC/SC: the daemon reports when a card comes and goes, and this driver reads the card's UID."""

import contextlib
import logging

from hal.events import Fault, Unclear
from hal.last_frames import LastFrames
from hal.readers.card_reader import ReaderKind
from hal.readers.errors import ChipLostError, GarbledError, NoAnswerError, RefusedError
from hal.readers.pcsc.commands import PcscTransport, is_type2, several, silence, uid
from hal.readers.pcsc.service import (
    DENIED,
    NO_ACCESS,
    NO_SERVICE,
    OF_THE_CARD,
    SERVICE_STOPPED,
    SHARING,
    PcscCard,
    PcscError,
    PcscService,
    ReaderFlags,
)
from hal.readers.pcsc.settings import PcscSettings
from hal.readers.presence import Garble, Look, Nothing, One, Several
from hal.readers.record import read_record
from hal.readers.self_test import SelfTest
from hal.readers.type2 import SAK as TYPE2_SAK
from hal.readers.type2 import read

log = logging.getLogger(__name__)

CHECK_INTERVAL_S = 0.5
"""The seconds between two tries to find a missing reader, and between two questions for a second card."""
TRANSPARENT_NAME = "acr122"
OTHER_SAK = 0x08
"""The SAK that stands for every card whose ATR is no Type 2 tag's: such a card holds no record."""
FAULTS = {
    NO_SERVICE: "reader.no_daemon",
    SERVICE_STOPPED: "reader.no_daemon",
    DENIED: "reader.pcsc_denied",
    NO_ACCESS: "reader.pcsc_denied",
}
GONE = ReaderFlags.UNKNOWN | ReaderFlags.UNAVAILABLE


class PcscReader:
    """A `CardReader`. Its field is switched by its own firmware."""

    kind = ReaderKind.PCSC

    def __init__(self, settings: PcscSettings) -> None:
        self.name = settings.name
        self.settings = settings
        self.last_frames = LastFrames()
        self.found = ""
        """The daemon's name of the reader; empty before it was found."""
        self.beeps = True
        """True for an ACR122U until it took the command that switches its beeper off."""
        self._service: PcscService | None = None
        self._card: PcscCard | None = None
        self._check_s = 0.0
        self._seen: tuple[int, Look] | None = None
        """The daemon's count of changes when the present card was read, and the result."""
        self._before: tuple[int, Look] | None = None
        """The same of the look before."""
        self._records: dict[bytes, bytes | None] = {}

    def revive(self, now_s: float) -> Fault | None:
        self._check_s = now_s + CHECK_INTERVAL_S
        self.close()
        try:
            service = self.settings.opened()
        except PcscError as error:
            return self._fault(FAULTS.get(error.code, "reader.no_daemon"), str(error))
        except OSError as error:
            return self._fault("reader.no_pcsc", str(error))
        try:
            found = self._find(service)
        except PcscError as error:
            service.close()
            return self._fault(FAULTS.get(error.code, "reader.not_plugged"), str(error))
        if not found:
            service.close()
            code = "reader.stolen" if self.settings.stolen() else "reader.not_plugged"
            return self._fault(code, self.settings.reader or "PC/SC")
        self.found, self._service = found, service
        self.last_frames.add(f"{found}: opened")
        self._silence_directly(service)
        log.debug("reader %s is %s", self.name, found)
        return None

    def _fault(self, code: str, detail: str) -> Fault:
        self.last_frames.add(f"{code} {detail}")
        return Fault(code, self.name, detail)

    def _find(self, service: PcscService) -> str:
        """Return the daemon's name of the reader at this place on USB, or of this name; empty if it is not there."""
        wanted, there = self.settings.reader, service.readers()
        if not wanted:
            return there[0] if len(there) == 1 else ""
        for name in there:
            with contextlib.suppress(PcscError):
                if service.usb_path(name) == wanted:
                    return name
        named = [name for name in there if wanted.lower() in name.lower()]
        return named[0] if len(named) == 1 else ""

    def _silence_directly(self, service: PcscService) -> None:
        """Switch the beeper off before a card lies there. Not every driver lets that through."""
        self.beeps = self._transparent
        if not self.beeps:
            return
        with contextlib.suppress(PcscError):
            reader = service.direct(self.found)
            self.beeps = not silence(reader, direct=True)
            reader.disconnect()

    def due(self, now_s: float) -> bool:
        return now_s >= self._check_s

    def check(self, now_s: float, resting: bool) -> None:
        """Ask whether a second card lies beside the one that rests here: the daemon does not tell of it."""
        self._check_s = now_s + CHECK_INTERVAL_S
        if self._service is None or self._seen is None or not self._transparent:
            return
        try:
            card = self._service.connect(self.found)
        except PcscError as error:
            if error.code in OF_THE_CARD:
                return
            raise
        if several(card):
            self._seen = None
        card.disconnect()

    @property
    def _transparent(self) -> bool:
        """True if this reader passes commands on to its chip. Other readers may do anything with them."""
        return TRANSPARENT_NAME in self.found.lower()

    def refresh(self, now_s: float) -> None:
        """Read the card again at the next poll."""
        self._seen = None

    def field(self, on: bool, now_s: float) -> None:
        """Do nothing: no command switches the field of every such reader."""

    def look(self, known: bytes | None, now_s: float) -> Look | None:
        service = self._working()
        state = service.state(self.found)
        if state.flags & GONE:
            raise ChipLostError(f"{self.found} is gone")
        if not state.flags & ReaderFlags.PRESENT:
            self._seen = None
            return Nothing()
        if state.flags & ReaderFlags.MUTE:
            return Garble()
        if self._seen is None or self._seen[0] != state.changes:
            found = self._asked(service, state.atr)
            now = (state.changes, found) if isinstance(found, One) else None
            # It is asked twice, a look apart: what a reader says once may be a neighbour's card.
            self._seen, self._before = (now if now == self._before else None), now
            return found
        return self._seen[1]

    def _asked(self, service: PcscService, atr: bytes) -> Look:
        """Read the UID and the record of the card that came."""
        try:
            card = service.connect(self.found)
        except PcscError as error:
            if error.code in OF_THE_CARD:
                return Garble(Unclear.HELD if error.code == SHARING else Unclear.UNREADABLE)
            raise
        self.last_frames.add_new("a card was asked")
        try:
            if self.beeps and self._transparent:
                self.beeps = not silence(card, direct=False)
            found = uid(card)
            if self._transparent and several(card):
                return Several()
            transport = PcscTransport(card)
            if is_type2(atr):
                _verify(transport, found)
            if found not in self._records:
                self._records = {found: read_record(transport) if is_type2(atr) else None}
            return One(found)
        except (GarbledError, NoAnswerError, RefusedError):
            return Garble()
        finally:
            card.disconnect()

    def record(self, uid: bytes) -> bytes | None:
        return self._records.get(uid)

    def forget(self) -> None:
        self._records.clear()

    def select(self, uid: bytes) -> tuple[PcscTransport, int]:
        service = self._working()
        try:
            atr = service.state(self.found).atr
            self._card = card = service.connect(self.found)
        except PcscError as error:
            raise NoAnswerError(f"the tag on the {self.name} reader does not answer") from error
        return PcscTransport(card), TYPE2_SAK if is_type2(atr) else OTHER_SAK

    def release(self) -> None:
        if self._card is not None:
            self._card.disconnect()
        self._card = self._seen = None
        self._records.clear()

    def self_test(self) -> tuple[int, SelfTest]:
        """Return an unknown result: such a reader does not report its own self test."""
        self._working()
        return 0, SelfTest.UNKNOWN

    def close(self) -> None:
        if self._service is not None:
            self._service.close()
        self._service = self._card = self._seen = None

    def end(self) -> None:
        self.close()

    def _working(self) -> PcscService:
        if self._service is None:
            raise ChipLostError("the reader is not set up")
        return self._service


def _verify(transport: PcscTransport, uid: bytes) -> None:
    """Check that a Type 2 tag's own pages say the UID that its reader says.

    A reader reads a UID once and tells it from then on. Raises GarbledError, RefusedError or NoAnswerError.
    """
    pages = read(transport, 0)
    if pages[:3] + pages[4:8] != uid:
        raise GarbledError
