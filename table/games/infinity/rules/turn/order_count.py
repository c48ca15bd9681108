"""The Tactical Phase: the checks of the active player, and the order count (TB-107 to TB-109)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from table.games.infinity.rules.model import order_tokens as kinds
from table.games.infinity.rules.model.mission_labels import (
    ASK,
    group_option,
    line,
    member_options,
    name_of,
    word_option,
)
from table.games.infinity.rules.model.mission_state import (
    InfinitySide,
    Mission,
    Pools,
    TrooperEvent,
    with_members,
    with_side,
    with_turn,
)
from table.games.infinity.rules.model.order_tokens import Heap
from table.games.infinity.rules.turn.army_state import (
    available,
    giving,
    in_retreat,
    inspiring,
    leader,
    losing_their_leader,
    not_affected,
    regular,
    threshold,
)
from table.games.infinity.rules.turn.order_spending import NEW_LIEUTENANT, TurnBegan
from table.rules.chance import Chance
from table.rules.event_rows import EventRow, no_line
from table.rules.game import Event, SeatEvent
from table.rules.prompts import Option, Value
from table.rules.seats import Seat
from table.rules.steps import follows_marks, follows_number, marks
from table.rules.text import Text, text
from table.rules.tokens import HandOut


class ForceChecked(SeatEvent, frozen=True, tag=True):
    """The active player did the checks of the Tactical Phase."""

    retreat: bool
    lieutenant_lost: bool
    isolated: bool = False
    """True if some troopers are isolated. Their player is asked which."""
    chain: bool = False
    """True if a trooper with Chain of Command becomes Lieutenant, in secret (IA-14)."""
    inspired: bool = False
    """True if the trooper with Inspiring Leadership has become the Lieutenant (IA-18)."""
    strategos: bool = False
    """True if the Lieutenant's orders become Regular ones. Their player is asked for the group (IA-16)."""


class IsolatedNamed(SeatEvent, frozen=True, tag=True):
    """These troopers are isolated at the start of their player turn (IA-19)."""

    troopers: tuple[str, ...]


class LieutenantOrdersPooled(SeatEvent, frozen=True, tag=True):
    """The Lieutenant's orders of this turn are Regular ones of this group, by Strategos (IA-16)."""

    group: int


class IrregularThisTurnSaid(SeatEvent, frozen=True, tag=True):
    troopers: tuple[str, ...]


class RetreatIgnored(TrooperEvent, frozen=True, tag=True):
    """A trooper acts as if its army were not in Retreat!"""


class OrdersCounted(SeatEvent, frozen=True, tag=True):
    """The order count: pools by group, and troopers with an order of their own."""

    pools: Pools
    own: tuple[str, ...]
    tactical: tuple[str, ...]
    counted: int
    """The Regular, Irregular and Tactical Orders, without those of troopers that are off the table or hidden."""
    heaps: tuple[Heap, ...] = ()
    """The order tokens by kind; empty if all of them are Regular ones from one heap."""


RETREAT, LIEUTENANT, ISOLATED, CHAIN = "retreat", "lieutenant_lost", "isolated", "chain"
INSPIRED, STRATEGOS = "inspired", "strategos"


def turn_due(mission: Mission) -> Event | None:
    """Begin the first player turn at the end of the set-up. The others begin at the end of the turn before them."""
    return TurnBegan(mission.first, 1) if mission.active is None and mission.first is not None else None


def _active(mission: Mission, seat: Seat) -> bool:
    return seat is mission.active and not mission.busy_for(seat)


def _check_options(mission: Mission, seat: Seat) -> Iterable[Option]:
    return () if not _active(mission, seat) or mission.turn.checked else _checks(mission.side(seat))


def _checks(side: InfinitySide) -> Iterator[Option]:
    """Yield the states that a player can report. If the points are known, the table counts them and proposes Retreat!

    (IA-06). Troopers off the table count as survivors. The label shows only the threshold, which reveals nothing about
    them (IA-04). The bearer of Chain of Command is private, so the option is always offered (IA-14).
    """
    if leader(side) is not None:
        pass  # an inspired army is never in Retreat! (IA-18)
    elif in_retreat(side):
        points = available(side)
        label = text("infinity.check.retreat_counted", most=threshold(points), points=points)
        yield Option(RETREAT, label)
    else:
        yield word_option("check", RETREAT)
    yield word_option("check", LIEUTENANT)
    yield word_option("check", ISOLATED)
    yield word_option("check", CHAIN)
    if not side.inspired and next(inspiring(side), None) is not None:
        yield word_option("check", INSPIRED)
    if side.strategos and side.lieutenant_orders:
        yield word_option("check", STRATEGOS)


def _checked(_mission: Mission, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    """Take the marks. With Chain of Command the check of the Lieutenant is passed (IA-14)."""
    marked = marks(value)
    lost = LIEUTENANT in marked and CHAIN not in marked
    pooled = STRATEGOS in marked and not {RETREAT, LIEUTENANT, CHAIN} & set(marked)
    return (
        ForceChecked(
            seat, RETREAT in marked, lost, ISOLATED in marked, CHAIN in marked, INSPIRED in marked and not lost, pooled
        ),
    )


def _pool_options(mission: Mission, seat: Seat) -> Iterable[Option]:
    if not _active(mission, seat) or not mission.turn.pooling:
        return ()
    return map(group_option, sorted({one.group for one in mission.side(seat).members}))


def _isolatable(mission: Mission, seat: Seat) -> Iterable[Option]:
    if not _active(mission, seat) or not mission.turn.isolating:
        return ()
    return member_options(one for one in giving(mission.side(seat)) if not (one.warhorse or one.apart))


def _affected(mission: Mission, seat: Seat) -> Iterable[Option]:
    return member_options(not_affected(mission)) if _active(mission, seat) else ()


def _unaffected(mission: Mission, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    """Make the other troopers Irregular, and remember the unaffected ones (IN-35)."""
    steady = marks(value)
    ignoring = tuple(RetreatIgnored(seat, id, name_of(mission, seat, id)) for id in steady)
    others = tuple(member.id for member in not_affected(mission) if member.id not in steady)
    return (*ignoring, IrregularThisTurnSaid(seat, others))


def count_due(mission: Mission) -> Event | None:
    """Count the orders once the active player has answered its questions (TB-102).

    The open questions of the other seat do not affect the count.
    """
    seat, turn = mission.active, mission.turn
    if seat is None or turn.counted is not None or turn.isolating or turn.pooling or mission.busy_for(seat):
        return None
    if turn.lieutenant_lost and not turn.irregular_known:
        return IrregularThisTurnSaid(seat, losing_their_leader(mission))
    if not_affected(mission):
        return None
    side = mission.side(seat)
    pooled = [one for one in regular(side) if one.id not in turn.irregular]
    count = Counter(one.group for one in pooled)
    count[side.pooled_in] += side.lieutenant_orders or 0
    pools = tuple(sorted((group, n) for group, n in count.items() if group and n))
    everybody = giving(side)
    own = tuple(one.id for one in everybody if one not in pooled)
    tactical = tuple(one.id for one in everybody if one.tactical)
    counted = sum(1 + bool(one.tactical) for one in everybody if not one.apart)
    counted += (side.lieutenant_orders or 0) if side.pooled_in else 0
    return OrdersCounted(seat, pools, own, tactical, counted, _heaps(mission, seat, pools, own, tactical))


def _heaps(
    mission: Mission, seat: Seat, pools: Pools, own: tuple[str, ...], tactical: tuple[str, ...]
) -> tuple[Heap, ...]:
    """Return the tokens of the order count by kind, as far as the table has heaps for them (TB-116).

    Troopers off the table have no token, since it would reveal them.
    """
    if not mission.heaps:
        return ()
    side = mission.side(seat)
    irregular = sum(not side.member(id).apart for id in own)
    lieutenant = _lieutenant(mission, seat)
    apart = ((kinds.IRREGULAR, irregular), (kinds.TACTICAL, len(tactical)), (kinds.LIEUTENANT, lieutenant))
    there = (heap for heap in apart if heap[0] in mission.heaps)
    return kinds.added_up((*((kinds.regular(group, mission.heaps), n) for group, n in pools), *there))


def _lieutenant(mission: Mission, seat: Seat) -> int:
    """Return the orders of the Lieutenant alone in this turn."""
    side = mission.side(seat)
    return 0 if mission.turn.leaderless or side.pooled_in else side.lieutenant_orders or 0


def _fold_counted(mission: Mission, event: OrdersCounted) -> Mission:
    mission = with_members(mission, event.seat, event.own, own_order=True)
    mission = with_members(mission, event.seat, event.tactical, tactical_order=True)
    lieutenant = _lieutenant(mission, event.seat)
    mission = with_side(mission, event.seat, pools=event.pools, lieutenant_left=lieutenant)
    return with_turn(mission, counted=event.counted)


def _fold_checked(mission: Mission, event: ForceChecked) -> Mission:
    """Take the checks. Suppressive fire ends with the loss of the Lieutenant (IA-24).

    A Lieutenant by Chain of Command has the skill alone, and stays Lieutenant (IA-14).
    """
    side = mission.side(event.seat)
    if event.chain:
        orders = min(NEW_LIEUTENANT, side.lieutenant_orders or 0)
        mission = with_side(mission, event.seat, lieutenant_orders=orders, strategos=0)
    inspired = event.inspired or (side.inspired and not (event.lieutenant_lost or event.chain))
    mission = with_side(mission, event.seat, inspired=inspired)
    mission = with_turn(
        mission,
        checked=True,
        retreat=event.retreat,
        lieutenant_lost=event.lieutenant_lost,
        isolating=event.isolated,
        pooling=event.strategos,
    )
    if not mission.turn.leaderless:
        return mission
    firing = tuple(one.id for one in mission.side(event.seat).members if one.suppressive)
    return with_members(mission, event.seat, firing, suppressive=False)


def _fold_isolated(mission: Mission, event: IsolatedNamed) -> Mission:
    """Mark the troopers as isolated. They end suppressive fire and lead no fireteam (IA-19, IA-24)."""
    mission = with_turn(mission, isolating=False)
    return with_members(mission, event.seat, event.troopers, isolated=True, suppressive=False, leader=False)


def _line_counted(x: OrdersCounted) -> Text:
    regular = sum(n for _, n in x.pools)
    return text("infinity.tell.counted", seat=text(f"seat.{x.seat}"), counted=x.counted, regular=regular)


def _line_checked(x: ForceChecked) -> Text | None:
    found = "retreat" if x.retreat else "lieutenant_lost" if x.lieutenant_lost else "chain" if x.chain else ""
    return text(f"infinity.tell.{found}", seat=text(f"seat.{x.seat}")) if found else None


def _counted_tokens(x: OrdersCounted) -> tuple[HandOut, ...]:
    """Return the tokens of the orders (TB-116).

    Irregular, Tactical and Lieutenant orders have tokens if the table has a heap of them. They lie beside their
    troopers otherwise.
    """
    if x.heaps:
        return tuple(HandOut(x.seat, kind, n) for kind, n in x.heaps)
    return (HandOut(x.seat, kinds.REGULAR, sum(n for _, n in x.pools)),) if x.pools else ()


ISOLATED_QUESTION = ASK.some_of("count.isolated", "IA-19", _isolatable, follows_marks(IsolatedNamed))
POOL = ASK.one_of("count.pool", "IA-16", _pool_options, follows_number(LieutenantOrdersPooled))
STEADY = ASK.some_of("count.steady", "IA-06", _affected, _unaffected)
CHECKS = ASK.some_of("checks", "TB-107", _check_options, _checked)


ROWS: tuple[EventRow[Mission], ...] = (
    EventRow(ForceChecked, _fold_checked, _line_checked),
    EventRow(IsolatedNamed, _fold_isolated, no_line),
    EventRow(
        LieutenantOrdersPooled,
        lambda m, x: with_turn(with_side(m, x.seat, pooled_in=x.group), pooling=False),
        line("pooled", "group"),
    ),
    EventRow(IrregularThisTurnSaid, lambda m, x: with_turn(m, irregular=x.troopers, irregular_known=True), no_line),
    EventRow(RetreatIgnored, lambda m, x: with_members(m, x.seat, (x.trooper,), steady=True), line("steady", "name")),
    EventRow(OrdersCounted, _fold_counted, _line_counted, hands_out=_counted_tokens),
)
