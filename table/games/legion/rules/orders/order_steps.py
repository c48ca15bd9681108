"""The step of orders: nominate commanders and issue orders (LG-40 to LG-48, LA-32 to LA-34, LA-37, LA-45, LA-46)."""

from collections.abc import Sequence

from table.games.legion.rules.card_acts.acts_in_play import number, owners
from table.games.legion.rules.keywords import battle_cards_in_play
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.asking import follows_unit
from table.games.legion.rules.model.forces import force_of
from table.games.legion.rules.model.labels import unit_option
from table.games.legion.rules.model.moments import KeywordMoment, moment_of
from table.games.legion.rules.model.slots import fits
from table.games.legion.rules.model.state import LegionBattle, Troop, played
from table.games.legion.rules.orders.card_orders import declinable, eligible, far, left, open_orders, reached
from table.games.legion.rules.orders.keyword_orders import (
    NOBODY,
    OrderOffer,
    answered,
    choices,
    coordinated,
    offers,
    rule,
)
from table.games.legion.rules.orders.leaders import may_order, open_leaders
from table.games.legion.rules.orders.marked_orders import OrderPlan, issued, most, order_plan, unused
from table.games.legion.rules.orders.order_events import (
    CommanderFell,
    CommanderMissing,
    CommanderNominated,
    OrdersDeclined,
    OrdersFinished,
    RangeJudged,
)
from table.games.legion.rules.orders.order_moments import acting_seat, issuing_goes_on, issuing_seat, nominating
from table.rules.chance import Chance
from table.rules.choice.marking import kept
from table.rules.game import Event
from table.rules.prompts import ChooseOne, ChooseSome, Option, Value
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat
from table.rules.steps import Question
from table.rules.text import Text, text

NO_MORE = "no_more"
"""The answer that no further unit is near enough to the nominated unit."""


def leaders(battle: LegionBattle, seat: Seat) -> list[Troop]:
    """Return the units that can be nominated: the card's own units (LG-40, LA-47), else `open_leaders`."""
    card, troops = played(battle, seat), battle.side(seat).troops
    if card is not None and (card.belongs_to or card.title):
        return owners(card, troops)
    return open_leaders(battle, card, troops)


def due(battle: LegionBattle) -> Event | None:
    """Return a nomination without a choice, or the end of the orders of a seat that has no order left to issue."""
    for seat in SEATS:
        if nominating(battle, seat):
            able = leaders(battle, seat)
            if not able:
                return CommanderMissing(seat, left(battle, seat))
            if len(able) == 1 or not _matters(battle, seat, able):
                return CommanderNominated(seat, able[0].unit.id, able[0].name)
    issuing = _issuing(battle)
    if issuing is None or not _has_card_orders(battle, issuing):
        return None
    if battle_cards_in_play.waits(battle, issuing):
        return None
    if fell := _fell(battle, issuing):
        return fell
    if not _judged(battle, issuing):
        return None if far(battle, issuing) else RangeJudged(issuing, ())
    if eligible(battle, issuing) or any(offers(battle, issuing)) or acting_seat(battle) is not None:
        return None
    return OrdersFinished(issuing, left(battle, issuing))


def _has_card_orders(battle: LegionBattle, seat: Seat) -> bool:
    """True while a seat's card has orders to issue; False if only offers are left."""
    play = battle.play(seat)
    return bool(play.card) and not play.orders_done


def _fell(battle: LegionBattle, seat: Seat) -> CommanderFell | None:
    """Return the event that the nominated unit is defeated and issues no further orders (TB-49); otherwise None."""
    unit, lost = battle.play(seat).commander, left(battle, seat)
    if not unit or not lost or not (troop := battle.side(seat).troop(unit)).defeated:
        return None
    return CommanderFell(seat, unit, troop.name, lost)


def _issuing(battle: LegionBattle) -> Seat | None:
    """Return the issuing seat once both seats have nominated and no effect precedes.

    In the current rules an effect on issuing orders is resolved while they are issued (LA-46).
    """
    if not battle.edition.keywords and acting_seat(battle) is not None:
        return None
    return issuing_seat(battle)


def _judged(battle: LegionBattle, seat: Seat) -> bool:
    """True if no range is to be judged: the rules (LC-35) and the card (LA-45) have no limit, or it is judged."""
    return not most_range(battle, seat) or battle.play(seat).in_range is not None


def most_range(battle: LegionBattle, seat: Seat) -> str:
    """Return the range of the nominated unit's orders; empty for any range."""
    if battle.edition.in_range:
        return "1-3"
    limit = number(battle, seat, Act.ORDER_RANGE_LIMIT)
    return force_of(battle.side(seat).army).order_range if limit is None else str(limit)


def _matters(battle: LegionBattle, seat: Seat, able: Sequence[Troop]) -> bool:
    """True if it matters which of these units is nominated (TB-129).

    It does if the card is theirs, they reach different units (LA-37), orders have a range, or a keyword acts while its
    unit is nominated.
    """
    card = played(battle, seat)
    if card is None or card.belongs_to or card.title:
        return True
    troops = battle.side(seat).troops
    reach = {tuple(may_order(battle, leader.unit, each.unit) for each in troops) for leader in able}
    acts = any(moment_of(each.keyword) is KeywordMoment.NOMINATED for t in able for each in t.unit.keywords)
    return len(reach) > 1 or acts or bool(most_range(battle, seat))


def _ask_nominate(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    """Ask for the nominated unit.

    If it makes no difference, the table names one, and it can be changed until orders are issued.
    """
    play, now = battle.play(seat), nominating(battle, seat)
    changes = battle.step == "orders" and play.commander and not play.ordered and not play.orders_done
    if not (now or changes) or not (able := leaders(battle, seat)):
        return None
    if not now and (battle.side(seat).troop(play.commander).defeated or _matters(battle, seat, able)):
        return None
    card = played(battle, seat)
    rule = "LG-40" if card and (card.belongs_to or card.title) else "LG-41"
    options = tuple(unit_option(troop) for troop in able if troop.unit.id != play.commander)
    if not options:
        return None
    ask = text("legion.nominate.ask" if now else "legion.nominate.other")
    return ChooseOne(key="nominate", seat=seat, ask=ask, rule=rule, options=options, standing=not now)


def _ask_orders(battle: LegionBattle, seat: Seat) -> ChooseOne | ChooseSome | None:
    """Ask which units get the orders of the card, and those that keywords and cards offer beside it (LA-86)."""
    if battle.step != "orders" or _issuing(battle) is not seat or battle_cards_in_play.waits(battle, seat):
        return None
    able, plan = eligible(battle, seat), order_plan(battle, seat)
    if not plan.units:
        return None
    none, options, at_once = _none(battle, seat, able), tuple(map(unit_option, plan.units)), most(plan)
    by = _rule(battle, seat) if able else "LA-32"
    if at_once == 1 and not (plan.chained and able):
        offer = next(filter(None, plan.offers), None)
        ask = text(f"legion.offer.{offer.what}", name=offer.name) if offer else _words(battle, seat, plan)
        return ChooseOne(key="orders", seat=seat, ask=ask, rule=rule(offer) if offer else by, options=(*options, *none))
    marked = kept(plan.ways, _proposed(battle, seat, plan, at_once), plan.given)
    proposed = tuple(option.id for option in options if option.id in marked)
    return ChooseSome(
        key="orders", seat=seat, ask=_words(battle, seat, plan), rule=by, options=options, least=0 if none else 1,
        most=at_once, ways=plan.ways, given=plan.given, proposed=proposed,
    )  # fmt: skip


def _rule(battle: LegionBattle, seat: Seat) -> str:
    """Return the rule by which the card's orders are asked for: a rule that limits their range comes first."""
    if _judged(battle, seat):
        return "LG-43"
    of_card = number(battle, seat, Act.ORDER_RANGE_LIMIT) is not None
    return "LC-35" if battle.edition.in_range else "LA-45" if of_card else "LA-72"


def _words(battle: LegionBattle, seat: Seat, plan: OrderPlan) -> Text:
    """Return the question, with the number of the card's orders and the names of those that can issue more."""
    card, number_left = played(battle, seat), left(battle, seat) if eligible(battle, seat) else 0
    names = dict.fromkeys(offer.name for offer in plan.offers if offer)
    if not number_left:
        return text("legion.orders.ask.beside", names=", ".join(names))
    if not _judged(battle, seat):
        unit = battle.side(seat).troop(battle.play(seat).commander).name
        return text("legion.orders.ask.range", left=number_left, range=most_range(battle, seat), unit=unit)
    if card and battle.edition.keywords and acting_seat(battle) is seat and issuing_goes_on(battle):
        return text("legion.orders.ask.acts", left=number_left, card=card.name)
    if names:
        return text("legion.orders.ask.more", left=number_left)
    return text("legion.orders.ask", left=number_left)


def _none(battle: LegionBattle, seat: Seat, able: Sequence[Troop]) -> tuple[Option, ...]:
    """Return the option to issue no further order, if there is one.

    If units are marked in a list, marking none means this.
    """
    if not able:
        return (Option(NOBODY, text("legion.offer.none"), "sign.no"),)
    options = []
    if declinable(battle, seat):
        options.append(Option(NOBODY, text("legion.orders.decline", left=left(battle, seat)), "sign.no"))
    if _has_more_in_range(battle, seat, able):
        options.append(Option(NO_MORE, text("legion.orders.no_more"), "sign.no"))
    return tuple(options)


def _proposed(battle: LegionBattle, seat: Seat, plan: OrderPlan, at_once: int) -> tuple[str, ...]:
    """Return the units to mark at first: those that had an order in the last round.

    If more than half of the units can get one, others are marked too, because unmarking a few takes fewer presses.
    """
    units = [troop.unit.id for troop in plan.units]
    before = [unit for unit in battle.side(seat).ordered_before if unit in units]
    if 2 * at_once <= len(units):
        return tuple(before)
    givers = [unit for unit in units if any(way.after == unit for way in plan.ways)]
    return tuple(dict.fromkeys((*before, *givers, *units)))


def _has_more_in_range(battle: LegionBattle, seat: Seat, able: Sequence[Troop]) -> bool:
    """True if units may be out of range (LC-35, LA-45). The nominated unit never is."""
    in_range = battle.play(seat).in_range
    if in_range is None:
        return not _judged(battle, seat)
    return sum(troop.unit.id in in_range for troop in able) > 1


def _ordered_in_range(battle: LegionBattle, seat: Seat) -> tuple[str, ...]:
    """Return the units in range that have their order."""
    in_range = battle.play(seat).in_range or ()
    return tuple(unit for unit in in_range if battle.side(seat).troop(unit).ordered)


def _issue(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    none = value == () and [option.id for option in _none(battle, seat, eligible(battle, seat))]
    if NO_MORE in (value, *(none or ())):
        return (RangeJudged(seat, _ordered_in_range(battle, seat)),)
    if (value == NOBODY or none) and eligible(battle, seat):
        return (OrdersDeclined(seat, left(battle, seat)), *unused(order_plan(battle, seat), seat, ()))
    if value == NOBODY or none:
        return tuple(unused(order_plan(battle, seat), seat, ()))
    return tuple(issued(battle, seat, value if isinstance(value, tuple) else (str(value),), _judged(battle, seat)))


def _refuse_order(battle: LegionBattle, seat: Seat, value: Value) -> Refusal | None:
    """Return the refusal of an order for this unit, or of an empty answer.

    Of several marked units it is about the first that cannot have an order.
    """
    if isinstance(value, tuple) and value:
        plan = order_plan(battle, seat)
        together = kept(plan.ways, value, plan.given)
        value = next((unit for unit in value if unit not in together), value[0])
    if not isinstance(value, str):
        return Refusal("LG-47", text("legion.refused.all_orders"))
    troop = next((troop for troop in battle.side(seat).troops if troop.unit.id == value), None)
    if troop is None:
        return Refusal("LG-13", text("legion.refused.not_friendly"))
    if troop.defeated:
        return Refusal("TB-32", text("legion.refused.defeated", unit=troop.name))
    if troop.rank is None:
        return Refusal("TB-44", text("legion.refused.counterpart", unit=troop.name))
    if troop.ordered:
        return Refusal("LG-44", text("legion.refused.ordered", unit=troop.name))
    in_range = battle.play(seat).in_range
    if in_range is not None and troop.unit.id not in (*in_range, battle.play(seat).commander):
        return Refusal("LC-35", text("legion.refused.range", unit=troop.name))
    if not reached(battle, seat, troop):
        return Refusal("LA-37", text("legion.refused.affiliation", unit=troop.name))
    slots, _, _ = open_orders(battle, seat)
    if not any(fits(slot, troop) for slot in slots):
        return Refusal("LG-45", text("legion.refused.type", unit=troop.name))
    return Refusal("LG-43", text("legion.refused.slots", unit=troop.name))


def _offer(battle: LegionBattle, seat: Seat) -> OrderOffer | None:
    """Return the offer of Coordinate to a seat after the step of orders; otherwise None."""
    return next(coordinated(battle, seat), None) if battle.step == "activation" else None


def _ask_offer(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    """Offer to pass on an order that a unit got after the step of orders (LA-34)."""
    if (offer := _offer(battle, seat)) is None:
        return None
    ask = text(f"legion.offer.{offer.what}", name=offer.name)
    return ChooseOne(
        key="order.offer", seat=seat, ask=ask, rule=rule(offer), options=choices(offer), standing=True, ready=True,
        hold=True,
    )  # fmt: skip


def _take_offer(battle: LegionBattle, seat: Seat, value: Value, chance: Chance) -> Sequence[Event]:
    return answered(battle, seat, _offer(battle, seat), value, chance)


OFFER = Question[LegionBattle]("order.offer", "LA-34", _ask_offer, _take_offer)
NOMINATE = Question[LegionBattle]("nominate", "LG-42", _ask_nominate, follows_unit(CommanderNominated))
ORDERS = Question[LegionBattle]("orders", "LG-42", _ask_orders, _issue, _refuse_order)
