"""Corrections of a trooper's order or combat group. They change the orders that can be spent in this turn (TB-76)."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from table.games.infinity.rules.model.forces import Order
from table.games.infinity.rules.model.mission_labels import group_option, word_option
from table.games.infinity.rules.model.mission_state import (
    InfinitySide,
    Member,
    Mission,
    other_groups,
    pool_of,
    with_members,
    with_order,
    with_turn,
)
from table.games.infinity.rules.model.order_tokens import of_kind, regular
from table.rules.corrections import CorrectablePoint, Corrected
from table.rules.prompts import Option
from table.rules.seats import Seat
from table.rules.text import Text, text

ORDER, TACTICAL, GROUP = "order.", "tactical.", "group."
NO, YES = "no", "yes"


def points(mission: Mission, seat: Seat) -> Iterator[CorrectablePoint]:
    side = mission.side(seat)
    for member in _giving(side):
        yield _order(mission, seat, member)
    for member in _with_order(side):
        yield _point(TACTICAL, member, YES if member.tactical else NO, *(word_option("word", w) for w in (YES, NO)))
    for member in _movable(side):
        options = (group_option(group) for group in sorted((member.group, *other_groups(side, member))))
        yield _point(GROUP, member, str(member.group), *options)


def families(side: InfinitySide) -> Iterator[Option]:
    """Yield the option of each family that has a possible correction now."""
    for family, troopers in ((ORDER, _giving), (TACTICAL, _with_order), (GROUP, _movable)):
        if next(troopers(side), None) is not None:
            yield Option(family, _among(family))


def _giving(side: InfinitySide) -> Iterator[Member]:
    """Yield the troopers that can give an order: no peripheral does."""
    return (member for member in side.members if not member.peripheral_of)


def _with_order(side: InfinitySide) -> Iterator[Member]:
    return (member for member in _giving(side) if member.order is not Order.NONE)


def _movable(side: InfinitySide) -> Iterator[Member]:
    """Yield the troopers that can go to another group, with all that belongs to them."""
    return (member for member in side.members if member.root == member.id and other_groups(side, member))


def _among(family: str) -> Text:
    return text(f"infinity.correct.{family}which")


def _point(family: str, member: Member, now: str, *options: Option) -> CorrectablePoint:
    name = text(f"infinity.correct.{family}of", name=member.name)
    return CorrectablePoint(f"{family}{member.id}", name, now, options, among=_among(family))


def _order(mission: Mission, seat: Seat, member: Member) -> CorrectablePoint:
    kinds = tuple(word_option("kind", kind) for kind in Order)
    moves = tuple((str(kind), _moved(mission, seat, member, kind)) for kind in Order)
    point = _point(ORDER, member, str(member.order), *kinds)
    return replace(point, id=of_kind(point.id, regular(member.group, mission.heaps)), moves=moves)


def givers(side: InfinitySide, group: int) -> int:
    """Return the most orders that the pool of a group can have: of its troopers, and of the Lieutenant (IA-16)."""
    pooled = (side.lieutenant_orders or 0) if group == side.pooled_in else 0
    return pooled + sum(member.group == group and member.order is not Order.NONE for member in side.members)


def counted(mission: Mission, seat: Seat) -> bool:
    """True if the orders of this seat's turn are counted, and can be spent."""
    return seat is mission.active and mission.turn.counted is not None and not mission.turn.orders_done


def _for_itself(mission: Mission, member: Member) -> bool:
    """True if in this turn the trooper's order is its own, of whatever kind it is."""
    return member.apart or member.id in mission.turn.irregular


def _moved(mission: Mission, seat: Seat, member: Member, to: Order) -> int:
    """Return the change of its group's pool if the trooper's order becomes this kind.

    Spent orders stay spent.
    """
    if to is member.order or not counted(mission, seat):
        return 0
    side = mission.side(seat)
    pool = pool_of(side, member.group)
    most = givers(side, member.group) + (to is not Order.NONE) - (member.order is not Order.NONE)
    wanted = 0
    if not _for_itself(mission, member):
        to_come = member.own_order or (member.order is Order.NONE and not member.lost)
        wanted = (to is Order.REGULAR and to_come) - (member.order is Order.REGULAR and pool > 0)
    return min(wanted, most - pool)


def corrected(mission: Mission, x: Corrected) -> Mission | None:
    """Return the corrected state; None if the correction is not about a trooper's order or group."""
    family, trooper, *_ = x.what.split(".")
    correct = FAMILIES.get(f"{family}.")
    return None if correct is None else correct(mission, x, mission.side(x.seat).member(trooper))


def _of_kind(mission: Mission, x: Corrected, member: Member, to: Order) -> Mission:
    comes = member.order is Order.NONE and counted(mission, x.seat) and not member.lost
    own = member.own_order or (to is Order.IRREGULAR and (comes or x.more < 0))
    if to is Order.NONE or x.more > 0:
        own = False
    tactical = to is not Order.NONE and (member.tactical_order or (comes and bool(member.tactical)))
    mission = with_members(mission, x.seat, (member.id,), order=to, own_order=own, tactical_order=tactical)
    by = (to is not Order.NONE) - (member.order is not Order.NONE)
    mission = _recounted(mission, x.seat, member, by * (1 + bool(member.tactical)))
    return with_order(mission, x.seat, member.group, x.more) if x.more else mission


def _tactical(mission: Mission, seat: Seat, member: Member, on: bool) -> Mission:
    to_spend = on and counted(mission, seat) and not member.lost
    mission = with_members(mission, seat, (member.id,), tactical=on, tactical_order=to_spend)
    return _recounted(mission, seat, member, 1 if on else -1)


def _recounted(mission: Mission, seat: Seat, member: Member, by: int) -> Mission:
    """Change the order count, which decides whether two orders can be taken (IN-13)."""
    if not counted(mission, seat) or member.lost or member.apart:
        return mission
    return with_turn(mission, counted=(mission.turn.counted or 0) + by)


def _grouped(mission: Mission, seat: Seat, member: Member, group: int) -> Mission:
    """Move the trooper to this group with all that belongs to it, and with their orders in the pool."""
    side = mission.side(seat)
    family = tuple(side.family(member.id))
    pool = pool_of(side, member.group)
    pooled = sum(one.order is Order.REGULAR and not _for_itself(mission, one) for one in family)
    mission = with_members(mission, seat, tuple(one.id for one in family), group=group)
    moved = max(min(pooled, pool), pool - givers(mission.side(seat), member.group))
    if not moved:
        return mission
    return with_order(with_order(mission, seat, member.group, -moved), seat, group, moved)


FAMILIES: dict[str, Callable[[Mission, Corrected, Member], Mission]] = {
    ORDER: lambda mission, x, member: _of_kind(mission, x, member, Order(str(x.to))),
    TACTICAL: lambda mission, x, member: _tactical(mission, x.seat, member, x.to == YES),
    GROUP: lambda mission, x, member: _grouped(mission, x.seat, member, int(x.to)),
}
"""The corrections of a trooper's order and group, by the family of the point."""
