"""The way to the other table, from the note of the own one."""

from typing import NamedTuple

from table.config.addresses import BrokerPlace, broker_place
from table.rules.errors import InputError
from table.view.far_frames import FarRoute, NoteError, read_note

ROOT = "command-table-far"
SEATS = ("blue", "red")


class RouteError(InputError, ValueError):
    """The table's note names no way."""


class FarWay(NamedTuple):
    """The broker, and the topics of both tables."""

    place: BrokerPlace
    topic: str
    """The random name in both topics."""
    ours: str
    """The topic to which this table's frames go."""
    theirs: str


def way_of(note: bytes) -> FarWay | None:
    """Return the way; None if there is nothing to carry. Raises RouteError."""
    try:
        route = read_note(note, FarRoute)
    except NoteError as error:
        raise RouteError("the table's note is of another version: update command-table and start both again") from error
    if not route.topic:
        return None
    if (place := broker_place(route.url)) is None or not route.seat:
        raise RouteError("the invitation must name the broker as mqtts://HOST or mqtts://HOST:PORT: make a new one")
    ours, theirs = (f"{ROOT}/{route.topic}/{seat}" for seat in sorted(SEATS, key=lambda each: each != route.seat))
    return FarWay(place, route.topic, ours, theirs)
