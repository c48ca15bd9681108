"""The moments at which the power can fail: they are counted, so that a sweep can strike at each of them."""

from collections.abc import Callable

from firmware_bridge.firmware.board import Board, Watcher


class PowerLost(BaseException):
    """The firmware ends within its step. It is not an Exception, so that no handler of the firmware catches it."""


class CutPoints:
    """A counter of moments. `at(place)` is called at each of them; the chosen one strikes, once."""

    def __init__(self) -> None:
        self.passed = 0
        self.place = ""
        """The place of the strike."""
        self._target = 0
        self._strike: Callable[[str], None] = _nothing

    def choose(self, target: int, strike: Callable[[str], None]) -> None:
        """Count again from here, and strike at the moment number `target`, from 1."""
        self.passed = 0
        self.place = ""
        self._target = target
        self._strike = strike

    def rest(self) -> None:
        self._target = 0

    def at(self, place: str) -> None:
        self.passed += 1
        if self.passed == self._target:
            self.place = place
            self._strike(place)

    def until(self, moments: int, place: str) -> int | None:
        """Count this many moments at once, one for each byte of a frame.

        Return the number of moments before the chosen one, or None if it is not among them. The caller strikes.
        """
        before = self.passed
        self.passed += moments
        if before < self._target <= self.passed:
            self.place = place
            return self._target - before - 1
        return None


class SteppedBoard(Board):
    """A board on which every call counts a moment before it takes effect, and one after if it changes something."""

    def __init__(self, board: Board, steps: CutPoints) -> None:
        self._board = board
        self._at = steps.at
        self.hoppers = board.hoppers
        self.boot = board.boot
        self.flash_sectors = board.flash_sectors
        self.flash_sector_size = board.flash_sector_size

    def now_ms(self) -> int:
        self._at("before now_ms")
        return self._board.now_ms()

    def now_us(self) -> int:
        self._at("before now_us")
        return self._board.now_us()

    def drive(self, hopper: int, direction: int) -> None:
        self._at("before drive")
        self._board.drive(hopper, direction)
        self._at("after drive")

    def watch(self, hopper: int, barrier: Watcher) -> None:
        self._at("before watch")
        self._board.watch(hopper, barrier)

    def is_dark(self, hopper: int) -> bool:
        self._at("before is_dark")
        return self._board.is_dark(hopper)

    def has_tokens(self, hopper: int) -> bool | None:
        self._at("before has_tokens")
        return self._board.has_tokens(hopper)

    def is_stalled(self, hopper: int) -> bool | None:
        self._at("before is_stalled")
        return self._board.is_stalled(hopper)

    def interrupts_off(self) -> int:
        self._at("before interrupts_off")
        return self._board.interrupts_off()

    def interrupts_on(self, before: int) -> None:
        self._board.interrupts_on(before)
        self._at("after interrupts_on")

    def flash_read(self, sector: int, offset: int, size: int) -> bytes:
        self._at("before flash_read")
        return self._board.flash_read(sector, offset, size)

    def flash_write(self, sector: int, offset: int, data: bytes) -> None:
        self._at("before flash_write")
        self._board.flash_write(sector, offset, data)
        self._at("during flash_write")
        self._at("after flash_write")

    def flash_erase(self, sector: int) -> None:
        self._at("before flash_erase")
        self._board.flash_erase(sector)
        self._at("during flash_erase")
        self._at("after flash_erase")

    def read(self) -> bytes:
        self._at("before read")
        return self._board.read()

    def write(self, data: bytes) -> None:
        self._at("before write")
        self._board.write(data)
        self._at("after write")

    def feed_watchdog(self) -> None:
        self._at("before feed_watchdog")
        self._board.feed_watchdog()

    def idle(self, until_ms: "int | None") -> None:
        self._board.idle(until_ms)

    def open_console(self) -> None:
        self._board.open_console()


def _nothing(_place: str) -> None:
    pass
