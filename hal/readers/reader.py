"""One reader: its chip kept in working order, and a look at what lies on it."""

import contextlib
import logging
from types import ModuleType

from hal.events import Fault
from hal.last_frames import LastFrames
from hal.readers.errors import ChipLostError, CollisionError, GarbledError, NoAnswerError
from hal.readers.inventory import PARKED_US, inventory
from hal.readers.iso14443 import REQA, Heard, identify, park, select_known, wake
from hal.readers.package import Package, close_package, open_package
from hal.readers.presence import Garble, Look, Nothing, One, Several
from hal.readers.record import read_record
from hal.readers.self_test import SelfTest, self_test
from hal.readers.settings import GAINS_DB, ReaderSettings
from hal.readers.traced_spi import TracedSpi
from hal.readers.transport import ANTENNA_ON, TX_CONTROL, VERSION, Transport
from hal.readers.type2 import SAK as TYPE2

log = logging.getLogger(__name__)

FIELD_GUARD_S = 0.006
"""ISO 14443-3: a tag may take 5 ms from the field's start to its first answer."""
FIELD_OFF_US, FIELD_GUARD_US = 1_000, 6_000
CHECK_INTERVAL_S = 1.0
"""How often the chip is asked whether it is still set up, and a missing one whether it is back."""
REFRESH_INTERVAL_S = 30.0
"""How often an idle chip is reset: boards go deaf after hours with every register as it was."""
NO_CHIP = (0x00, 0xFF)
"""What a bus reads on which nothing answers."""
INSISTENCE = 3
"""Wakes more, where silence is not to be trusted. A tag that was left awake takes every second one as a reason to
fall asleep, so two of them are real questions, and only a reply lost twice is taken for silence."""


class Reader:
    """`look` may raise OSError: the chip is lost, and the next `revive` that succeeds brings it back."""

    def __init__(self, spidev: ModuleType, settings: ReaderSettings, *, in_turn: bool = False) -> None:
        self.name = settings.name
        self.settings = settings
        self.last_frames = LastFrames()
        self._spidev = spidev
        self._in_turn = in_turn
        """Its field is on only while it is looked at: no tag stays parked."""
        self._package: Package | None = None
        self._transport: Transport | None = None
        self._gain = GAINS_DB[settings.gain_db]
        self._field_on = False
        self._field_ready_s = 0.0
        self._check_s = 0.0
        self._refresh_s = 0.0
        self._trust_silence = True
        self._look_for_others = False
        self._crowded = False
        self._records: dict[bytes, bytes | None] = {}
        """Of what lies here now, by UID."""

    def revive(self, now_s: float) -> Fault | None:
        """Set the chip up from scratch. What is wrong if that fails."""
        self._check_s = now_s + CHECK_INTERVAL_S
        self.close()
        settings = self.settings
        if settings.reset is not None:
            settings.reset.off()
            settings.reset.on()
        place = f"/dev/spidev{settings.bus}.{settings.device}"
        try:
            return self._begin(place, now_s)
        except OSError as error:
            self._transport = None
            self.last_frames.add(f"{place}: {error.strerror or error}")
            return Fault("reader.no_bus", self.name, f"{place}: {error.strerror or error}")

    def _begin(self, place: str, now_s: float) -> Fault | None:
        """OSError where the bus itself does not work."""
        settings = self.settings
        self._package = package = open_package(self._spidev, settings.bus, settings.device, settings.speed_hz)
        self.last_frames.add(f"{place}: opened, chip reset")
        transport = Transport(TracedSpi(package.spi, self.last_frames), settings.speed_hz, settings.irq)
        version = transport.registers(VERSION)[0]
        if version in NO_CHIP:
            return Fault("reader.missing", self.name, place)
        self._set_up(transport, now_s)
        if not self._is_set_up(transport):
            return Fault("reader.deaf", self.name, f"version {version:#04x}")
        self._transport = transport
        if self._in_turn:
            self.field(False, now_s)
        log.debug("reader %s: chip version %#04x at %d dB", self.name, version, settings.gain_db)
        return None

    def refresh(self, now_s: float) -> None:
        """Reset the chip and its field: a cure for a receiver that hangs. The next look has the guard to wait for."""
        if self._package is not None and self._transport is not None:
            self._package.MFRC522_Init()
            self.last_frames.add("chip reset")
            self._set_up(self._transport, now_s)

    def field(self, on: bool, now_s: float) -> None:
        """For fields in turn. On a bus that fails nothing happens: the next look finds that out."""
        if self._transport is not None and on != self._field_on:
            with contextlib.suppress(OSError):
                self._transport.field(on)
            self._field_on = on
            self._field_ready_s = now_s + FIELD_GUARD_S

    def due(self, now_s: float) -> bool:
        """Whether it is time to see to the chip itself."""
        return now_s >= self._check_s

    def check(self, now_s: float, resting: bool) -> None:
        """The watchdog: a chip that lost its settings is set up again. ChipLostError if it does not keep them."""
        self._check_s = now_s + CHECK_INTERVAL_S
        if self._transport is None:
            return
        if not self._is_set_up(self._transport):
            fault = self.revive(now_s)
            if fault is not None:
                raise ChipLostError(fault.code)
            log.warning("reader %s had lost its settings and was set up again", self.name)
        elif now_s >= self._refresh_s and not resting and not self._in_turn:
            self.refresh(now_s)

    def look(self, known: bytes | None, now_s: float) -> Look | None:
        """What lies here. `known` rests here already, parked. None: the field is not up yet."""
        transport = self._working()
        if now_s < self._field_ready_s:
            return None
        if self._in_turn:
            known = None
            self._trust_silence = True
        elif known is not None and self._stranger(transport):
            self._crowded = True
            wake(transport, REQA)  # back to sleep with it, so that WUPA wakes both
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
        except (GarbledError, NoAnswerError):
            return Garble()

    def record(self, uid: bytes) -> bytes | None:
        """What was read with this UID."""
        return self._records.get(uid)

    def forget(self) -> None:
        """Nothing lies here any more: a record is read again when a tag comes back."""
        self._records.clear()

    def select(self, uid: bytes) -> tuple[Transport, int]:
        """The resting tag, selected, for commands of its own; and its SAK. `release` it after."""
        transport = self._working()
        transport.pause(PARKED_US)
        for _ in range(2 * INSISTENCE):
            if wake(transport) is not Heard.ANSWER:
                continue
            try:
                return transport, select_known(transport, uid)
            except (GarbledError, NoAnswerError, CollisionError):
                continue
        raise NoAnswerError(f"the tag on the {self.name} reader does not answer")

    def release(self) -> None:
        """Park the tag again, whatever became of it."""
        transport = self._working()
        park(transport)
        transport.pause(PARKED_US)
        self._trust_silence = False
        self._records.clear()

    def inventory(self) -> tuple[bytes, ...]:
        """The UIDs of all tags that lie here. Takes 10 ms and more; GarbledError if one cannot be told."""
        transport = self._working()
        transport.pause(PARKED_US)
        transport.field(False)
        transport.pause(FIELD_OFF_US)
        transport.field(True)
        transport.pause(FIELD_GUARD_US)
        self._trust_silence = False
        return inventory(transport)

    def self_test(self) -> tuple[int, SelfTest]:
        """VersionReg, and whether the chip computes what it should. Before anything else it wants `revive`."""
        return self_test(self._working())

    def close(self) -> None:
        """The field goes off with the chip's next reset; the bus is free."""
        if self._package is not None:
            close_package(self._package)
        self._package = self._transport = None

    def _working(self) -> Transport:
        if self._transport is None:
            raise ChipLostError("the chip is not set up")
        return self._transport

    def _set_up(self, transport: Transport, now_s: float) -> None:
        transport.set_up(self._gain)
        self._field_ready_s = now_s + FIELD_GUARD_S
        self._refresh_s = now_s + REFRESH_INTERVAL_S
        self._field_on = True
        self._trust_silence = False

    def _ask(self, transport: Transport, heard: Heard, known: bytes | None) -> Look:
        if heard is Heard.GARBLED:
            return Garble()
        if known is not None and heard is Heard.ANSWER:
            try:
                select_known(transport, known)
            except NoAnswerError:
                # Another card, or its answer was lost: whoever is there is asked for a name.
                if self._insist(transport) is not Heard.ANSWER:
                    return Garble()
            else:
                return self._parked(transport, known)
        found = identify(transport)
        if found.uid not in self._records:
            self._records = {found.uid: read_record(transport) if found.sak == TYPE2 else None}
        return self._parked(transport, found.uid)

    def _parked(self, transport: Transport, uid: bytes) -> One:
        park(transport)
        self._trust_silence = True
        self._crowded = False
        return One(uid)

    def _stranger(self, transport: Transport) -> bool:
        """At every second look: the parked card does not answer REQA, so whoever does is another."""
        self._look_for_others = not self._look_for_others
        return self._look_for_others and self._trust_silence and wake(transport, REQA) is not Heard.SILENCE

    @staticmethod
    def _insist(transport: Transport) -> Heard:
        for _ in range(INSISTENCE):
            heard = wake(transport)
            if heard is not Heard.SILENCE:
                return heard
        return Heard.SILENCE

    def _is_set_up(self, transport: Transport) -> bool:
        wanted = transport.settings(self._gain)
        version, antenna, *found = transport.registers(VERSION, TX_CONTROL, *wanted)
        return version not in NO_CHIP and antenna & ANTENNA_ON == ANTENNA_ON and found == list(wanted.values())
