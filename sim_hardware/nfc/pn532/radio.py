"""The chip's antenna: frames out and answers in. A function that takes time yields the nanoseconds."""

from collections.abc import Generator
from typing import TypeAlias, TypeVar

from msgspec import Struct

from sim_hardware.clock import MS, US
from sim_hardware.nfc.air import Frame, Reception, bits_ns, reply_delay_ns
from sim_hardware.nfc.crc import intact, with_crc_a
from sim_hardware.nfc.field import Field
from sim_hardware.nfc.tags.card import HLTA, INCOMPLETE, REQA, SELECT, WUPA, cascade

T = TypeVar("T")
Taking: TypeAlias = Generator[int, None, T]
"""Nanoseconds that pass, and the result."""
GUARD_NS = bits_ns(9)
DUE_NS = 400 * US
"""The nanoseconds for an answer that comes after the fixed delay."""
HALT_NS = 1 * MS
"""The nanoseconds in which a tag might object to HLTA (ISO 14443-3, 6.4.3)."""
AUTHENT_BITS = 41 + 83 + 41
UID_BITS = 40


class Activated(Struct, frozen=True):
    uid: bytes
    atqa: bytes
    sak: int


class Radio:
    def __init__(self, field: Field) -> None:
        self.field = field
        self.deaf = False
        """True while the receiver hangs."""
        self.air_ns = 0
        self.cipher: int | None = None

    def exchange(self, frame: Frame, timeout_ns: int) -> Taking[Reception | None]:
        """Send a frame, and return the answer that arrives within the time."""
        yield GUARD_NS
        self.air_ns += frame.air_ns
        yield frame.air_ns
        reception = self.field.send(frame)
        if reception is None or self.deaf or reception.delay_ns > timeout_ns:
            yield timeout_ns
            return None
        yield reception.delay_ns + reception.frame.air_ns
        self.air_ns += reception.frame.air_ns
        return self.field.arrived(reception)

    def halt(self) -> Taking[None]:
        yield from self.exchange(Frame.of(with_crc_a(HLTA), cipher=self.cipher), HALT_NS)
        self.cipher = None

    def activate(self) -> Taking[Activated | None]:
        """Ask with REQA, and activate one of the tags that answer. Return None if that fails."""
        self.cipher = None
        asked = yield from self.exchange(Frame.of(bytes([REQA]), 7), DUE_NS)
        if asked is None or asked.broken or asked.frame.bits != 16:
            return None
        uid = b""
        for select in SELECT:
            part = yield from self._part(select)
            if part is None:
                return None
            sak = yield from self._select(select, part)
            if sak is None:
                return None
            if not sak & INCOMPLETE:
                return Activated(uid + part[:4], asked.frame.data, sak)
            uid += part[1:4]
        return None

    def select(self, uid: bytes) -> Taking[int | None]:
        """Wake everything with WUPA, and select the tag with this UID."""
        self.cipher = None
        asked = yield from self.exchange(Frame.of(bytes([WUPA]), 7), DUE_NS)
        sak: int | None = None
        if asked is not None:
            for select, part in zip(SELECT, cascade(uid), strict=False):
                sak = yield from self._select(select, part)
                if sak is None:
                    return None
        return sak

    def authenticate(self, key_b: bool, block: int, key: bytes, uid: bytes) -> Taking[bool]:
        session = self.field.authenticate(key_b, block, key, uid, self.cipher)
        yield 3 * reply_delay_ns(9) + bits_ns(AUTHENT_BITS)
        self.cipher = session if self.field.reply_was_whole and not self.deaf else None
        return self.cipher is not None

    def _part(self, select: int) -> Taking[bytes | None]:
        """Find the five bytes of one cascade level. At a collision the tags with a 1 continue."""
        known, value = 0, 0
        while True:
            whole, split = divmod(known, 8)
            sent = value.to_bytes(5, "little")[: (known + 7) // 8]
            frame = Frame.of(bytes([select, 0x20 + (whole << 4) + split]) + sent, 16 + known)
            found = yield from self.exchange(frame, DUE_NS)
            if found is None or found.broken or found.frame.bits != UID_BITS - known:
                return None
            bits = found.frame.value << known
            if found.collision is None:
                part = (bits | value & (1 << known) - 1).to_bytes(5, "little")
                right = part[0] ^ part[1] ^ part[2] ^ part[3] == part[4]
                return part if right and not found.frame.bad_parity else None
            at = known + found.collision
            value = (bits | value) & (1 << at) - 1 | 1 << at
            known = at + 1

    def _select(self, select: int, part: bytes) -> Taking[int | None]:
        found = yield from self.exchange(Frame.of(with_crc_a(bytes([select, 0x70]) + part)), DUE_NS)
        if found is None or found.broken or found.collision is not None or found.frame.bad_parity:
            return None
        return found.frame.data[0] if len(found.frame.data) == 3 and intact(found.frame.data) else None
