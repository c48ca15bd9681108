"""The events of a match of Legion. Names stand beside ids, so that a journal can be read by itself."""

from typing import ClassVar

from table.games.legion.rules.model import command_events
from table.games.legion.rules.model.armies import Army, Rank, Slot, Timing
from table.games.legion.rules.model.phase_events import PHASE_EVENTS
from table.games.legion.rules.model.state import Inquiry, Reading, Roller
from table.rules import corrections as correcting
from table.rules.counts import Counts
from table.rules.game import Event
from table.rules.seats import Seat
from table.rules.steps import StepBegan
from table.rules.text import Text


class MatchBegun(Event, frozen=True, tag=True):
    blue: Army
    red: Army
    rounds: int
    roller: Roller
    edition: str = "current"
    rolls_by_hand: bool = False
    draws_by_hand: bool = False


class RoundBegan(Event, frozen=True, tag=True):
    number: int


class CannotPlay(Event, frozen=True, tag=True):
    """A seat cannot play a card. `why` is `leaderless`, `no_lawful_card` or `no_standing_orders`."""

    seat: Seat
    why: str


class CanPlay(Event, frozen=True, tag=True):
    """A seat can play a card after all, because a leader is back before the reveal."""

    seat: Seat


class CardsRevealed(Event, frozen=True, tag=True):
    cards: tuple[tuple[Seat, str], ...]


class CardPlayed(Event, frozen=True, tag=True):
    seat: Seat
    card: str
    name: str


class CardRefused(Event, frozen=True, tag=True):
    """A revealed card that may not be played goes back to its owner."""

    seat: Seat
    card: str
    name: str
    rule: str
    why: Text


class CardReadOff(Event, frozen=True, tag=True):
    """The owner of a card read another part of it to the table."""

    seat: Seat
    reading: Reading


class CardFactsAgreed(Event, frozen=True, tag=True):
    seat: Seat
    card: str
    name: str
    pips: int
    timing: Timing
    slots: tuple[Slot, ...]
    later: tuple[Timing, ...] = ()


class CardFactsDisputed(Event, frozen=True, tag=True):
    """The opponent reads the card differently, and its owner is asked again."""

    seat: Seat
    name: str


class EffectResolved(Event, frozen=True, tag=True):
    seat: Seat
    card: str
    name: str
    timing: Timing


class CardSentBack(Event, frozen=True, tag=True):
    """A reveal effect returned this seat's card to its hand, unresolved."""

    seat: Seat
    card: str
    name: str


class InsteadProposed(Event, frozen=True, tag=True):
    """The owner of a returned card proposes what to do instead: `again` or `none`."""

    seat: Seat
    instead: str


class InsteadAgreed(Event, frozen=True, tag=True):
    seat: Seat
    instead: str


class InsteadDisputed(Event, frozen=True, tag=True):
    seat: Seat


class DieRolled(Event, frozen=True, tag=True):
    seat: Seat
    die: str
    face: str
    question: int
    by_hand: bool


class PriorityGiven(Event, frozen=True, tag=True):
    seat: Seat
    rule: str


class PriorityCorrected(Event, frozen=True, tag=True):
    """The other seat gave up priority to this one, which should have had it."""

    seat: Seat
    why: str


class CommanderNominated(Event, frozen=True, tag=True):
    seat: Seat
    unit: str
    name: str


class CommanderMissing(Event, frozen=True, tag=True):
    """No unit can be nominated, and the card's orders are lost."""

    seat: Seat
    lost: int


class CommanderFell(Event, frozen=True, tag=True):
    """The nominated unit is defeated, and the orders that it has not issued are lost."""

    seat: Seat
    unit: str
    name: str
    lost: int


class RangeJudged(Event, frozen=True, tag=True):
    """The players say which units are near enough to the nominated one, which itself always is."""

    seat: Seat
    units: tuple[str, ...]


class OrderIssued(Event, frozen=True, tag=True):
    """A unit was issued an order.

    `extra`: from another source than the nominated commander. `pooled`: its token was in the pool already. `bag`, here
    and below: the pool is in the players' own bag, and they draw from it themselves (TB-75).
    """

    seat: Seat
    unit: str
    name: str
    rank: Rank
    extra: bool = False
    pooled: bool = False
    bag: bool = False
    offer: str = ""
    """The offer by which it was issued beside the card's orders (LA-32), or empty."""
    giver: str = ""
    """The name of the unit or card that issued it so."""


class OrdersFinished(Event, frozen=True, tag=True):
    seat: Seat
    lost: int


class PoolCreated(Event, frozen=True, tag=True):
    seat: Seat
    counts: Counts
    bag: bool = False


class PassPoolCreated(Event, frozen=True, tag=True):
    seat: Seat
    count: int


class CardReturned(Event, frozen=True, tag=True):
    """A card went back to the hand at the end of the Command Phase, by its own words."""

    seat: Seat
    card: str
    name: str


class TokenDrawn(Event, frozen=True, tag=True):
    """A token came out of the pool. `lost`: no unit can use it, so it is not handed out."""

    seat: Seat
    rank: Rank
    question: int
    by_hand: bool
    lost: bool = False


class DrawWasted(Event, frozen=True, tag=True):
    """No unit can use the token, and it leaves the game."""

    seat: Seat
    rank: Rank


class UnitActivated(Event, frozen=True, tag=True):
    """A unit's activation begins.

    It goes on until `ActivationEnded`, so `lasts` is always true.
    `pooled`: the token is taken out of the pool for an activation out of turn, and its `rank` is told.
    `early`: it began while the other seat's activation was going on.
    """

    seat: Seat
    unit: str
    name: str
    drawn: bool
    lasts: bool = True
    out_of_turn: bool = False
    pooled: bool = False
    rank: Rank | None = None
    bag: bool = False
    early: bool = False


class Passed(Event, frozen=True, tag=True):
    """A seat passes. `early`: while the other seat's activation was going on."""

    seat: Seat
    free: bool
    early: bool = False


class TurnSkipped(Event, frozen=True, tag=True):
    """This seat has no unit left to activate, and passes."""

    seat: Seat


class UnitDefeated(Event, frozen=True, tag=True):
    seat: Seat
    unit: str
    name: str


class RestoringBegan(Event, frozen=True, tag=True):
    seat: Seat
    unit: str


class UnitRestored(Event, frozen=True, tag=True):
    """A unit was not defeated after all.

    `tokens` is the number that the pool needs for it, because its own were drawn or never put in.
    """

    seat: Seat
    unit: str
    name: str
    tokens: int
    why: str = ""
    rank: Rank | None = None
    bag: bool = False


class UnitPromoted(Event, frozen=True, tag=True):
    seat: Seat
    unit: str
    name: str
    was: Rank
    rank: Rank
    face_up: bool
    """True if the token beside it is exchanged."""
    pooled: int = 0
    """The number of its tokens that are exchanged in the pool."""
    parked: int = 0
    """The number of its tokens that are exchanged on a command card."""
    bag: bool = False
    aside: int = 0
    """The number of its tokens that are exchanged among those that chance laid on a command card."""


class TokenPutBack(Event, frozen=True, tag=True):
    """A face-up order token goes back into the pool, which is shuffled."""

    seat: Seat
    unit: str
    name: str
    rank: Rank


class TokenLookedAt(Event, frozen=True, tag=True):
    """A seat looked at a token of its pool, and so knows what the same question would draw again."""

    final: ClassVar[bool] = True
    seat: Seat
    rank: Rank
    question: int


class TokenShuffledIn(Event, frozen=True, tag=True):
    """The token that was looked at is back in the pool."""

    seat: Seat
    rank: Rank


class TokenParked(Event, frozen=True, tag=True):
    """A token was put on a command card, from beside a unit or, if `unit` is empty, out of the pool."""

    seat: Seat
    rank: Rank
    unit: str
    name: str
    bag: bool = False


class TokenTakenBack(Event, frozen=True, tag=True):
    """A token was taken from a command card, to a unit or, if `unit` is empty, into the pool."""

    seat: Seat
    rank: Rank
    unit: str
    name: str


class TokenAdded(Event, frozen=True, tag=True):
    """A unit gets a second order token, and a second activation each round (Unstoppable)."""

    seat: Seat
    unit: str
    name: str
    rank: Rank
    pooled: bool
    bag: bool = False


class AdvantageGained(Event, frozen=True, tag=True):
    seat: Seat


class CardRecovered(Event, frozen=True, tag=True):
    seat: Seat
    card: str
    name: str


class RoundOverSaid(Event, frozen=True, tag=True):
    seat: Seat


class CardDiscarded(Event, frozen=True, tag=True):
    seat: Seat
    card: str
    name: str


class CardStays(Event, frozen=True, tag=True):
    seat: Seat
    card: str
    name: str


class LastingCardDiscarded(Event, frozen=True, tag=True):
    """A permanent card of an earlier round leaves play."""

    seat: Seat
    card: str
    name: str


class DiscardLookedAt(Event, frozen=True, tag=True):
    """This seat looks at a card of the opponent's discard pile."""

    seat: Seat
    card: str
    name: str


class GivenAsked(Event, frozen=True, tag=True):
    seat: Seat
    inquiry: Inquiry


class GivenJudged(Event, frozen=True, tag=True):
    """The table judged, from the players' answers, whether a unit may use what a card gives it."""

    seat: Seat
    card: str
    name: str
    unit: str
    unit_name: str
    how: str
    facts: tuple[str, ...]
    allowed: bool
    rule: str


class RoundEnded(Event, frozen=True, tag=True):
    number: int


class AllRoundsPlayed(Event, frozen=True, tag=True):
    rounds: int


EVENTS: tuple[type[Event], ...] = (
    MatchBegun, RoundBegan, StepBegan, CannotPlay, CanPlay, CardsRevealed, CardPlayed, CardRefused, CardReadOff,
    CardFactsAgreed, CardFactsDisputed, EffectResolved, CardSentBack, InsteadProposed, InsteadAgreed, InsteadDisputed,
    DieRolled, PriorityGiven, PriorityCorrected, CommanderNominated, CommanderMissing, CommanderFell, RangeJudged,
    OrderIssued, OrdersFinished,
    PoolCreated, PassPoolCreated, CardReturned, TokenDrawn, DrawWasted, UnitActivated, Passed, TurnSkipped,
    UnitDefeated, RestoringBegan, UnitRestored, UnitPromoted, TokenPutBack, TokenLookedAt, TokenShuffledIn, TokenParked,
    TokenTakenBack,
    TokenAdded, AdvantageGained, CardRecovered, RoundOverSaid, CardDiscarded, CardStays, LastingCardDiscarded,
    DiscardLookedAt, GivenAsked, GivenJudged, RoundEnded, AllRoundsPlayed,
    *command_events.EVENTS, *PHASE_EVENTS, *correcting.EVENTS,
)  # fmt: skip
