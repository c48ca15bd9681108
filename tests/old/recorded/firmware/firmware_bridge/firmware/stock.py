"""What every board on stock MicroPython has alike: its flash as sectors in a file system, its console as the wire."""

from .board import Board
from .sectors import SECTOR_SIZE, BlockFlash
from .stream import Console


class StockBoard(Board):
    flash_sector_size = SECTOR_SIZE

    def __init__(self, device: object, folder: str) -> None:
        """As `BlockFlash`: the file system's block device, and the folder of ours in it."""
        self._flash = BlockFlash(device, folder, self.flash_sectors)
        self._console = Console()

    def flash_read(self, sector: int, offset: int, size: int) -> bytes:
        return self._flash.read(sector, offset, size)

    def flash_write(self, sector: int, offset: int, data: bytes) -> None:
        self._flash.write(sector, offset, data)

    def flash_erase(self, sector: int) -> None:
        self._flash.erase(sector)

    def read(self) -> bytes:
        return self._console.read()

    def write(self, data: bytes) -> None:
        self._console.write(data)
