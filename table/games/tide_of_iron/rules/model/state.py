"""A battle as it stands, in one frozen value. It names no step's rule: those are in the steps' own modules."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from table.games.tide_of_iron.rules.model.scenario import Objective, Scenario, Sheet, StrategyCard
from table.rules.corrections import Correction
from table.rules.seats import BLUE, SEATS, Seat

COMMAND = "command"
"""The kind of all tokens here."""
TURNED_AT = 11
"""With so many victory points the marker turns to its "+10" side (TI-25)."""


class Effect(Struct, frozen=True):
    """Of a strategy card that is paid for and not resolved yet."""

    seat: Seat
    card: str


class Doings(Struct, frozen=True):
    """What a seat did in this round's Command Phase. A new round begins with a new one."""

    units: tuple[str, ...] | None = None
    """The objectives that it captures, as it says; None: not said yet."""
    agreed: bool = False
    """To both seats' sheets."""
    received: bool = False
    scored: bool = False
    finished: bool = False
    """Spending."""


class Side(Struct, frozen=True):
    sheet: Sheet
    available: int = 0
    on_initiative: int = 0
    """On the initiative card."""
    received: int = 0
    """From the command pile, all told."""
    paid: int = 0
    """Back to the command pile, all told."""
    points: int = 0
    drawn_later: tuple[str, ...] = ()
    headquarters: tuple[str, ...] = ()
    """The cards that lie there face up."""
    in_play: tuple[str, ...] = ()
    """Cards with a lasting effect."""
    removed: tuple[str, ...] = ()
    deployed: bool = False
    """Said where its starting units stand."""
    doings: Doings = Doings()

    def card(self, card: str) -> StrategyCard:
        """KeyError where this side has no such card."""
        for each in self.sheet.cards:
            if each.id == card:
                return each
        raise KeyError(card)


class Battle(Struct, frozen=True):
    scenario: Scenario
    blue: Side
    red: Side
    initiative: Seat
    control: tuple[tuple[str, Seat], ...] = ()
    """Whose marker lies on which objective."""
    round: int = 1
    step: str = ""
    effects: tuple[Effect, ...] = ()
    """In the order in which they are resolved, once that is decided."""
    decided: bool = False
    """Their order: nothing else is activated before all of them are resolved."""
    conflict: bool = False
    """The players said that two abilities take effect at the same time."""
    set_up: bool = False
    """The scenario stands on the board."""
    fought: bool = False
    """The round's Action Phase is over."""
    claimed: bool = False
    """The initiative for the coming round is determined."""
    correction: Correction | None = None
    """Under way: nothing else is asked meanwhile."""
    over: bool = False

    def side(self, seat: Seat) -> Side:
        return self.blue if seat is BLUE else self.red

    def doings(self, seat: Seat) -> Doings:
        return self.side(seat).doings

    def holder(self, objective: str) -> Seat | None:
        """Who controls it."""
        return dict(self.control).get(objective)

    def objective(self, id: str) -> Objective:
        """KeyError where the scenario has no such objective."""
        for each in self.scenario.objectives:
            if each.id == id:
                return each
        raise KeyError(id)

    @property
    def in_order(self) -> tuple[Seat, Seat]:
        """In order of initiative."""
        return self.initiative, self.initiative.opponent


def with_side(battle: Battle, seat: Seat, **changes: Any) -> Battle:
    side = replace(battle.side(seat), **changes)
    return replace(battle, blue=side) if seat is BLUE else replace(battle, red=side)


def with_doings(battle: Battle, seat: Seat, **changes: Any) -> Battle:
    return with_side(battle, seat, doings=replace(battle.doings(seat), **changes))


def with_control(battle: Battle, seat: Seat, objective: str) -> Battle:
    """The seat's marker goes on the objective; the other's, if there is one, comes off."""
    others = tuple(each for each in battle.control if each[0] != objective)
    return replace(battle, control=(*others, (objective, seat)))


def seat_of(battle: Battle, side: str) -> Seat:
    """Who plays this side of the scenario."""
    return next(seat for seat in SEATS if battle.side(seat).sheet.id == side)


def turned(points: int) -> tuple[bool, int]:
    """Whether the victory marker shows its "+10" side, and the space of the round track that it lies on (TI-25)."""
    return (True, points - 10) if points >= TURNED_AT else (False, points)
