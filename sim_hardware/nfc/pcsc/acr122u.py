"""A reader like an ACR122U: a PN532 with a firmware in front of it, which polls for cards by itself and answers APDUs.

The polling rate, and the number of tries for a card that does not answer, are assumed.
"""

import random
from functools import partial

from sim_hardware.clock import MS, Clock
from sim_hardware.nfc.air import Frame
from sim_hardware.nfc.crc import intact, with_crc_a
from sim_hardware.nfc.field import Field
from sim_hardware.nfc.pn532.chip import FIRMWARE_1_6
from sim_hardware.nfc.pn532.host_commands import ChipCommands
from sim_hardware.nfc.pn532.radio import Radio, Taking

LOOKS_NS = 150 * MS
ATTEMPTS = 16
"""The number of tries before a card counts as gone. After a misunderstood command it ignores every second one."""
ANSWER_NS = 13 * MS
WELL, FAILED, UNKNOWN = b"\x90\x00", b"\x63\x00", b"\x6d\x00"
GET_UID, READ, UPDATE = b"\xff\xca\x00\x00\x00", b"\xff\xb0\x00", b"\xff\xd6\x00"
TRANSPARENT, BEEPER = b"\xff\x00\x00\x00", b"\xff\x00\x52"
TYPE2_SAK = 0x00
READ_PAGE, WRITE_PAGE = 0x30, 0xA2


class Acr122u:
    """A reader over the antenna of a field. It belongs to the thread of its clock."""

    def __init__(self, clock: Clock, field: Field, chance: random.Random | None = None) -> None:
        self.beeper = True
        """True while it beeps for each new card."""
        self.beeped = 0
        self.disturbed = 0.0
        """The share of APDUs that fail, as on a bad USB lead."""
        self.here: tuple[bytes, int] | None = None
        """UID and SAK of the card that the firmware has found."""
        self.changes = 0
        """The number of cards that were laid and removed."""
        self.field = field
        self._clock = clock
        self._chance = chance or random.Random(0)
        self._radio = Radio(field)
        self._held_in_reset = False
        self._polls = 0
        self.hold_reset(False)

    @property
    def air_ns(self) -> int:
        return self._radio.air_ns

    @property
    def powered(self) -> bool:
        return not self._held_in_reset

    @property
    def atr(self) -> bytes:
        """Return a card's ATR by PC/SC part 3."""
        if self.here is None:
            return b""
        name = 0x0003 if self.here[1] == TYPE2_SAK else 0x0001
        head = bytes.fromhex("3B8F8001804F0CA000000306") + b"\x03" + name.to_bytes(2, "big") + bytes(4)
        check = 0
        for byte in head[1:]:
            check ^= byte
        return head + bytes([check])

    def deafen(self) -> None:
        """Make the receiver hang until the reader is unplugged; the firmware restarts its chip by itself."""
        self._radio.deaf = True

    def hold_reset(self, held: bool) -> None:
        """Switch the supply off or on."""
        self._held_in_reset = held
        self._radio.deaf = False
        self._commands = ChipCommands(self._radio, FIRMWARE_1_6, frozenset())
        self._commands.normal_mode = True
        self._polls += 1
        self._running = False
        self._found(None)
        self.beeper = True
        self.field.switch(not held)
        if not held:
            self._clock.after(LOOKS_NS, partial(self._begin, self._polls))

    def answer(self, apdu: bytes) -> bytes:
        """Return the answer to an APDU. This advances the virtual clock by the time that the reader takes."""
        while self._running:
            due_ns = self._clock.next_ns
            self._clock.advance_to(self._clock.now_ns if due_ns is None else due_ns)
        self._running = True
        try:
            self._clock.advance(ANSWER_NS)
            if self.disturbed and self._chance.random() < self.disturbed:
                return FAILED
            taking = self._answered(apdu)
            while True:
                try:
                    self._clock.advance(next(taking))
                except StopIteration as end:
                    answer: bytes = end.value
                    return answer
        finally:
            self._running = False

    def _begin(self, poll: int) -> None:
        """Poll for a card, unless the reader was reset since, or is in the middle of a command."""
        if poll != self._polls:
            return
        if self._running:
            self._clock.after(LOOKS_NS, partial(self._begin, poll))
            return
        self._running = True
        self._step(poll, self._look())

    def _step(self, poll: int, taking: Taking[None]) -> None:
        if poll != self._polls:
            taking.close()
            return
        try:
            self._clock.after(next(taking), partial(self._step, poll, taking))
        except StopIteration:
            self._running = False
            self._clock.after(LOOKS_NS, partial(self._begin, poll))

    def _look(self) -> Taking[None]:
        if self._radio.deaf:
            self.field.switch(False)
            self._radio.deaf = False
            yield 5 * MS
            self.field.switch(True)
            yield 6 * MS
        if self.here is not None and (yield from self._selected(self.here[0])):
            yield from self._radio.halt()
            return
        for _ in range(2):
            found = yield from self._radio.activate()
            if found is not None:
                yield from self._radio.halt()
                self._found((found.uid, found.sak))
                return
        if self.here is not None:
            self._found(None)

    def _selected(self, uid: bytes) -> Taking[bool]:
        for _ in range(ATTEMPTS):
            if (yield from self._radio.select(uid)) is not None:
                return True
        return False

    def _found(self, here: tuple[bytes, int] | None) -> None:
        if here == self.here:
            return
        self.changes += 1 + (here is not None and self.here is not None)
        self.here = here
        self.beeped += here is not None and self.beeper

    def _answered(self, apdu: bytes) -> Taking[bytes]:
        if apdu[:3] == BEEPER:
            self.beeper = apdu[3] == 0xFF
            return WELL
        if apdu[:4] == TRANSPARENT:
            return (yield from self._transparent(apdu[5 : 5 + apdu[4]]))
        if self.here is None:
            return FAILED
        if apdu == GET_UID:
            return self.here[0] + WELL
        if apdu[:3] == READ:
            found = yield from self._command(bytes([READ_PAGE, apdu[3]]))
            return FAILED if found is None else found[: apdu[4]] + WELL
        if apdu[:3] == UPDATE:
            found = yield from self._command(bytes([WRITE_PAGE, apdu[3]]) + apdu[5 : 5 + apdu[4]])
            return FAILED if found is None else WELL
        return UNKNOWN

    def _transparent(self, data: bytes) -> Taking[bytes]:
        """Pass a command on to the chip."""
        if data[:1] != b"\xd4":
            return FAILED
        if self.here is not None and data[1] == 0x4A:
            # The firmware lists its card anew: the field goes off, so that every tag takes part.
            self.field.switch(False)
            yield 1 * MS
            self.field.switch(True)
            yield 6 * MS
            yield from self._commands.run(0x32, b"\x05\x00\x00\x01")
        found = yield from self._commands.run(data[1], data[2:])
        return FAILED if found is None else bytes([0xD5, data[1] + 1]) + found + WELL

    def _command(self, data: bytes) -> Taking[bytes | None]:
        """Send a command to the card, and repeat it if it does not answer. Return its answer; None if it refuses."""
        if self.here is None:
            return None
        for _ in range(ATTEMPTS):
            if not (yield from self._selected(self.here[0])):
                self._found(None)
                return None
            found = yield from self._radio.exchange(Frame.of(with_crc_a(data)), 15 * MS)
            if found is None or found.broken or found.frame.bad_parity:
                continue
            if found.frame.bits == 4:
                yield from self._radio.halt()
                return b"" if found.frame.value == 0xA else None
            if intact(found.frame.data):
                yield from self._radio.halt()
                return found.frame.data[:-2]
        return None
