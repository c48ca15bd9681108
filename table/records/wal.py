"""A check of SQLite's write-ahead log for lost transactions that had been on disk.

SQLite treats a mismatched frame as the torn end of the last transaction, and drops everything after it. After a power
cut that is correct, because only one transaction can be unsynced. More than one after the tear means that the disk is
damaged.

Layout: SQLite's file format, section 4, and "WAL-mode file format", section 2 (`-shm`).
"""

import struct
from pathlib import Path

HEADER_BYTES, FRAME_BYTES = 32, 24
SALTS = slice(16, 24)
MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
"""The byte order of the words under the header's checksum; everything else in it is big-endian."""
READ_AT = 16
"""The offset in `-shm` of the number of sound frames (`mxFrame`, in the machine's own byte order)."""


def torn_from(log: Path, index: Path) -> int | None:
    """Return the byte from which synced transactions are unreadable, or None if there is none.

    `index` is the `-shm` of a connection that has read: it shows how much of the log SQLite accepted. Files that cannot
    be read count as sound.
    """
    try:
        content = log.read_bytes()
        (sound,) = struct.unpack_from("=I", index.read_bytes(), READ_AT)
    except (OSError, struct.error):
        return None
    if len(content) <= HEADER_BYTES:
        return None
    page = _page_bytes(content)
    if page is None:
        return 0  # the header is synced before the first frame, so that no power cut tears it off its frames
    start = HEADER_BYTES + sound * (FRAME_BYTES + page)
    return start if _commits(content, start, page) > 1 else None


def _commits(content: bytes, start: int, page: int) -> int:
    """Count the later frames that end a transaction of this log's generation. Older generations have other salts."""
    heads = (content[at : at + FRAME_BYTES] for at in range(start, len(content) - FRAME_BYTES + 1, FRAME_BYTES + page))
    return sum(head[8:16] == content[SALTS] and head[4:8] != bytes(4) for head in heads)


def _page_bytes(content: bytes) -> int | None:
    """Return the page size in the header, or None if the header is not sound."""
    magic, _, page, _, _, _, one, two = struct.unpack_from(">8I", content)
    if magic not in MAGIC or _sums(content[: HEADER_BYTES - 8], MAGIC[magic]) != (one, two):
        return None
    return int(page)


def _sums(data: bytes, order: str) -> tuple[int, int]:
    """Return SQLite's checksum, a Fibonacci-weighted sum of 32-bit words."""
    one = two = 0
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & 0xFFFFFFFF
        two = (two + odd + one) & 0xFFFFFFFF
    return one, two
