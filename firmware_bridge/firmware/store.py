"""The dispenser's memory: job records appended to flash, in a ring of sectors that wear evenly.

Sectors are erased in quiet hours, long before they are needed. So a payout costs only one page programmed before it and
one after it.

A completely erased sector has a mark in its first bytes, because after an interrupted erasure a sector may look empty,
and lose data. A sector's header is written last, after the copied records: a cut at any point leaves the old sector or
the new one. A torn record fails its CRC and does not count; the job's record before it does.
"""

import binascii
import struct

from .board import Board
from .jobs import RECORD_SIZE, Job, Jobs, unpack

_CLEAN = b"CTJ erased whole"
_HEADER = "<4sII"
_HEADER_AT = len(_CLEAN)
_NAME = b"CTJ2"
_ERASED = b"\xff" * RECORD_SIZE
_PAGE = 4
"""The records that are programmed at once."""
_SPARE = 6
"""The records kept free for the current job: begin, end, and some late tokens."""


class Store:
    def __init__(self, board: Board) -> None:
        self._board = board
        self._slots = board.flash_sector_size // RECORD_SIZE
        self._sector = 0
        self._generation = 0
        self._next = self._slots
        self._clean = [False] * board.flash_sectors
        self.identity = 0
        """A random id, given when the memory was made. A new id is another dispenser, or one that lost its memory."""
        for sector in range(board.flash_sectors):
            self._mount(sector)

    def _mount(self, sector: int) -> None:
        head = self._board.flash_read(sector, 0, RECORD_SIZE)
        size = struct.calcsize(_HEADER)
        header = head[_HEADER_AT : _HEADER_AT + size]
        name, generation, identity = struct.unpack(_HEADER, header)
        crc = struct.unpack("<I", head[_HEADER_AT + size : _HEADER_AT + size + 4])[0]
        if name == _NAME and crc == binascii.crc32(header):
            if generation > self._generation:
                self._sector = sector
                self._generation = generation
                self.identity = identity
        elif head == _CLEAN + _ERASED[_HEADER_AT:]:
            self._clean[sector] = all(
                self._board.flash_read(sector, slot * RECORD_SIZE, RECORD_SIZE) == _ERASED
                for slot in range(1, self._slots)
            )

    def load(self) -> Jobs:
        """Return all jobs in the memory. A memory that was never used before is made here."""
        jobs = Jobs()
        if self._generation == 0:
            self.identity = self._board.boot
            self._sector = self._board.flash_sectors - 1
            self.renew(jobs)
            return jobs
        self._next = 1
        for slot in range(1, self._slots):
            record = self._board.flash_read(self._sector, slot * RECORD_SIZE, RECORD_SIZE)
            if record == _ERASED:
                continue
            self._next = slot + 1
            job = unpack(record)
            if job is not None:
                jobs.add(job)
        return jobs

    def is_tight(self) -> bool:
        """True if the next job may not fit. `renew` first."""
        return self._next + _SPARE > self._slots

    def is_filling(self) -> bool:
        """True if `renew` should be called at the next quiet moment."""
        return self._next + 4 * _SPARE > self._slots

    def is_full(self) -> bool:
        """True if `append` has no room."""
        return self._next >= self._slots

    def erases(self) -> bool:
        """True if `renew` would need an erasure now, because too many jobs came without a rest between them."""
        return not self._clean[self._after(self._sector)]

    def has_unclean(self) -> bool:
        """True if `clean` has something to do."""
        return self._clean.count(False) > 1  # The sector in use is not clean either.

    def append(self, job: Job) -> bool:
        """Write a record. Return False if there is no room left: the record waits for `renew`."""
        if self.is_full():
            return False
        self._board.flash_write(self._sector, self._next * RECORD_SIZE, job.pack())
        self._next += 1
        return True

    def clean(self) -> None:
        """Erase the next sector that needs it. Call it only with all motors at rest, and no token that could fall."""
        sector = self._after(self._sector)
        while self._clean[sector]:
            sector = self._after(sector)
        self._erase(sector)

    def renew(self, jobs: Jobs) -> None:
        """Move the memory into the next sector. Call it only with all motors at rest."""
        sector = self._after(self._sector)
        if not self._clean[sector]:
            self._erase(sector)
        self._clean[sector] = False
        slot = 1
        page = b""
        for job in jobs.all():
            page += job.pack()
            slot += 1
            if slot % _PAGE == 0:
                self._board.flash_write(sector, slot * RECORD_SIZE - len(page), page)
                page = b""
        if page:
            self._board.flash_write(sector, slot * RECORD_SIZE - len(page), page)
        header = struct.pack(_HEADER, _NAME, self._generation + 1, self.identity)
        self._board.flash_write(sector, _HEADER_AT, header + struct.pack("<I", binascii.crc32(header)))
        self._generation += 1
        self._sector = sector
        self._next = slot

    def _after(self, sector: int) -> int:
        return (sector + 1) % len(self._clean)

    def _erase(self, sector: int) -> None:
        self._board.flash_erase(sector)
        self._board.flash_write(sector, 0, _CLEAN)
        self._clean[sector] = True
