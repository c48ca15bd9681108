"""Runs on MicroPython's unix port, in real time: the shipped firmware on standard input and output, as on the Pico.

Hoppers of fixed timing, and a flash chip with littlefs on it. Arguments: the chip's file, and how many hoppers (2).
Each token that falls is a line on standard error, with its hopper's number.
"""

import sys
import time

from firmware_bridge.firmware.board import Watcher
from firmware_bridge.firmware.main import run
from firmware_bridge.firmware.settings import Settings
from firmware_bridge.firmware.stock import StockBoard
from tests.firmware_bridge.firmware.unix_device import Device, mount

EVERY_MS = 120
DARK_MS = 20
BLOCKS = 12


class UnixBoard(StockBoard):
    flash_sectors = 2

    def __init__(self, device: Device, hoppers: int) -> None:
        self.hoppers = hoppers
        super().__init__(device, "/flash")
        self._zero = time.ticks_ms()  # type: ignore[attr-defined]
        self.boot = 1 + time.ticks_us() % 100_000  # type: ignore[attr-defined]
        self._barriers = [Watcher() for _ in range(hoppers)]
        self._edge_ms = [-1] * hoppers
        self._dark = [False] * hoppers

    def now_ms(self) -> int:
        return int(time.ticks_diff(time.ticks_ms(), self._zero))  # type: ignore[attr-defined]

    def now_us(self) -> int:
        return self.now_ms() * 1000 & 0x3FFFFFFF

    def drive(self, hopper: int, direction: int) -> None:
        self._edges()
        self._edge_ms[hopper] = self.now_ms() + EVERY_MS if direction > 0 else -1

    def watch(self, hopper: int, barrier: Watcher) -> None:
        self._barriers[hopper] = barrier

    def is_dark(self, hopper: int) -> bool:
        return self._dark[hopper]

    def has_tokens(self, hopper: int) -> "bool | None":
        return None

    def is_stalled(self, hopper: int) -> "bool | None":
        return None

    def interrupts_off(self) -> int:
        return 0

    def interrupts_on(self, before: int) -> None:
        pass

    def feed_watchdog(self) -> None:
        pass

    def idle(self, until_ms: "int | None") -> None:
        due_ms = self.now_ms() + 20 if until_ms is None else min(until_ms, self.now_ms() + 20)
        for edge_ms in self._edge_ms:
            if edge_ms >= 0:
                due_ms = min(due_ms, edge_ms)
        self._console.wait(max(0, due_ms - self.now_ms()))
        self._edges()

    def _edges(self) -> None:
        """All that were due: a disc turns on, whatever else holds the program up."""
        for hopper in range(self.hoppers):
            while 0 <= self._edge_ms[hopper] <= self.now_ms():
                at_us = self._edge_ms[hopper] * 1000 & 0x3FFFFFFF
                dark = self._dark[hopper] = not self._dark[hopper]
                self._edge_ms[hopper] += DARK_MS if dark else EVERY_MS - DARK_MS
                self._barriers[hopper].edge(dark, at_us)
                if not dark:
                    sys.stderr.write(str(hopper) + "\n")


def play(path: str, hoppers: int = 2) -> None:
    device = Device(BLOCKS, path)
    mount(device, "/flash")
    board = UnixBoard(device, hoppers)
    run(board, [Settings() for _ in range(board.hoppers)])


play(sys.argv[1], *[int(each) for each in sys.argv[2:]])
