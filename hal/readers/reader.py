"""Keeps a reader's chip in working order, and looks for cards on it."""

import contextlib
import errno
import logging
from types import ModuleType

from hal.closing import close_each
from hal.events import Fault
from hal.holders import held
from hal.last_frames import LastFrames
from hal.readers.card_reader import ReaderKind
from hal.readers.errors import ChipLostError, NoAnswerError
from hal.readers.inventory import PARKED_US, inventory
from hal.readers.looks import Looks
from hal.readers.package import Package, close_package, open_package
from hal.readers.presence import Look
from hal.readers.reader_lines import HeaderLine
from hal.readers.self_test import SelfTest, self_test
from hal.readers.settings import GAINS_DB, ReaderSettings
from hal.readers.traced_spi import TracedSpi
from hal.readers.transport import ANTENNA_ON, COMMAND, MODE, POWER_DOWN, TX_ASK, TX_CONTROL, VERSION, Transport

log = logging.getLogger(__name__)

FIELD_GUARD_S = 0.006
"""The seconds from the field's start to a tag's first answer: ISO 14443-3 allows 5 ms."""
FIELD_OFF_US, FIELD_GUARD_US = 1_000, 6_000
RESET_US = 2_000
"""The microseconds for which RST is low, and for which the chip is left alone after it.

The data sheet asks for 100 ns and for the start of the crystal; boards with a shorter pulse passed their self-test, but
their radio was dead.
"""
AWAKE_US, AWAKE_MOST = 1_000, 50
"""The microseconds between two looks whether the crystal runs, and the most of these looks."""
FORCE_100_ASK = 0x40
CRC_PRESET_6363, MODE_BITS = 0x21, 0x23
"""The value that the package writes to ModeReg: CRCPreset of ISO 14443-A, and TxWaitRF.

The other bits differ between clones.
"""
CHECK_INTERVAL_S = 1.0
"""The seconds between two checks whether the chip is still set up, or a missing one is back."""
REFRESH_INTERVAL_S = 30.0
"""The seconds between two resets of an idle chip. Boards go deaf after hours, with every register as it was."""
NO_CHIP = (0x00, 0xFF)
"""The values that are read from a bus without a chip."""


class Reader:
    """A reader with an MFRC522 (a `CardReader`). One thread may call it.

    `look` may raise OSError: the chip is lost, and the next successful `revive` brings it back.
    """

    kind = ReaderKind.RC522

    def __init__(self, spidev: ModuleType, settings: ReaderSettings, *, in_turn: bool = False) -> None:
        self.name = settings.name
        self.settings = settings
        self.last_frames = LastFrames()
        self.version = 0
        """VersionReg as last read; 0 before."""
        self._spidev = spidev
        self._in_turn = in_turn
        """True if its field is on only while it is looked at. Then no tag stays parked."""
        self._package: Package | None = None
        self._transport: Transport | None = None
        self._gain = GAINS_DB[settings.gain_db]
        self._field_on = False
        self._field_ready_s = 0.0
        self._check_s = 0.0
        self._refresh_s = 0.0
        self._looks = Looks(in_turn=in_turn)

    def revive(self, now_s: float) -> Fault | None:
        """Set the chip up from scratch. Return a Fault if that fails."""
        self._check_s = now_s + CHECK_INTERVAL_S
        self.close()
        settings = self.settings
        place = f"/dev/spidev{settings.bus}.{settings.device}"
        try:
            return self._begin(place, now_s)
        except OSError as error:
            self._transport = None
            self.last_frames.add(f"{place}: {error.strerror or error}")
            if error.errno == errno.EBUSY:
                return Fault("reader.port_busy", self.name, held(place))
            code = getattr(error, "code", "")
            return Fault(code or "reader.no_bus", self.name, place if code else f"{place}: {error.strerror or error}")

    def _begin(self, place: str, now_s: float) -> Fault | None:
        """Open the bus and set the chip up. Raises OSError if the bus itself does not work."""
        settings = self.settings
        self._package = package = open_package(self._spidev, settings.bus, settings.device, settings.speed_hz)
        self.last_frames.add(f"{place}: opened, chip reset")
        spi = TracedSpi(package.spi, self.last_frames)
        transport = Transport(spi, settings.speed_hz, settings.irq, careful=settings.careful)
        if settings.reset is not None:
            settings.reset.off()
            transport.pause(RESET_US)
            settings.reset.on()
            transport.pause(RESET_US)
            if transport.registers(VERSION)[0] not in NO_CHIP:
                self._wakes(transport)  # what is written before is lost, and only the package writes TxASK and Mode
            package.MFRC522_Init()
        self.version = version = transport.registers(VERSION)[0]
        if version in NO_CHIP:
            return Fault("reader.missing", self.name, place)
        awake = self._wakes(transport)
        self._set_up(transport, now_s)
        if not awake or not self._is_set_up(transport):
            return Fault("reader.deaf", self.name, f"version {version:#04x}")
        self._transport = transport
        if self._in_turn:
            self.field(False, now_s)
        log.debug("reader %s: chip version %#04x at %d dB", self.name, version, settings.gain_db)
        return None

    def refresh(self, now_s: float) -> None:
        """Reset the chip and its field, which cures a receiver that hangs.

        The next look has to wait for the guard time.
        """
        if self._package is not None and self._transport is not None:
            self._package.MFRC522_Init()
            self.last_frames.add("chip reset")
            self._set_up(self._transport, now_s)

    def field(self, on: bool, now_s: float) -> None:
        """Switch the field, for fields in turn. It never raises: if the bus fails, the next look finds out."""
        if self._transport is not None and on != self._field_on:
            with contextlib.suppress(OSError):
                self._transport.field(on)
            self._field_on = on
            self._field_ready_s = now_s + FIELD_GUARD_S

    def due(self, now_s: float) -> bool:
        """True if it is time to check the chip itself."""
        return now_s >= self._check_s

    def check(self, now_s: float, resting: bool) -> None:
        """Set a chip that lost its settings up again. Raises ChipLostError if it does not keep them."""
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
        """Return the finding of one look; None before the field is up. `known` is the card that rests here, parked.

        Raises OSError if the chip is lost.
        """
        transport = self._working()
        if now_s < self._field_ready_s:
            return None
        return self._looks.look(transport, known)

    @property
    def irq_believed(self) -> bool:
        """True if there is an IRQ line, and it has moved as the chip's answers do."""
        return self._transport is not None and self._transport.irq_believed

    @property
    def line_faults(self) -> tuple[Fault, ...]:
        """Return the faults of its reset and IRQ lines."""
        lines = (self.settings.reset, self.settings.irq)
        return tuple(line.fault for line in lines if isinstance(line, HeaderLine) and line.fault is not None)

    def record(self, uid: bytes) -> bytes | None:
        """Return the record that was read with this UID, or None."""
        return self._looks.record(uid)

    def forget(self) -> None:
        """Forget all records, because no tag is on the reader any more."""
        self._looks.forget()

    def select(self, uid: bytes) -> tuple[Transport, int]:
        """Select the resting tag, for commands to it, and return its SAK. Call `release` afterwards.

        Raises NoAnswerError, or ChipLostError if the chip is not set up.
        """
        transport = self._working()
        try:
            return transport, self._looks.select(transport, uid)
        except NoAnswerError:
            raise NoAnswerError(f"the tag on the {self.name} reader does not answer") from None

    def release(self) -> None:
        """Park the tag again, in whatever state it is."""
        self._looks.release(self._working())

    def inventory(self) -> tuple[bytes, ...]:
        """Return the UIDs of all tags on the reader. It takes 10 ms and more.

        Raises GarbledError if one cannot be read.
        """
        transport = self._working()
        transport.pause(PARKED_US)
        transport.field(False)
        transport.pause(FIELD_OFF_US)
        transport.field(True)
        transport.pause(FIELD_GUARD_US)
        self._looks.distrust()
        return inventory(transport)

    def self_test(self) -> tuple[int, SelfTest]:
        """Return VersionReg, and whether the chip computes the correct bytes. Call `revive` before anything else."""
        return self_test(self._working())

    def close(self) -> None:
        """Close the bus. The field goes off with the chip's next reset."""
        if self._package is not None:
            close_package(self._package)
        self._package = self._transport = None

    def end(self) -> None:
        """Close the bus, and release the reader's pins."""
        lines = (line for line in (self.settings.reset, self.settings.irq) if line is not None)
        close_each((self.close, *(line.close for line in lines)))

    def _working(self) -> Transport:
        if self._transport is None:
            raise ChipLostError("the chip is not set up")
        return self._transport

    def _set_up(self, transport: Transport, now_s: float) -> None:
        transport.set_up(self._gain)
        self._field_ready_s = now_s + FIELD_GUARD_S
        self._refresh_s = now_s + REFRESH_INTERVAL_S
        self._field_on = True
        self._looks.distrust()

    def _is_set_up(self, transport: Transport) -> bool:
        wanted = transport.settings(self._gain)
        version, antenna, ask, mode, *found = transport.registers(VERSION, TX_CONTROL, TX_ASK, MODE, *wanted)
        heard_by_tags = ask & FORCE_100_ASK and mode & MODE_BITS == CRC_PRESET_6363
        sends = antenna & ANTENNA_ON == ANTENNA_ON and bool(heard_by_tags)
        return version not in NO_CHIP and sends and found == list(wanted.values())

    @staticmethod
    def _wakes(transport: Transport) -> bool:
        """Wait until the chip's crystal runs after a reset. Return False if it does not start."""
        for _ in range(AWAKE_MOST):
            if not transport.registers(COMMAND)[0] & POWER_DOWN:
                return True
            transport.pause(AWAKE_US)
        return False
