"""The state of a match of Legion, in one frozen value."""

from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Army, CommandCard, Rank, Slot, Timing, Unit
from table.games.legion.rules.model.editions import CURRENT, Edition
from table.rules.corrections import Correction
from table.rules.counts import Counts
from table.rules.kept import once_a_state
from table.rules.seats import BLUE, Seat
from table.rules.text import Text
from table.rules.view import Rolled

ADVANTAGE = "advantage"
KINDS = (*Rank, ADVANTAGE)
"""Every kind of token, in the order in which they are listed."""


class Roller(StrEnum):
    """The setting for the seat that rolls on equal pips. The rules of 2024 only say "one player"."""

    ALTERNATING = "alternating"
    """Blue in odd rounds, red in even ones."""
    BLUE = "blue"
    RED = "red"


class Activation(Struct, frozen=True):
    """An activation, from its start to its end (LA-06)."""

    seat: Seat
    unit: str
    out_of_turn: bool = False
    """True if it is out of turn. The turns continue after it (LA-07)."""


class Consent(Struct, frozen=True):
    """An answer that counts only if the opponent agrees."""

    seat: Seat
    """The seat that gave the answer."""
    key: str
    """The key of the question that it answers."""
    value: str | int | None
    what: Text
    """A description of the effect."""


class Troop(Struct, frozen=True):
    """A unit and its state in the match."""

    unit: Unit
    name: str
    """A unique name within the army."""
    rank: Rank | None
    """The rank, which a promotion changes; None for a counterpart."""
    defeated: bool = False
    ordered: bool = False
    """True if it was issued an order this round."""
    face_up: bool = False
    """True while an order token lies face up beside it."""
    order_lost: bool = False
    """True if its face-up token was removed when it was defeated."""
    activations: int = 0
    """The number of its activations this round."""
    turns: int = 1
    """The number of activations that it has in a round."""
    commander_token: bool = False
    """True if it is the Field Commander with the commander token (LA-30)."""
    turned: int = 0
    """The number of its tokens that were turned face down this round without an activation (LA-08)."""
    again: int = 0
    """The number of extra activations this round, because its token went back into the pool (LA-09)."""

    @property
    def left(self) -> int:
        """Return the number of activations left this round. Defeat does not change it."""
        return self.turns + self.again - self.activations - self.turned

    def has(self, keyword: str) -> bool:
        """True if it is undefeated and has this keyword."""
        return not self.defeated and self.unit.has(keyword)


class CardFacts(Struct, frozen=True):
    """The facts that the players read off a card, because the data lacked them or were wrong."""

    card: str
    pips: int
    timing: Timing
    slots: tuple[Slot, ...]
    later: tuple[Timing, ...] = ()
    owner: Seat = BLUE
    """The seat that read it off. The other seat agreed."""


class Reading(Struct, frozen=True):
    """The facts that a card's owner has read off it so far. The opponent has not agreed yet."""

    pips: int | None = None
    timing: Timing | None = None
    later: tuple[Timing, ...] = ()
    slots: tuple[Slot, ...] = ()
    whom: tuple[str, ...] = ()
    """The units of a part of the orders line whose number is asked next."""
    slots_done: bool = False
    """True once the whole orders line is read."""
    declined: bool = False
    """True if the data's own suggestion was wrong."""


class Inquiry(Struct, frozen=True):
    """A seat's question about its card's gift to a unit. The first empty field is asked next."""

    card: str
    unit: str = ""
    how: str = ""


class RoundPlay(Struct, frozen=True):
    """A seat's play in this round. Each round begins with a new value."""

    card: str = ""
    """The command card that counts."""
    returned: bool = False
    """True if the card went back to the hand at the end of the Command Phase. It still is the round's card."""
    refused: str = ""
    """A card that was revealed and may not be played. It is shown until another is revealed."""
    no_card: str = ""
    """The reason why this seat plays no card: `leaderless`, `no_lawful_card`, `agreed`."""
    barred: tuple[str, ...] = ()
    sent_back: str = ""
    """A card that a reveal effect returned, until the players agree on what to do instead."""
    proposal: str = ""
    """The owner's proposal what to do instead: `again` or `none`."""
    returner: str = ""
    """The card of this seat whose effect on reveal has returned the opponent's."""
    again: bool = False
    reading: Reading = Reading()
    rereading: str = ""
    """A card that is read again because it was read wrongly (TB-24)."""
    resolved: tuple[Timing, ...] = ()
    """The timings of its card's effects that are resolved."""
    nominated: bool = False
    commander: str = ""
    """The nominated unit; empty if none could be nominated."""
    fell: bool = False
    """True if it was defeated before it had issued all its orders."""
    ordered: tuple[tuple[str, Rank], ...] = ()
    """The units that the nominated commander issued orders to, with their ranks at that moment."""
    in_range: tuple[str, ...] | None = None
    """The units in range of the nominated one, or None before they are judged."""
    orders_done: bool = False
    lost: int = 0
    """The number of orders without a unit."""
    pooled: bool = False
    pool: Counts = ()
    passes: int = 0
    """The advantage tokens in the pass pool."""
    passes_counted: bool = False
    passed: bool = False
    """True if this seat passed on its own previous turn of the round (LA-03)."""
    parked: Counts = ()
    """The order tokens that lie on a command card."""
    aside: tuple[Rank, ...] = ()
    """The hidden tokens on a card, drawn from the pool by chance (LA-10). Only their owner may see them."""
    draws: str = ""
    """The rank that this seat must draw first; empty for none."""
    drew: bool = False
    """True if this seat has drawn in this round."""
    held: str = ""
    """The unit that this seat must activate first or last."""
    held_first: bool = False
    looked_at: str = ""
    """The rank of the token that the seat looks at; empty for none."""
    ended: bool = False
    """True if the seat has confirmed the end of the round."""
    divulged: tuple[str, ...] = ()
    """The cards that were divulged before this round's selection (LA-41)."""
    divulging: str = ""
    """The divulged card whose effect is being resolved."""
    divulging_done: bool = False
    """True if the seat has finished divulging."""
    kept: bool = False
    """True if the seat keeps its revealed card instead of replacing it (LA-44)."""
    near: bool | None = None
    """True if the card's unit is at range 1 of an enemy with Interrogate; None before that is judged (LA-39)."""
    declined: bool = False
    """True if the seat has declined the remaining orders of its card (LA-45)."""
    offered: tuple[str, ...] = ()
    """The orders beside the card's that were issued or declined, as `keyword_orders.Offer.id` (LA-32 to LA-34)."""
    gifts_used: tuple[tuple[str, Act, str], ...] = ()
    """The uses of acts of its cards in this round: card, act and argument (LA-63)."""
    laid: bool = False
    """True if this seat has laid aside enough cards for the opponent's card."""
    notes: tuple[str, ...] = ()
    """The notes that rules of keywords keep for this round. Each begins with the keyword: `independent:Rebels`."""
    acted_again: tuple[tuple[str, Timing], ...] = ()
    """The lasting cards that have acted again in this round, each with its time."""
    scrambled: tuple[str, ...] | None = None
    """The units that get no order by the opponent's Scrambled Orders; None before they are asked (LA-88)."""
    inquiry: Inquiry | None = None
    restoring: str = ""
    """A unit to restore, until the reason is given."""


class LegionSide(Struct, frozen=True):
    army: Army
    troops: tuple[Troop, ...]
    hand: tuple[str, ...]
    discard: tuple[str, ...] = ()
    lasting: tuple[str, ...] = ()
    """The permanent cards of earlier rounds."""
    cards_aside: tuple[str, ...] = ()
    """The cards of the hand that lie aside, face up, by the opponent's card (LA-40)."""
    passengers: tuple[tuple[str, str], ...] = ()
    """The units with Transport, each with the unit chosen at set-up, or empty (LA-62)."""
    clan: tuple[str, ...] | None = None
    """The chosen options of a Custom Clan; None before they are asked (LA-78)."""
    battle_cards: tuple[str, ...] | None = None
    """The battle cards in play that are rules; None before they are asked (LA-88)."""
    battle_used: tuple[str, ...] = ()
    """The uses of battle cards in the match."""
    scrambled_before: tuple[str, ...] = ()
    """The units that got no order by the opponent's Scrambled Orders when it was last asked."""
    set_aside: tuple[str, ...] | None = None
    """The units that are set aside with an advantage token; None before they are asked (LA-75)."""
    reminded: tuple[str, ...] = ()
    """The notes of reminders that come once in the match: those of defeated units (LA-84)."""
    ordered_before: tuple[str, ...] = ()
    """The units with an order in the round before."""
    victory: int = 0
    """The victory points."""
    uncommanded: bool = False
    """True if no unit could be promoted after the last commander (LA-21)."""
    out: Counts = ()
    """The tokens that were handed out and not handed back."""
    play: RoundPlay = RoundPlay()

    def troop(self, unit: str) -> Troop:
        """Return this unit. Raises KeyError if the army does not have it."""
        for troop in self.troops:
            if troop.unit.id == unit:
                return troop
        raise KeyError(unit)


class LegionBattle(Struct, frozen=True):
    blue: LegionSide
    red: LegionSide
    rounds: int
    roller: Roller
    edition: Edition = CURRENT
    rolls_by_hand: bool = False
    """True if the players roll their own dice and enter the results (TB-75)."""
    draws_by_hand: bool = False
    """True if the players draw from their own bag and get all tokens of a new pool (TB-75)."""
    round: int = 0
    step: str = ""
    priority: Seat | None = None
    turn: Seat | None = None
    """The seat whose turn it is in the Activation Phase."""
    drawn: str = ""
    """The rank of a token that was drawn for a unit yet to be chosen."""
    wasted: bool = False
    """True if the last draw of this turn found no unit."""
    active: tuple[Seat, str] | None = None
    """The unit that was activated last, in the previous turn or in this one."""
    going_on: tuple[Activation, ...] = ()
    """The current activations: that of the turn, then those out of turn above it (LA-06, LA-07)."""
    last_ended: tuple[Seat, str] | None = None
    """The unit whose activation ended last in this round."""
    ended_early: bool = False
    """True if that activation ended because the opponent began the next turn early."""
    before: "LegionBattle | None" = None
    """The battle before the opponent began a turn early, while that can be taken back (LA-06)."""
    closed: bool = False
    """True once the round's tokens went back, so that the next one can begin."""
    facts: tuple[CardFacts, ...] = ()
    questions: int = 0
    reveals: int = 0
    rolled: Rolled | None = None
    other_rolls: bool = False
    """True if the players corrected the seat that rolls, for all rounds (TB-76)."""
    correction: Correction | None = None
    """The current correction, or None. No other question is open meanwhile."""
    consent: Consent | None = None
    """The answer that awaits the opponent's consent, or None. No other question is open meanwhile."""
    decided: bool = False
    """True once the match is decided, also without a winner."""
    winner: Seat | None = None
    decided_by: str = ""
    """The id of the deciding rule."""
    over: bool = False

    def side(self, seat: Seat) -> LegionSide:
        return self.blue if seat is BLUE else self.red

    def play(self, seat: Seat) -> RoundPlay:
        return (self.blue if seat is BLUE else self.red).play


def with_side(battle: LegionBattle, seat: Seat, **changes: Any) -> LegionBattle:
    side = replace(battle.side(seat), **changes)
    return replace(battle, blue=side) if seat is BLUE else replace(battle, red=side)


def with_play(battle: LegionBattle, seat: Seat, **changes: Any) -> LegionBattle:
    return with_side(battle, seat, play=replace(battle.side(seat).play, **changes))


def note(battle: LegionBattle, seat: Seat, *notes: str) -> LegionBattle:
    """Return the state with these notes of a seat beside those that it has in this round."""
    return with_play(battle, seat, notes=(*battle.play(seat).notes, *notes))


def with_troop(battle: LegionBattle, seat: Seat, unit: str, **changes: Any) -> LegionBattle:
    troops = battle.side(seat).troops
    changed = tuple(replace(troop, **changes) if troop.unit.id == unit else troop for troop in troops)
    return with_side(battle, seat, troops=changed)


def card_of(battle: LegionBattle, seat: Seat, card: str) -> CommandCard:
    """Return the card with the facts that were read off it. Raises KeyError for a card outside the seat's hand."""
    return read_off(battle, _in_army(battle, seat, card))


def read_off(battle: LegionBattle, card: CommandCard) -> CommandCard:
    """Return the card with the facts that were read off it, if any."""
    for known in battle.facts:
        if known.card == card.id:
            orders = card.orders if known.slots == card.slots else ""
            return replace(
                card, priority_pips=known.pips, timing=known.timing, later=known.later, slots=known.slots, orders=orders
            )
    return card


def bare_card(battle: LegionBattle, seat: Seat, card: str) -> CommandCard:
    """Return the card with the certain facts of the data. Raises KeyError for a card outside the seat's hand."""
    return _in_army(battle, seat, card).bare


def _in_army(battle: LegionBattle, seat: Seat, card: str) -> CommandCard:
    for each in battle.side(seat).army.hand:
        if each.id == card:
            return each
    raise KeyError(card)


@once_a_state
def played(battle: LegionBattle, seat: Seat) -> CommandCard | None:
    card = battle.side(seat).play.card
    return card_of(battle, seat, card) if card else None


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return the cards without one of them."""
    return tuple(each for each in cards if each != card)
