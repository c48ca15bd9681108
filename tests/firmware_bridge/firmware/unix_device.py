"""On MicroPython's unix port: a flash chip as `rp2.Flash` shows it, with MicroPython's own littlefs on it."""

import os

try:
    import vfs
except ImportError:
    vfs = os

BLOCK = 4096
PAGE = 256


class Device:
    """Bits only fall when a page is programmed, and rise when a block is erased. Kept in a file, if it gets one."""

    def __init__(self, blocks: int, path: str = "") -> None:
        self.content = bytearray(b"\xff" * (BLOCK * blocks))
        self.operations: list[str] = []
        self._path = path
        try:
            with open(path, "rb") as file:
                file.readinto(self.content)
        except OSError:
            pass

    def readblocks(self, block: int, buffer: bytearray, offset: int = 0) -> None:
        at = block * BLOCK + offset
        buffer[:] = self.content[at : at + len(buffer)]

    def writeblocks(self, block: int, buffer: bytearray, offset: int = -1) -> None:
        if offset < 0:
            self.ioctl(6, block)
            offset = 0
        assert offset % PAGE == 0
        assert len(buffer) % PAGE == 0
        at = block * BLOCK + offset
        for place in range(len(buffer)):
            self.content[at + place] &= buffer[place]
        self.operations.append("program " + str(block))
        self._keep(at, len(buffer))

    def ioctl(self, what: int, block: int) -> int:
        if what == 4:
            return len(self.content) // BLOCK
        if what == 5:
            return BLOCK
        if what == 6:
            self.content[block * BLOCK : block * BLOCK + BLOCK] = b"\xff" * BLOCK
            self.operations.append("erase " + str(block))
            self._keep(block * BLOCK, BLOCK)
        return 0

    def _keep(self, at: int, size: int) -> None:
        if self._path:
            try:
                os.stat(self._path)
            except OSError:
                with open(self._path, "wb") as file:
                    file.write(self.content)
            with open(self._path, "r+b") as file:
                file.seek(at)
                file.write(self.content[at : at + size])


def mount(device: Device, place: str) -> None:
    """As MicroPython's own start-up does it: what is no file system becomes one."""
    try:
        system = vfs.VfsLfs2(device, progsize=PAGE)
    except OSError:
        vfs.VfsLfs2.mkfs(device, progsize=PAGE)
        system = vfs.VfsLfs2(device, progsize=PAGE)
    vfs.mount(system, place)


def unmount(place: str) -> None:
    vfs.umount(place)
