"""Orders of the round's card: how many are left, and which units can get one (LG-43 to LG-47, LA-37, LA-45)."""

from msgspec.structs import replace

from table.games.legion.rules.card_acts.acts_in_play import number
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Slot
from table.games.legion.rules.model.battle_cards import is_scrambled
from table.games.legion.rules.model.slots import fits, spread, within
from table.games.legion.rules.model.state import LegionBattle, Troop, played
from table.games.legion.rules.orders.leaders import may_order
from table.rules.kept import once_a_state
from table.rules.seats import Seat


@once_a_state
def open_orders(battle: LegionBattle, seat: Seat) -> tuple[tuple[Slot, ...], tuple[Troop, ...], tuple[Troop, ...]]:
    """Return the card's slots one by one, the ordered units, and the units that it can still reach."""
    card, side = played(battle, seat), battle.side(seat)
    chosen = tuple(replace(side.troop(unit), rank=rank) for unit, rank in side.play.ordered)
    free = (t for t in side.troops if not t.ordered and not t.defeated and not is_scrambled(battle, seat, t))
    open_to = tuple(troop for troop in free if reached(battle, seat, troop))
    if side.play.in_range is not None:
        open_to = tuple(troop for troop in open_to if troop.unit.id in (*side.play.in_range, side.play.commander))
    slots = card.slots if card else None
    return spread(slots or (), [*chosen, *open_to]), chosen, open_to


def reached(battle: LegionBattle, seat: Seat, troop: Troop) -> bool:
    """True if the nominated unit may order this one (LA-37), or if no unit is nominated yet."""
    side = battle.side(seat)
    return not side.play.commander or may_order(battle, side.troop(side.play.commander).unit, troop.unit)


@once_a_state
def eligible(battle: LegionBattle, seat: Seat) -> tuple[Troop, ...]:
    """Return the units that can get the next order of this seat's card (LG-44, LG-45, LG-47)."""
    play = battle.play(seat)
    if not play.card or play.orders_done or left(battle, seat) <= 0:
        return ()
    return tuple(within(*open_orders(battle, seat)))


def left(battle: LegionBattle, seat: Seat) -> int:
    """Return the number of orders of the card that are left. The opponent's card can reduce it (LA-45)."""
    if battle.play(seat).declined:
        return 0
    slots, chosen, _ = open_orders(battle, seat)
    limit = number(battle, seat.opponent, Act.OPPONENT_ORDERS_LIMIT)
    allowed = len(slots) if limit is None else min(limit, len(slots))
    return max(0, allowed - len(chosen))


def declinable(battle: LegionBattle, seat: Seat) -> bool:
    """True if the card lets its owner decline the remaining orders (LA-45)."""
    card, still = played(battle, seat), left(battle, seat)
    allowed = card.acts_of(Act.MAY_DECLINE_ORDERS) if card else ()
    return any(n.isdecimal() and still <= int(n) for n in allowed)


def far(battle: LegionBattle, seat: Seat) -> list[Troop]:
    """Return the units that fit an order of the card, whatever their distance from the nominated unit."""
    slots, _, open_to = open_orders(battle, seat)
    commander = battle.play(seat).commander
    return [t for t in open_to if t.unit.id != commander and any(fits(slot, t) for slot in slots)]
