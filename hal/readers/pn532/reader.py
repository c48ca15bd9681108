"""A reader with a PN532 keeps its chip in working order, and looks for cards on it."""

import contextlib
import errno
import logging

from hal.events import Fault
from hal.holders import held
from hal.last_frames import LastFrames
from hal.readers.card_reader import ReaderKind
from hal.readers.errors import ChipLostError, NoAnswerError
from hal.readers.pn532.chip import Firmware, NotUnderstoodError, Pn532Chip
from hal.readers.pn532.codes import COMMUNICATION_LINE, IC_PN532, RAM_TEST, ROM_TEST, TX_CONTROL
from hal.readers.pn532.link_transport import Pn532Transport
from hal.readers.pn532.looks import ListedLooks
from hal.readers.pn532.settings import Pn532Settings
from hal.readers.pn532.speed import find, hasten, slow_down
from hal.readers.presence import Look
from hal.readers.self_test import SelfTest

log = logging.getLogger(__name__)

FIELD_GUARD_S = 0.006
"""The seconds from the field's start to a tag's first answer: ISO 14443-3 allows 5 ms."""
CHECK_INTERVAL_S, REFRESH_INTERVAL_S = 1.0, 30.0
ANTENNA_ON = 0x03
KNOWN_FIRMWARE = (1, 6)
LINE_TEST = b"\x00\xff\x55\xaa"
MOST_REPEATS = 3
"""The most repeated frames between two checks with which a serial line keeps its speed."""


class Pn532Reader:
    """A `CardReader`."""

    kind = ReaderKind.PN532

    def __init__(self, settings: Pn532Settings, *, in_turn: bool = False) -> None:
        self.name = settings.name
        self.settings = settings
        self.last_frames = LastFrames()
        self.firmware: Firmware | None = None
        """The chip's identification, as last read; None before."""
        self._in_turn = in_turn
        self._slow = False
        """True once a serial line has damaged frames at a higher speed."""
        self._chip: Pn532Chip | None = None
        self._transport: Pn532Transport | None = None
        self._looks = ListedLooks(in_turn=in_turn)
        self._field_on = False
        self._field_ready_s = 0.0
        self._check_s = 0.0
        self._refresh_s = 0.0

    def revive(self, now_s: float) -> Fault | None:
        self._check_s = now_s + CHECK_INTERVAL_S
        self.close()
        place = self.settings.place
        try:
            link = self.settings.opened()
        except OSError as error:
            code = getattr(error, "code", "")
            why = getattr(error, "detail", place) if code else f"{place}: {error.strerror or error}"
            self.last_frames.add(why)
            if error.errno == errno.EBUSY:
                return Fault("reader.port_busy", self.name, held(place))
            return Fault(getattr(error, "code", self.settings.unopened), self.name, why)
        self.last_frames.add(f"{place}: opened")
        chip = Pn532Chip(link, self.last_frames)
        try:
            fault = self._begin(chip, now_s)
        except OSError:
            fault = Fault("reader.mute", self.name, place)
        if fault is not None:
            link.close()
        return fault

    def _begin(self, chip: Pn532Chip, now_s: float) -> Fault | None:
        """Wake the chip and set it up. Raises OSError if it does not answer."""
        find(chip)
        self.firmware = chip.firmware()
        if self.firmware.ic != IC_PN532:
            return Fault("reader.foreign", self.name, f"{self.settings.place}: {self.firmware}")
        if self._slow:
            slow_down(chip)
        else:
            self._slow = not hasten(chip)
        chip.repeats = 0
        transport = Pn532Transport(chip)
        self._set_up(chip, transport, now_s)
        if not _sends(chip):
            return Fault("reader.deaf", self.name, str(self.firmware))
        self._chip, self._transport = chip, transport
        if self._in_turn:
            self.field(False, now_s)
        log.debug("reader %s: firmware %s over %s", self.name, self.firmware, chip.link.name)
        return None

    def due(self, now_s: float) -> bool:
        return now_s >= self._check_s

    def check(self, now_s: float, resting: bool) -> None:
        self._check_s = now_s + CHECK_INTERVAL_S
        if self._chip is None:
            return
        repeats, self._chip.repeats = self._chip.repeats, 0
        self._slow |= repeats > MOST_REPEATS
        if self._slow:
            slow_down(self._chip)
        if self._in_turn:
            return
        if not _sends(self._chip):
            fault = self.revive(now_s)
            if fault is not None:
                raise ChipLostError(fault.code)
            log.warning("reader %s had lost its settings and was set up again", self.name)
        elif now_s >= self._refresh_s and not resting:
            self.refresh(now_s)

    def refresh(self, now_s: float) -> None:
        """Set the chip and its field up again. The next look has to wait for the guard time."""
        if self._chip is not None and self._transport is not None:
            self._set_up(self._chip, self._transport, now_s)

    def field(self, on: bool, now_s: float) -> None:
        if self._chip is not None and on != self._field_on:
            with contextlib.suppress(OSError):
                self._chip.field(on)
            self._field_on = on
            self._field_ready_s = now_s + FIELD_GUARD_S

    def look(self, known: bytes | None, now_s: float) -> Look | None:
        transport = self._working()
        if now_s < self._field_ready_s:
            return None
        return self._looks.look(transport, known)

    def record(self, uid: bytes) -> bytes | None:
        return self._looks.record(uid)

    def forget(self) -> None:
        self._looks.forget()

    def select(self, uid: bytes) -> tuple[Pn532Transport, int]:
        transport = self._working()
        try:
            return transport, self._looks.select(transport, uid)
        except NoAnswerError:
            raise NoAnswerError(f"the tag on the {self.name} reader does not answer") from None

    def release(self) -> None:
        self._looks.release(self._working())

    def self_test(self) -> tuple[int, SelfTest]:
        """Return version and revision of the firmware in one number, and the result of the chip's own tests."""
        chip, firmware = self._chip, self.firmware
        if chip is None or firmware is None:
            raise ChipLostError("the chip is not set up")
        version = firmware.version << 8 | firmware.revision
        try:
            line = chip.diagnose(COMMUNICATION_LINE, LINE_TEST)
            passed = line[1:] == LINE_TEST and not any(
                chip.diagnose(test)[:1] != b"\0" for test in (ROM_TEST, RAM_TEST)
            )
        except NotUnderstoodError:
            return version, SelfTest.UNKNOWN
        return version, SelfTest.PASSED if passed else SelfTest.FAILED

    def close(self) -> None:
        """Close the link. The chip stays as it is."""
        if self._chip is not None:
            self._chip.link.close()
        self._chip = self._transport = None

    def end(self) -> None:
        """Let the chip sleep, so that its field goes off, and close the link."""
        if self._chip is not None:
            with contextlib.suppress(OSError):
                slow_down(self._chip)
                self._chip.power_down()
        self.close()

    def _working(self) -> Pn532Transport:
        if self._transport is None:
            raise ChipLostError("the chip is not set up")
        return self._transport

    def _set_up(self, chip: Pn532Chip, transport: Pn532Transport, now_s: float) -> None:
        chip.normal_mode()
        chip.retries()
        chip.field(False)
        chip.field(True)
        transport.unsure()
        self._looks.serve(transport)
        self._field_on = True
        self._field_ready_s = now_s + FIELD_GUARD_S
        self._refresh_s = now_s + REFRESH_INTERVAL_S


def _sends(chip: Pn532Chip) -> bool:
    """True if the chip's antenna is on. After a reset by a supply dip it is off."""
    return chip.registers(TX_CONTROL)[0] & ANTENNA_ON == ANTENNA_ON
