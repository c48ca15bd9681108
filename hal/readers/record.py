"""The table's own record on a tag: an NDEF external record with 16 bytes in it, found among the first pages.

All records have the same layout: TLVs from page 4 on (NFC Forum, Type 2 Tag), with only ours in the NDEF TLV. This
module does not know the meaning of the 16 bytes: the table signs and reads them (`table/devices/tags/signature.py`).
"""

from hal.readers import type2
from hal.readers.errors import RefusedError, TagError
from hal.readers.frames import CommandTransport

RECORD_SIZE = 16
RECORD_TYPE = "command-table:card"
USER_START, CAPABILITY, LOCKS = 4, 3, 2
LOOKED_AT = 12
"""The number of pages of user memory that are read. Every tag has them, and the record fits into them."""
NDEF_MAGIC, NDEF_VERSION = 0xE1, 0x10
NULL, LOCK_CONTROL, MEMORY_CONTROL, NDEF, TERMINATOR = 0x00, 0x01, 0x02, 0x03, 0xFE
_ALONE_SHORT_EXTERNAL = 0xD4
_HEAD = bytes([_ALONE_SHORT_EXTERNAL, len(RECORD_TYPE), RECORD_SIZE]) + RECORD_TYPE.encode("ascii")
READS = LOOKED_AT // 4


def read_record(transport: CommandTransport) -> bytes | None:
    """Return the record of the selected tag; None if it has none of ours or refuses.

    The number of reads is always the same.

    Raises NoAnswerError or GarbledError.
    """
    try:
        pages = b"".join(type2.read(transport, USER_START + 4 * i) for i in range(READS))
    except RefusedError:
        return None
    return found_in(pages)


def found_in(memory: bytes) -> bytes | None:
    """Return the record in user memory, or None. Accepts any bytes."""
    start = ndef_at(memory)
    if start is None:
        return None
    size = memory[start + 1] if start + 1 < len(memory) else 0
    message = memory[start + 2 : start + 2 + size]
    if len(message) != len(_HEAD) + RECORD_SIZE or message[: len(_HEAD)] != _HEAD:
        return None
    return message[len(_HEAD) :]


def ndef_at(memory: bytes) -> int | None:
    """Return the place of the NDEF TLV, or None without one, or if the TLVs before it are invalid."""
    place = 0
    while place < len(memory):
        tag = memory[place]
        if tag == NDEF:
            return place
        if tag == NULL:
            place += 1
        elif tag in (LOCK_CONTROL, MEMORY_CONTROL) and place + 1 < len(memory):
            place += 2 + memory[place + 1]
        else:
            return None
    return None


def message(record: bytes) -> bytes:
    """Return the NDEF message, as `ndeflib` encodes it."""
    import ndef  # the import takes 30 ms on a Pi, and only writing needs it

    return b"".join(ndef.message_encoder([ndef.Record(f"urn:nfc:ext:{RECORD_TYPE}", "", record)]))


def write_record(transport: CommandTransport, record: bytes) -> None:
    """Write the record onto the selected tag, and read it back.

    Raises TagError if the tag is not fit for it; NoAnswerError or GarbledError if it was lifted or disturbed. The tag
    then holds no record, because its length is written last.
    """
    old = _fit(transport)
    start = ndef_at(old)
    start = 0 if start is None else start
    body = message(record)
    tlv = bytes([NDEF, len(body)]) + body + bytes([TERMINATOR])
    new = (old[:start] + tlv).ljust(-(-(start + len(tlv)) // 4) * 4, b"\0")
    if len(new) > len(old):
        raise TagError("small")
    first = start // 4
    emptied = bytearray(new)
    emptied[start + 1] = 0
    at_once = _pages(bytes(emptied), first, (start + 1) // 4 + 1)
    rest = _pages(new, (start + 1) // 4 + 1, len(new) // 4)
    length = _pages(new, (start + 1) // 4, (start + 1) // 4 + 1)
    try:
        for page, data in (*at_once, *rest, *length):
            type2.write(transport, page, data)
    except RefusedError as error:
        raise TagError("protected") from error
    if read_record(transport) != record:
        raise TagError("changed")


def _pages(memory: bytes, first: int, end: int) -> list[tuple[int, bytes]]:
    return [(USER_START + i, memory[4 * i : 4 * i + 4]) for i in range(first, end)]


def _fit(transport: CommandTransport) -> bytes:
    """Return the user memory of a tag that may be written; otherwise raise TagError.

    A blank tag gets its capability container.
    """
    try:
        head = type2.read(transport, 0)
        memory = b"".join(type2.read(transport, USER_START + 4 * i) for i in range(READS))
    except RefusedError as error:
        raise TagError("protected") from error
    locks, container = head[10] | head[11] << 8, head[12:16]
    if locks & 0xFFF0:
        raise TagError("locked")
    if container == bytes(4):
        type2.write(transport, CAPABILITY, bytes([NDEF_MAGIC, NDEF_VERSION, LOOKED_AT * 4 // 8, 0]))
    elif container[0] != NDEF_MAGIC or container[1] >> 4 != NDEF_VERSION >> 4:
        raise TagError("format")
    elif container[3] & 0x0F:
        raise TagError("locked")
    elif container[2] * 8 < LOOKED_AT * 4:
        raise TagError("small")
    return memory
