"""The fields that many events share. Names stand beside ids, so that a journal can be read by itself."""

from table.games.legion.rules.model.armies import Rank
from table.rules.game import Event
from table.rules.seats import Seat


class SeatEvent(Event, frozen=True):
    seat: Seat


class CardEvent(SeatEvent, frozen=True):
    card: str
    name: str


class UnitEvent(SeatEvent, frozen=True):
    unit: str
    name: str


class TokenEvent(SeatEvent, frozen=True):
    rank: Rank
