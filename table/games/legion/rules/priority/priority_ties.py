"""Keywords that decide equal pips before the die: Cunning (LA-38) and Interrogate (LA-39)."""

from collections.abc import Sequence
from itertools import product

from table.games.legion.rules.card_acts.acts_in_play import owners
from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.asking import ASK
from table.games.legion.rules.model.event_kinds import UnitEvent
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.labels import YES, YES_OR_NO
from table.games.legion.rules.model.state import LegionBattle, Troop, played, with_play
from table.games.legion.rules.priority.priority_events import PriorityGiven
from table.rules.chance import Chance
from table.rules.event_rows import EventRow
from table.rules.game import Event
from table.rules.prompts import Value
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.steps import Choices
from table.rules.text import text

LEADING = (Rank.COMMANDER, Rank.OPERATIVE)


class InterrogationJudged(UnitEvent, frozen=True, tag=True):
    """The players judged whether the unit of this seat's card is near an enemy with Interrogate (LA-39)."""

    near: bool


def tied(battle: LegionBattle) -> bool:
    """True if two cards with equal pips have to be decided in this step."""
    return battle.edition.keywords and played(battle, BLUE) is not None


def _owners(battle: LegionBattle, seat: Seat) -> list[Troop]:
    """Return the undefeated units that the seat's card belongs to."""
    card = played(battle, seat)
    return owners(card, battle.side(seat).troops) if card else []


def _interrogators(battle: LegionBattle, seat: Seat) -> list[Troop]:
    """Return the enemies with Interrogate if the seat's card belongs to a unit."""
    enemies = battle.side(seat.opponent).troops
    return [troop for troop in enemies if troop.has(Keyword.INTERROGATE)] if _owners(battle, seat) else []


def _pips(battle: LegionBattle, seat: Seat, near: bool) -> int:
    """Return the pips of a tied card: one fewer with Cunning, at least 0, and one more if interrogated."""
    card = played(battle, seat)
    cunning = any(t.has(Keyword.CUNNING) and t.rank in LEADING for t in _owners(battle, seat))
    pips = (card.priority_pips if card else None) or 0
    return max(0, pips - cunning) + near


def _first(battle: LegionBattle, near: dict[Seat, bool]) -> Seat | None:
    """Return the seat with fewer pips, or None if they are still equal."""
    blue, red = (_pips(battle, seat, near[seat]) for seat in (BLUE, RED))
    return None if blue == red else BLUE if blue < red else RED


def _answers(battle: LegionBattle, seat: Seat) -> tuple[bool, ...]:
    """Return the possible answers whether a seat's unit is near an enemy with Interrogate."""
    if not _interrogators(battle, seat):
        return (False,)
    near = battle.play(seat).near
    return (False, True) if near is None else (near,)


def judging(battle: LegionBattle) -> Seat | None:
    """Return the seat whose unit may be near an enemy with Interrogate, if the answer decides priority."""
    if not tied(battle):
        return None
    both = [{BLUE: blue, RED: red} for blue, red in product(*(_answers(battle, seat) for seat in SEATS))]
    if len({_first(battle, near) for near in both}) == 1:
        return None
    return next(seat for seat in SEATS if len(_answers(battle, seat)) > 1)


def due(battle: LegionBattle) -> PriorityGiven | None:
    """Return the event of priority if no die is needed and nothing is left to judge."""
    if not tied(battle) or judging(battle) is not None:
        return None
    near = {seat: bool(battle.play(seat).near) for seat in SEATS}
    seat = _first(battle, near)
    if seat is None:
        return None
    return PriorityGiven(seat, "LA-39" if any(near.values()) else "LA-38")


def _asked(battle: LegionBattle, seat: Seat) -> Choices | None:
    """Ask the seat with Interrogate whether the enemy card's unit is at range 1."""
    if battle.step != "priority" or battle.priority is not None or judging(battle) is not seat.opponent:
        return None
    unit, near_to = _owners(battle, seat.opponent)[0].name, _interrogators(battle, seat.opponent)[0].name
    return Choices(YES_OR_NO, {"unit": unit, "other": near_to})


def _judge(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    unit = _owners(battle, seat.opponent)[0]
    return (InterrogationJudged(seat.opponent, unit.unit.id, unit.name, value == YES),)


INTERROGATE = ASK.one_of("interrogate", "LA-39", _asked, _judge)

ROWS: tuple[EventRow[LegionBattle], ...] = (
    EventRow(
        InterrogationJudged,
        lambda b, x: with_play(b, x.seat, near=x.near),
        lambda x: text(f"legion.story.{'near' if x.near else 'not_near'}", name=x.name),
    ),
)
