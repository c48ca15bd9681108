"""The events of what surrounds the command tokens: initiative, casualties, arrivals, the loss of the Lieutenant."""

from table.rules.game import Event
from table.rules.seats import Seat


class CasualtyBegan(Event, frozen=True, tag=True):
    """Something became of a trooper. Its player is asked what."""

    seat: Seat
    trooper: str
    name: str


class CasualtyDropped(Event, frozen=True, tag=True):
    """Nothing became of it after all."""

    seat: Seat


class RevealBegan(Event, frozen=True, tag=True):
    """A hidden trooper is revealed of which its list says nothing. Its player is asked of it."""

    seat: Seat
    slot: int


class RevealDropped(Event, frozen=True, tag=True):
    seat: Seat


class TrooperRevealed(Event, frozen=True, tag=True):
    """A hidden or airborne trooper of the list comes onto the table, with all that belongs to it."""

    seat: Seat
    trooper: str
    name: str
    group: int


class ReinforcementsArrived(Event, frozen=True, tag=True):
    """All reinforcements of a combat group come onto the table."""

    seat: Seat
    group: int


class LieutenantNamed(Event, frozen=True, tag=True):
    """A new Lieutenant is named, in secret. It has the skill alone, and so many orders."""

    seat: Seat
    orders: int


class OrderGroupChosen(Event, frozen=True, tag=True):
    """The orders of a combat group are spent, or a single one is, and the player goes on with this group."""

    seat: Seat
    group: int
    """The combat group, or 0."""
    order: str = ""
    """The order that is no group's, with which the player goes on instead; empty if it is a group's, or any."""


class InitiativeBegan(Event, frozen=True, tag=True):
    """A player wants the table to hold the roll for the initiative."""

    seat: Seat


class InitiativeWipSaid(Event, frozen=True, tag=True):
    seat: Seat
    wip: int


class InitiativeDieRolled(Event, frozen=True, tag=True):
    """A seat's die of the two of the face-to-face roll lies there. `question` is its number in the match."""

    seat: Seat
    face: str
    question: int
    by_hand: bool


class InitiativeDecided(Event, frozen=True, tag=True):
    """Both dice lie there. Without a winner they are rolled again."""

    winner: Seat | None


class InitiativeGivenOn(Event, frozen=True, tag=True):
    """The winner takes the choice of the deployment. The other has that of the first turn."""

    seat: Seat


EVENTS: tuple[type[Event], ...] = (
    CasualtyBegan, CasualtyDropped, RevealBegan, RevealDropped, TrooperRevealed, ReinforcementsArrived, LieutenantNamed,
    OrderGroupChosen, InitiativeBegan, InitiativeWipSaid, InitiativeDieRolled, InitiativeDecided, InitiativeGivenOn,
)  # fmt: skip
