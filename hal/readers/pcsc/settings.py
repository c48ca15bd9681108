"""The place and the settings of a reader behind PC/SC."""

from collections.abc import Callable

from msgspec import Struct, field

from hal.holders import Holder
from hal.readers.pcsc.service import PcscService
from hal.readers.presence import Thresholds


class PcscSettings(Struct, frozen=True):
    name: str
    opened: Callable[[], PcscService]
    """Opens a context of the daemon. Raises OSError."""
    reader: str = ""
    """The reader's place on USB (`1-1.2`), or a part of its name; empty if there is only one."""
    stolen: Callable[[], bool] = bool
    """True if the kernel holds the reader with a driver of its own (`pn533_usb`)."""
    thresholds: Thresholds = field(default_factory=Thresholds)
    users: Callable[[], tuple[Holder, ...]] = tuple
    """Returns the programs that are connected to the daemon, this one among them."""
