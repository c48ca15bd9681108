"""Frames to tags and back through an MFRC522, in few transfers: bursts in, and one frame that waits and fetches.

A chip-select frame can name another register with each byte (data sheet 8.1.2.1). So the wait for an answer is a
run of ComIrq reads, sized to the known time on the air, with errors, level and FIFO read at its end: no polling
storm, no interrupt pin needed. Times are counted in bytes of the bus, as if the host lost none between frames; a
host that does lose time only finds the answer ready.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from hal.readers.errors import ChipLostError
from hal.readers.package import Spi

COMMAND, COM_IRQ, ERROR, FIFO_DATA, FIFO_LEVEL, CONTROL, BIT_FRAMING, COLL = 1, 4, 6, 9, 0x0A, 0x0C, 0x0D, 0x0E
TX_CONTROL, RF_CFG = 0x14, 0x26
T_MODE, T_PRESCALER, T_RELOAD_H, T_RELOAD_L = 0x2A, 0x2B, 0x2C, 0x2D
VERSION = 0x37

TX_IRQ, RX_IRQ, TIMER_IRQ = 0x40, 0x20, 0x01
COLL_ERR = 0x08
RECEIVE_ERRORS = 0x1F
IDLE, TRANSCEIVE = 0x00, 0x0C

BIT_US = 128 / 13.56
DELAY_US = (1172 + 36) / 13.56
"""From a command's last bit to the answer's first, where ISO 14443-3 fixes it."""
GUARD_US = 9 * BIT_US
"""The chip waits this long after a reception before it sends."""
TIMER_US = 250
"""With no answer begun by then there will be none: it would begin after 89 us, and five bits of it stop the timer."""
TOO_EARLY = 3
"""Frames more, where the first ended before anything was decided: the bus is faster than it was told to be."""
SLOW_ANSWER_US = 5_000
"""READ and its like (NTAG21x data sheet, 10.4)."""


@dataclass(frozen=True, slots=True)
class Answer:
    data: bytes
    bits: int
    """In the last byte; 0 means all eight."""
    errors: int
    """ErrorReg, without what is not the receiver's."""
    collision: int | None
    """The first bit at which tags differ, counted from 0 over `data`."""

    @property
    def clean(self) -> bool:
        return not self.errors


def read(*registers: int) -> tuple[int, ...]:
    """A frame that reads these registers one after another."""
    return (*(0x80 | register << 1 for register in registers), 0)


class Transport:
    """One chip. One thread calls it. No method sleeps."""

    def __init__(self, spi: Spi, speed_hz: int) -> None:
        self._transfer = spi.xfer2
        self._byte_us = 8e6 / speed_hz
        self._ready = False
        """The chip is in Transceive and waits for the next frame, its FIFO empty."""
        self._received = False
        """The last exchange ended with an answer: the chip keeps its guard before it sends again."""

    def write(self, register: int, *values: int) -> None:
        """Several values go to the same register, one after another."""
        self._transfer((register << 1, *values))

    def registers(self, *registers: int) -> Sequence[int]:
        return self._transfer(read(*registers))[1:]

    def set_up(self, gain: int) -> None:
        """After a reset, before the first frame. `gain` is RFCfgReg.RxGain, 0 to 7."""
        for register, value in self.settings(gain).items():
            self.write(register, value)
        self._ready = False

    @staticmethod
    def settings(gain: int) -> dict[int, int]:
        """Registers that tell a chip that was set up from one that was not."""
        # TAuto; ticks of 25 us, ten of them.
        return {T_MODE: 0x80, T_PRESCALER: 0xA9, T_RELOAD_H: 0, T_RELOAD_L: TIMER_US // 25 - 1, RF_CFG: gain << 4 | 8}

    def send(self, data: bytes) -> None:
        """A frame that nobody answers. The next exchange must not begin within a millisecond."""
        self._prepare()
        self._start(data, 0)
        self._ready = self._received = False

    def exchange(
        self, data: bytes, answer: int, *, last_bits: int = 0, align: int = 0, margin_bits: int = 8
    ) -> Answer | None:
        """A command whose answer comes after the fixed delay, of `answer` bytes at most. None is clean silence."""
        self._prepare()
        self._transfer((COM_IRQ << 1, 0x7F))
        self._start(data, last_bits | align << 4)
        air_bits = _air_bits(len(data), last_bits) + _air_bits(answer, 0) - align + margin_bits
        lead = len(data) + answer + 12
        guard_us = max(0.0, GUARD_US - lead * self._byte_us) if self._received else 0.0
        samples = self._bytes_for(guard_us + DELAY_US + air_bits * BIT_US)
        fetched = self._transfer(_wait_and_fetch(samples, answer))
        request = fetched[samples]
        for _ in range(TOO_EARLY):
            if request & (RX_IRQ | TIMER_IRQ):
                break
            samples = self._bytes_for(margin_bits * BIT_US)
            fetched = self._transfer(_wait_and_fetch(samples, answer))
            request = fetched[samples]
        self._received = bool(request & RX_IRQ)
        if self._received:
            return self._answer(fetched, samples, answer)
        self._ready = False
        if request & TIMER_IRQ:
            return None
        if not request & TX_IRQ:
            raise ChipLostError("the chip was told to send a frame and did not")
        return Answer(b"", 0, RECEIVE_ERRORS, None)

    def exchange_slow(self, data: bytes, answer: int, expected_us: float = SLOW_ANSWER_US) -> Answer | None:
        """A command whose answer may take its time: wait first, fetch then."""
        self._prepare()
        self._transfer((COM_IRQ << 1, 0x7F))
        self._start(data, 0)
        air_us = (_air_bits(len(data), 0) + _air_bits(answer, 0) + 4) * BIT_US
        waited_us = 0.0
        samples = self._bytes_for(air_us + DELAY_US)
        while waited_us < air_us + expected_us:
            request = self._transfer(_wait(samples))[samples]
            if request & RX_IRQ:
                self._received = True
                return self._answer(self._transfer(_wait_and_fetch(1, answer)), 1, answer)
            if not request & TX_IRQ and waited_us:
                raise ChipLostError("the chip was told to send a frame and did not")
            waited_us += samples * self._byte_us
            samples = self._bytes_for(24 * BIT_US)
        self._ready = self._received = False
        return None

    def _prepare(self) -> None:
        if not self._ready:
            # Idle first: it ends the reception that a silent tag has left open.
            self._transfer((COMMAND << 1, IDLE, TRANSCEIVE))
            self._ready = True

    def _start(self, data: bytes, framing: int) -> None:
        self._transfer((FIFO_DATA << 1, *data))
        self._transfer((BIT_FRAMING << 1, framing, framing | 0x80))

    def _answer(self, fetched: Sequence[int], samples: int, most: int) -> Answer:
        errors, level, control, coll = fetched[samples + 1 : samples + 5]
        if level > most:
            self._transfer((FIFO_LEVEL << 1, 0x80))
        data = bytes(fetched[samples + 5 : samples + 5 + min(level, most)])
        errors = errors & RECEIVE_ERRORS | (0 if level <= most else RECEIVE_ERRORS)
        if not errors:
            return Answer(data, control & 0x07, 0, None)
        known = errors & COLL_ERR and not coll & 0x20
        return Answer(data, control & 0x07, errors, (coll - 1) & 0x1F if known else None)

    def _bytes_for(self, duration_us: float) -> int:
        return int(duration_us / self._byte_us) + 1


def _air_bits(size: int, last_bits: int) -> int:
    """With the start bit, and a parity bit after each whole byte."""
    return 1 + (size * 9 if not last_bits else (size - 1) * 9 + last_bits)


@lru_cache
def _wait(samples: int) -> tuple[int, ...]:
    return read(*[COM_IRQ] * samples)


@lru_cache
def _wait_and_fetch(samples: int, size: int) -> tuple[int, ...]:
    return read(*[COM_IRQ] * samples, ERROR, FIFO_LEVEL, CONTROL, COLL, *[FIFO_DATA] * size)
