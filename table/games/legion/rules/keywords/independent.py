"""Independent.

LA-35: As the Activation Phase begins, an Independent unit without an order token may gain what its card says. The
players are reminded after the effects at that time and before the first turn, never later.
"""

from table.games.legion.rules.keywords.keyword_rules import KeywordRules, bearers
from table.games.legion.rules.model.event_kinds import SeatEvent
from table.games.legion.rules.model.state import LegionBattle, note
from table.games.legion.rules.model.story_lines import seat_name
from table.games.legion.rules.model.turns import before_turns
from table.rules.event_rows import EventRow
from table.rules.game import Event
from table.rules.text import Text, text


class IndependentReminded(SeatEvent, frozen=True, tag=True):
    """The players are reminded of units without an order token, and of what each may gain."""

    units: tuple[tuple[str, str], ...]


def _due(battle: LegionBattle) -> Event | None:
    """Remind each player once of each unit, before the first turn. The player with priority is first."""
    if not before_turns(battle):
        return None
    for seat in (battle.priority, battle.priority.opponent) if battle.priority else ():
        reminded = battle.play(seat).notes
        without_token = (
            (troop.name, gain)
            for troop, gain in bearers(battle, seat, "independent")
            if troop.left == troop.turns and not troop.face_up
        )
        if new := tuple((name, gain) for name, gain in without_token if _note(name) not in reminded):
            return IndependentReminded(seat, new)
    return None


def _note(unit: str) -> str:
    return f"independent:{unit}"


def _reminded(battle: LegionBattle, x: IndependentReminded) -> LegionBattle:
    return note(battle, x.seat, *(_note(name) for name, _ in x.units))


def _line(x: IndependentReminded) -> Text:
    units = "; ".join(f"{name}: {gain}" for name, gain in x.units)
    return text("legion.story.independent", seat=seat_name(x), units=units)


INDEPENDENT = KeywordRules(
    "independent",
    rows=(EventRow(IndependentReminded, fold=_reminded, line=_line),),
    due={"activation": _due},
    doc=__doc__,
)
