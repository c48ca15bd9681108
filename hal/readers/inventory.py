"""Every tag in the field, by bit-wise anticollision (ISO 14443-3, 6.5.3)."""

from hal.readers.errors import CollisionError, GarbledError, NoAnswerError
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
from hal.readers.transport import COLL_ERR, Transport

MOST = 32
"""Tags that are looked for. The field of one reader feeds fewer."""
FAILURES = 12
"""In a row, before what remains counts as unreadable."""
PARKED_US = 1_500
"""HLTA on the air, and the millisecond in which a tag might object."""
SILENCES = 4
"""A tag left awake takes every second wake as a reason to fall asleep; and an answer may be lost."""


def inventory(transport: Transport) -> tuple[bytes, ...]:
    """The UIDs of all tags in the field, each parked. GarbledError if something answers and cannot be told.

    The field must have been off just before: a tag that was parked then does not hear what is asked here.
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
            failures += 1  # it did not hear that it was parked
        else:
            failures = 0
            found.append(uid)
        if failures == FAILURES:
            raise GarbledError
    return tuple(found)


def _one_of_them(transport: Transport) -> bytes:
    """Down one branch at each collision: the tag that has a 1 there. It is ACTIVE then; the others sleep."""
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


def _resolved(transport: Transport, select: int) -> bytes:
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
        # Bits count from the first byte of this answer, its padding included.
        at = whole * 8 + answer.collision
        if not known <= at < 32:
            raise CollisionError
        value = (received | value & low) & ((1 << at) - 1) | 1 << at
        known = at + 1
