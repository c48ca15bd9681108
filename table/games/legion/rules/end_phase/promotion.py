"""Promotions: in the End Phase (LA-21, LA-87), and by agreement (TB-34)."""

from collections.abc import Sequence

from table.games.legion.rules.consent import after_look, by_consent, describe_unit
from table.games.legion.rules.model.armies import Rank, Timing
from table.games.legion.rules.model.asking import choose_unit
from table.games.legion.rules.model.labels import unit_option
from table.games.legion.rules.model.state import LegionBattle, RoundPlay, Troop
from table.games.legion.rules.model.turns import effect_order
from table.games.legion.rules.model.units_left import waiting
from table.games.legion.rules.orders.leaders import field_commander_leads
from table.games.legion.rules.units.unit_events import NobodyToPromote, UnitPromoted
from table.rules.chance import Chance
from table.rules.counts import of
from table.rules.game import Event
from table.rules.prompts import ChooseOne, Value
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import text


def lacks_commander(battle: LegionBattle, seat: Seat) -> bool:
    """True if a seat must promote a unit because it has no undefeated commander (LA-21).

    A Field Commander with the commander token counts (LA-30). By the classic rules one must have fallen (LA-87).
    """
    side = battle.side(seat)
    if side.uncommanded or field_commander_leads(side):
        return False
    if not battle.edition.scores and not any(t.defeated and t.rank is Rank.COMMANDER for t in side.troops):
        return False
    return all(t.defeated or t.rank is not Rank.COMMANDER for t in side.troops)


def promotable(battle: LegionBattle, seat: Seat) -> list[Troop]:
    """Return the units that can be promoted: undefeated troopers of any other rank."""
    return [
        troop
        for troop in battle.side(seat).troops
        if not troop.defeated and troop.rank not in (None, Rank.COMMANDER) and "trooper" in troop.unit.types
    ]


def _seat(battle: LegionBattle) -> Seat | None:
    """Return the seat that promotes next, the player with priority first."""
    seats = effect_order(Timing.END_PHASE, battle.priority)
    return next((seat for seat in seats if lacks_commander(battle, seat)), None)


def due(battle: LegionBattle) -> Event | None:
    """Return a promotion without a choice, or the event that no unit can be promoted."""
    if (seat := _seat(battle)) is None:
        return None
    able = promotable(battle, seat)
    if not able:
        return NobodyToPromote(seat)
    return promoted(battle, seat, able[0]) if len(able) == 1 else None


def awaited(battle: LegionBattle) -> bool:
    """True if the round cannot end before a unit is promoted."""
    return _seat(battle) is not None


def _ask_due(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    late = battle.step == "select" and lacks_commander(battle, seat)
    if not late and (not battle.closed or battle.round == battle.rounds or _seat(battle) is not seat):
        return None
    if not (options := tuple(unit_option(troop) for troop in promotable(battle, seat))):
        return None
    ask = text("legion.promote.due")
    return ChooseOne(key="promote.due", seat=seat, ask=ask, rule="LA-21", options=options, standing=late, often=9)


def promoted(battle: LegionBattle, seat: Seat, troop: Troop) -> UnitPromoted:
    """Return the promotion of a unit, with the tokens of it that are exchanged (TB-34)."""
    was = Rank(str(troop.rank))
    play = battle.play(seat)
    pooled, parked = _tokens(play, troop, was)
    aside = min(waiting(troop) - pooled - parked, play.aside.count(was)) if play.pooled else 0
    unit, bag = troop.unit.id, battle.draws_by_hand
    return UnitPromoted(seat, unit, troop.name, was, Rank.COMMANDER, troop.face_up, pooled, parked, bag, aside)


def _tokens(play: RoundPlay, troop: Troop, rank: Rank) -> tuple[int, int]:
    """Return how many of a unit's coming tokens are in the pool, and how many on a command card (TB-34).

    Tokens of a rank are alike. A token on a card counts first for a unit that had its order. A unit that returns after
    its phase has no tokens to come.
    """
    wanted, parked = waiting(troop), of(play.parked, rank)
    if not play.pooled:
        return 0, min(wanted, parked) if troop.ordered else 0
    pooled = min(wanted - min(wanted, parked) if troop.ordered else wanted, of(play.pool, rank))
    return pooled, min(wanted - pooled, parked)


def _promote(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    return (promoted(battle, seat, battle.side(seat).troop(str(value))),)


DUE = Question[LegionBattle]("promote.due", "LA-21", _ask_due, _promote)
PROMOTE = after_look(by_consent(choose_unit("promote", "TB-34", promotable, _promote), describe_unit("promote")))
