"""The parts of a built table, as the interactive doctor opens them one after the other."""

from collections.abc import Callable
from types import ModuleType
from typing import Any, Protocol

from msgspec import Struct

from hal.dispenser import Link
from hal.panels.settings import PanelSettings
from hal.readers import ReaderSettings
from hal.readers.card_reader import CardReader
from table.rules.errors import DeviceError


class UnfitPartError(DeviceError, OSError):
    """A part does not start, so it cannot be tested. The message names the part and its fault."""


class TestPicture(Protocol):
    """A picture with an arrow to its upper edge and a frame along all four, on the table's own display."""

    def opened(self) -> str:
        """Show it. Return why no picture opens, or an empty string."""

    def close(self) -> None: ...


class BuiltParts(Struct, frozen=True):
    """Each function may raise an OSError whose message says what to do.

    One thread uses them, and no table runs meanwhile.
    """

    panels: tuple[PanelSettings, ...]
    hoppers: frozenset[int]
    """The numbers of the configured hoppers."""
    taken: frozenset[int]
    """The pins of the header that readers use."""
    port: str
    """The dispenser's port."""
    rotation: int
    """The screen's rotation in degrees."""
    muted: bool
    """True if the table plays no sound."""
    spidev: Callable[[], ModuleType]
    readers: Callable[[], tuple[ReaderSettings, ...]]
    """The RC522 readers with their reset and IRQ lines, in the configuration's order."""
    pins: Callable[[], Any]
    """gpiozero's pin factory."""
    link: Callable[[], Link | None]
    usb: Callable[[], frozenset[str]]
    """The USB devices there are, as `2e8a:0005`."""
    throttled: Callable[[], int | None]
    """The status bits of the Pi's power supply; None on another computer."""
    picture: TestPicture
    loudspeaker: Callable[[], str]
    """Play a tone. Return why none can be played, or an empty string."""
    other_readers: Callable[[], tuple[CardReader, ...]]
    """The readers of other kinds."""
    name: str
    """A unique prefix for the names of this examination's payouts."""
