"""What on the bench can be taken, pressed or switched with the mouse. Places in the picture carry these."""

from typing import TypeAlias

from msgspec import Struct

from hal.events import Button
from table.emulation.acts import Act
from table.rules.seats import Seat


class Carried(Struct, frozen=True, tag=True):
    """A card: in a hand, or on a reader."""

    key: str


class Antenna(Struct, frozen=True, tag=True):
    """A reader's field: what is dropped here lies on it."""

    seat: Seat


class Hand(Struct, frozen=True, tag=True):
    """A seat's cards; the wheel scrolls them."""

    seat: Seat


class Knob(Struct, frozen=True, tag=True):
    """A panel's button."""

    seat: Seat
    button: Button


class Does(Struct, frozen=True, tag=True):
    """A click on it is this act: a plug, a fault, a bot."""

    act: Act
    hint: str = ""
    """What stands below while the mouse is on it."""


class Token(Struct, frozen=True, tag=True):
    """One in the tray: a click takes it out, and it can be carried to a hopper."""

    hopper: int


class Mouth(Struct, frozen=True, tag=True):
    """A hopper's: a click puts a token in, the right button takes one out."""

    hopper: int


class Slider(Struct, frozen=True, tag=True):
    name: str


class Tab(Struct, frozen=True, tag=True):
    """Of the drawer below the table's screen."""

    name: str


class Switch(Struct, frozen=True, tag=True):
    """Something of the drawer's own: a channel of the log, `pause`, which hopper the words are for."""

    of: str
    value: str


class Field(Struct, frozen=True, tag=True):
    """Where the text that filters the log is typed."""


class Lines(Struct, frozen=True, tag=True):
    """The log; the wheel scrolls it."""


Place: TypeAlias = Carried | Antenna | Hand | Knob | Does | Token | Mouth | Slider | Tab | Switch | Field | Lines
