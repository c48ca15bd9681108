"""The wiring and the settings of one reader."""

from typing import Protocol

from msgspec import Struct, field

from hal.readers.presence import Thresholds
from hal.readers.transport import IrqLine

GAINS_DB = {18: 0, 23: 1, 33: 4, 38: 5, 43: 6, 48: 7}
"""The values of RFCfgReg.RxGain by decibels (data sheet 9.3.3.6)."""
DEFAULT_GAIN_DB = 33


class ResetLine(Protocol):
    """The chip's NRSTPD pin: a gpiozero output device. Off holds the chip in reset."""

    def on(self) -> None: ...

    def off(self) -> None: ...

    def close(self) -> None:
        """Release the pin. The board's pull-up then controls the chip's reset."""
        ...


class ReaderSettings(Struct, frozen=True):
    name: str
    bus: int = 0
    device: int = 0
    gain_db: int = DEFAULT_GAIN_DB
    """The gain, one of GAINS_DB. A higher gain reaches farther, and receives the cards of neighbouring readers."""
    speed_hz: int = 1_000_000
    """The speed of the bus. The chip supports 10 MHz; long wires do not."""
    reset: ResetLine | None = None
    irq: IrqLine | None = None
    """The chip's IRQ pin if it is wired. Answers are then awaited without reading the chip."""
    careful: bool = False
    """True to use the chip as public drivers do: slower, but without features that some clones lack."""
    thresholds: Thresholds = field(default_factory=Thresholds)
