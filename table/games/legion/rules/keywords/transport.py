"""Transport: at set-up a unit is chosen to which the transport may issue an order in the first round (LA-62)."""

from collections.abc import Sequence

from table.games.legion.rules.keywords.keyword_rules import KeywordRules
from table.games.legion.rules.model.armies import Rank, Slot
from table.games.legion.rules.model.asking import ASK
from table.games.legion.rules.model.event_kinds import UnitEvent
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.labels import plain, unit_option
from table.games.legion.rules.model.slots import fits
from table.games.legion.rules.model.state import LegionBattle, Troop, with_side
from table.games.legion.rules.model.turns import is_setup
from table.rules.chance import Chance
from table.rules.event_rows import EventRow
from table.rules.game import Event
from table.rules.prompts import Option, Value
from table.rules.seats import SEATS, Seat
from table.rules.steps import Choices
from table.rules.text import Text, text

NOBODY = "none"
CARRIED = (Slot(types=("trooper",), ranks=(Rank.CORPS,)), Slot(types=("trooper",), ranks=(Rank.SPECIAL,)))
"""The kinds of units that can be chosen for a Transport."""


class PassengerChosen(UnitEvent, frozen=True, tag=True):
    """A unit is chosen for a unit with Transport; `passenger` is empty if no unit is (LA-62)."""

    passenger: str = ""
    passenger_name: str = ""


def _passenger(battle: LegionBattle, event: PassengerChosen) -> LegionBattle:
    chosen = (*battle.side(event.seat).passengers, (event.unit, event.passenger))
    return with_side(battle, event.seat, passengers=chosen)


def _passenger_line(x: PassengerChosen) -> Text | None:
    return text("legion.story.passenger", name=x.name, passenger=x.passenger_name) if x.passenger else None


def _due(battle: LegionBattle) -> Event | None:
    """Return the event that no unit is chosen, if none is free for a Transport."""
    for seat in SEATS:
        if (troop := _next(battle, seat)) is not None and not _free(battle, seat):
            return PassengerChosen(seat, troop.unit.id, troop.name)
    return None


def open_to_any(battle: LegionBattle) -> bool:
    """True while either seat must choose a unit for a Transport."""
    return any(_next(battle, seat) is not None for seat in SEATS)


def carried(battle: LegionBattle, seat: Seat, transport: Troop, troop: Troop) -> bool:
    """True if this is the unit chosen for a Transport."""
    return dict(battle.side(seat).passengers).get(transport.unit.id) == troop.unit.id


def _fits(troop: Troop) -> bool:
    return any(fits(slot, troop) for slot in CARRIED)


def _next(battle: LegionBattle, seat: Seat) -> Troop | None:
    """Return the next unit with Transport that has no unit chosen, or None."""
    if not is_setup(battle):
        return None
    side = battle.side(seat)
    chosen = dict(side.passengers)
    return next((t for t in side.troops if t.has(Keyword.TRANSPORT) and t.unit.id not in chosen), None)


def _free(battle: LegionBattle, seat: Seat) -> list[Troop]:
    """Return the units that are not chosen for another Transport yet."""
    side = battle.side(seat)
    taken = {passenger for _, passenger in side.passengers}
    return [troop for troop in side.troops if not troop.defeated and _fits(troop) and troop.unit.id not in taken]


def _options(battle: LegionBattle, seat: Seat) -> Choices | None:
    if (troop := _next(battle, seat)) is None:
        return None
    nobody = Option(NOBODY, text("legion.passenger.none"), "sign.no")
    return Choices((*map(unit_option, _free(battle, seat)), nobody), {"name": plain(troop.name)})


def _choose(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    if (troop := _next(battle, seat)) is None:
        return ()
    if value == NOBODY:
        return (PassengerChosen(seat, troop.unit.id, troop.name),)
    passenger = battle.side(seat).troop(str(value))
    return (PassengerChosen(seat, troop.unit.id, troop.name, passenger.unit.id, passenger.name),)


TRANSPORT = KeywordRules(
    Keyword.TRANSPORT,
    rows=(EventRow(PassengerChosen, _passenger, _passenger_line),),
    due={"select": _due},
    questions={"select": (ASK.one_of("passenger", "LA-62", _options, _choose),)},
)
