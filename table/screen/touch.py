"""The meanings of a touch or a click. Places on the screen have them; the loop passes them to the application."""

from typing import TypeAlias

from msgspec import Struct

from hal.events import Button
from table.rules.seats import Seat
from table.session.input import ScreenInput


class Skipped(Struct, frozen=True, tag=True):
    """End the event on the screen. Events only show decided results."""


class Recalled(Struct, frozen=True, tag=True):
    """Show the last reveal (`turn`) or the last roll (`roll`) again, or the codes for checking the table (`codes`)."""

    kind: str


class Translated(Struct, frozen=True, tag=True):
    """Change to the next language."""


Touch: TypeAlias = ScreenInput | Skipped | Recalled | Translated


class ButtonHold(Struct, frozen=True):
    """A panel's button or a key that is down, and the completed share of the hold, from 0 to 1."""

    seat: Seat
    button: Button
    share: float


class FingerPress(Struct, frozen=True):
    """A finger on the screen: the touch under it, and the completed share of the hold, from 0 to 1."""

    touch: Touch
    share: float
