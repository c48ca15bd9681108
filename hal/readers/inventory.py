"""All tags in the field, by bit-wise anticollision (ISO 14443-3, 6.5.3)."""

from hal.readers.errors import CollisionError, GarbledError, NoAnswerError
from hal.readers.frames import COLL_ERR, FrameTransport
from hal.readers.iso14443 import (
    CASCADE_TAG,
    INCOMPLETE,
    REQA,
    SELECT,
    Heard,
    check_byte,
    park,
    select_part,
    wake,
)

MOST = 32
"""The most tags that are searched for. The field of one reader powers fewer."""
FAILURES = 12
"""The failures in a row after which the rest counts as unreadable."""
PARKED_US = 1_500
"""The microseconds of HLTA on the air, and the millisecond in which a tag might object."""
SILENCES = 4
"""The number of silent wakes that end a search.

A tag left awake ignores every second wake, and an answer may be lost.
"""


def inventory(transport: FrameTransport) -> tuple[bytes, ...]:
    """Return the UIDs of all tags in the field, each parked. Raises GarbledError if one cannot be read.

    The field must have been off just before: a tag that was parked then would not answer the wakes.
    """
    found: list[bytes] = []
    failures = silences = 0
    while len(found) < MOST:
        heard = wake(transport, REQA)
        if heard is Heard.SILENCE:
            silences += 1
            if silences == SILENCES:
                return tuple(found)
            continue
        silences = 0
        try:
            uid = _one_of_them(transport)
        except (GarbledError, NoAnswerError, CollisionError) as error:
            failures += 1
            if failures == FAILURES:
                raise GarbledError from error
            continue
        park(transport)
        transport.pause(PARKED_US)
        if uid in found:
            failures += 1  # this tag did not hear HLTA
        else:
            failures = 0
            found.append(uid)
        if failures == FAILURES:
            raise GarbledError
    return tuple(found)


def _one_of_them(transport: FrameTransport) -> bytes:
    """Return the UID of one tag, which is ACTIVE then; the others sleep.

    At each collision the search continues with the tags that have a 1 there.
    """
    uid = b""
    for select in SELECT:
        part = _resolved(transport, select)
        sak = select_part(transport, select, part)
        if not sak & INCOMPLETE:
            return uid + part
        if part[0] != CASCADE_TAG:
            raise GarbledError
        uid += part[1:]
    raise GarbledError


def _resolved(transport: FrameTransport, select: int) -> bytes:
    known, value = 0, 0
    while True:
        whole, split = divmod(known, 8)
        sent = value.to_bytes(4, "little")[: (known + 7) // 8]
        command = bytes([select, 0x20 + (whole << 4) + split]) + sent
        answer = transport.exchange(command, 5 - whole, last_bits=split, align=split)
        if answer is None:
            raise NoAnswerError
        if answer.errors & ~COLL_ERR:
            raise GarbledError
        received = int.from_bytes(answer.data, "little") >> split << known
        low = (1 << known) - 1
        if not answer.errors:
            if len(answer.data) != 5 - whole:
                raise GarbledError
            level = (received | value & low).to_bytes(5, "little")
            if check_byte(level[:4]) != level[4]:
                raise GarbledError
            return level[:4]
        if answer.collision is None or answer.collision < split:
            raise CollisionError
        # The bits are counted from the first byte of this answer, with its padding.
        at = whole * 8 + answer.collision
        if not known <= at < 32:
            raise CollisionError
        value = (received | value & low) & ((1 << at) - 1) | 1 << at
        known = at + 1
