"""Runs on MicroPython's unix port: the shipped firmware with hoppers of fixed timing, on time that jumps.

Argument: how many hoppers. Each line of input is a time (ms) and bytes in hex: they arrive, and time continues until
then. Each line of output is what the dispenser sent meanwhile, in hex, and the tokens fallen out of each hopper.
"""

import binascii
import sys

from firmware_bridge.firmware.app import App
from firmware_bridge.firmware.board import Board, Watcher
from firmware_bridge.firmware.settings import Settings

TOKEN_EVERY_MS = 120
DARK_MS = 20


class JumpingBoard(Board):
    boot = 77
    flash_sectors = 3
    flash_sector_size = 3840

    def __init__(self, hoppers: int) -> None:
        self.hoppers = hoppers
        self.ms = 0
        self.fallen = [0] * hoppers
        self.incoming = b""
        self.outgoing = b""
        self._flash = [bytearray(b"\xff" * self.flash_sector_size) for _ in range(self.flash_sectors)]
        self._next_edge_ms = [-1] * hoppers
        self._dark = [False] * hoppers
        self._barriers = [Watcher() for _ in range(hoppers)]

    def now_ms(self) -> int:
        return self.ms

    def now_us(self) -> int:
        return self.ms * 1000 & 0x3FFFFFFF

    def drive(self, hopper: int, direction: int) -> None:
        if direction > 0:
            self._next_edge_ms[hopper] = self.ms + TOKEN_EVERY_MS
        elif not self._dark[hopper]:
            self._next_edge_ms[hopper] = -1

    def watch(self, hopper: int, barrier: Watcher) -> None:
        self._barriers[hopper] = barrier

    def is_dark(self, hopper: int) -> bool:
        return self._dark[hopper]

    def has_tokens(self, hopper: int) -> "bool | None":
        return None if hopper % 2 else True

    def is_stalled(self, hopper: int) -> "bool | None":
        return False if hopper % 2 else None

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
        self._flash[sector] = bytearray(b"\xff" * self.flash_sector_size)

    def read(self) -> bytes:
        data, self.incoming = self.incoming, b""
        return data

    def write(self, data: bytes) -> None:
        self.outgoing += data

    def feed_watchdog(self) -> None:
        pass

    def idle(self, until_ms: "int | None") -> None:
        """Jump to whatever comes first: the next edge, or the time that was asked for."""
        edges = [at_ms for at_ms in self._next_edge_ms if at_ms >= 0]
        if edges and (until_ms is None or min(edges) <= until_ms):
            self.ms = max(self.ms, min(edges))
            self._edge(self._next_edge_ms.index(min(edges)))
        elif until_ms is not None:
            self.ms = max(self.ms + 1, until_ms)

    def _edge(self, hopper: int) -> None:
        dark = self._dark[hopper] = not self._dark[hopper]
        self.fallen[hopper] += not dark
        self._next_edge_ms[hopper] += DARK_MS if dark else TOKEN_EVERY_MS - DARK_MS
        self._barriers[hopper].edge(dark, self.now_us())


def serve(hoppers: int) -> None:
    board = JumpingBoard(hoppers)
    app = App(board, [Settings() for _ in range(hoppers)])
    while True:
        line = sys.stdin.readline()
        if not line:
            return
        until, arrived = line.split(" ")
        board.incoming += binascii.unhexlify(arrived.strip())
        while board.ms < int(until):
            due_ms = app.step()
            board.idle(int(until) if due_ms is None else min(due_ms, int(until)))
        app.step()
        sent, board.outgoing = binascii.hexlify(board.outgoing).decode(), b""
        sys.stdout.write(sent + " " + ",".join([str(fallen) for fallen in board.fallen]) + "\n")


serve(int(sys.argv[1]))
