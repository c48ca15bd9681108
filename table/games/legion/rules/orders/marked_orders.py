"""All orders of a seat as marks in one list: those of its card, of keywords and of cards beside it (LA-86)."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from table.games.legion.rules.card_acts.gifts import uses_left
from table.games.legion.rules.model.slots import fits, within
from table.games.legion.rules.model.state import LegionBattle, Troop
from table.games.legion.rules.orders.card_orders import eligible, left, open_orders
from table.games.legion.rules.orders.keyword_orders import OrderOffer, chains, declined, offers, taken
from table.games.legion.rules.orders.order_events import OrderIssued, RangeJudged
from table.rules.choice.marking import MarkWay, found, kept
from table.rules.game import Event
from table.rules.kept import once_a_state
from table.rules.seats import Seat

SPENT = "spent "
"""Precedes the number of an order that the opponent's card takes away."""


class OrderPlan(Struct, frozen=True):
    """The units that can get an order now or by a chain, and where each order can come from."""

    units: tuple[Troop, ...]
    ways: tuple[MarkWay, ...]
    offers: tuple[OrderOffer | None, ...]
    """The offers; None for an order of the card. Those of the card come first."""
    given: tuple[str, ...] = ()
    """The units with an order of the card, and the card's orders that are taken away."""

    @property
    def chained(self) -> bool:
        """True if more than the card issues orders."""
        return any(self.offers)


@once_a_state
def order_plan(battle: LegionBattle, seat: Seat) -> OrderPlan:
    """Return the plan of the seat that issues orders."""
    ways: list[tuple[MarkWay, OrderOffer | None]] = []
    given: tuple[str, ...] = ()
    if able := eligible(battle, seat):
        slots, chosen, _ = open_orders(battle, seat)
        taken_away = range(len(slots) - len(chosen) - left(battle, seat))
        given = (*(troop.unit.id for troop in chosen), *(f"{SPENT}{n}" for n in taken_away))
        spent = given[len(chosen) :]
        for slot in slots:
            units = tuple(troop.unit.id for troop in (*chosen, *able) if fits(slot, troop))
            ways.append((MarkWay((*units, *spent)), None))
    ways += [(MarkWay(_ids(offer)), offer) for offer in offers(battle, seat) for _ in range(_uses(battle, seat, offer))]
    ways += [(MarkWay(_ids(offer), troop.unit.id), offer) for troop, offer in chains(battle, seat)]
    reached = {troop.unit.id for troop in able}
    reached |= {unit for way, _ in ways if not way.after for unit in way.to}
    while more := {unit for way, _ in ways if way.after in reached for unit in way.to} - reached:
        reached |= more
    troops = tuple(t for t in battle.side(seat).troops if t.unit.id in reached and t.unit.id not in given)
    return OrderPlan(troops, tuple(way for way, _ in ways), tuple(offer for _, offer in ways), given)


def most(plan: OrderPlan) -> int:
    """Return how many units can get an order if units that pass one on are ordered first."""
    units, givers = [troop.unit.id for troop in plan.units], {way.after for way in plan.ways}
    return len(kept(plan.ways, sorted(units, key=lambda unit: unit not in givers), plan.given))


def issued(battle: LegionBattle, seat: Seat, units: Sequence[str], judged: bool) -> Iterator[Event]:
    """Yield the orders of these units in a legal order.

    Unless the range is `judged`, the units that the card orders are those in range of the nominated one. Once the card
    has no order left, the orders that are offered beside it and not marked are declined.
    """
    plan, side = order_plan(battle, seat), battle.side(seat)
    marks = found(plan.ways, (*plan.given, *units))
    if marks is None:
        return
    order = [unit for unit in marks.order if unit not in plan.given]
    by_card = [side.troop(unit) for unit in order if plan.offers[marks.ways[unit]] is None]
    if not judged and by_card:
        yield RangeJudged(seat, tuple(troop.unit.id for troop in by_card))
    for unit in order:
        troop, offer = side.troop(unit), plan.offers[marks.ways[unit]]
        if offer is not None:
            yield from taken(battle, seat, offer, troop)
        elif troop.rank:
            yield OrderIssued(seat, unit, troop.name, troop.rank)
    if _is_done(battle, seat, by_card, units, judged):
        yield from unused(plan, seat, units)


def unused(plan: OrderPlan, seat: Seat, units: Sequence[str]) -> Iterator[Event]:
    """Yield the events that decline the remaining offers beside the card, if they could still reach another unit."""
    marks = found(plan.ways, (*plan.given, *units))
    used = marks.ways.values() if marks else ()
    ids = {plan.offers[place].id for place in used if plan.offers[place]}  # type: ignore[union-attr]
    seen = set[str]()
    for way, offer in zip(plan.ways, plan.offers, strict=True):
        open_to = offer is not None and (not way.after or way.after in units) and not {*way.to} <= {*units}
        if offer is not None and open_to and offer.id not in seen and (offer.id not in ids or offer.opening):
            seen.add(offer.id)
            yield declined(seat, offer)


def _is_done(battle: LegionBattle, seat: Seat, by_card: Sequence[Troop], units: Sequence[str], judged: bool) -> bool:
    """True if, after these orders, the card can reach no further unit."""
    if left(battle, seat) <= len(by_card) or not eligible(battle, seat):
        return True
    slots, chosen, open_to = open_orders(battle, seat)
    commander = battle.play(seat).commander
    others = [t for t in open_to if t.unit.id not in units and (judged or t.unit.id == commander)]
    return not within(slots, [*chosen, *by_card], others)


def _ids(offer: OrderOffer) -> tuple[str, ...]:
    return tuple(troop.unit.id for troop in offer.to)


def _uses(battle: LegionBattle, seat: Seat, offer: OrderOffer) -> int:
    return uses_left(battle, seat, offer.opening[0]) if offer.opening else 1
