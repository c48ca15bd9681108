"""The messages between the session and the line to another table. Everything here is frozen."""

from typing import TypeAlias

from msgspec import Struct

from table.rules.seats import Seat


class FarOpening(Struct, frozen=True):
    """The wish to play a list against another table."""

    system: str
    offer: str
    """The list of the own seat, as the lobby offers it."""
    code: str = ""
    """The invitation of the other table; empty to invite one."""


class FarFrame(Struct, frozen=True):
    """A frame of the line. It is sealed: nothing on its way reads it."""

    frame: bytes


class FarOnline(Struct, frozen=True):
    """The program that carries frames has a connection to the relay, or lost it."""

    online: bool


class LineWay(Struct, frozen=True):
    """The way to the other table; without a topic there is nothing to carry."""

    url: str = ""
    topic: str = ""
    seat: Seat = Seat.BLUE


FarMessage: TypeAlias = FarFrame | FarOnline
"""Every message to the session from the line."""
FarRequest: TypeAlias = FarFrame | LineWay
"""Every request of the session to the line."""
