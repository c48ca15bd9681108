"""The two seats of a table. The sides of a game (armies, nations) sit down at them; the hardware knows only seats."""

from enum import StrEnum


class Seat(StrEnum):
    BLUE = "blue"
    RED = "red"

    @property
    def opponent(self) -> "Seat":
        return Seat.RED if self is Seat.BLUE else Seat.BLUE


BLUE = Seat.BLUE
RED = Seat.RED
SEATS = (BLUE, RED)
