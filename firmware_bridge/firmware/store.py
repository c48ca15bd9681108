"""The dispenser's memory: job records appended to flash, in a ring of sectors that wear evenly.

A sector's header is written last, after the records it takes over: a cut at any point leaves the old sector or the new
one. A torn record fails its CRC and was never there: the job's record before it counts.
"""

import binascii
import struct

from .board import Board
from .jobs import RECORD_SIZE, Job, Jobs, unpack

_HEADER = "<4sII"
_NAME = b"CTJ1"
_ERASED = b"\xff" * RECORD_SIZE
_SPARE = 6
"""Records kept free for the job at hand: begin, end, and some late tokens."""


class Store:
    def __init__(self, board: Board) -> None:
        self._board = board
        self._slots = board.flash_sector_size // RECORD_SIZE
        self._sector = 0
        self._generation = 0
        self._next = self._slots
        self.identity = 0
        """Random, given when the memory was first made. Another one: another dispenser, or one that forgot."""
        for sector in range(board.flash_sectors):
            self._mount(sector)

    def _mount(self, sector: int) -> None:
        header = self._board.flash_read(sector, 0, RECORD_SIZE)
        size = struct.calcsize(_HEADER)
        name, generation, identity = struct.unpack(_HEADER, header[:size])
        crc = struct.unpack("<I", header[size : size + 4])[0]
        if name == _NAME and crc == binascii.crc32(header[:size]) and generation > self._generation:
            self._sector = sector
            self._generation = generation
            self.identity = identity

    def load(self) -> Jobs:
        """All that is remembered. A memory never used before is made here."""
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
        """The next job may not fit: `renew` first."""
        return self._next + _SPARE > self._slots

    def is_filling(self) -> bool:
        """`renew` at the next quiet moment."""
        return self._next + 4 * _SPARE > self._slots

    def append(self, job: Job) -> bool:
        """False where no room is left: the record waits for `renew`."""
        if self._next >= self._slots:
            return False
        self._board.flash_write(self._sector, self._next * RECORD_SIZE, job.pack())
        self._next += 1
        return True

    def renew(self, jobs: Jobs) -> None:
        """Take the memory over into the next sector. Only with all motors at rest: it erases."""
        sector = (self._sector + 1) % self._board.flash_sectors
        self._board.flash_erase(sector)
        slot = 1
        for job in jobs.all():
            self._board.flash_write(sector, slot * RECORD_SIZE, job.pack())
            slot += 1
        header = struct.pack(_HEADER, _NAME, self._generation + 1, self.identity)
        self._board.flash_write(sector, 0, header + struct.pack("<I", binascii.crc32(header)))
        self._generation += 1
        self._sector = sector
        self._next = slot
