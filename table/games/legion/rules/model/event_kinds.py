"""The fields that many events share. Names stand beside ids, so that a journal can be read by itself."""

from table.games.legion.rules.model.armies import Rank
from table.rules.game import SeatEvent


class CardEvent(SeatEvent, frozen=True):
    """An event of a seat's card."""

    card: str
    name: str


class UnitEvent(SeatEvent, frozen=True):
    """An event of a seat's unit."""

    unit: str
    name: str


class TokenEvent(SeatEvent, frozen=True):
    """An event of a seat's order token."""

    rank: Rank
