"""Choices of battle forces at set-up: the options of a clan (LA-78), and units that are set aside (LA-75)."""

from collections.abc import Sequence

from msgspec.structs import replace

from table.games.legion.rules.keywords.keyword_rules import KeywordRules
from table.games.legion.rules.model.asking import ASK
from table.games.legion.rules.model.event_kinds import UnitEvent
from table.games.legion.rules.model.forces import ForceRules, force_of, forces_of, granted
from table.games.legion.rules.model.labels import YES, YES_OR_NO, plain, unit_option
from table.games.legion.rules.model.slots import fits
from table.games.legion.rules.model.state import ADVANTAGE, LegionBattle, Troop, note, with_side
from table.games.legion.rules.model.story_lines import line, seat_name
from table.games.legion.rules.model.turns import active_troop, is_setup
from table.rules.chance import Chance
from table.rules.event_rows import EventRow, no_line
from table.rules.game import Event, SeatEvent
from table.rules.prompts import ChooseOne, Option, Value
from table.rules.seats import SEATS, Seat
from table.rules.steps import Choices, Question, follows_marks, marks
from table.rules.text import Text, text
from table.rules.tokens import HandBack, HandOut

MOST_OPTIONS = 2


class ClanOptionsChosen(SeatEvent, frozen=True, tag=True):
    """The players state which options a Custom Clan has (LA-78)."""

    options: tuple[str, ...]


class UnitsSetAside(SeatEvent, frozen=True, tag=True):
    """A seat sets these units aside, or none (LA-75). Each has an advantage token."""

    units: tuple[str, ...]
    names: str


class UnitPlaced(UnitEvent, frozen=True, tag=True):
    """A unit that was set aside is placed in place of its activation (LA-75)."""


class PlacingPutOff(UnitEvent, frozen=True, tag=True):
    """A unit that was set aside is not placed in this activation (LA-75)."""


def is_open(battle: LegionBattle) -> bool:
    """True while a choice of a battle force at set-up is open."""
    return any(question.prompt(battle, seat) for question in (CLAN_OPTIONS, UNITS) for seat in SEATS)


def _clan_options(battle: LegionBattle, seat: Seat) -> Choices | None:
    side = battle.side(seat)
    if not is_setup(battle) or side.clan is not None:
        return None
    options = (Option(each, text(f"legion.clan.{each}")) for each in force_of(side.army).options)
    return Choices(options, most=MOST_OPTIONS)


def _clan(battle: LegionBattle, x: ClanOptionsChosen) -> LegionBattle:
    side = battle.side(x.seat)
    forces = forces_of(side.army, x.options)
    troops = tuple(replace(troop, unit=granted(troop.unit, *forces)) for troop in side.troops)
    return with_side(battle, x.seat, clan=x.options, troops=troops)


def _by(battle: LegionBattle, seat: Seat) -> ForceRules | None:
    """Return the force, or the option of a clan, by which a seat sets units aside."""
    side = battle.side(seat)
    return next((force for force in forces_of(side.army, side.clan or ()) if force.most_aside), None)


def _units_aside(battle: LegionBattle, seat: Seat) -> Choices | None:
    side, force = battle.side(seat), _by(battle, seat)
    if not is_setup(battle) or force is None or side.set_aside is not None:
        return None
    able = [troop for troop in side.troops if not troop.defeated and any(fits(slot, troop) for slot in force.aside)]
    most = min(force.most_aside, len(able))
    return Choices(map(unit_option, able), {"most": most}, most)


def _set_aside(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    units = marks(value)
    return (UnitsSetAside(seat, units, ", ".join(battle.side(seat).troop(unit).name for unit in units)),)


def _aside_line(x: UnitsSetAside) -> Text | None:
    return text("legion.story.units_aside", seat=seat_name(x), units=x.names) if x.units else None


def _to_place(battle: LegionBattle, seat: Seat) -> Troop | None:
    """Return the active unit of a seat if it is set aside and the question for this activation is not answered."""
    troop = active_troop(battle)
    if troop is None or battle.going_on[-1].seat is not seat:
        return None
    waits = troop.unit.id in (battle.side(seat).set_aside or ())
    return troop if waits and _put_off(troop) not in battle.play(seat).notes else None


def _put_off(troop: Troop) -> str:
    return f"aside:{troop.unit.id}:{troop.activations}"


def _ask_place(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    if (troop := _to_place(battle, seat)) is None:
        return None
    force = _by(battle, seat)
    ask = text(f"legion.place.{'must' if force and force.must_be_placed else 'may'}", unit=plain(troop.name))
    return ChooseOne(key="place", seat=seat, ask=ask, rule="LA-75", options=YES_OR_NO)


def _place(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    if (troop := _to_place(battle, seat)) is None:
        return ()
    if value != YES:
        return (PlacingPutOff(seat, troop.unit.id, troop.name),)
    return (UnitPlaced(seat, troop.unit.id, troop.name),)


def _placed(battle: LegionBattle, x: UnitPlaced) -> LegionBattle:
    left = tuple(unit for unit in battle.side(x.seat).set_aside or () if unit != x.unit)
    return note(with_side(battle, x.seat, set_aside=left), x.seat, _placed_now(battle.side(x.seat).troop(x.unit)))


def _placed_now(troop: Troop) -> str:
    return f"placed:{troop.unit.id}:{troop.activations}"


def is_placed(battle: LegionBattle, seat: Seat, troop: Troop) -> bool:
    """True if a unit was placed in place of its current activation, which ends then."""
    return _placed_now(troop) in battle.play(seat).notes


CLAN_OPTIONS = ASK.some_of("clan", "LA-78", _clan_options, follows_marks(ClanOptionsChosen))
UNITS = ASK.some_of("aside.units", "LA-75", _units_aside, _set_aside, "legion.aside.ask")
CLAN = KeywordRules("clan", rows=(EventRow(ClanOptionsChosen, _clan, no_line),), questions={"select": (CLAN_OPTIONS,)})
SET_ASIDE = KeywordRules(
    "set_aside",
    rows=(
        EventRow(
            UnitsSetAside,
            lambda b, x: with_side(b, x.seat, set_aside=x.units),
            _aside_line,
            hands_out=lambda x: (HandOut(x.seat, ADVANTAGE, len(x.units)),) if x.units else (),
        ),
        EventRow(UnitPlaced, _placed, line("placed"), hands_back=lambda _, x: (HandBack(x.seat, ADVANTAGE, 1),)),
        EventRow(PlacingPutOff, lambda b, x: note(b, x.seat, _put_off(b.side(x.seat).troop(x.unit))), no_line),
    ),
    questions={
        "select": (UNITS,),
        "activation": (Question[LegionBattle]("place", "LA-75", _ask_place, _place),),
    },
)
