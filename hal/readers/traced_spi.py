"""A chip's bus with a trace of the chip's set-up, but not of card data.

The log of a fault must be the same for every card on the reader, so it shows only frames for the chip's own settings.
Frames that serve a card (FIFO, framing, interrupts, errors, collisions) are a single line, because even their number
depends on the length of a card's UID.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from hal.last_frames import LastFrames
from hal.readers.package import Spi
from hal.readers.transport import (
    COM_IEN,
    DIV_IEN,
    MODE,
    RF_CFG,
    T_MODE,
    T_PRESCALER,
    T_RELOAD_H,
    T_RELOAD_L,
    TX_ASK,
    TX_CONTROL,
    VERSION,
)

SHOWN: Mapping[int, str] = MappingProxyType(
    {
        COM_IEN: "ComIEnReg",
        DIV_IEN: "DivIEnReg",
        MODE: "ModeReg",
        TX_CONTROL: "TxControlReg",
        TX_ASK: "TxASKReg",
        RF_CFG: "RFCfgReg",
        T_MODE: "TModeReg",
        T_PRESCALER: "TPrescalerReg",
        T_RELOAD_H: "TReloadReg(h)",
        T_RELOAD_L: "TReloadReg(l)",
        VERSION: "VersionReg",
    }
)
"""Registers that do not depend on a card, with their names in the data sheet."""
CARDS = "a look for cards (not shown)"


class TracedSpi:
    """An `Spi` that traces another one. Raises the same errors as that one."""

    def __init__(self, spi: Spi, frames: LastFrames) -> None:
        self._transfer = spi.xfer2
        self._frames = frames

    def xfer2(self, frame: Sequence[int]) -> Sequence[int]:
        """Transfer the frame, and record the bytes that may be logged."""
        try:
            answer = self._transfer(frame)
        except OSError as error:
            self._frames.add(f"the bus: {error.strerror or error}")
            raise
        if frame[0] >> 1 & 0x3F in SHOWN:
            self._frames.add(_trace_line(frame, answer))
        else:
            self._frames.add_new(CARDS)
        return answer


def _trace_line(frame: Sequence[int], answer: Sequence[int]) -> str:
    """Return a frame in words. A frame that also reads a register with card data is not shown."""
    if not frame[0] & 0x80:
        return f"{SHOWN[frame[0] >> 1]} = {bytes(frame[1:]).hex(' ')}"
    registers = [address >> 1 & 0x3F for address in frame[:-1]]
    if not SHOWN.keys() >= set(registers):
        return CARDS
    return "read " + ", ".join(
        f"{SHOWN[register]} {value:02x}" for register, value in zip(registers, answer[1:], strict=True)
    )
