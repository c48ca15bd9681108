"""The two seats of a table. Sides of a game (armies, nations) sit down at them; the hardware never knows them."""

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
