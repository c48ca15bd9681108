"""Runs on MicroPython's unix port: the shipped firmware with one hopper of fixed timing, on time that jumps.

Prints what the dispenser would have sent. Argument: lines of words, which are sent as frames one after the other.
"""

import sys

from firmware_bridge import wire
from firmware_bridge.firmware.app import App
from firmware_bridge.firmware.board import Board, Watcher
from firmware_bridge.firmware.settings import Settings

TOKEN_EVERY_MS = 120
DARK_MS = 20


class JumpingBoard(Board):
    hoppers = 1
    boot = 77
    flash_sectors = 2
    flash_sector_size = 4096

    def __init__(self) -> None:
        self.ms = 0
        self.fallen = 0
        self._flash = [bytearray(b"\xff" * 4096) for _ in range(2)]
        self._next_edge_ms = -1
        self._dark = False
        self._barrier: Watcher = Watcher()
        self.incoming: list[bytes] = []

    def now_ms(self) -> int:
        return self.ms

    def now_us(self) -> int:
        return self.ms * 1000 & 0x3FFFFFFF

    def drive(self, hopper: int, direction: int) -> None:
        assert hopper == 0
        self._next_edge_ms = self.ms + TOKEN_EVERY_MS if direction > 0 else -1

    def watch(self, hopper: int, barrier: Watcher) -> None:
        assert hopper == 0
        self._barrier = barrier

    def is_dark(self, hopper: int) -> bool:
        return hopper == 0 and self._dark

    def has_tokens(self, hopper: int) -> "bool | None":
        assert hopper == 0
        return None

    def is_stalled(self, hopper: int) -> "bool | None":
        assert hopper == 0
        return None

    def interrupts_off(self) -> int:
        return 0

    def interrupts_on(self, before: int) -> None:
        pass

    def flash_read(self, sector: int, offset: int, size: int) -> bytes:
        return bytes(self._flash[sector][offset : offset + size])

    def flash_write(self, sector: int, offset: int, data: bytes) -> None:
        for at in range(len(data)):
            self._flash[sector][offset + at] &= data[at]

    def flash_erase(self, sector: int) -> None:
        self._flash[sector] = bytearray(b"\xff" * 4096)

    def read(self) -> bytes:
        return self.incoming.pop(0) if self.incoming else b""

    def write(self, data: bytes) -> None:
        sys.stdout.write(data.decode())

    def feed_watchdog(self) -> None:
        pass

    def idle(self, until_ms: "int | None") -> None:
        """Jump to whatever comes first: the next edge, or the time that was asked for."""
        if self._next_edge_ms >= 0 and (until_ms is None or self._next_edge_ms <= until_ms):
            self.ms = self._next_edge_ms
            self._dark = not self._dark
            self.fallen += not self._dark
            self._next_edge_ms += DARK_MS if self._dark else TOKEN_EVERY_MS - DARK_MS
            self._barrier.edge(self._dark, self.now_us())
        elif until_ms is not None:
            self.ms = max(self.ms + 1, until_ms)


def run_until(until_ms: int, board: JumpingBoard, app: App) -> None:
    while board.ms < until_ms:
        due_ms = app.step()
        board.idle(until_ms if due_ms is None else min(due_ms, until_ms))


def play(lines: "list[str]") -> None:
    board = JumpingBoard()
    app = App(board, Settings())
    run_until(500, board, app)
    for line in lines:
        board.incoming.append(wire.encode(*line.split(" ")))
        run_until(board.ms + 1500, board, app)
    sys.stdout.write(f"fallen {board.fallen}\n")


play(sys.argv[1:])
