"""What on the bench can be taken, pressed or switched with the mouse. Places in the picture carry these."""

from typing import TypeAlias

from msgspec import Struct

from hal.events import Button
from table.games.seats import Seat


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


class Cable(Struct, frozen=True, tag=True):
    """A plug to pull or put back: a reader's, or (None) the dispenser's."""

    seat: Seat | None
    plugged: bool
    """As it is now."""


class Tray(Struct, frozen=True, tag=True):
    """The players take the tokens out."""


Place: TypeAlias = Carried | Antenna | Hand | Knob | Cable | Tray
