"""ISO 14443-3 type A from the reader's side: wake, anticollision, select, halt. UIDs of 4, 7 and 10 bytes."""

from enum import Enum

from msgspec import Struct

from hal.readers.errors import CheckByteError, CollisionError, GarbledError, NoAnswerError
from hal.readers.frames import COLL_ERR, FrameTransport, TagAnswer

REQA, WUPA = b"\x26", b"\x52"
SELECT = (0x93, 0x95, 0x97)
CASCADE_TAG = 0x88
INCOMPLETE = 0x04
HLTA = b"\x50\x00\x57\xcd"
CRC_A_PRESET = 0x6363


class Heard(Enum):
    SILENCE = "silence"
    ANSWER = "answer"
    COLLISION = "collision"
    GARBLED = "garbled"


def crc_a(data: bytes) -> bytes:
    crc = CRC_A_PRESET
    for byte in data:
        mixed = (byte ^ crc) & 0xFF
        mixed = (mixed ^ mixed << 4) & 0xFF
        crc = (crc >> 8) ^ (mixed << 8) ^ (mixed << 3) ^ (mixed >> 4)
    return crc.to_bytes(2, "little")


def wake(transport: FrameTransport, command: bytes = WUPA) -> Heard:
    """Ask whether a tag is in the field. Halted tags ignore REQA; all tags answer WUPA."""
    # A margin of only two bits, because most looks of a reader find silence and have to wait it out.
    answer = transport.exchange(command, 2, last_bits=7, margin_bits=2)
    if answer is None:
        return Heard.SILENCE
    if answer.errors & COLL_ERR:
        return Heard.COLLISION
    return Heard.ANSWER if answer.clean and len(answer.data) == 2 and not answer.bits else Heard.GARBLED


class Identity(Struct, frozen=True):
    uid: bytes
    sak: int
    """The answer to the last SELECT, which identifies the type of the tag."""


def identify(transport: FrameTransport) -> Identity:
    """Return the complete UID of the only tag that was woken, which is ACTIVE then.

    The SAK decides whether the UID is complete, because some cards have a UID of four bytes that begins with 88.
    Raises NoAnswerError, CollisionError or GarbledError.
    """
    uid = b""
    for select in SELECT:
        part = _anticollision(transport, select)
        sak = select_part(transport, select, part)
        if not sak & INCOMPLETE:
            return Identity(uid + part, sak)
        if part[0] != CASCADE_TAG:
            raise GarbledError
        uid += part[1:]
    raise GarbledError


def select_known(transport: FrameTransport, uid: bytes) -> int:
    """Select the woken tag with this UID, and return its SAK; all others fall silent.

    Raises NoAnswerError, CollisionError or GarbledError.
    """
    levels = cascade(uid)
    sak = INCOMPLETE
    for select, part in zip(SELECT, levels, strict=False):
        sak = select_part(transport, select, part)
        if bool(sak & INCOMPLETE) != (part is not levels[-1]):
            raise GarbledError
    return sak


def park(transport: FrameTransport) -> None:
    """Halt the selected tag (HLTA). It answers only WUPA from now on; it does not acknowledge."""
    transport.send(HLTA)


def cascade(uid: bytes) -> tuple[bytes, ...]:
    """Return the UID in parts of four bytes, one for each cascade level."""
    levels: list[bytes] = []
    while len(uid) > 4:
        levels.append(bytes([CASCADE_TAG]) + uid[:3])
        uid = uid[3:]
    return (*levels, uid)


def _anticollision(transport: FrameTransport, select: int) -> bytes:
    answer = _one_answer(transport.exchange(bytes([select, 0x20]), 5))
    if len(answer.data) != 5 or answer.bits:
        raise GarbledError
    if check_byte(answer.data[:4]) != answer.data[4]:
        raise CheckByteError(answer.data)
    return answer.data[:4]


def select_part(transport: FrameTransport, select: int, part: bytes) -> int:
    """Select one cascade level, and return its SAK."""
    command = bytes([select, 0x70]) + part + bytes([check_byte(part)])
    answer = _one_answer(transport.exchange(command + crc_a(command), 3))
    if len(answer.data) != 3 or answer.bits or crc_a(answer.data[:1]) != answer.data[1:]:
        raise GarbledError
    return answer.data[0]


def _one_answer(answer: TagAnswer | None) -> TagAnswer:
    if answer is None:
        raise NoAnswerError
    if answer.errors & COLL_ERR:
        raise CollisionError
    if not answer.clean:
        raise GarbledError
    return answer


def check_byte(part: bytes) -> int:
    return part[0] ^ part[1] ^ part[2] ^ part[3]
