"""Orders from other sources than the nominated commander: free if a card gives them, else by consent (LG-48)."""

from collections.abc import Sequence

from table.games.legion.rules.consent import after_look, by_consent, describe_unit, laying
from table.games.legion.rules.effects import given
from table.games.legion.rules.model.asking import choose_unit
from table.games.legion.rules.model.battle_cards import is_scrambled
from table.games.legion.rules.model.state import LegionBattle, Troop
from table.games.legion.rules.model.turns import AT_HAND
from table.games.legion.rules.model.units_left import known_pool, to_activate, waiting
from table.games.legion.rules.orders.order_events import OrderIssued
from table.rules.chance import Chance
from table.rules.counts import of
from table.rules.game import Event
from table.rules.prompts import Value
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.text import text

BEFORE = ("select",)
"""The step before the reveal in which an ability can issue an order (LA-63)."""


def _orderable(battle: LegionBattle, seat: Seat) -> list[Troop]:
    """Return the units that an order from another source can reach: one order a round, from any source (LG-48).

    Once the pool is made, the token comes out of it. A unit whose token lies elsewhere takes that one (TB-41). While a
    card is to be locked, only units with a free order are offered, because nobody can be asked for consent.
    """
    if battle.step not in (*AT_HAND, *BEFORE):
        return []
    side = battle.side(seat)
    able = [t for t in to_activate(battle, seat) if not t.ordered and not is_scrambled(battle, seat, t)]
    if laying(battle):
        able = [troop for troop in able if given.order(battle, seat, troop) is not None]
    pool = known_pool(side.play)
    return [troop for troop in able if not side.play.pooled or (troop.rank and of(pool, troop.rank))]


def _order_extra(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    side = battle.side(seat)
    troop = side.troop(str(value))
    if troop.rank is None:
        return ()
    pooled, bag = side.play.pooled, battle.draws_by_hand
    return (OrderIssued(seat, troop.unit.id, troop.name, troop.rank, extra=True, pooled=pooled, bag=bag),)


def _refuse_extra(battle: LegionBattle, seat: Seat, value: Value) -> Refusal | None:
    for troop in battle.side(seat).troops:
        if troop.unit.id == value and troop.ordered:
            return Refusal("LG-48", text("legion.refused.ordered", unit=troop.name))
        if troop.unit.id == value and waiting(troop) > 0:
            return Refusal("TB-41", text("legion.refused.not_in_pool", unit=troop.name))
    return None


EXTRA_ORDER = after_look(
    by_consent(
        choose_unit("order.extra", "LG-48", _orderable, _order_extra, _refuse_extra),
        describe_unit("order"),
        lambda battle, seat, value: given.order(battle, seat, battle.side(seat).troop(str(value))),
        stays_free=True,
    )
)
