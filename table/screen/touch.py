"""The meanings of a touch or a click. Places on the screen carry them; the loop hands them to the application."""

from typing import TypeAlias

from msgspec import Struct

from hal.events import Button
from table.rules.seats import Seat
from table.session.input import ScreenInput


class Skipped(Struct, frozen=True, tag=True):
    """End the event on the screen. Events only show what is decided already."""


class Recalled(Struct, frozen=True, tag=True):
    """Show the last reveal (`turn`) or the last roll (`roll`) again, or the codes to check the table by (`codes`)."""

    kind: str


class Translated(Struct, frozen=True, tag=True):
    """Change to the next language."""


Touch: TypeAlias = ScreenInput | Skipped | Recalled | Translated


class ButtonHold(Struct, frozen=True):
    """A button that is down at a panel or a key, and the share of the hold that is done, from 0 to 1."""

    seat: Seat
    button: Button
    share: float


class FingerPress(Struct, frozen=True):
    """A finger on the screen: the touch under it, and the share of the hold that is done, from 0 to 1."""

    touch: Touch
    share: float
