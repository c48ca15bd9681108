"""An activation that is going on, as a frozen value."""

from msgspec import Struct

from table.rules.seats import Seat


class Activation(Struct, frozen=True):
    """An activation, from its start to its end (LA-06)."""

    seat: Seat
    unit: str
    out_of_turn: bool = False
    """True if it is no turn of its seat: the turns go on where they were (LA-07)."""
