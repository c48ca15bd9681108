"""Runs on MicroPython's unix port, in real time: the shipped firmware on standard input and output, as on the Pico.

One hopper of fixed timing. Argument: a folder for the flash.
"""

import sys
import time

from firmware_bridge.firmware.board import Board, Watcher
from firmware_bridge.firmware.files import FileFlash
from firmware_bridge.firmware.main import run
from firmware_bridge.firmware.stream import Console

EVERY_MS = 120
DARK_MS = 20


class UnixBoard(Board):
    hoppers = 1
    flash_sectors = 2
    flash_sector_size = 4096

    def __init__(self, folder: str) -> None:
        self._zero = time.ticks_ms()  # type: ignore[attr-defined]
        self.boot = 1 + time.ticks_us() % 100_000  # type: ignore[attr-defined]
        self._flash = FileFlash(folder, 2, 4096)
        self._console = Console()
        self._barrier = Watcher()
        self._edge_ms = -1
        self._dark = False

    def now_ms(self) -> int:
        return int(time.ticks_diff(time.ticks_ms(), self._zero))  # type: ignore[attr-defined]

    def now_us(self) -> int:
        return self.now_ms() * 1000 & 0x3FFFFFFF

    def drive(self, hopper: int, direction: int) -> None:
        self._edge_ms = self.now_ms() + EVERY_MS if direction > 0 else -1

    def watch(self, hopper: int, barrier: Watcher) -> None:
        self._barrier = barrier

    def is_dark(self, hopper: int) -> bool:
        return self._dark

    def has_tokens(self, hopper: int) -> "bool | None":
        return None

    def is_stalled(self, hopper: int) -> "bool | None":
        return None

    def interrupts_off(self) -> int:
        return 0

    def interrupts_on(self, before: int) -> None:
        pass

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

    def feed_watchdog(self) -> None:
        pass

    def idle(self, until_ms: "int | None") -> None:
        due_ms = self.now_ms() + 20 if until_ms is None else min(until_ms, self.now_ms() + 20)
        if self._edge_ms >= 0:
            due_ms = min(due_ms, self._edge_ms)
        self._console.wait(max(0, due_ms - self.now_ms()))
        if 0 <= self._edge_ms <= self.now_ms():
            self._dark = not self._dark
            self._edge_ms += DARK_MS if self._dark else EVERY_MS - DARK_MS
            self._barrier.edge(self._dark, self.now_us())


run(UnixBoard(sys.argv[1]))
