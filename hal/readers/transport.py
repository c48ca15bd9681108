"""Frames to tags and back through an MFRC522, in few transfers: short writes, and one frame that waits and fetches.

A chip-select frame can name another register with each byte (data sheet 8.1.2.1). So the wait for an answer is a run of
ComIrq reads, sized to the known time on the air, with errors, level and FIFO read at its end. It needs no polling loop
and no interrupt pin.

Times are counted in bytes of the bus, as if there were no delay between frames. With a delay, the answer is only ready
earlier.
"""

import logging
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from hal.readers.errors import ChipLostError
from hal.readers.frames import COLL_ERR, RECEIVE_ERRORS, SLOW_ANSWER_US, TagAnswer
from hal.readers.package import Spi

log = logging.getLogger(__name__)

COMMAND, COM_IEN, DIV_IEN, COM_IRQ, ERROR, STATUS2 = 1, 2, 3, 4, 6, 8
FIFO_DATA, FIFO_LEVEL, CONTROL, BIT_FRAMING, COLL = 9, 0x0A, 0x0C, 0x0D, 0x0E
MODE, TX_CONTROL, TX_ASK, RF_CFG = 0x11, 0x14, 0x15, 0x26
TX_CONTROL_RESET, ANTENNA_ON = 0x80, 0x03
T_MODE, T_PRESCALER, T_RELOAD_H, T_RELOAD_L = 0x2A, 0x2B, 0x2C, 0x2D
VERSION = 0x37

TX_IRQ, RX_IRQ, IDLE_IRQ, TIMER_IRQ = 0x40, 0x20, 0x10, 0x01
IRQ_ON_ANSWER = 0x80 | RX_IRQ | TIMER_IRQ
"""The pin goes low when an answer is in, or when the timer runs out."""
IRQ_PUSH_PULL = 0x80
IDLE, TRANSCEIVE, MF_AUTHENT = 0x00, 0x0C, 0x0E
POWER_DOWN = 0x10
"""The bit of CommandReg that is set until the crystal runs."""
FLUSH = 0x80
"""FIFOLevelReg.FlushBuffer. Idle does not empty the FIFO."""
MF_CRYPTO1_ON = 0x08

BIT_US = 128 / 13.56
DELAY_US = (1172 + 36) / 13.56
"""The microseconds from a command's last bit to the answer's first, where ISO 14443-3 fixes them."""
GUARD_US = 9 * BIT_US
"""The microseconds that the chip waits after a reception before it sends."""
TIMER_US = 250
"""The microseconds after which no answer can begin.

It would begin after 89 us, and five bits of it stop the timer.
"""
SAMPLES_MOST = 2048
"""The most samples of one wait: spidev takes 4096 bytes a transfer."""
LATE_BITS = 24
"""The bits for which a late answer is awaited at a time, to begin with."""
IRQ_SETTLES_S = 0.005
"""The seconds for the IRQ line to settle. The host gets edges late, from another thread.

An edge counts only if the line was seen at rest before it.
"""
IRQ_DOUBTS = 3
"""The number of times in a row that the IRQ line may be wrong about an answer. After that it is no longer used."""
TOO_EARLY = 3
"""The number of further frames if the first ended before an answer or the timer: the bus is faster than configured."""
AUTHENT_MOST_US, AUTHENT_STEP_US = 6_000, 1_000
"""The microseconds to wait for MFAuthent, at most and at a time. Success takes 2 ms; failure is silence."""


class IrqLine(Protocol):
    """The chip's IRQ pin, active low: a gpiozero input device with its pull-up."""

    def wait_for_active(self, timeout: float) -> bool | None: ...

    def wait_for_inactive(self, timeout: float) -> bool | None: ...

    def close(self) -> None:
        """Release the pin."""
        ...


def read(*registers: int) -> tuple[int, ...]:
    """Return a frame that reads these registers one after another."""
    return (*(0x80 | register << 1 for register in registers), 0)


class Transport:
    """The transport of frames to one chip, for one thread. No method sleeps. Every call may raise OSError."""

    def __init__(self, spi: Spi, speed_hz: int, irq: IrqLine | None = None, *, careful: bool = False) -> None:
        """Set up the transport.

        With `careful`, the chip is idle and its FIFO empty before each frame. Then only the received bytes of an answer
        are read.
        """
        self._transfer = spi.xfer2
        self._irq = irq
        self._careful = careful
        self._irq_doubts = 0
        self._irq_rests = False
        """True if the line was seen inactive since the requests were cleared."""
        self._byte_us = 8e6 / speed_hz
        self._ready = False
        """True if the chip is in Transceive with an empty FIFO, and waits for the next frame."""
        self._received = False
        """True if the last exchange ended with an answer: the chip keeps its guard before it sends again."""
        self._stale = False
        """True if bytes of the last exchange may still be in the FIFO. They would be sent before the next command."""

    @property
    def irq_believed(self) -> bool:
        return self._irq is not None

    def write(self, register: int, *values: int) -> None:
        """Write to a register. Several values go to the same register, one after another."""
        self._transfer((register << 1, *values))

    def registers(self, *registers: int) -> Sequence[int]:
        return self._transfer(read(*registers))[1:]

    def set_up(self, gain: int) -> None:
        """Set the chip up after a reset, before the first frame. `gain` is RFCfgReg.RxGain, 0 to 7."""
        for register, value in self.settings(gain).items():
            self.write(register, value)
        self._ready = self._received = False

    def settings(self, gain: int) -> dict[int, int]:
        """Return the registers and values that show whether a chip is set up."""
        # TAuto, with ten ticks of 25 us.
        timer = {T_MODE: 0x80, T_PRESCALER: 0xA9, T_RELOAD_H: 0, T_RELOAD_L: TIMER_US // 25 - 1}
        pin = {} if self._irq is None else {COM_IEN: IRQ_ON_ANSWER, DIV_IEN: IRQ_PUSH_PULL}
        return {**timer, RF_CFG: gain << 4 | 8, **pin}

    def field(self, on: bool) -> None:
        """Switch the antenna. Off, every tag forgets its state; on again, a tag needs the guard time to wake up."""
        self.write(TX_CONTROL, TX_CONTROL_RESET | (ANTENNA_ON if on else 0))
        self._ready = self._received = False

    def pause(self, duration_us: float) -> None:
        """Let this time pass on the bus."""
        while duration_us > 0:
            samples = self._bytes_for(duration_us)
            self._transfer(_wait(samples))
            duration_us -= samples * self._byte_us

    def send(self, data: bytes) -> None:
        """Send a frame that no tag answers. The next exchange must not begin within a millisecond."""
        self._prepare()
        self._start(data, 0)
        self._ready = self._received = False

    def exchange(
        self, data: bytes, answer: int, *, last_bits: int = 0, align: int = 0, margin_bits: int = 8
    ) -> TagAnswer | None:
        """Return the answer, of at most `answer` bytes, to a command that is answered after the fixed delay.

        None is clean silence. Raises ChipLostError if the chip did not send.
        """
        self._prepare()
        self._clear_requests(0x7F)
        self._start(data, last_bits | align << 4)
        air_bits = _air_bits(len(data), last_bits) + _air_bits(answer, 0) - align + margin_bits
        lead = len(data) + answer + 12
        guard_us = max(0.0, GUARD_US - lead * self._byte_us) if self._received else 0.0
        due_us = guard_us + DELAY_US + air_bits * BIT_US
        request, fetched, samples = self._await(due_us, answer)
        for _ in range(TOO_EARLY):
            if request & (RX_IRQ | TIMER_IRQ):
                break
            samples = self._bytes_for(margin_bits * BIT_US)
            fetched = self._fetched(samples, answer)
            request = fetched[samples]
        self._received = bool(request & RX_IRQ)
        if self._received:
            return self._answer(fetched, samples, answer)
        self._ready = False
        if request & TIMER_IRQ:
            return None
        self._stale = True
        if not request & TX_IRQ:
            raise ChipLostError("the chip was told to send a frame and did not")
        return TagAnswer(b"", 0, RECEIVE_ERRORS, None)

    def _await(self, due_us: float, answer: int) -> tuple[int, Sequence[int], int]:
        """Wait until an answer is due, and return ComIrq, the fetched bytes, and the place of ComIrq in them."""
        if self._irq is not None and self._irq_rests:
            moved = self._irq.wait_for_active((due_us + TIMER_US) / 1e6)
            fetched = self._fetched(1, answer)
            if self._announced(moved, fetched[1]):
                return fetched[1], fetched, 1
        samples = self._bytes_for(due_us)
        fetched = self._fetched(samples, answer)
        return fetched[samples], fetched, samples

    def _fetched(self, samples: int, answer: int) -> Sequence[int]:
        return self._transfer(_wait_and_fetch(samples, 0 if self._careful else answer))

    def _clear_requests(self, requests: int) -> None:
        self._transfer((COM_IRQ << 1, requests))
        if self._irq is not None:
            self._irq_rests = bool(self._irq.wait_for_inactive(IRQ_SETTLES_S))
            if not self._irq_rests:
                self._doubt()

    def _announced(self, moved: bool | None, request: int) -> bool:
        """True if the chip has finished. The IRQ line should have changed then, and only then."""
        done = bool(request & (RX_IRQ | TIMER_IRQ))
        if done and not moved and self._irq is not None:
            moved = self._irq.wait_for_active(IRQ_SETTLES_S)  # or its edge would count for the next answer
        if bool(moved) != done:
            self._doubt()
        elif moved:
            self._irq_doubts = 0
        return done

    def _doubt(self) -> None:
        self._irq_doubts += 1
        if self._irq_doubts == IRQ_DOUBTS:
            log.warning("the IRQ line does not move as the chip's answers do: going on without it")
            self._irq = None

    def exchange_slow(self, data: bytes, answer: int, expected_us: float = SLOW_ANSWER_US) -> TagAnswer | None:
        """Return the answer to a command that may take its time: wait first, then fetch. None is silence.

        Raises ChipLostError if the chip did not send.
        """
        self._prepare()
        self._clear_requests(0x7F)
        self._start(data, 0)
        air_us = (_air_bits(len(data), 0) + _air_bits(answer, 0) + 4) * BIT_US
        left_us = air_us + expected_us
        wait_us = air_us + DELAY_US
        late_us = LATE_BITS * BIT_US
        while left_us > 0:
            request, fetched, samples = self._await_slowly(wait_us, answer)
            if request & RX_IRQ:
                self._received = True
                if samples:
                    return self._answer(fetched, samples, answer)
                return self._answer(self._fetched(1, answer), 1, answer)
            if not request & TX_IRQ:
                raise ChipLostError("the chip was told to send a frame and did not")
            left_us -= wait_us
            wait_us, late_us = late_us, late_us * 1.25
        self._ready = self._received = False
        self._stale = True
        return None

    def _await_slowly(self, wait_us: float, answer: int) -> tuple[int, Sequence[int], int]:
        """Wait as `_await` does, but fetch nothing (a place of 0) while the answer may not be complete.

        The bytes of an answer in mid-air must stay in the FIFO.
        """
        if self._irq is not None and self._irq_rests:
            moved = self._irq.wait_for_active(wait_us / 1e6)
            request = self._transfer(_wait(1))[1]
            done = self._announced(moved, request)
            if done and not request & RX_IRQ:
                self._clear_requests(TIMER_IRQ)  # the timer means nothing here, and would hold the line
            if done or not moved:
                return request, (), 0
        samples = self._bytes_for(wait_us)
        return self._transfer(_wait(samples))[samples], (), 0

    def authenticate(self, command: bytes) -> bool:
        """Send MFAuthent with its twelve bytes; return True if the tag knew the key. Otherwise the tag is silent."""
        self._transfer((COMMAND << 1, IDLE))
        self._transfer((COM_IRQ << 1, 0x7F))
        self._transfer((FIFO_LEVEL << 1, FLUSH))
        self._transfer((FIFO_DATA << 1, *command))
        self._transfer((COMMAND << 1, MF_AUTHENT))
        self._ready = False
        self._received = True
        waited_us = 0.0
        while waited_us < AUTHENT_MOST_US:
            samples = self._bytes_for(AUTHENT_STEP_US)
            if self._transfer(_wait(samples))[samples] & IDLE_IRQ:
                return bool(self.registers(STATUS2)[0] & MF_CRYPTO1_ON)
            waited_us += AUTHENT_STEP_US
        return False

    def end_session(self) -> None:
        """Return to unencrypted communication."""
        self.write(STATUS2, 0)

    def _prepare(self) -> None:
        if self._careful:
            self._transfer((COMMAND << 1, IDLE))
        if self._careful or self._stale:
            self._transfer((FIFO_LEVEL << 1, FLUSH))
            self._stale = False
        if self._careful:
            self._transfer((COMMAND << 1, TRANSCEIVE))
        elif not self._ready:
            # Idle first, to end the reception that a silent tag has left open.
            self._transfer((COMMAND << 1, IDLE, TRANSCEIVE))
        self._ready = True

    def _start(self, data: bytes, framing: int) -> None:
        self._transfer((FIFO_DATA << 1, *data))
        self._transfer((BIT_FRAMING << 1, framing, framing | 0x80))

    def _answer(self, fetched: Sequence[int], samples: int, most: int) -> TagAnswer:
        errors, level, control, coll = fetched[samples + 1 : samples + 5]
        if self._careful:
            there = min(level, most)
            data = bytes(self.registers(*[FIFO_DATA] * there)) if there else b""
        else:
            data = bytes(fetched[samples + 5 : samples + 5 + min(level, most)])
        if level > most:
            self._transfer((FIFO_LEVEL << 1, FLUSH))
        errors = errors & RECEIVE_ERRORS | (0 if level <= most else RECEIVE_ERRORS)
        if not errors:
            return TagAnswer(data, control & 0x07, 0, None)
        known = errors & COLL_ERR and not coll & 0x20
        return TagAnswer(data, control & 0x07, errors, (coll - 1) & 0x1F if known else None)

    def _bytes_for(self, duration_us: float) -> int:
        return min(SAMPLES_MOST, int(duration_us / self._byte_us) + 1)


def _air_bits(size: int, last_bits: int) -> int:
    """Return the bits on the air, with the start bit and a parity bit after each whole byte."""
    return 1 + (size * 9 if not last_bits else (size - 1) * 9 + last_bits)


@lru_cache
def _wait(samples: int) -> tuple[int, ...]:
    return read(*[COM_IRQ] * samples)


@lru_cache
def _wait_and_fetch(samples: int, size: int) -> tuple[int, ...]:
    return read(*[COM_IRQ] * samples, ERROR, FIFO_LEVEL, CONTROL, COLL, *[FIFO_DATA] * size)
