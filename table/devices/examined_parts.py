"""The parts of a table for an examination, one after the other."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from hal.dispenser import Link
from hal.panels.claims import PinHeader
from hal.readers.card_reader import CardReader

if TYPE_CHECKING:
    from hal.panels.keypads.input_device import InputKernel


class ExaminedParts(Struct, frozen=True):
    """The parts of a table, each opened by its function. Each may raise an OSError whose message says what to do.

    One thread at a time uses them, and no table runs meanwhile. `close` ends the world that they belong to.
    """

    readers: Callable[[], tuple[CardReader, ...]]
    header: PinHeader
    inputs: "InputKernel"
    """The input devices. The configured keypads are opened."""
    link: Callable[[], Link | None]
    close: Callable[[], None]
