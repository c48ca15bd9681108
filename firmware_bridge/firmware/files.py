"""Flash sectors as files: stock MicroPython gives no flash beside its file system, which survives a cut by itself.

Its writes may erase, so that each can stop interrupts for tens of milliseconds: the firmware writes at rest only.
"""

import os


class FileFlash:
    def __init__(self, folder: str, sectors: int, size: int) -> None:
        self._folder = folder
        self._size = size
        for sector in range(sectors):
            try:
                os.stat(self._path(sector))
            except OSError:
                self.erase(sector)

    def _path(self, sector: int) -> str:
        return self._folder + "/jobs" + str(sector) + ".bin"

    def read(self, sector: int, offset: int, size: int) -> bytes:
        with open(self._path(sector), "rb") as file:
            file.seek(offset)
            return file.read(size)

    def write(self, sector: int, offset: int, data: bytes) -> None:
        with open(self._path(sector), "r+b") as file:
            file.seek(offset)
            file.write(data)

    def erase(self, sector: int) -> None:
        """Whole or not at all: a new file takes the old one's place."""
        fresh = self._path(sector) + ".new"
        with open(fresh, "wb") as file:
            file.write(b"\xff" * self._size)
        os.rename(fresh, self._path(sector))
