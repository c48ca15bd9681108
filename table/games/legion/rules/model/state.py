"""A match of Legion as it stands, in one frozen value. It names no step's rule: those are in the steps' own modules."""

from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from table.games.legion.rules.model.armies import Army, CommandCard, Rank, Slot, Timing, Unit
from table.games.legion.rules.model.editions import CURRENT, Edition
from table.rules.corrections import Correction
from table.rules.counts import Counts
from table.rules.seats import BLUE, Seat
from table.rules.view import Rolled

ADVANTAGE = "advantage"
KINDS = (*Rank, ADVANTAGE)
"""Every kind of token, in the order in which they are listed."""


class Roller(StrEnum):
    """Who rolls for priority on equal pips (the text of 2024 says "one player")."""

    ALTERNATING = "alternating"
    """Blue in odd rounds, red in even ones."""
    BLUE = "blue"
    RED = "red"


class Troop(Struct, frozen=True):
    """A unit and what has become of it."""

    unit: Unit
    name: str
    """Told apart from every other of the army."""
    rank: Rank | None
    """A promotion changes it. None: a counterpart."""
    defeated: bool = False
    ordered: bool = False
    """It was issued an order this round."""
    face_up: bool = False
    """An order token lies face up beside it."""
    order_lost: bool = False
    """Its face-up token was removed when it was defeated."""
    activations: int = 0
    """How often it was activated this round."""
    turns: int = 1
    """How often it can be, a round."""


class CardFacts(Struct, frozen=True):
    """What the players read off a card because the data did not know it."""

    card: str
    pips: int
    timing: Timing
    slots: tuple[Slot, ...]
    later: tuple[Timing, ...] = ()


class Reading(Struct, frozen=True):
    """What the owner of a card has read off it so far; the opponent has not agreed yet."""

    pips: int | None = None
    timing: Timing | None = None
    later: tuple[Timing, ...] = ()
    slots: tuple[Slot, ...] = ()
    whom: tuple[str, ...] = ()
    """A part of the orders line whose number is still to be said."""
    slots_done: bool = False
    """The whole orders line is read."""
    declined: bool = False
    """The data's own suggestion was not right."""


class Inquiry(Struct, frozen=True):
    """A seat asks what one of its cards gives to a unit; what is empty is asked next."""

    card: str
    unit: str = ""
    how: str = ""


class Play(Struct, frozen=True):
    """What a seat did this round. A new round begins with a new one."""

    card: str = ""
    """The command card that counts."""
    returned: bool = False
    """It went back to the hand at the end of the Command Phase, and still is the round's card."""
    refused: str = ""
    """A card that was revealed and may not be played; it is shown until another is revealed."""
    no_card: str = ""
    """Why this seat plays none: `leaderless`, `no_lawful_card`, `agreed`."""
    barred: tuple[str, ...] = ()
    sent_back: str = ""
    """A reveal effect returned this card, and what to do instead is not agreed."""
    proposal: str = ""
    """`again` or `none`: what its owner wants to do instead."""
    returner: str = ""
    """The card of this seat whose effect on reveal has returned the opponent's."""
    again: bool = False
    reading: Reading = Reading()
    rereading: str = ""
    """A card that was read off wrongly, in this match or before: it is read again (TB-24)."""
    resolved: tuple[Timing, ...] = ()
    """The effects of its card that are over, by their times."""
    nominated: bool = False
    commander: str = ""
    """The nominated unit; empty where there is none to nominate."""
    fell: bool = False
    """It was defeated before it had issued all its orders."""
    ordered: tuple[tuple[str, Rank], ...] = ()
    """The units that the nominated commander issued orders to, with their ranks at that moment."""
    in_range: tuple[str, ...] | None = None
    """The units that an order can reach; None: not judged."""
    orders_done: bool = False
    lost: int = 0
    """Orders that there was no unit for."""
    pooled: bool = False
    pool: Counts = ()
    passes: int = 0
    """Advantage tokens in the pass pool."""
    passes_counted: bool = False
    parked: Counts = ()
    """Order tokens that lie on a command card."""
    looked_at: str = ""
    """A token taken out of the pool to look at."""
    ended: bool = False
    """Said that the round is over."""
    inquiry: Inquiry | None = None
    restoring: str = ""
    """A unit that was not defeated after all; why is still to be said."""


class Side(Struct, frozen=True):
    army: Army
    troops: tuple[Troop, ...]
    hand: tuple[str, ...]
    discard: tuple[str, ...] = ()
    lasting: tuple[str, ...] = ()
    """Permanent cards of earlier rounds."""
    out: Counts = ()
    """Tokens that were handed out and not handed back."""
    play: Play = Play()

    def troop(self, unit: str) -> Troop:
        """KeyError where this army has no such unit."""
        for troop in self.troops:
            if troop.unit.id == unit:
                return troop
        raise KeyError(unit)


class Battle(Struct, frozen=True):
    blue: Side
    red: Side
    rounds: int
    roller: Roller
    edition: Edition = CURRENT
    rolls_by_hand: bool = False
    """The players roll dice of their own and say what came; the table rolls none (TB-75)."""
    draws_by_hand: bool = False
    """So with the blind pool: its tokens are paid out when it is made, and they draw from a bag (TB-75)."""
    round: int = 0
    step: str = ""
    priority: Seat | None = None
    turn: Seat | None = None
    """Whose turn it is in the Activation Phase."""
    drawn: str = ""
    """The rank of a token that was drawn for a unit yet to be chosen."""
    wasted: bool = False
    """The last draw of this turn found no unit."""
    passed: bool = False
    """The previous turn was a pass."""
    active: tuple[Seat, str] | None = None
    """The unit that was activated last."""
    closed: bool = False
    """The round's tokens went back; the next one can begin."""
    facts: tuple[CardFacts, ...] = ()
    questions: int = 0
    reveals: int = 0
    rolled: Rolled | None = None
    other_rolls: bool = False
    """The players put it right: not the seat rolls that the setting says, in any round (TB-76)."""
    correction: Correction | None = None
    """Under way: nothing else is asked meanwhile."""
    over: bool = False

    def side(self, seat: Seat) -> Side:
        return self.blue if seat is BLUE else self.red

    def play(self, seat: Seat) -> Play:
        return self.side(seat).play


def with_side(battle: Battle, seat: Seat, **changes: Any) -> Battle:
    side = replace(battle.side(seat), **changes)
    return replace(battle, blue=side) if seat is BLUE else replace(battle, red=side)


def with_play(battle: Battle, seat: Seat, **changes: Any) -> Battle:
    return with_side(battle, seat, play=replace(battle.side(seat).play, **changes))


def with_troop(battle: Battle, seat: Seat, unit: str, **changes: Any) -> Battle:
    troops = battle.side(seat).troops
    changed = tuple(replace(troop, **changes) if troop.unit.id == unit else troop for troop in troops)
    return with_side(battle, seat, troops=changed)


def card_of(battle: Battle, seat: Seat, card: str) -> CommandCard:
    """The card with what was read off it. KeyError where this seat never had it."""
    each = _in_army(battle, seat, card)
    for known in battle.facts:
        if known.card == card:
            told = {"priority_pips": known.pips, "timing": known.timing, "later": known.later, "slots": known.slots}
            return replace(each, **told)
    return each


def bare_card(battle: Battle, seat: Seat, card: str) -> CommandCard:
    """The card as the data know it. KeyError as above."""
    return _in_army(battle, seat, card).bare


def _in_army(battle: Battle, seat: Seat, card: str) -> CommandCard:
    for each in battle.side(seat).army.hand:
        if each.id == card:
            return each
    raise KeyError(card)


def played(battle: Battle, seat: Seat) -> CommandCard | None:
    card = battle.side(seat).play.card
    return card_of(battle, seat, card) if card else None
