"""The Tactical Phase: the checks of the active player, and the order count (TB-107 to TB-109)."""

from collections.abc import Iterator, Sequence

from table.games.infinity.rules.model import order_tokens as kinds
from table.games.infinity.rules.model.forces import Order
from table.games.infinity.rules.model.labels import member_options, name_of, word_option
from table.games.infinity.rules.model.order_tokens import Heap
from table.games.infinity.rules.model.state import (
    InfinitySide,
    Member,
    Mission,
    Pools,
    with_members,
    with_side,
    with_turn,
)
from table.games.infinity.rules.turn.order_spending import TurnBegan
from table.rules.chance import Chance
from table.rules.event_rows import EventRow, no_line, seat_line
from table.rules.game import Event
from table.rules.prompts import ChooseSome, Option, Value
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import Text, text
from table.rules.tokens import HandOut


class ForceChecked(Event, frozen=True, tag=True):
    """The active player did the checks of the Tactical Phase."""

    seat: Seat
    retreat: bool
    lieutenant_lost: bool


class IrregularThisTurnSaid(Event, frozen=True, tag=True):
    seat: Seat
    troopers: tuple[str, ...]


class RetreatIgnored(Event, frozen=True, tag=True):
    seat: Seat
    trooper: str
    name: str


class OrdersCounted(Event, frozen=True, tag=True):
    """The order count: pools by group, and troopers with an order of their own."""

    seat: Seat
    pools: Pools
    own: tuple[str, ...]
    tactical: tuple[str, ...]
    counted: int
    """The Regular, Irregular and Tactical Orders, without those of troopers that are off the table or hidden."""
    heaps: tuple[Heap, ...] = ()
    """The order tokens by kind; empty where all of them are Regular ones from one heap."""


RETREAT_AT = 4
"""Retreat! holds where a quarter of the points or less is left (IA-06)."""
RETREAT, LIEUTENANT = "retreat", "lieutenant_lost"


def turn_due(mission: Mission) -> Event | None:
    """Begin the first player turn at the end of the set-up. The others begin at the end of the turn before them."""
    return TurnBegan(mission.first, 1) if mission.active is None and mission.first is not None else None


def _active(mission: Mission, seat: Seat) -> bool:
    return seat is mission.active and not mission.busy_for(seat)


def _ask_checks(mission: Mission, seat: Seat) -> ChooseSome | None:
    if not _active(mission, seat) or mission.turn.checked:
        return None
    options = tuple(_checks(mission.side(seat)))
    ask = text("infinity.ask.checks")
    return ChooseSome(key="checks", seat=seat, ask=ask, rule="TB-107", options=options, least=0, most=len(options))


def _checks(side: InfinitySide) -> Iterator[Option]:
    """Yield what can be so. Where the points are known the table counts them for Retreat!, and proposes it (IA-06).

    It counts what everybody sees: the owner of hidden troopers decides beyond that (IA-04).
    """
    left = points_left(side)
    if left is not None and left * RETREAT_AT <= points_of(side):
        yield Option(RETREAT, text("infinity.check.retreat_counted"))
    else:
        yield word_option("check", RETREAT)
    yield word_option("check", LIEUTENANT)


def points_of(side: InfinitySide) -> int:
    """Return the points of those who are or were on the table; of reinforcements once they arrive."""
    return sum(member.points for member in side.members)


def points_left(side: InfinitySide) -> int | None:
    """Return the points of those who are there and not lost; None where the list does not say what each costs."""
    counted = [member for member in side.members if member.root == member.id]
    if not all(member.points for member in counted):
        return None
    return sum(member.points for member in side.members if not member.lost)


def _checked(_mission: Mission, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    marked = value if isinstance(value, tuple) else ()
    return (ForceChecked(seat, RETREAT in marked, LIEUTENANT in marked),)


def _giving(mission: Mission) -> list[Member]:
    """Return the troopers whose orders are counted."""
    if mission.active is None:
        return []
    return [m for m in mission.side(mission.active).members if not m.lost and m.order is not Order.NONE]


def _regular(mission: Mission) -> list[Member]:
    return [m for m in _giving(mission) if m.order is Order.REGULAR and not m.apart]


def _not_affected(mission: Mission) -> list[Member]:
    """Return the troopers of which it is asked whether Retreat! changes nothing for them: they may have a skill."""
    turn = mission.turn
    if not turn.retreat or turn.lieutenant_lost or turn.irregular_known or turn.counted is not None:
        return []
    return [member for member in _regular(mission) if not member.steady]


def _ask_steady(mission: Mission, seat: Seat) -> ChooseSome | None:
    members = _not_affected(mission) if _active(mission, seat) else []
    if not members:
        return None
    options = member_options(members)
    ask = text("infinity.ask.count.steady")
    return ChooseSome(key="count.steady", seat=seat, ask=ask, rule="IA-06", options=options, least=0, most=len(options))


def _unaffected(mission: Mission, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    """Make the others Irregular. Those who are not affected are remembered as such (IN-35)."""
    steady = value if isinstance(value, tuple) else ()
    ignoring = tuple(RetreatIgnored(seat, id, name_of(mission, seat, id)) for id in steady)
    others = tuple(member.id for member in _not_affected(mission) if member.id not in steady)
    return (*ignoring, IrregularThisTurnSaid(seat, others))


def count_due(mission: Mission) -> Event | None:
    """Count the orders once the active player has said what the count needs, whatever the other seat answers (TB-102).

    What the other seat says of its own troopers changes nothing of the count.
    """
    seat, turn = mission.active, mission.turn
    if seat is None or turn.counted is not None or mission.busy_for(seat):
        return None
    if turn.lieutenant_lost and not turn.irregular_known:
        return IrregularThisTurnSaid(seat, tuple(member.id for member in _regular(mission)))
    if _not_affected(mission):
        return None
    regular = [m for m in _regular(mission) if m.id not in turn.irregular]
    groups = sorted({m.group for m in regular})
    pools = tuple((group, sum(m.group == group for m in regular)) for group in groups)
    own = tuple(m.id for m in _giving(mission) if m not in regular)
    tactical = tuple(m.id for m in _giving(mission) if m.tactical)
    counted = sum(1 + bool(m.tactical) for m in _giving(mission) if not m.apart)
    return OrdersCounted(seat, pools, own, tactical, counted, _heaps(mission, seat, pools, own, tactical))


def _heaps(
    mission: Mission, seat: Seat, pools: Pools, own: tuple[str, ...], tactical: tuple[str, ...]
) -> tuple[Heap, ...]:
    """Return the tokens of the order count by kind, as far as the table has heaps for them (TB-116).

    Whoever is off the table has no token that would tell of it.
    """
    if not mission.heaps:
        return ()
    side = mission.side(seat)
    irregular = sum(not side.member(id).apart for id in own)
    lieutenant = 0 if mission.turn.lieutenant_lost else side.lieutenant_orders or 0
    apart = ((kinds.IRREGULAR, irregular), (kinds.TACTICAL, len(tactical)), (kinds.LIEUTENANT, lieutenant))
    there = (heap for heap in apart if heap[0] in mission.heaps)
    return kinds.added_up((*((kinds.regular(group, mission.heaps), n) for group, n in pools), *there))


def _fold_counted(mission: Mission, event: OrdersCounted) -> Mission:
    side = mission.side(event.seat)
    mission = with_members(mission, event.seat, event.own, own_order=True)
    mission = with_members(mission, event.seat, event.tactical, tactical_order=True)
    lieutenant = 0 if mission.turn.lieutenant_lost else side.lieutenant_orders or 0
    mission = with_side(mission, event.seat, pools=event.pools, lieutenant_left=lieutenant)
    return with_turn(mission, counted=event.counted)


def _line_counted(x: OrdersCounted) -> Text:
    regular = sum(n for _, n in x.pools)
    return text("infinity.tell.counted", seat=text(f"seat.{x.seat}"), counted=x.counted, regular=regular)


def _line_checked(x: ForceChecked) -> Text | None:
    found = "retreat" if x.retreat else "lieutenant_lost" if x.lieutenant_lost else ""
    return text(f"infinity.tell.{found}", seat=text(f"seat.{x.seat}")) if found else None


def _counted_tokens(x: OrdersCounted) -> tuple[HandOut, ...]:
    """Return the tokens of the orders (TB-116).

    Irregular, Tactical and Lieutenant orders have tokens where the table has a heap of them. Otherwise they lie beside
    their troopers.
    """
    if x.heaps:
        return tuple(HandOut(x.seat, kind, n) for kind, n in x.heaps)
    return (HandOut(x.seat, kinds.REGULAR, sum(n for _, n in x.pools)),) if x.pools else ()


STEADY = Question[Mission]("count.steady", "IA-06", _ask_steady, _unaffected)
CHECKS = Question[Mission]("checks", "TB-107", _ask_checks, _checked)


ROWS: tuple[EventRow[Mission], ...] = (
    EventRow(
        ForceChecked,
        lambda m, x: with_turn(m, checked=True, retreat=x.retreat, lieutenant_lost=x.lieutenant_lost),
        _line_checked,
    ),
    EventRow(IrregularThisTurnSaid, lambda m, x: with_turn(m, irregular=x.troopers, irregular_known=True), no_line),
    EventRow(
        RetreatIgnored,
        lambda m, x: with_members(m, x.seat, (x.trooper,), steady=True),
        seat_line("infinity.tell.steady", "name"),
    ),
    EventRow(OrdersCounted, _fold_counted, _line_counted, hands_out=_counted_tokens),
)
