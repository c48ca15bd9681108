"""What a finger or the mouse can mean. Places on the screen carry these; the loop hands them to the application."""

from typing import TypeAlias

from msgspec import Struct

from table.session.input import ScreenInput


class Skipped(Struct, frozen=True, tag=True):
    """End what moves at once; it shows nothing that is not decided."""


class Recalled(Struct, frozen=True, tag=True):
    """Show the last reveal (`turn`) or the last roll (`roll`) again."""

    kind: str


class Translated(Struct, frozen=True, tag=True):
    """The next language, please."""


Touch: TypeAlias = ScreenInput | Skipped | Recalled | Translated


class Press(Struct, frozen=True):
    """A finger on the screen: what lies under it, and how much of the holding is done (from 0 to 1)."""

    touch: Touch
    share: float
