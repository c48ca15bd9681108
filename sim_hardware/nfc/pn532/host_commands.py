"""The chip's commands (UM0701-02, 7): each takes its bytes, lets time pass, and returns the bytes of its answer."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from sim_hardware.clock import MS, US
from sim_hardware.nfc.air import Frame, Reception
from sim_hardware.nfc.crc import intact, with_crc_a
from sim_hardware.nfc.pn532.quirks import Quirk
from sim_hardware.nfc.pn532.radio import Activated, Radio, Taking

WELL, TIMED_OUT, BAD_CRC, BAD_PARITY, BAD_FRAMING, COLLISION = 0x00, 0x01, 0x02, 0x03, 0x05, 0x06
NOT_AUTHENTICATED, NO_SUCH_TARGET, REFUSED = 0x14, 0x27, 0x13
TX_MODE, RX_MODE, TX_CONTROL, CONTROL, BIT_FRAMING = 0x6302, 0x6303, 0x6304, 0x633C, 0x633D
CRC_ON = 0x80
ANTENNA_ON = 0x03
FOR_EVER = 0xFF
BAUDS = (9_600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600, 1_288_000)
FIRST_BAUD = 115_200
TYPE_A, OTHER_TYPES = 0x00, range(0x01, 0x05)
"""The kinds of InListPassiveTarget: ISO 14443-3 A, and FeliCa twice, B and Jewel, for which there are no tags here."""
MIFARE, PART_4 = 0x10, 0x20
"""The kinds of InAutoPoll that ask for a type A tag without ISO 14443-4, and with it; TYPE_A asks for either."""
POLL_NS = 150 * MS
OTHER_TYPE_NS = 5 * MS
OFF_NS, GUARD_NS = 1 * MS, 6 * MS
SLOW_NS = 30 * MS
AUTH_A, AUTH_B, BLOCK_WRITE = 0x60, 0x61, 0xA0
ACK_NIBBLE = 0xA
DEFAULT_TIMEOUT = 0x0A

Running: TypeAlias = Callable[[bytes], Taking[bytes | None]]
"""A command: its bytes in, its answer's bytes out; None for an error frame."""


class ChipCommands:
    """The commands of one chip, over its radio. Their changes last until the next reset."""

    def __init__(self, radio: Radio, firmware: bytes, quirks: frozenset[Quirk]) -> None:
        self.normal_mode = False
        """False in low battery mode, in which the chip starts."""
        self.asleep_after = False
        """True once PowerDown was requested."""
        self.baud = FIRST_BAUD
        """The speed of the serial line that the host has requested."""
        self._radio, self._firmware, self._quirks = radio, firmware, quirks
        self._registers: dict[int, int] = {}
        self._timeout = DEFAULT_TIMEOUT
        self._passive_retries = FOR_EVER
        self._targets: list[Activated] = []
        self._selected: int | None = None
        """The place in the list of the tag that is active."""
        always: dict[int, Running] = {
            0x00: self._diagnose,
            0x02: self._version,
            0x06: self._read,
            0x08: self._write,
            0x10: self._speed,
            0x14: self._sam,
            0x16: self._sleep,
        }
        cards: dict[int, Running] = {
            0x04: self._status,
            0x12: self._parameters,
            0x32: self._configure,
            0x40: self._exchange,
            0x42: self._through,
            0x44: self._deselect,
            0x4A: self._list,
            0x52: self._release,
            0x54: self._select,
            0x60: self._poll,
        }
        self._always: Mapping[int, Running] = always
        self._cards: Mapping[int, Running] = cards

    def run(self, code: int, data: bytes) -> Taking[bytes | None]:
        """Run a command. An unknown command, or one in low battery mode, gets an error frame."""
        known = self._always.get(code) or (self._cards.get(code) if self.normal_mode else None)
        if known is None:
            return None
        try:
            return (yield from known(data))
        except IndexError:
            return None  # an argument is missing

    # The chip

    def _diagnose(self, data: bytes) -> Taking[bytes | None]:
        yield 2 * MS
        if Quirk.NO_DIAGNOSE in self._quirks:
            return None
        return data if data[0] == 0x00 else b"\0" if data[0] in (0x01, 0x02) else None

    def _version(self, _: bytes) -> Taking[bytes | None]:
        yield 0
        return self._firmware

    def _read(self, data: bytes) -> Taking[bytes | None]:
        yield 0
        return bytes(self._register(data[i] << 8 | data[i + 1]) for i in range(0, len(data), 2))

    def _write(self, data: bytes) -> Taking[bytes | None]:
        yield 0
        for i in range(0, len(data), 3):
            self._registers[data[i] << 8 | data[i + 1]] = data[i + 2]
        return b""

    def _register(self, address: int) -> int:
        if address == TX_CONTROL:
            return 0x80 | (ANTENNA_ON if self._radio.field.on else 0)
        return self._registers.get(address, 0)

    def _speed(self, data: bytes) -> Taking[bytes | None]:
        yield 0
        self.baud = BAUDS[data[0]]
        return b""

    def _sam(self, data: bytes) -> Taking[bytes | None]:
        yield 1 * MS
        self.normal_mode = data[0] == 0x01
        return b""

    def _sleep(self, data: bytes) -> Taking[bytes | None]:
        yield 0
        self.asleep_after = bool(data[0])
        return b"\0"

    def _status(self, _: bytes) -> Taking[bytes | None]:
        yield 0
        listed = b"".join(bytes([number, 0, 0, 0x10]) for number in range(1, len(self._targets) + 1))
        return bytes([0, 0, len(self._targets)]) + listed + b"\x80"

    def _parameters(self, data: bytes) -> Taking[bytes | None]:
        yield 0
        return b"" if len(data) == 1 else None

    def _configure(self, data: bytes) -> Taking[bytes | None]:
        yield 0
        item, values = data[0], data[1:]
        if item == 0x01:
            self._radio.field.switch(bool(values[0] & 0x01))
            self._radio.cipher = None
            self._radio.deaf &= self._radio.field.on  # a receiver that hangs is free again once its field was off
        elif item == 0x02:
            self._timeout = values[2]
        elif item == 0x05:
            self._passive_retries = values[2]
        return b""

    # Tags

    def _list(self, data: bytes) -> Taking[bytes | None]:
        most, kind = data[0], data[1]
        if kind in OTHER_TYPES:
            yield from self._tried(self._no_other_type)
            return b"\0"
        if kind != TYPE_A or not 1 <= most <= 2:
            return None
        if Quirk.SLOW_LIST in self._quirks:
            yield SLOW_NS
        if Quirk.ONE_TARGET in self._quirks:
            most = 1
        self._radio.field.switch(True)
        self._chip_frames()
        self._targets, self._selected = [], None
        while len(self._targets) < most:
            found = yield from self._tried(self._radio.activate)
            if found is None:
                break
            self._targets.append(found)
            self._selected = len(self._targets) - 1
            if len(self._targets) < most:
                yield from self._radio.halt()
                self._selected = None
        return bytes([len(self._targets)]) + b"".join(
            _target_info(number, each) for number, each in enumerate(self._targets, 1)
        )

    def _tried(self, attempt: Callable[[], Taking[Activated | None]]) -> Taking[Activated | None]:
        """Try as often as the host has set, possibly forever."""
        tried = 0
        while True:
            found = yield from attempt()
            if found is not None or (tried == self._passive_retries and tried != FOR_EVER):
                return found
            tried = min(tried + 1, FOR_EVER)

    def _no_other_type(self) -> Taking[Activated | None]:
        """Ask for a tag of another type than A; the field has only type A."""
        yield OTHER_TYPE_NS
        return None

    def _poll(self, data: bytes) -> Taking[bytes | None]:
        """Ask for tags of these kinds in turn, until one answers (InAutoPoll)."""
        rounds, period_ns, kinds = data[0], data[1] * POLL_NS, data[2:]
        if not rounds or not kinds:
            return None
        self._chip_frames()
        self._targets, self._selected = [], None
        while rounds:
            for kind in kinds:
                found = (yield from self._fresh()) if kind in (TYPE_A, MIFARE, PART_4) else None
                if found is not None and kind in (TYPE_A, PART_4 if found.sak & PART_4 else MIFARE):
                    self._targets, self._selected = [found], 0
                    info = _target_info(1, found)
                    return bytes([1, kind, len(info)]) + info
                yield period_ns
            rounds -= rounds != FOR_EVER
        return b"\0"

    def _fresh(self) -> Taking[Activated | None]:
        """Return a tag that was activated as if it had just come into the field."""
        self._radio.field.switch(False)
        yield OFF_NS
        self._radio.field.switch(True)
        yield GUARD_NS
        return (yield from self._radio.activate())

    def _chip_frames(self) -> None:
        """Make the contactless unit add CRCs, as for the chip's own frames."""
        self._registers |= {TX_MODE: CRC_ON, RX_MODE: CRC_ON, BIT_FRAMING: 0}

    def _select(self, data: bytes) -> Taking[bytes | None]:
        if Quirk.NO_SELECT in self._quirks:
            yield 0
            return b""
        return bytes([(yield from self._made_active(data[0] - 1))])

    def _made_active(self, place: int) -> Taking[int]:
        """Select a tag of the list, unless it is already active. Return a status."""
        if not 0 <= place < len(self._targets):
            return NO_SUCH_TARGET
        self._chip_frames()
        if place != self._selected:
            yield from self._halted()
            if (yield from self._radio.select(self._targets[place].uid)) is None:
                return TIMED_OUT
            self._selected = place
        return WELL

    def _halted(self) -> Taking[None]:
        if self._selected is not None:
            self._selected = None
            yield from self._radio.halt()

    def _deselect(self, data: bytes) -> Taking[bytes | None]:
        if data[0] > len(self._targets):
            return bytes([NO_SUCH_TARGET])
        yield from self._halted()
        return bytes([WELL])

    def _release(self, data: bytes) -> Taking[bytes | None]:
        info = yield from self._deselect(data)
        self._targets = []
        return info

    def _exchange(self, data: bytes) -> Taking[bytes | None]:
        status = yield from self._made_active((data[0] & 0x3F) - 1)
        if status != WELL:
            return bytes([status])
        if data[1] in (AUTH_A, AUTH_B):
            opened = yield from self._radio.authenticate(data[1] == AUTH_B, data[2], data[3:9], data[9:13])
            return bytes([WELL if opened else NOT_AUTHENTICATED])
        if data[1] == BLOCK_WRITE and len(data) == 19:
            first = yield from self._passed_on(data[1:3])
            return first if first != bytes([WELL]) else (yield from self._passed_on(data[3:]))
        return (yield from self._passed_on(data[1:]))

    def _passed_on(self, data: bytes) -> Taking[bytes]:
        """Send a frame with its CRC, and return status and answer without one."""
        found = yield from self._radio.exchange(Frame.of(with_crc_a(data), cipher=self._radio.cipher), self._timeout_ns)
        if found is not None and found.frame.bits == 4 and not found.broken:
            return bytes([WELL if found.frame.value == ACK_NIBBLE else REFUSED])
        status, answer = _received(found, checked=True)
        return bytes([status]) + answer

    def _through(self, data: bytes) -> Taking[bytes | None]:
        framing = self._registers.get(BIT_FRAMING, 0)
        last_bits, align = framing & 0x07, framing >> 4 & 0x07
        if self._registers.get(TX_MODE, 0) & CRC_ON:
            data = with_crc_a(data)
        frame = Frame.of(data, len(data) * 8 - (8 - last_bits if last_bits else 0), cipher=self._radio.cipher)
        found = yield from self._radio.exchange(frame, self._timeout_ns)
        status, answer = _received(found, checked=bool(self._registers.get(RX_MODE, 0) & CRC_ON), align=align)
        if found is not None:
            self._registers[CONTROL] = (found.frame.bits + align) % 8
        return bytes([status]) + answer

    @property
    def _timeout_ns(self) -> int:
        return 100 * US << max(0, self._timeout - 1)


def _target_info(number: int, tag: Activated) -> bytes:
    """Return the chip's report about a tag in its list."""
    return bytes([number]) + tag.atqa[::-1] + bytes([tag.sak, len(tag.uid)]) + tag.uid


def _received(found: Reception | None, *, checked: bool, align: int = 0) -> tuple[int, bytes]:
    """Return the status of a reception, and its bytes."""
    if found is None:
        return TIMED_OUT, b""
    if found.broken:
        return BAD_FRAMING, b""
    if found.collision is not None:
        return COLLISION, b""
    if found.frame.bad_parity:
        return BAD_PARITY, b""
    bits = found.frame.bits + align
    answer = (found.frame.value << align).to_bytes((bits + 7) // 8, "little")
    if not checked:
        return WELL, answer
    return (WELL, answer[:-2]) if not bits % 8 and intact(answer) else (BAD_CRC, b"")
