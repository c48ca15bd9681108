"""What a finger or the mouse can mean. Places on the screen carry these; the loop hands them to the application."""

from typing import TypeAlias

from msgspec import Struct

from table.games.prompts import Value
from table.games.seats import Seat


class Pointed(Struct, frozen=True, tag=True):
    """Move a seat's focus to this prompt and option (or number). Nothing is answered yet."""

    seat: Seat | None
    prompt: str
    cursor: int = 0


class Marked(Struct, frozen=True, tag=True):
    """Mark or unmark this option, where several are chosen."""

    seat: Seat | None
    prompt: str
    option: str


class Touched(Struct, frozen=True, tag=True):
    """An answer. With `hold` it is given only after the finger stayed for `HOLD_S`.

    To a `SealedCard` the value is None and means: lock (or unlock) what lies on the reader.
    """

    seat: Seat | None
    prompt: str
    value: Value = None
    hold: bool = False


class Skipped(Struct, frozen=True, tag=True):
    """End what moves at once; it shows nothing that is not decided."""


class Recalled(Struct, frozen=True, tag=True):
    """Show the last reveal (`turn`) or the last roll (`roll`) again."""

    kind: str


class Translated(Struct, frozen=True, tag=True):
    """The next language, please."""


Touch: TypeAlias = Pointed | Marked | Touched | Skipped | Recalled | Translated

HOLD_S = 0.8
"""How long a finger stays to mean it; the panels' buttons ask for the same."""


class Press(Struct, frozen=True):
    """A finger on the screen: what lies under it, and how much of the holding is done (from 0 to 1)."""

    touch: Touch
    share: float
