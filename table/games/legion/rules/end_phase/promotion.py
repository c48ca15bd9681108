"""Promotions: the one that the End Phase asks for (LA-21), and one that the players agree on (TB-34)."""

from collections.abc import Sequence

from table.games.legion.rules.consent import after_look, by_consent
from table.games.legion.rules.model.armies import Rank, Timing
from table.games.legion.rules.model.labels import choose_unit, plain, unit_option
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
from table.rules.text import Text, text


def lacks_commander(battle: LegionBattle, seat: Seat) -> bool:
    """True if a seat has to promote a unit: all its commanders are defeated, or it has none (LA-21).

    It need not while a Field Commander has the commander token (LA-30).
    """
    side = battle.side(seat)
    if side.uncommanded or field_commander_leads(side):
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
    """Return a promotion without a choice, or that there is nobody to promote."""
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
    if not battle.closed or battle.round == battle.rounds or _seat(battle) is not seat:
        return None
    options = tuple(unit_option(troop) for troop in promotable(battle, seat))
    ask = text("legion.promote.due")
    return ChooseOne(key="promote.due", seat=seat, ask=ask, rule="LA-21", options=options) if options else None


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

    Tokens of a rank are alike. A token on a card is first taken for that of a unit which had its order. A unit that is
    back after its phase has none to come.
    """
    wanted, parked = waiting(troop), of(play.parked, rank)
    if not play.pooled:
        return 0, min(wanted, parked) if troop.ordered else 0
    pooled = min(wanted - min(wanted, parked) if troop.ordered else wanted, of(play.pool, rank))
    return pooled, min(wanted - pooled, parked)


def _promote(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    return (promoted(battle, seat, battle.side(seat).troop(str(value))),)


def _says(battle: LegionBattle, seat: Seat, value: Value) -> Text:
    return text("legion.consent.promote", unit=plain(battle.side(seat).troop(str(value)).name))


DUE = Question[LegionBattle]("promote.due", "LA-21", _ask_due, _promote)
PROMOTE = after_look(
    by_consent(Question[LegionBattle]("promote", "TB-34", choose_unit("promote", "TB-34", promotable), _promote), _says)
)
