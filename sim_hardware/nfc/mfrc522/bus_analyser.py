"""A logic analyser for the bus of an MFRC522: it turns transfers into register accesses and frames.

Pure: transfers in, lines out. It knows only the traffic on the wires, as an analyser with clips would.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from sim_hardware.nfc.frame_words import answered, asked, expects, spelt
from sim_hardware.nfc.mfrc522.registers import Reg

START_SEND, FLUSH = 0x80, 0x80
RX_IRQ, TIMER_IRQ = 0x20, 0x01
ERRORS = {0x08: "collision", 0x04: "CRC", 0x02: "parity", 0x01: "protocol", 0x10: "overflow"}
SHOWN_BYTES = 20


class Transfer(NamedTuple):
    """A transfer is one chip-select frame on the wires."""

    at_ns: int
    device: int
    mosi: tuple[int, ...]
    miso: tuple[int, ...]


class AirFrame(NamedTuple):
    """A frame on the air, as the bus shows it."""

    outward: bool
    """True from the reader to the tag."""
    words: str


def accesses(transfer: Transfer) -> tuple[tuple[bool, int, tuple[int, ...]], ...]:
    """Return the accesses of the transfer: whether it is a read, the register, and the values.

    Successive accesses to one register are joined.
    """
    if not transfer.mosi:
        return ()
    if not transfer.mosi[0] & 0x80:
        return ((False, transfer.mosi[0] >> 1 & 0x3F, transfer.mosi[1:]),)
    named = zip((byte >> 1 & 0x3F for byte in transfer.mosi[:-1]), transfer.miso[1:], strict=False)
    runs = groupby(named, key=lambda pair: pair[0])
    return tuple((True, register, tuple(value for _, value in run)) for register, run in runs)


def registers(transfer: Transfer) -> str:
    """Return the words for a transfer: `write FIFO_DATA 93 20`; `read COM_IRQ 14 x37, ERROR 00`.

    A run of reads that only wait is shown by its last value and its length.
    """
    words = []
    for _, register, values in accesses(transfer):
        words.append(f"{_name(register)} {_values(register, values)}")
    verb = "read" if transfer.mosi and transfer.mosi[0] & 0x80 else "write"
    return f"{verb} {', '.join(words)}"


class Analyser:
    """Finds the frames of one chip by following its FIFO."""

    def __init__(self) -> None:
        self._out = b""
        """The bytes that were written into the FIFO and not sent yet."""
        self._kind = ""
        """The kind of the answer that is due; empty if none is."""

    def feed(self, transfer: Transfer) -> Iterator[AirFrame]:
        seen = accesses(transfer)
        if not seen:
            return
        if not seen[0][0]:
            yield from self._written(seen[0][1], seen[0][2])
        else:
            yield from self._read({register: values for _, register, values in seen})

    def _written(self, register: int, values: Sequence[int]) -> Iterator[AirFrame]:
        if register == Reg.FIFO_DATA:
            self._out += bytes(values)
        elif register == Reg.FIFO_LEVEL and any(value & FLUSH for value in values):
            self._out = b""
        elif register == Reg.BIT_FRAMING and self._out and any(value & START_SEND for value in values):
            last_bits = values[-1] & 0x07
            yield AirFrame(True, asked(self._out, last_bits))
            self._kind = expects(self._out, last_bits)
            self._out = b""

    def _read(self, values: dict[int, tuple[int, ...]]) -> Iterator[AirFrame]:
        request = values.get(Reg.COM_IRQ, (0,))[-1]
        data = bytes(values.get(Reg.FIFO_DATA, ()))
        if Reg.FIFO_LEVEL in values:
            data = data[: values[Reg.FIFO_LEVEL][-1]]
        if not self._kind:
            return
        wrong = [name for bit, name in ERRORS.items() if values.get(Reg.ERROR, (0,))[-1] & bit]
        if request & RX_IRQ and (data or wrong):
            last_bits = values.get(Reg.CONTROL, (0,))[-1] & 0x07
            words = answered(self._kind, data, last_bits) if not wrong else f"{', '.join(wrong)}: {spelt(data)}"
            yield AirFrame(False, words)
            self._kind = ""
        elif request & TIMER_IRQ and not request & RX_IRQ and Reg.FIFO_DATA in values:
            yield AirFrame(False, "no answer")
            self._kind = ""


def _name(register: int) -> str:
    try:
        return Reg(register).name
    except ValueError:
        return f"{register:#04x}"


def _values(register: int, values: tuple[int, ...]) -> str:
    if register == Reg.COM_IRQ and len(values) > 2:
        return f"{values[-1]:02X} x{len(values)}"
    shown = spelt(bytes(values[:SHOWN_BYTES]))
    return shown if len(values) <= SHOWN_BYTES else f"{shown} and {len(values) - SHOWN_BYTES} more"
