"""Field Commander: without a commander in the army, a unit with this keyword has the commander token (LA-30)."""

from collections.abc import Iterable, Sequence

from table.games.legion.rules.keywords.keyword_rules import KeywordRules
from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.asking import ASK
from table.games.legion.rules.model.event_kinds import UnitEvent
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.labels import unit_option
from table.games.legion.rules.model.state import LegionBattle, Troop, with_troop
from table.games.legion.rules.model.story_lines import line
from table.games.legion.rules.model.turns import is_setup
from table.rules.chance import Chance
from table.rules.event_rows import EventRow
from table.rules.game import Event
from table.rules.prompts import Option, Value
from table.rules.seats import SEATS, Seat


class CommanderTokenGained(UnitEvent, frozen=True, tag=True):
    """A Field Commander gets the commander token, because its army has no commander (LA-30)."""


def _due(battle: LegionBattle) -> Event | None:
    """Return the commander token of a seat without a choice."""
    for seat in SEATS:
        if len(troops := _token_to(battle, seat)) == 1:
            return _token(seat, troops[0])
    return None


def is_open(battle: LegionBattle) -> bool:
    """True while a commander token is to be given."""
    return any(_token_to(battle, seat) for seat in SEATS)


def _token_to(battle: LegionBattle, seat: Seat) -> list[Troop]:
    """Return the Field Commanders of an army without a commander, while none of them has the commander token."""
    troops = battle.side(seat).troops
    if not is_setup(battle) or any(t.rank is Rank.COMMANDER or t.commander_token for t in troops):
        return []
    return [troop for troop in troops if troop.has(Keyword.FIELD_COMMANDER)]


def _token(seat: Seat, troop: Troop) -> Event:
    return CommanderTokenGained(seat, troop.unit.id, troop.name)


def _token_options(battle: LegionBattle, seat: Seat) -> Iterable[Option]:
    troops = _token_to(battle, seat)
    return map(unit_option, troops) if len(troops) > 1 else ()


def _give_token(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    return (_token(seat, battle.side(seat).troop(str(value))),)


TOKEN = ASK.one_of("token.commander", "LA-30", _token_options, _give_token, ask="legion.field.ask")
FIELD_COMMANDER = KeywordRules(
    Keyword.FIELD_COMMANDER,
    rows=(
        EventRow(
            CommanderTokenGained,
            lambda b, x: with_troop(b, x.seat, x.unit, commander_token=True),
            line("commander_token"),
        ),
    ),
    due={"select": _due},
    questions={"select": (TOKEN,)},
)
