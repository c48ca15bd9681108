"""The input from a finger on the screen. The screen knows the meaning of each place.

`ports.py` combines it with the events of panels (`hal/events.py`).
"""

from typing import TypeAlias

from msgspec import Struct

from table.rules.prompts import Value
from table.rules.seats import Seat


class Pointed(Struct, frozen=True, tag=True):
    """Move a seat's focus to this prompt and option (or number). It answers nothing yet."""

    seat: Seat | None
    prompt: str
    cursor: int = 0


class Marked(Struct, frozen=True, tag=True):
    """Mark or unmark this option of a prompt for several."""

    seat: Seat | None
    prompt: str
    option: str


class Touched(Struct, frozen=True, tag=True):
    """An answer. With `hold` it counts only after the finger stayed as long as the seat's panel asks (`hold_ms`).

    To a `SealedCard` the value is None, and locks (or unlocks) the card on the reader.
    """

    seat: Seat | None
    prompt: str
    value: Value = None
    hold: bool = False


class LetGo(Struct, frozen=True, tag=True):
    """A finger released an answer that takes a hold too soon. The focus moves there, and a notice explains the hold."""

    seat: Seat | None
    prompt: str
    value: Value = None


ScreenInput: TypeAlias = Pointed | Marked | Touched | LetGo
"""Any input from a finger on the screen."""
