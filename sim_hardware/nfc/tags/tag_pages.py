"""The memory of tags in pages: writes that a power cut can tear, and the lock bits and OTP of Type 2 tags."""

import random
from collections.abc import Callable

from msgspec import Struct

PAGE = 4
STATIC_LOCKS, CAPABILITY = 2, 3


class _Writing(Struct, frozen=True):
    page: int
    data: bytes
    done_ns: int


class PageMemory:
    """A tag's memory in pages. `frozen` returns whether a page's lock bits forbid writing.

    With pages of four bytes, 2 and 3 only gain bits.
    """

    def __init__(self, size: int, chance: random.Random | None = None, page: int = PAGE) -> None:
        self.size = size
        self.frozen: Callable[[int], bool] = self.locked_statically
        self._page = page
        self._bytes = bytearray(size * page)
        self._chance = chance or random.Random(0)
        self._writing: _Writing | None = None

    def __getitem__(self, page: int) -> bytes:
        return bytes(self._bytes[page * self._page : (page + 1) * self._page])

    def load(self, page: int, data: bytes) -> None:
        """Store any bytes anywhere, as in the factory."""
        start = page * self._page
        self._bytes[start : start + len(data)] = data

    def locked_statically(self, page: int) -> bool:
        locks = self._bytes[STATIC_LOCKS * PAGE + 2] | self._bytes[STATIC_LOCKS * PAGE + 3] << 8
        return CAPABILITY <= page <= 15 and bool(locks >> page & 1)

    def write(self, page: int, data: bytes, done_ns: int) -> None:
        """Begin to program a page that may be written. It is safe at `done_ns`."""
        if self._page == PAGE and page == STATIC_LOCKS:
            data = self._with_locks(data)
        elif self._page == PAGE and page == CAPABILITY:
            data = bytes(old | new for old, new in zip(self[page], data, strict=True))
        self._writing = _Writing(page, data, done_ns)

    def settle(self, now_ns: int) -> None:
        """Finish the writes that are complete by now."""
        writing = self._writing
        if writing is not None and writing.done_ns <= now_ns:
            self.load(writing.page, writing.data)
            self._writing = None

    def tear(self, now_ns: int) -> None:
        """Cut the power: each byte of a page that is being programmed becomes the old one, the new one, or random."""
        self.settle(now_ns)
        if self._writing is not None:
            old, new = self[self._writing.page], self._writing.data
            torn = bytes(self._chance.choice((o, n, o | n)) for o, n in zip(old, new, strict=True))
            self.load(self._writing.page, torn)
            self._writing = None

    def _with_locks(self, data: bytes) -> bytes:
        """Return the lock bytes with bits gained, if no block-lock bit forbids it: bits 0, 1, 2 hold CC, 4-9, 10-15."""
        old = self[STATIC_LOCKS]
        held = 0x0008 * (old[2] & 1) | (0x03F0 if old[2] & 2 else 0) | (0xFC00 if old[2] & 4 else 0)
        gained = (data[2] | data[3] << 8) & ~held
        locks = (old[2] | old[3] << 8) | gained
        return old[:2] + locks.to_bytes(2, "little")
