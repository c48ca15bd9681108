"""The events of units' keywords and cards' acts in the Command Phase (LA-30 to LA-49)."""

from table.games.legion.rules.model.armies import Timing
from table.rules.game import Event
from table.rules.seats import Seat


class CommanderTokenGained(Event, frozen=True, tag=True):
    """A Field Commander has the commander token, since its army has no commander (LA-30)."""

    seat: Seat
    unit: str
    name: str


class CardDivulged(Event, frozen=True, tag=True):
    """A card is shown before its time. It goes back to the hand, or `stays` in play (LA-41)."""

    seat: Seat
    card: str
    name: str
    stays: bool


class DivulgingEnded(Event, frozen=True, tag=True):
    """The seat divulges no more cards."""

    seat: Seat


class RevealedReplaced(Event, frozen=True, tag=True):
    """A card of the hand is played in place of the one just revealed, `was`, which goes back to the hand (LA-44)."""

    seat: Seat
    card: str
    name: str
    was: str
    was_name: str


class ReplacementDeclined(Event, frozen=True, tag=True):
    """The seat keeps the card that it revealed."""

    seat: Seat


class PlansChanged(Event, frozen=True, tag=True):
    """The seat discards its revealed card; the opponent's, `back`, returns to the hand. Both choose again (LA-43)."""

    seat: Seat
    card: str
    name: str
    back: str
    back_name: str


class InterrogationJudged(Event, frozen=True, tag=True):
    """The players say whether the unit of this seat's card is near to an enemy with Interrogate (LA-39)."""

    seat: Seat
    unit: str
    name: str
    near: bool


class OrderDeclined(Event, frozen=True, tag=True):
    """An order that a keyword or a card offers is not issued (LA-32)."""

    seat: Seat
    offer: str
    name: str


class OrdersDeclined(Event, frozen=True, tag=True):
    """The orders that are left are not issued, as the card lets it (LA-45)."""

    seat: Seat
    number: int


class HandCardDiscarded(Event, frozen=True, tag=True):
    """A card is used out of the hand by discarding it; it is not played (LA-49)."""

    seat: Seat
    card: str
    name: str


class IndependentReminded(Event, frozen=True, tag=True):
    """The players are reminded of units without an order token, and of what each may gain (LA-35)."""

    seat: Seat
    units: tuple[tuple[str, str], ...]


class CardActsAgain(Event, frozen=True, tag=True):
    """A card of an earlier round, which stays, acts at this time of the round once more."""

    seat: Seat
    card: str
    name: str
    timing: Timing


class PassengerChosen(Event, frozen=True, tag=True):
    """At set-up a unit is chosen for one with Transport; `passenger` is empty if nobody is (LA-62)."""

    seat: Seat
    unit: str
    name: str
    passenger: str = ""
    passenger_name: str = ""


class CardLaidAside(Event, frozen=True, tag=True):
    """A card of the hand lies aside, face up, as the opponent's card says."""

    seat: Seat
    card: str
    name: str


class LayingAsideEnded(Event, frozen=True, tag=True):
    """The seat lays no more cards aside."""

    seat: Seat


class CardsTakenUp(Event, frozen=True, tag=True):
    """The cards that lay aside are in the hand again, since the opponent's card has left play."""

    seat: Seat
    cards: tuple[str, ...]
    names: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (
    PassengerChosen, CardLaidAside, LayingAsideEnded, CardsTakenUp,
    CommanderTokenGained, CardDivulged, DivulgingEnded, RevealedReplaced, ReplacementDeclined, PlansChanged,
    InterrogationJudged, OrderDeclined, OrdersDeclined, HandCardDiscarded, IndependentReminded,
    CardActsAgain,
)  # fmt: skip
