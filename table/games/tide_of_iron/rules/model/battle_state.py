"""The state of a battle, in one frozen value. The rules of a step are in the step's own module."""

from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from table.games.tide_of_iron.rules.model.scenario import COMMAND, Objective, Scenario, Sheet, StrategyCard
from table.rules.corrections import Correction
from table.rules.game import SeatEvent
from table.rules.seats import BLUE, SEATS, Seat
from table.rules.tokens import HandBack

TURNED_AT = 11
"""The victory points from which the marker lies on its "+10" side (TI-25)."""


class StrategyCardEvent(SeatEvent, frozen=True):
    """An event of a seat's strategy card. Names stand beside ids, so that a journal can be read by itself."""

    card: str
    name: str


class ObjectiveEvent(SeatEvent, frozen=True):
    """An event of a seat at an objective."""

    objective: str
    name: str


class Reason(StrEnum):
    """The reason of a change of control, command or points, or of a victory."""

    SETUP = "setup"
    """A starting unit is there."""
    START = "start"
    """The scenario gives it at the start."""
    UNITS = "units"
    OBJECTIVES = "objectives"
    SCENARIO = "scenario"
    EFFECT = "effect"
    """A card's effect."""
    POINTS = "points"
    """The winner follows from victory points."""
    SAID = "said"
    """The players have named the winner."""
    ACT = "act"
    """A unit, an officer or a rule of the scenario gives it."""
    CONDITION = "condition"
    """A victory condition that the table judges names the winner."""
    OTHERWISE = "otherwise"
    """No victory condition is met, and the scenario names the winner for that."""


class PendingEffect(Struct, frozen=True):
    """A strategy card that is paid for and not resolved yet."""

    seat: Seat
    card: str


class WinnerClaim(Struct, frozen=True):
    """A seat named the winner, and the other seat has not agreed yet."""

    seat: Seat
    winner: Seat | None


class CommandPhaseActs(Struct, frozen=True):
    """A seat's part in this round's Command Phase. Each round begins with a new value."""

    units: tuple[str, ...] | None = None
    """The objectives that the seat captures, by its report; None before it."""
    agreed: bool = False
    """True if it agreed to both seats' sheets."""
    received: bool = False
    scored: bool = False
    finished: bool = False
    """True if it has ended its spending."""


class TideSide(Struct, frozen=True):
    sheet: Sheet
    available: int = 0
    on_initiative: int = 0
    """The command tokens on the initiative card."""
    received: int = 0
    """All command received from the command pile so far."""
    paid: int = 0
    """All command paid back to the command pile so far."""
    points: int = 0
    drawn_later: tuple[str, ...] = ()
    headquarters: tuple[str, ...] = ()
    """The cards that lie face up in the headquarters."""
    in_play: tuple[str, ...] = ()
    """The cards with a lasting effect."""
    removed: tuple[str, ...] = ()
    deployed: bool = False
    """True if the seat has entered its starting units."""
    acts: CommandPhaseActs = CommandPhaseActs()
    drawn: int = 0
    """The draws of this Status Phase that are done."""
    started: int = 0
    """The draws during setup that are done."""
    elsewhere: tuple[str, ...] = ()
    """The cards of a shared deck that the other side has drawn."""

    def card(self, card: str) -> StrategyCard:
        """Return this card. Raises KeyError if this side does not have it."""
        for each in self.sheet.cards:
            if each.id == card:
                return each
        raise KeyError(card)


class TideBattle(Struct, frozen=True):
    scenario: Scenario
    blue: TideSide
    red: TideSide
    initiative: Seat
    control: tuple[tuple[str, Seat], ...] = ()
    """The objectives with a marker, and the seat of the marker."""
    round: int = 1
    step: str = ""
    effects: tuple[PendingEffect, ...] = ()
    """The effects, in the order in which they are resolved once that is decided."""
    decided: bool = False
    """True if their order is decided. No other card is activated before all of them are resolved."""
    act: str = ""
    """The chosen act of the card under resolution, until its seat enters the amount; empty for none."""
    conflict: bool = False
    """True if the players reported two abilities at the same time."""
    set_up: bool = False
    """True once the scenario is set up."""
    fought: bool = False
    """True once the round's Action Phase is over."""
    claimed: bool = False
    """True once the initiative for the coming round is determined."""
    correction: Correction | None = None
    """The current correction, or None. No other question is open meanwhile."""
    claim: WinnerClaim | None = None
    """The winner that a seat has named, until the other seat answers."""
    won: bool = False
    """True once the winner is named, or a draw."""
    winner: Seat | None = None
    over: bool = False
    placed: tuple[str, ...] = ()
    """The objectives that were put on the board during the match."""
    questions: int = 0
    """The draws that the table has made."""

    def side(self, seat: Seat) -> TideSide:
        return self.blue if seat is BLUE else self.red

    def acts(self, seat: Seat) -> CommandPhaseActs:
        return self.side(seat).acts

    def holder(self, objective: str) -> Seat | None:
        """Return the seat that controls this objective, or None."""
        return dict(self.control).get(objective)

    @property
    def objectives(self) -> tuple[Objective, ...]:
        """Return the objectives that are on the board."""
        return tuple(each for each in self.scenario.objectives if not each.placed_by or each.id in self.placed)

    def objective(self, id: str) -> Objective:
        """Return this objective. Raises KeyError if the scenario does not have it."""
        for each in self.scenario.objectives:
            if each.id == id:
                return each
        raise KeyError(id)

    @property
    def in_order(self) -> tuple[Seat, Seat]:
        """Return the seats in order of initiative."""
        return self.initiative, self.initiative.opponent


def with_side(battle: TideBattle, seat: Seat, **changes: Any) -> TideBattle:
    side = replace(battle.side(seat), **changes)
    return replace(battle, blue=side) if seat is BLUE else replace(battle, red=side)


def with_acts(battle: TideBattle, seat: Seat, **changes: Any) -> TideBattle:
    return with_side(battle, seat, acts=replace(battle.acts(seat), **changes))


def with_control(battle: TideBattle, seat: Seat, objective: str) -> TideBattle:
    """Put the seat's marker on the objective. It replaces the other seat's marker."""
    others = tuple(each for each in battle.control if each[0] != objective)
    return replace(battle, control=(*others, (objective, seat)))


def seat_of(battle: TideBattle, side: str) -> Seat:
    """Return the seat that plays this side of the scenario."""
    return next(seat for seat in SEATS if battle.side(seat).sheet.id == side)


PILES = ("drawn_later", "headquarters", "in_play", "removed")
"""The places where a card of a side can lie."""


def moved(battle: TideBattle, seat: Seat, card: str, pile: str) -> TideBattle:
    """Put a card of this side on one of its piles. A card of a shared deck cannot be drawn by the other side then."""
    side, other = battle.side(seat), battle.side(seat.opponent)
    piles = {each: tuple(one for one in getattr(side, each) if one != card) for each in PILES}
    battle = with_side(battle, seat, **piles | {pile: (*piles[pile], card)})
    if not side.card(card).deck or card not in (*other.drawn_later, *other.elsewhere):
        return battle
    there, away = ({*other.drawn_later} | {card}, {*other.elsewhere} - {card})
    if pile != "drawn_later":
        there, away = there - {card}, away | {card}
    order = [each.id for each in other.sheet.cards]
    drawn_later, elsewhere = (tuple(sorted(pile, key=order.index)) for pile in (there, away))
    return with_side(battle, seat.opponent, drawn_later=drawn_later, elsewhere=elsewhere)


def received(battle: TideBattle, seat: Seat, count: int) -> TideBattle:
    """Return the state with command from the pile."""
    side = battle.side(seat)
    return with_side(battle, seat, available=side.available + count, received=side.received + count)


def paid(battle: TideBattle, seat: Seat, count: int) -> TideBattle:
    """Return the state with command paid to the pile."""
    side = battle.side(seat)
    return with_side(battle, seat, available=side.available - count, paid=side.paid + count)


def back_to_pile(battle: TideBattle, seat: Seat, count: int) -> tuple[HandBack, ...]:
    """Return the command tokens that a seat puts back (TB-89).

    Between actions they can wait. In the Command Phase the hopper needs them.
    """
    return (HandBack(seat, COMMAND, count, later=battle.step != "spend"),) if count else ()


def turned(points: int) -> tuple[bool, int]:
    """Return whether the victory marker shows its "+10" side, and its space on the round track (TI-25)."""
    return (True, points - 10) if points >= TURNED_AT else (False, points)
