"""The parts of the bench that react to the mouse. Places in the picture carry them."""

from enum import StrEnum

from msgspec import Struct

from hal.events import Button
from table.emulation.acts import Act
from table.rules.seats import Seat


class BenchPlace(Struct, frozen=True):
    """A part that reacts to the mouse."""


class CardPlace(BenchPlace, frozen=True):
    """A card, in a hand or on a reader."""

    key: str


class ReaderField(BenchPlace, frozen=True):
    """A reader's field. A card that is dropped here lies on it."""

    seat: Seat


class HandArea(BenchPlace, frozen=True):
    """A seat's cards. The wheel scrolls them."""

    seat: Seat


class PanelButton(BenchPlace, frozen=True):
    """A panel's button."""

    seat: Seat
    button: Button


class ActButton(BenchPlace, frozen=True):
    """A place that performs an act when it is clicked: a plug, a fault, a bot."""

    act: Act
    hint: str = ""
    """The text below while the mouse is over it."""


class TrayToken(BenchPlace, frozen=True):
    """A token in the tray. A click takes it out, and it can be carried to a hopper."""

    hopper: int


class HopperMouth(BenchPlace, frozen=True):
    """The opening of a hopper. A click puts a token in, the right button takes one out."""

    hopper: int


class Slider(BenchPlace, frozen=True):
    name: str


DrawerTab = StrEnum("DrawerTab", "NOW LOG FAULTS SLIDERS HELP")


class Tab(BenchPlace, frozen=True):
    """A tab of the drawer below the table's screen."""

    name: DrawerTab


class LogSwitch(StrEnum):
    """The values of the log's switch."""

    PAUSE = "pause"
    CLEAR = "clear"


class SwitchOf(StrEnum):
    """The part of the drawer that a switch sets, and the values that it takes."""

    GUIDE = "now"
    """`close`."""
    CHANNEL = "channel"
    """A channel of the log."""
    LOG = "log"
    """A `LogSwitch`."""
    HOPPER = "hopper"
    """The number of the hopper for the fault words."""
    READER = "reader"
    """The seat of the reader for the fault words."""


class Switch(BenchPlace, frozen=True):
    """A switch in the drawer."""

    of: SwitchOf
    value: str


class FilterField(BenchPlace, frozen=True):
    """The field in which the filter of the log is typed."""


class LogArea(BenchPlace, frozen=True):
    """The lines of the log. The wheel scrolls them."""
