"""The events of nominating commanders and issuing orders."""

from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.event_kinds import UnitEvent
from table.games.legion.rules.model.state import LegionBattle, with_play, with_troop
from table.games.legion.rules.model.story_lines import line, seat_name, unless_zero
from table.games.legion.rules.model.token_counts import change_pool
from table.rules.event_rows import EventRow, no_line
from table.rules.game import SeatEvent
from table.rules.text import Text, text
from table.rules.tokens import HandOut


class CommanderNominated(UnitEvent, frozen=True, tag=True):
    """A unit is nominated as the commander of a seat's card."""


class CommanderMissing(SeatEvent, frozen=True, tag=True):
    """No unit can be nominated, and the card's orders are lost."""

    lost: int


class CommanderFell(UnitEvent, frozen=True, tag=True):
    """The nominated unit is defeated, and the orders that it has not issued are lost."""

    lost: int


class RangeJudged(SeatEvent, frozen=True, tag=True):
    """The players judged which units are near enough to the nominated unit. That unit itself always is."""

    units: tuple[str, ...]


class OrderIssued(UnitEvent, frozen=True, tag=True):
    """A unit was issued an order.

    `extra`: by another source than the nominated commander. `pooled`: its token was in the pool. `bag`, in all events:
    the pool is the players' own bag, from which they draw themselves (TB-75).
    """

    rank: Rank
    extra: bool = False
    pooled: bool = False
    bag: bool = False
    offer: str = ""
    """The id of the offer that issued it (LA-32), or empty."""
    giver: str = ""
    """The name of the unit or card with that offer."""


class OrderDeclined(SeatEvent, frozen=True, tag=True):
    """An order that a keyword or a card offers is not issued (LA-32)."""

    offer: str
    name: str


class OrdersDeclined(SeatEvent, frozen=True, tag=True):
    """The seat declines the remaining orders, as its card allows (LA-45)."""

    number: int


class OrdersFinished(SeatEvent, frozen=True, tag=True):
    """A seat has issued the orders of its card. `lost` of them had no unit."""

    lost: int


def _order_issued(battle: LegionBattle, event: OrderIssued) -> LegionBattle:
    battle = with_troop(battle, event.seat, event.unit, ordered=True, face_up=True)
    if event.pooled:
        battle = change_pool(battle, event.seat, event.rank, -1)
    if ":" in event.offer:  # a unit's offer is taken once, a card's as often as it gives one
        battle = with_play(battle, event.seat, offered=(*battle.play(event.seat).offered, event.offer))
    if event.extra:
        return battle
    return with_play(battle, event.seat, ordered=(*battle.play(event.seat).ordered, (event.unit, event.rank)))


def _declined(battle: LegionBattle, event: OrderDeclined) -> LegionBattle:
    return with_play(battle, event.seat, offered=(*battle.play(event.seat).offered, event.offer))


def _order(x: OrderIssued) -> Text:
    if x.giver:
        return text("legion.story.order_offered", name=x.name, giver=x.giver)
    return text("legion.story.order_extra" if x.extra else "legion.story.order", seat=seat_name(x), name=x.name)


def _token_issued(x: OrderIssued) -> tuple[HandOut, ...]:
    """Return the unit's token, unless it comes out of the players' own bag (TB-75)."""
    return () if x.pooled and x.bag else (HandOut(x.seat, x.rank, 1),)


ROWS: tuple[EventRow[LegionBattle], ...] = (
    EventRow(
        CommanderNominated, lambda b, x: with_play(b, x.seat, nominated=True, commander=x.unit), line("nominated")
    ),
    EventRow(
        CommanderMissing,
        lambda b, x: with_play(b, x.seat, nominated=True, orders_done=True),
        line("commander_missing", number="lost"),
    ),
    EventRow(
        CommanderFell,
        lambda b, x: with_play(b, x.seat, orders_done=True, fell=True),
        line("commander_fell", number="lost"),
    ),
    EventRow(RangeJudged, lambda b, x: with_play(b, x.seat, in_range=x.units), no_line),
    EventRow(OrderIssued, _order_issued, _order, hands_out=_token_issued),
    EventRow(OrderDeclined, _declined, no_line),
    EventRow(OrdersDeclined, lambda b, x: with_play(b, x.seat, declined=True), line("orders_declined", "number")),
    EventRow(
        OrdersFinished,
        lambda b, x: with_play(b, x.seat, orders_done=True, lost=x.lost),
        unless_zero("orders_lost", "lost"),
    ),
)
