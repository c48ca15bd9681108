"""Flash sectors of our own within MicroPython's file system: `docs/develop/decisions/0005`.

A file of exactly one block is that block and nothing else: littlefs puts no pointers into a file's first block, keeps
no checksum of its content, and never moves it while nobody writes to the file. So the file only reserves the block,
and what is in it is programmed and erased past the file system, when the firmware says so.
"""

import os

BLOCK_SIZE = 4096
PAGE_SIZE = 256
SECTOR_SIZE = BLOCK_SIZE - PAGE_SIZE
"""A block's first page is its mark."""
_NAME = b"CTS1"
_MARK_SIZE = 16
_ERASE = 6
_COUNT = 4


class BlockFlash:
    """`device` is the file system's own block device (`rp2.Flash()`). OSError where the file system is full."""

    def __init__(self, device: object, folder: str, sectors: int) -> None:
        self._device = device
        self._page = bytearray(PAGE_SIZE)
        paths = [folder + "/jobs" + str(sector) + ".bin" for sector in range(sectors)]
        marks = [self._mark_of(path) for path in paths]
        found = self._find()
        for sector in range(sectors):
            if found.get(marks[sector], -1) < 0:
                marks[sector] = self._reserve(paths[sector])
                found = self._find()
        self._marks = marks
        self._blocks = [found[mark] for mark in marks]

    def _mark_of(self, path: str) -> bytes:
        """Empty: there is no such file, or a cut came between its block's erasure and its mark."""
        try:
            if os.stat(path)[6] != BLOCK_SIZE:
                return b""
            with open(path, "rb") as file:
                mark = file.read(_MARK_SIZE)
        except OSError:
            return b""
        return mark if mark[:4] == _NAME else b""

    def _find(self) -> "dict[bytes, int]":
        """Mark -> the block that begins with it; -1 where several do, as after somebody copied a file."""
        found: dict[bytes, int] = {}
        here = bytearray(_MARK_SIZE)
        for block in range(self._device.ioctl(_COUNT, 0)):  # type: ignore[attr-defined]
            self._device.readblocks(block, here, 0)  # type: ignore[attr-defined]
            if here[: len(_NAME)] == _NAME:
                mark = bytes(here)
                found[mark] = -1 if mark in found else block
        return found

    def _reserve(self, path: str) -> bytes:
        """A new file takes the old one's place, whole or not at all. Returns its mark, like no other's."""
        mark = _NAME + os.urandom(_MARK_SIZE - len(_NAME))
        with open(path + ".new", "wb") as file:
            file.write(mark)
            file.write(b"\xff" * (PAGE_SIZE - _MARK_SIZE))
            for _ in range(BLOCK_SIZE // PAGE_SIZE - 1):
                file.write(b"\xff" * PAGE_SIZE)
        os.rename(path + ".new", path)
        return mark

    def read(self, sector: int, offset: int, size: int) -> bytes:
        data = bytearray(size)
        self._device.readblocks(self._blocks[sector], data, PAGE_SIZE + offset)  # type: ignore[attr-defined]
        return bytes(data)

    def write(self, sector: int, offset: int, data: bytes) -> None:
        """Pages are programmed whole: ones leave alone what is there."""
        at = 0
        while at < len(data):
            begin = (offset + at) % PAGE_SIZE
            size = min(PAGE_SIZE - begin, len(data) - at)
            for place in range(PAGE_SIZE):
                self._page[place] = 0xFF
            self._page[begin : begin + size] = data[at : at + size]
            self._program(sector, PAGE_SIZE + offset + at - begin)
            at += size

    def erase(self, sector: int) -> None:
        self._device.ioctl(_ERASE, self._blocks[sector])  # type: ignore[attr-defined]
        for place in range(PAGE_SIZE):
            self._page[place] = 0xFF
        self._page[:_MARK_SIZE] = self._marks[sector]
        self._program(sector, 0)

    def _program(self, sector: int, at: int) -> None:
        self._device.writeblocks(self._blocks[sector], self._page, at)  # type: ignore[attr-defined]
