"""Run the firmware's loop on a board without hardware, and print the number of turns per second.

It runs as a program on CPython or MicroPython, with the firmware on the interpreter's path: this one or an older one.
Arguments: the number of turns, and `running` (one of nine hoppers feeds; the host is silent) or `evening` (the same
with questions of the host and a token now and then).
"""

import sys
import time

from firmware_bridge import wire
from firmware_bridge.firmware.app import App
from firmware_bridge.firmware.board import Board, Watcher
from firmware_bridge.firmware.settings import Settings

HOPPERS = 9
SECTOR = 3840
TOKEN_EVERY = 40
"""The turns from one token to the next. The barrier is dark for a few of them."""
ASKED_EVERY = 20


class FreeBoard(Board):
    """A board whose clock advances by two milliseconds a turn. Flash and serial line take no time."""

    hoppers = HOPPERS
    boot = 77
    flash_sectors = 2
    flash_sector_size = SECTOR

    def __init__(self) -> None:
        self.ms = 1000
        self.incoming = b""
        self.outgoing = b""
        self.barriers = [Watcher() for _ in range(HOPPERS)]
        self._flash = [bytearray(b"\xff" * SECTOR) for _ in range(self.flash_sectors)]

    def now_ms(self) -> int:
        return self.ms

    def now_us(self) -> int:
        return self.ms * 1000 & 0x3FFFFFFF

    def drive(self, hopper: int, direction: int) -> None:
        pass

    def watch(self, hopper: int, barrier: Watcher) -> None:
        self.barriers[hopper] = barrier

    def is_dark(self, hopper: int) -> bool:
        return False

    def has_tokens(self, hopper: int) -> "bool | None":
        return None

    def is_stalled(self, hopper: int) -> "bool | None":
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
        self._flash[sector] = bytearray(b"\xff" * SECTOR)

    def read(self) -> bytes:
        chunk = self.incoming[:32]
        if chunk:
            self.incoming = self.incoming[32:]
        return chunk

    def write(self, data: bytes) -> None:
        self.outgoing = data

    def feed_watchdog(self) -> None:
        pass


def _now_us() -> int:
    if hasattr(time, "ticks_us"):
        return int(time.ticks_us())
    return time.perf_counter_ns() // 1000


def _paying(board: FreeBoard) -> App:
    """Return the firmware in the middle of a payout of its first hopper. Older firmware takes one set of settings."""
    try:
        app = App(board, [Settings() for _ in range(HOPPERS)])
    except AttributeError:
        app = App(board, Settings())  # type: ignore[arg-type]  # as before 0.2.0
    for _ in range(1000):
        board.ms += 2
        app.step()
    for words in (("hello", 1), ("enable", 2, 77), ("pay", 3, "a", 0, 99, 0)):
        board.incoming += wire.encode(*words)
    for _ in range(10):
        app.step()
    if app.paying() != [0]:
        raise RuntimeError("no payout began")
    return app


def play(turns: int, evening: bool) -> float:
    """Return the number of turns per second."""
    board = FreeBoard()
    app = _paying(board)
    before_us = _now_us()
    for turn in range(turns):
        if evening:
            _go_on(board, turn)
        app.step()
    return turns * 1_000_000 / (_now_us() - before_us)


def _go_on(board: FreeBoard, turn: int) -> None:
    """Advance the clock; at intervals send a question of the host and pass a token."""
    board.ms += 2
    if turn % (2 * ASKED_EVERY) == 0:
        board.incoming += wire.encode("beat", turn % 999)
    elif turn % ASKED_EVERY == 0:
        board.incoming += wire.encode("ask", turn % 999, "a")
    if turn % TOKEN_EVERY < 8:
        board.barriers[0].edge(turn % TOKEN_EVERY < 5, board.now_us())


if __name__ == "__main__":
    sys.stdout.write(str(play(int(sys.argv[1]), sys.argv[2] == "evening")) + "\n")
