"""The wiring and the settings of a reader with a PN532."""

from collections.abc import Callable
from dataclasses import dataclass, field

from hal.readers.pn532.links import ChipLink
from hal.readers.presence import Thresholds


@dataclass(frozen=True, slots=True)
class Pn532Settings:
    name: str
    opened: Callable[[], ChipLink]
    """Opens the link to the chip. Raises OSError; a PortError with the code of its fault."""
    place: str
    """The place of the link, for a fault: `/dev/ttyUSB0`, `/dev/spidev0.0`, `/dev/i2c-1`."""
    unopened: str = "reader.no_port"
    """The code of the fault if the link cannot be opened, and the error names none."""
    thresholds: Thresholds = field(default_factory=Thresholds)
