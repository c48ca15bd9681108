"""Experimental Droids: up to one commander gains surge tokens as the Activation Phase begins (LA-76)."""

from collections.abc import Sequence

from table.games.legion.rules.keywords.keyword_rules import KeywordRules
from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.asking import ASK
from table.games.legion.rules.model.forces import force_of
from table.games.legion.rules.model.labels import unit_option
from table.games.legion.rules.model.state import LegionBattle, note
from table.games.legion.rules.model.story_lines import seat_name
from table.games.legion.rules.model.turns import before_turns
from table.rules.chance import Chance
from table.rules.event_rows import EventRow
from table.rules.game import Event, SeatEvent
from table.rules.prompts import Option, Value
from table.rules.seats import SEATS, Seat
from table.rules.steps import Choices
from table.rules.text import Text, text

NOBODY = "none"
NUMBER = 3
_NOTE = "surges:"


class SurgesGained(SeatEvent, frozen=True, tag=True):
    """A commander gains surge tokens. No commander does if `name` is empty (LA-76)."""

    name: str
    number: int


def is_open(battle: LegionBattle) -> bool:
    """True while a seat may choose a commander. No turn begins before."""
    return before_turns(battle) and any(_able(battle, seat) for seat in SEATS)


def shown(battle: LegionBattle, seat: Seat) -> str:
    """Return the name of the commander with the surge tokens in the Activation Phase, or an empty string."""
    if battle.step != "activation":
        return ""
    return next((each.removeprefix(_NOTE) for each in battle.play(seat).notes if each.startswith(_NOTE)), "")


def _able(battle: LegionBattle, seat: Seat) -> Choices | None:
    side = battle.side(seat)
    if not force_of(side.army).surges or not battle.edition.keywords or not before_turns(battle):
        return None
    able = [troop for troop in side.troops if troop.rank is Rank.COMMANDER and not troop.defeated]
    if not able or any(each.startswith(_NOTE) for each in side.play.notes):
        return None
    nobody = Option(NOBODY, text("legion.surges.none"), "sign.no")
    return Choices((*map(unit_option, able), nobody), {"number": NUMBER})


def _choose(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    name = "" if value == NOBODY else battle.side(seat).troop(str(value)).name
    return (SurgesGained(seat, name, NUMBER),)


def _line(x: SurgesGained) -> Text | None:
    return text("legion.story.surges", seat=seat_name(x), name=x.name, number=x.number) if x.name else None


COMMANDER_SURGES = KeywordRules(
    "commander_surges",
    rows=(EventRow(SurgesGained, lambda b, x: note(b, x.seat, f"{_NOTE}{x.name}"), _line),),
    questions={"activation": (ASK.one_of("surges", "LA-76", _able, _choose),)},
)
