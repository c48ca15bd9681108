"""The two seats of a table, and the names of their players, which are optional.

The sides of a game (armies, nations) sit down at the seats; the hardware knows only seats.
"""

import unicodedata
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
MOST_LETTERS = 30
NOT_IN_NAMES = frozenset('"\\<>')
"""Characters that are not allowed in names, so that the encoding in a match file is unique."""


def player_name(typed: str) -> str:
    """Return a typed name in its stored form: one line of at most `MOST_LETTERS` letters; empty if nothing is left."""
    fitting = "".join(letter for letter in typed if _fits(letter) or letter.isspace())
    return " ".join(unicodedata.normalize("NFC", fitting).split())[:MOST_LETTERS].strip()


def is_player_name(value: str) -> bool:
    """True if this is a name in its stored form."""
    return bool(value) and player_name(value) == value


def _fits(letter: str) -> bool:
    return letter == " " or (letter.isprintable() and letter not in NOT_IN_NAMES)
