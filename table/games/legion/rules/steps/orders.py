"""Nominate commanders and issue orders (LG-40 to LG-48)."""

from collections.abc import Sequence

from msgspec.structs import replace

from table.games.legion.rules.model.armies import Rank, Slot
from table.games.legion.rules.model.events import (
    CommanderFell,
    CommanderMissing,
    CommanderNominated,
    OrderIssued,
    OrdersFinished,
    RangeJudged,
)
from table.games.legion.rules.model.labels import unit_option
from table.games.legion.rules.model.slots import fits, spread, within
from table.games.legion.rules.model.state import LegionBattle, Troop, played
from table.games.legion.rules.steps.effects import ask_effect, nominating, ordering_seat
from table.games.legion.rules.steps.selection import owners
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import ChooseOne, ChooseSome, Value
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat
from table.rules.steps import Question
from table.rules.text import text


def leaders(battle: LegionBattle, seat: Seat) -> list[Troop]:
    """Return the units that can be nominated: the card's own unit (LG-40), or else any commander (LG-41)."""
    card, troops = played(battle, seat), battle.side(seat).troops
    if card is not None and (card.belongs_to or card.title):
        return owners(card, troops)
    return [troop for troop in troops if troop.rank is Rank.COMMANDER and not troop.defeated]


def due(battle: LegionBattle) -> Event | None:
    """Return a nomination without a choice; or, when a seat can issue no more orders, the end of its turn."""
    for seat in SEATS:
        if nominating(battle, seat):
            able = leaders(battle, seat)
            if not able:
                return CommanderMissing(seat, _lost(battle, seat))
            if len(able) == 1:
                return CommanderNominated(seat, able[0].unit.id, able[0].name)
    issuing = _issuing(battle)
    if issuing is not None and (fell := _fell(battle, issuing)):
        return fell
    if issuing is not None and not _judged(battle, issuing):
        return None if _far(battle, issuing) else RangeJudged(issuing, ())
    if issuing is not None and not eligible(battle, issuing):
        return OrdersFinished(issuing, _lost(battle, issuing))
    return None


def _fell(battle: LegionBattle, seat: Seat) -> CommanderFell | None:
    """Return the event that a nominated unit was defeated, and so issues no more orders (TB-49); otherwise None."""
    unit, lost = battle.play(seat).commander, _lost(battle, seat)
    if not unit or not lost or not (troop := battle.side(seat).troop(unit)).defeated:
        return None
    return CommanderFell(seat, unit, troop.name, lost)


def _issuing(battle: LegionBattle) -> Seat | None:
    """Return the seat that issues orders now: both have nominated, and no effect comes before."""
    if any(nominating(battle, seat) or ask_effect(battle, seat) for seat in SEATS):
        return None
    return ordering_seat(battle)


def _orders(battle: LegionBattle, seat: Seat) -> tuple[tuple[Slot, ...], list[Troop], list[Troop]]:
    """Return the card's slots one by one, the units ordered so far, and the units without an order."""
    card, side = played(battle, seat), battle.side(seat)
    chosen = [replace(side.troop(unit), rank=rank) for unit, rank in side.play.ordered]
    open_to = [troop for troop in side.troops if not troop.ordered and not troop.defeated]
    if side.play.in_range is not None:
        open_to = [troop for troop in open_to if troop.unit.id in (*side.play.in_range, side.play.commander)]
    slots = card.slots if card and card.slots else ()
    return spread(slots, [*chosen, *open_to]), chosen, open_to


def _judged(battle: LegionBattle, seat: Seat) -> bool:
    """True if no distance is left to be judged (LC-35)."""
    return not battle.edition.in_range or battle.play(seat).in_range is not None


def _far(battle: LegionBattle, seat: Seat) -> list[Troop]:
    """Return the units that an order could reach, if they were near enough to the nominated one."""
    slots, _, open_to = _orders(battle, seat)
    commander = battle.play(seat).commander
    return [t for t in open_to if t.unit.id != commander and any(fits(slot, t) for slot in slots)]


def _ask_range(battle: LegionBattle, seat: Seat) -> ChooseSome | None:
    if _issuing(battle) is not seat or _judged(battle, seat) or not (far := _far(battle, seat)):
        return None
    options = tuple(unit_option(troop) for troop in far)
    ask = text("legion.range.ask", unit=battle.side(seat).troop(battle.play(seat).commander).name)
    return ChooseSome(key="range", seat=seat, ask=ask, rule="LC-35", options=options, least=0, most=len(options))


def _judge_range(_battle: LegionBattle, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    return (RangeJudged(seat, value if isinstance(value, tuple) else ()),)


def eligible(battle: LegionBattle, seat: Seat) -> list[Troop]:
    """Return the units that this seat can issue the next order to (LG-44, LG-45, LG-47)."""
    return within(*_orders(battle, seat))


def _lost(battle: LegionBattle, seat: Seat) -> int:
    slots, chosen, _ = _orders(battle, seat)
    return max(0, len(slots) - len(chosen))


def _ask_nominate(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    if not nominating(battle, seat) or not (able := leaders(battle, seat)):
        return None
    card = played(battle, seat)
    rule = "LG-40" if card and (card.belongs_to or card.title) else "LG-41"
    options = tuple(unit_option(troop) for troop in able)
    return ChooseOne(key="nominate", seat=seat, ask=text("legion.nominate.ask"), rule=rule, options=options)


def _nominate(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    troop = battle.side(seat).troop(str(value))
    return (CommanderNominated(seat, troop.unit.id, troop.name),)


def _ask_orders(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    if _issuing(battle) is not seat or not _judged(battle, seat):
        return None
    slots, chosen, open_to = _orders(battle, seat)
    able = within(slots, chosen, open_to)
    if not able:
        return None
    options = tuple(unit_option(troop) for troop in able)
    ask = text("legion.orders.ask", left=len(slots) - len(chosen))
    return ChooseOne(key="orders", seat=seat, ask=ask, rule="LG-43", options=options)


def _issue(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    troop = battle.side(seat).troop(str(value))
    return (OrderIssued(seat, troop.unit.id, troop.name, troop.rank),) if troop.rank else ()


def _refuse_order(battle: LegionBattle, seat: Seat, value: Value) -> Refusal | None:
    """Return why this unit gets no order from the card, or why a unit has to be named."""
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
    slots, _, _ = _orders(battle, seat)
    if not any(fits(slot, troop) for slot in slots):
        return Refusal("LG-45", text("legion.refused.type", unit=troop.name))
    return Refusal("LG-43", text("legion.refused.slots", unit=troop.name))


NOMINATE = Question[LegionBattle]("nominate", "LG-42", _ask_nominate, _nominate)
RANGE = Question[LegionBattle]("range", "LC-35", _ask_range, _judge_range)
ORDERS = Question[LegionBattle]("orders", "LG-42", _ask_orders, _issue, _refuse_order)
