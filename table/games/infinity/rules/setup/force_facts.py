"""The set-up before deployment: facts that the lists do not have, and the command tokens."""

from collections.abc import Callable, Sequence

from table.games.infinity.rules.model.forces import MOST_LIEUTENANT_ORDERS, TOKENS, Order
from table.games.infinity.rules.model.mission_labels import member_options, word_option
from table.games.infinity.rules.model.mission_state import InfinitySide, Member, Mission, with_members, with_side
from table.games.infinity.rules.model.order_tokens import COMMAND
from table.rules.chance import Chance
from table.rules.event_rows import EventRow, no_line, seat_line
from table.rules.game import Event, SeatEvent
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Number, Value
from table.rules.seats import SEATS, Seat
from table.rules.steps import Question
from table.rules.text import text
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


def _some(key: str, which: Callable[[InfinitySide], Sequence[Member]]) -> Callable[[Mission, Seat], AnyPrompt | None]:
    ask = text(f"infinity.ask.{key}")

    def prompt(mission: Mission, seat: Seat) -> AnyPrompt | None:
        members = which(mission.side(seat))
        if not members:
            return None
        options = member_options(members)
        return ChooseSome(key=key, seat=seat, ask=ask, rule="TB-104", options=options, least=0, most=len(options))

    return prompt


def _chosen(event: Callable[[Seat, tuple[str, ...]], Event]) -> Callable[..., Sequence[Event]]:
    def answer(_mission: Mission, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
        return (event(seat, value if isinstance(value, tuple) else ()),)

    return answer


def _ask_bonus(mission: Mission, seat: Seat) -> ChooseOne | None:
    if mission.side(seat).bonus is not None:
        return None
    options = tuple(word_option("word", word) for word in ("no", "yes"))
    return ChooseOne(key="facts.bonus", seat=seat, ask=text("infinity.ask.facts.bonus"), rule="IN-02", options=options)


def _bonus(_mission: Mission, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    return (BonusSaid(seat, value == "yes"),)


def _ask_lieutenant(mission: Mission, seat: Seat) -> Number | None:
    if mission.side(seat).lieutenant_orders is not None:
        return None
    ask = text("infinity.ask.facts.lieutenant")
    return Number(
        key="facts.lieutenant", seat=seat, ask=ask, rule="TB-104", least=0, most=MOST_LIEUTENANT_ORDERS, start=USUAL
    )  # fmt: skip


def _lieutenant(_mission: Mission, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    return (LieutenantOrdersSaid(seat, int(str(value))),)


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
    Question[Mission]("facts.bonus", "IN-02", _ask_bonus, _bonus),
    Question[Mission]("facts.lieutenant", "TB-104", _ask_lieutenant, _lieutenant),
    Question[Mission](
        "facts.none",
        "TB-104",
        _some("facts.none", lambda side: () if side.orderless_known else _unordered(side)),
        _chosen(OrderlessSaid),
    ),
    Question[Mission](
        "facts.irregular",
        "TB-104",
        _some("facts.irregular", lambda side: _unordered(side) if side.orderless_known else ()),
        _chosen(IrregularSaid),
    ),
    Question[Mission](
        "facts.tactical",
        "TB-104",
        _some("facts.tactical", lambda side: () if _unordered(side) else _tactical_unknown(side)),
        _chosen(TacticalSaid),
    ),
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
        seat_line("infinity.tell.tokens", "count"),
        hands_out=lambda x: (HandOut(x.seat, COMMAND, x.count),),
    ),
)
