"""A reader behind PC/SC: the daemon reports when a card comes and goes, and this driver reads the card's UID."""

import contextlib
import logging

from hal.events import Fault, Unclear
from hal.holders import with_others
from hal.last_frames import LastFrames
from hal.readers.card_reader import ReaderKind
from hal.readers.errors import ChipLostError, GarbledError, NoAnswerError, RefusedError
from hal.readers.pcsc.found import FoundReader, NoReader, chosen, readers_of
from hal.readers.pcsc.pcsc_commands import PcscTransport, is_contactless, is_type2, several, silence, uid
from hal.readers.pcsc.service import (
    DENIED,
    NO_ACCESS,
    NO_READERS,
    NO_SERVICE,
    OF_THE_CARD,
    SERVICE_STOPPED,
    SHARING,
    PcscCard,
    PcscError,
    PcscService,
    PcscState,
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
"""The seconds between two tries to reach a missing daemon, and between two questions for a second card."""
MISSING_INTERVAL_S = 5.0
"""The seconds between two searches for a missing reader while the daemon reports that nothing was plugged in."""
MUTE_INTERVAL_S = 2.0
"""The seconds between two looks at a slot with a card that is not contactless, while other slots are watched.

pcsc-lite waits 0.4 s if a card in it does not answer.
"""
TRANSPARENT_NAME = "acr122"
OTHER_SAK = 0x08
"""The SAK for all cards whose ATR is not that of a Type 2 tag. Such a card holds no record."""
FAULTS = {
    NO_READERS: "reader.not_plugged",
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
        """The daemon's name of the contactless slot, or of the likeliest one; empty while the reader is missing."""
        self.beeps = True
        """True for an ACR122U until it took the command that switches its beeper off."""
        self._service: PcscService | None = None
        self._slots: tuple[str, ...] = ()
        """The slots that are watched; none while the reader is missing."""
        self._contactless = False
        """True if the slot is known to be contactless, by its name or by a card."""
        self._passed_over_s: dict[str, float] = {}
        """The time until which a slot is skipped."""
        self._card: PcscCard | None = None
        self._check_s = 0.0
        self._seen: tuple[int, Look] | None = None
        """The daemon's count of changes when the present card was read, and the result."""
        self._before: tuple[int, Look] | None = None
        """The same for the previous look."""
        self._held = ""
        """The slot with the programs that may hold its card; empty unless one does."""
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
        self._service = service
        try:
            service.plugged()
            found = chosen(readers_of(service.slot(name) for name in service.readers()), self.settings.reader)
        except PcscError as error:
            self.close()
            return self._fault(FAULTS.get(error.code, "reader.not_plugged"), str(error))
        if self._may_be_stolen(found) and self.settings.stolen():
            found = NoReader("reader.stolen", self.settings.reader or "PC/SC")
        if isinstance(found, NoReader):
            self._check_s = now_s + MISSING_INTERVAL_S
            return self._fault(found.code, found.detail)
        self._slots, self._contactless = found.candidates, bool(found.contactless)
        log.debug("reader %s is %s", self.name, found.model)
        self._use(service, self._slots[0])
        return None

    def _may_be_stolen(self, found: FoundReader | NoReader) -> bool:
        """True if the configured reader may be one that the daemon does not list."""
        if isinstance(found, NoReader):
            return found.code in ("reader.not_plugged", "reader.contact_only")
        return not self.settings.reader and not found.reads_cards

    def _use(self, service: PcscService, slot: str) -> None:
        """Treat a slot as the contactless one."""
        self.found = slot
        self.last_frames.add(f"{slot}: opened")
        self._silence_directly(service)

    def _fault(self, code: str, detail: str) -> Fault:
        self.last_frames.add(f"{code} {detail}")
        return Fault(code, self.name, detail)

    def _silence_directly(self, service: PcscService) -> None:
        """Switch the beeper off before a card is laid. Not every driver allows that."""
        self.beeps = self._transparent
        if not self.beeps:
            return
        with contextlib.suppress(PcscError):
            reader = service.direct(self.found)
            self.beeps = not silence(reader, direct=True)
            reader.disconnect()

    def due(self, now_s: float) -> bool:
        if now_s >= self._check_s:
            return True
        if self._service is None or self._slots:
            return False
        try:
            return self._service.plugged()
        except PcscError:
            self.close()
            return True

    def check(self, now_s: float, resting: bool) -> None:
        """Check for a second card beside the resting one, which the daemon does not report."""
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
        """True if this reader passes commands on to its chip. Other readers may interpret them differently."""
        return TRANSPARENT_NAME in self.found.lower()

    def refresh(self, now_s: float) -> None:
        """Read the card again at the next poll."""
        self._seen = None

    def field(self, on: bool, now_s: float) -> None:
        """Do nothing: no command switches the field of every such reader."""

    def look(self, known: bytes | None, now_s: float) -> Look | None:
        service = self._working()
        state = self._state(service, now_s)
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

    def _state(self, service: PcscService, now_s: float) -> PcscState:
        """Return the state of the contactless slot. While that is unknown, it is the first slot with a UID."""
        for slot in self._slots:
            if now_s < self._passed_over_s.get(slot, now_s):
                continue
            state = service.state(slot)
            if state.flags & GONE:
                raise ChipLostError(f"{slot} is gone")
            if len(self._slots) == 1:
                return state
            if state.atr and self._has_uid(service, slot):
                self._slots, self._contactless = (slot,), True
                self._use(service, slot)
                return state
            if state.flags & ReaderFlags.PRESENT:
                self._passed_over_s[slot] = now_s + MUTE_INTERVAL_S
        return PcscState(ReaderFlags.EMPTY, 0, b"")

    @staticmethod
    def _has_uid(service: PcscService, slot: str) -> bool:
        """True if a reader answers for the UID of the card in this slot: chip cards with contacts have none."""
        try:
            card = service.connect(slot)
        except PcscError:
            return False
        try:
            return bool(uid(card))
        except (GarbledError, NoAnswerError, RefusedError):
            return False
        finally:
            card.disconnect()

    def _asked(self, service: PcscService, atr: bytes) -> Look:
        """Read the UID and the record of a new card."""
        try:
            card = service.connect(self.found)
        except PcscError as error:
            if error.code == SHARING:
                self._held = self._held or with_others(self.found, self.settings.users())
                return Garble(Unclear.HELD, detail=self._held)
            if error.code in OF_THE_CARD:
                return Garble()
            raise
        self._held = ""
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
            if not self._contactless and atr and is_contactless(atr) is False:
                raise ChipLostError(f"the card in {self.found} has contacts") from None
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
        self.found, self._slots = "", ()
        self._passed_over_s.clear()

    def end(self) -> None:
        self.close()

    def _working(self) -> PcscService:
        if self._service is None or not self._slots:
            raise ChipLostError("the reader is not set up")
        return self._service


def _verify(transport: PcscTransport, uid: bytes) -> None:
    """Check that the UID in a Type 2 tag's own pages is the one from the reader.

    The reader reads a UID once and then repeats it. Raises GarbledError, RefusedError or NoAnswerError.
    """
    pages = read(transport, 0)
    if pages[:3] + pages[4:8] != uid:
        raise GarbledError
