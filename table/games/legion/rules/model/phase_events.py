"""The events of the Activation Phase's turns, of consent, and of the End Phase."""

from typing import ClassVar

from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.state import Consent
from table.rules.counts import Counts
from table.rules.game import Event
from table.rules.seats import Seat


class ActivationEnded(Event, frozen=True, tag=True):
    """An activation is over. `early`: the opponent began the next turn, and its player did not say so."""

    seat: Seat
    unit: str
    name: str
    early: bool = False


class ActivationResumed(Event, frozen=True, tag=True):
    """The next turn was begun too early and is taken back. `seat` is that of the activation, `by` who said so."""

    seat: Seat
    unit: str
    name: str
    by: Seat


class GiftUsed(Event, frozen=True, tag=True):
    """A card in play gives what follows, once of as many times as it does in a round. `seat` is that of the card."""

    seat: Seat
    card: str
    name: str
    act: Act
    argument: str = ""


class TokensCleared(Event, frozen=True, tag=True):
    """The tokens of units that are defeated go, because this seat has no unit left to activate."""

    seat: Seat
    pool: Counts
    parked: Counts = ()
    aside: tuple[Rank, ...] = ()


class TokenReturned(Event, frozen=True, tag=True):
    """The token of the active unit goes into the pool, and not face down beside it, in this round only."""

    seat: Seat
    unit: str
    name: str
    rank: Rank


class TokenTurned(Event, frozen=True, tag=True):
    """A token lies face down beside a unit that was not activated: its own, or, if `pooled`, one out of the pool."""

    seat: Seat
    unit: str
    name: str
    rank: Rank
    pooled: bool = False
    bag: bool = False


class TokenSetAside(Event, frozen=True, tag=True):
    """Chance took a token out of the pool onto a card. Its owner sees it, and so it cannot be undone."""

    final: ClassVar[bool] = True
    seat: Seat
    rank: Rank
    question: int


class TokenUsed(Event, frozen=True, tag=True):
    """A token that lay on a card is used instead of a draw. `hidden`: only its owner knew it until now."""

    seat: Seat
    rank: Rank
    hidden: bool = False


class DrawDictated(Event, frozen=True, tag=True):
    """The opponent's card says which rank this seat draws first in the round."""

    seat: Seat
    rank: Rank


class TokenDictated(Event, frozen=True, tag=True):
    """A seat draws the rank that the opponent's card says, and nothing is left to chance."""

    seat: Seat
    rank: Rank
    lost: bool = False
    """No unit can use the token: it is not handed out."""
    bag: bool = False


class UnitHeld(Event, frozen=True, tag=True):
    """The opponent's card has this seat activate a unit before all others, or after them."""

    seat: Seat
    unit: str
    name: str
    first: bool


class ConsentAsked(Event, frozen=True, tag=True):
    consent: Consent


class ConsentGiven(Event, frozen=True, tag=True):
    seat: Seat


class ConsentDenied(Event, frozen=True, tag=True):
    """The opponent of this seat does not agree; or, if `withdrawn`, this seat does not ask any more."""

    seat: Seat
    withdrawn: bool = False


class NobodyToPromote(Event, frozen=True, tag=True):
    """A seat without a commander has no trooper either, and plays no command cards."""

    seat: Seat


class PointsScored(Event, frozen=True, tag=True):
    seat: Seat
    points: int
    total: int


class MatchDecided(Event, frozen=True, tag=True):
    """A seat has won, or nobody has. `rule` is the id of the rule behind it."""

    winner: Seat | None
    rule: str
    blue: int = 0
    red: int = 0


PHASE_EVENTS: tuple[type[Event], ...] = (
    DrawDictated, TokenDictated, UnitHeld, GiftUsed,
    ActivationEnded, ActivationResumed, TokensCleared, TokenReturned, TokenTurned, TokenSetAside,
    TokenUsed, ConsentAsked, ConsentGiven, ConsentDenied, NobodyToPromote, PointsScored, MatchDecided,
)  # fmt: skip
