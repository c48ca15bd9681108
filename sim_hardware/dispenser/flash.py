"""NOR flash as in the RP2040.

Bits fall to 0 when written, sectors rise to 1 when erased, and a power cut interrupts both.
"""

from random import Random

from sim_hardware.clock import MS

SECTOR_SIZE = 4096
WRITE_NS = 1 * MS
"""A page program with the set-up around it (W25Q16JV data sheet 9.6: typically 0.4 ms, at most 3 ms a page)."""
ERASE_NS = 45 * MS
"""A sector erase (W25Q16JV data sheet 9.6: typically 45 ms, at most 400 ms)."""


class Flash:
    """Emulates a Pico's flash. It outlives its Pico. The `tear` methods are for a cut in the middle of an operation."""

    def __init__(self, sectors: int = 8) -> None:
        self.sectors = [bytearray(b"\xff" * SECTOR_SIZE) for _ in range(sectors)]
        self.erased = [0] * sectors
        """The number of erasures of each sector, its wear."""

    def read(self, sector: int, offset: int, size: int) -> bytes:
        return bytes(self.sectors[sector][offset : offset + size])

    def write(self, sector: int, offset: int, data: bytes) -> None:
        for at, byte in enumerate(data, offset):
            self.sectors[sector][at] &= byte

    def erase(self, sector: int) -> None:
        self.sectors[sector][:] = b"\xff" * SECTOR_SIZE
        self.erased[sector] += 1

    def tear_write(self, sector: int, offset: int, data: bytes, chance: Random) -> None:
        """Clear only some of the bits."""
        for at, byte in enumerate(data, offset):
            self.sectors[sector][at] &= byte | chance.getrandbits(8)

    def tear_erase(self, sector: int, chance: Random) -> None:
        """Set only some of the bits."""
        content = self.sectors[sector]
        for at in range(SECTOR_SIZE):
            content[at] |= chance.getrandbits(8)
        self.erased[sector] += 1
