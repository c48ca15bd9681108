"""The common behaviour of ISO 14443-3 type A tags: wake, anticollision, selection, halt."""

from enum import Enum

from sim_hardware.nfc.air import GARBAGE, Frame, Reply
from sim_hardware.nfc.crc import intact, with_crc_a

REQA, WUPA = 0x26, 0x52
SELECT = (0x93, 0x95, 0x97)
WHOLE_UID = 0x70
CASCADE_TAG = 0x88
INCOMPLETE = 0x04
"""The SAK bit that announces another cascade level of the UID."""
HLTA = b"\x50\x00"
ACK = Frame(0xA, 4)


def nak(code: int) -> Frame:
    return Frame(code, 4)


class TagState(Enum):
    OFF = "off"
    IDLE = "idle"
    READY = "ready"
    ACTIVE = "active"
    HALT = "halt"


def cascade(uid: bytes) -> tuple[bytes, ...]:
    """Return the UID in its form on the air: four bytes and their check byte for each level. Raises ValueError."""
    if len(uid) not in (4, 7, 10):
        raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(uid)}")
    levels = []
    while len(uid) > 4:
        levels.append(bytes([CASCADE_TAG]) + uid[:3])
        uid = uid[3:]
    levels.append(uid)
    return tuple(level + bytes([level[0] ^ level[1] ^ level[2] ^ level[3]]) for level in levels)


class TypeATag:
    """A tag up to its selection; a subclass answers commands in ACTIVE.

    An unexpected frame in READY or ACTIVE sends the tag back to IDLE, or to HALT if it came from there, silently.
    """

    atqa: int
    sak: int

    def __init__(self, uid: bytes) -> None:
        self.uid = uid
        self.state = TagState.OFF
        self._levels = cascade(uid)
        self._level = 0
        self._was_halted = False

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.uid.hex()} {self.state.value}>"

    def spoil_check_byte(self, level: int = 0) -> None:
        """Make the check byte of a cascade level wrong, as in a copied card with a badly written first block."""
        levels = list(self._levels)
        levels[level] = levels[level][:4] + bytes([levels[level][4] ^ 0xFF])
        self._levels = tuple(levels)

    def power_on(self) -> None:
        self.state = TagState.IDLE
        self._was_halted = False

    def power_off(self, now_ns: int) -> None:
        self.state = TagState.OFF

    def receive(self, frame: Frame, now_ns: int) -> Reply | None:
        """Return the answer to a reader's frame that has just ended; None is silence."""
        if self.state is TagState.OFF:
            return None
        if frame.cipher is not None:
            frame = GARBAGE
        if self.state in (TagState.IDLE, TagState.HALT):
            return self._wake(frame)
        if self.state is TagState.READY:
            return self._ready(frame)
        if frame.whole and frame.data == with_crc_a(HLTA):
            self.state = TagState.HALT
            self._was_halted = True
            return None
        return self._active(frame, now_ns)

    def authenticate(self, key_b: bool, block: int, key: bytes, uid: bytes, cipher: int | None) -> int | None:
        """Refuse MIFARE authentication, which is an unexpected frame to a tag without it."""
        self.drop()
        return None

    def drop(self) -> None:
        """Return to the state from which the tag was woken."""
        if self.state in (TagState.READY, TagState.ACTIVE):
            self.state = TagState.HALT if self._was_halted else TagState.IDLE

    def _wake(self, frame: Frame) -> Reply | None:
        asked = (WUPA,) if self.state is TagState.HALT else (REQA, WUPA)
        if frame.bits != 7 or frame.value not in asked:
            return None
        self._was_halted = self.state is TagState.HALT
        self.state = TagState.READY
        self._level = 0
        return Reply(Frame.of(self.atqa.to_bytes(2, "little")))

    def _ready(self, frame: Frame) -> Reply | None:
        data = frame.data
        level = self._levels[self._level]
        if frame.bad_parity or frame.bits < 16 or data[0] != SELECT[self._level]:
            return self._ready_otherwise(frame)
        if data[1] == WHOLE_UID:
            return self._select(frame, data, level)
        sent = (data[1] >> 4) * 8 + (data[1] & 0x0F)
        known = sent - 16
        own = int.from_bytes(level, "little")
        if sent != frame.bits or not 0 <= known < 40 or (own ^ frame.value >> 16) & ((1 << known) - 1):
            self.drop()
            return None
        return Reply(Frame(own >> known, 40 - known, align=known % 8))

    def _select(self, frame: Frame, data: bytes, level: bytes) -> Reply | None:
        if not frame.whole or not intact(data) or data[2:7] != level or len(data) != 9:
            self.drop()
            return None
        self._level += 1
        sak = INCOMPLETE if self._level < len(self._levels) else self.sak
        if self._level == len(self._levels):
            self.state = TagState.ACTIVE
            self._selected()
        return Reply(Frame.of(with_crc_a(bytes([sak]))))

    def _selected(self) -> None:
        """Reset a subclass's session. Called when the tag reaches ACTIVE."""

    def _ready_otherwise(self, frame: Frame) -> Reply | None:
        self.drop()
        return None

    def _active(self, frame: Frame, now_ns: int) -> Reply | None:
        raise NotImplementedError
