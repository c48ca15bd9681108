"""An SPI bus with chips on its chip-selects. Its transfers take time."""

import random
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from msgspec import Struct

from sim_hardware.clock import US, Clock, S

CALL_NS = 25 * US
"""The nanoseconds of one transfer call before its first bit: system call, driver, chip-select."""
FLOATING = 0x00
"""The byte that a host reads if nothing drives MISO."""


class SpiDevice(Protocol):
    def select(self) -> None: ...

    def exchange(self, mosi: int) -> int: ...

    def repeats(self, mosi: int) -> int | None:
        """Return the constant answer to repetitions of this byte until an action on the clock; None if it varies."""
        ...

    def deselect(self) -> None: ...


class Traffic(Struct):
    transfers: int = 0
    bytes: int = 0
    busy_ns: int = 0
    """The nanoseconds that calls and bits would take on real wires."""


class Disturbance(Struct, frozen=True):
    """Another board on the bus that drives MISO when it must not, and changes bits in some bytes."""

    rate: float
    low: int = 0x10
    """The bits that it pulls down: 0x92 is read as 0x82."""
    high: int = 0x00


class SpiBus:
    """An SPI bus. One thread makes transfers; any thread may call `post`."""

    def __init__(self, clock: Clock, call_ns: int = CALL_NS, chance: random.Random | None = None) -> None:
        self.traffic = Traffic()
        self.disturbed: dict[int, Disturbance] = {}
        """The disturbances by chip-select."""
        self.guard: AbstractContextManager[object] = nullcontext()
        """Held during a transfer, for a host whose threads share the bus."""
        self.pace: Callable[[], int] | None = None
        """Returns the nanoseconds since the world began, in real time.

        The clock is advanced to it before each transfer.
        """
        self.rest: Callable[[], None] | None = None
        """Called after each transfer, without the guard. A host in real time lets the world catch up with the bus."""
        self.heard: Callable[[int, int, Sequence[int], Sequence[int]], None] | None = None
        """An analyser's clips: end in ns, chip-select, MOSI and MISO of each transfer, on the thread that makes it."""
        self._clock = clock
        self._call_ns = call_ns
        self._chance = chance or random.Random(0)
        self._devices: dict[int, SpiDevice] = {}
        self._posted: deque[Callable[[], None]] = deque()

    def attach(self, chip_select: int, device: SpiDevice) -> None:
        self._devices[chip_select] = device

    def detach(self, chip_select: int) -> None:
        """Disconnect the wires."""
        del self._devices[chip_select]

    def post(self, action: Callable[[], None]) -> None:
        """Run this on the bus's own thread before its next transfer. Any thread may call."""
        self._posted.append(action)

    def transfer(self, chip_select: int, mosi: Sequence[int], speed_hz: int) -> list[int]:
        """Transfer one chip-select frame, and return the bytes received."""
        with self.guard:
            received = self._transfer(chip_select, mosi, speed_hz)
            if self.heard is not None:
                self.heard(self._clock.now_ns, chip_select, mosi, received)
        if self.rest is not None:
            self.rest()
        return received

    def _transfer(self, chip_select: int, mosi: Sequence[int], speed_hz: int) -> list[int]:
        clock = self._clock
        if self.pace is not None:
            clock.advance_to(max(clock.now_ns, self.pace()))
        while self._posted:
            self._posted.popleft()()
        clock.advance(self._call_ns)
        self.traffic.transfers += 1
        self.traffic.bytes += len(mosi)
        byte_ns = 8 * S // speed_hz
        self.traffic.busy_ns += self._call_ns + len(mosi) * byte_ns
        device = self._devices.get(chip_select)
        if device is None:
            clock.advance(len(mosi) * byte_ns)
            return [FLOATING] * len(mosi)
        device.select()
        miso = self._frame(device, mosi, byte_ns)
        device.deselect()
        disturbance = self.disturbed.get(chip_select)
        return miso if disturbance is None else [self._disturb(byte, disturbance) for byte in miso]

    def _frame(self, device: SpiDevice, mosi: Sequence[int], byte_ns: int) -> list[int]:
        """Transfer the bytes of a frame: the busiest loop of the emulated world.

        A host waits by reading one register over and over. Those bytes are handled together, as long as nothing happens
        meanwhile.
        """
        clock, exchange, wire, miso, at = self._clock, device.exchange, bytes(mosi), list[int](), 0
        while at < len(wire):
            byte = wire[at]
            clock.advance_to(clock.now_ns + byte_ns)
            miso.append(exchange(byte))
            at += 1
            if at == len(wire) or wire[at] != byte or (answer := device.repeats(byte)) is None:
                continue
            due_ns = clock.next_ns
            quiet = len(wire) if due_ns is None else max(0, (due_ns - clock.now_ns - 1) // byte_ns)
            ahead = wire[at : at + quiet]
            more = len(ahead) - len(ahead.lstrip(wire[at : at + 1]))
            clock.advance_to(clock.now_ns + more * byte_ns)
            miso += [answer] * more
            at += more
        return miso

    def _disturb(self, byte: int, by: Disturbance) -> int:
        return byte & ~by.low | by.high if self._chance.random() < by.rate else byte
