"""The set-up before deployment: facts that the lists do not have, and the command tokens."""

from collections.abc import Callable, Iterable, Sequence

from table.games.infinity.rules.model.forces import MOST_LIEUTENANT_ORDERS, TOKENS, Order
from table.games.infinity.rules.model.mission_labels import ASK, NO_OR_YES, line, member_options
from table.games.infinity.rules.model.mission_state import InfinitySide, Member, Mission, with_members, with_side
from table.games.infinity.rules.model.order_tokens import COMMAND
from table.rules.event_rows import EventRow, no_line
from table.rules.game import Event, SeatEvent
from table.rules.prompts import Option
from table.rules.seats import SEATS, Seat
from table.rules.steps import Question, Range, follows_marks, follows_number, follows_word
from table.rules.tokens import HandOut


class BonusSaid(SeatEvent, frozen=True, tag=True):
    """A player stated whether the Lieutenant brings a command token."""

    bonus: bool


class LieutenantOrdersSaid(SeatEvent, frozen=True, tag=True):
    count: int


class OrderlessSaid(SeatEvent, frozen=True, tag=True):
    """A player named the troopers that give no order, among those whose order is missing in the list."""

    troopers: tuple[str, ...]


class IrregularSaid(SeatEvent, frozen=True, tag=True):
    """A player named the troopers that give an Irregular Order, among the rest. All others give Regular ones."""

    troopers: tuple[str, ...]


class TacticalSaid(SeatEvent, frozen=True, tag=True):
    troopers: tuple[str, ...]


class CommandTokensReceived(SeatEvent, frozen=True, tag=True):
    count: int


USUAL = 1
"""The usual number of special orders, at which the dial begins."""


def _unordered(side: InfinitySide) -> list[Member]:
    return [member for member in side.members if member.order is None]


def _tactical_unknown(side: InfinitySide) -> list[Member]:
    return [member for member in side.members if member.tactical is None]


def facts_due(mission: Mission) -> Event | None:
    """Hand out a seat's command tokens as soon as their number is known (IN-01, IN-02)."""
    for seat in SEATS:
        side = mission.side(seat)
        if side.tokens is None and side.bonus is not None:
            return CommandTokensReceived(seat, TOKENS + side.bonus)
    return None


def _some(
    key: str, which: Callable[[InfinitySide], Sequence[Member]], event: Callable[[Seat, tuple[str, ...]], Event]
) -> Question[Mission]:
    return ASK.some_of(
        key, "TB-104", lambda mission, seat: member_options(which(mission.side(seat))), follows_marks(event)
    )


def _bonus_options(mission: Mission, seat: Seat) -> Iterable[Option]:
    return NO_OR_YES if mission.side(seat).bonus is None else ()


def _lieutenant_dial(mission: Mission, seat: Seat) -> Range | None:
    return Range(0, MOST_LIEUTENANT_ORDERS, USUAL) if mission.side(seat).lieutenant_orders is None else None


def _fold_orderless(mission: Mission, event: OrderlessSaid) -> Mission:
    mission = with_members(mission, event.seat, event.troopers, order=Order.NONE, tactical=False)
    return with_side(mission, event.seat, orderless_known=True)


def _fold_irregular(mission: Mission, event: IrregularSaid) -> Mission:
    rest = tuple(m.id for m in mission.side(event.seat).members if m.order is None and m.id not in event.troopers)
    mission = with_members(mission, event.seat, event.troopers, order=Order.IRREGULAR)
    return with_members(mission, event.seat, rest, order=Order.REGULAR)


def _fold_tactical(mission: Mission, event: TacticalSaid) -> Mission:
    rest = tuple(m.id for m in mission.side(event.seat).members if m.tactical is None and m.id not in event.troopers)
    mission = with_members(mission, event.seat, event.troopers, tactical=True)
    return with_members(mission, event.seat, rest, tactical=False)


FACTS = (
    ASK.one_of("facts.bonus", "IN-02", _bonus_options, follows_word(lambda seat, word: BonusSaid(seat, word == "yes"))),
    ASK.number("facts.lieutenant", "TB-104", _lieutenant_dial, follows_number(LieutenantOrdersSaid)),
    _some("facts.none", lambda side: () if side.orderless_known else _unordered(side), OrderlessSaid),
    _some("facts.irregular", lambda side: _unordered(side) if side.orderless_known else (), IrregularSaid),
    _some("facts.tactical", lambda side: () if _unordered(side) else _tactical_unknown(side), TacticalSaid),
)


ROWS: tuple[EventRow[Mission], ...] = (
    EventRow(BonusSaid, lambda m, x: with_side(m, x.seat, bonus=x.bonus, bonus_answer=x.bonus), no_line),
    EventRow(
        LieutenantOrdersSaid,
        lambda m, x: with_side(m, x.seat, lieutenant_orders=x.count, lieutenant_answer=x.count),
        no_line,
    ),
    EventRow(OrderlessSaid, _fold_orderless, no_line),
    EventRow(IrregularSaid, _fold_irregular, no_line),
    EventRow(TacticalSaid, _fold_tactical, no_line),
    EventRow(
        CommandTokensReceived,
        lambda m, x: with_side(m, x.seat, tokens=x.count),
        line("tokens", "count"),
        hands_out=lambda x: (HandOut(x.seat, COMMAND, x.count),),
    ),
)
