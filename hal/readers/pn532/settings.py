"""The wiring and the settings of a reader with a PN532."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct, field

from hal.readers.presence import Thresholds

if TYPE_CHECKING:  # a table without such readers need not load their links
    from hal.readers.pn532.links import ChipLink


class Pn532Settings(Struct, frozen=True):
    name: str
    opened: "Callable[[], ChipLink]"
    """Opens the link to the chip. Raises OSError; a PortError with the code of its fault."""
    place: str
    """The place of the link, for a fault: `/dev/ttyUSB0`, `/dev/spidev0.0`, `/dev/i2c-1`."""
    unopened: str = "reader.no_port"
    """The code of the fault if the link cannot be opened, and the error names none."""
    thresholds: Thresholds = field(default_factory=Thresholds)
