"""The troopers, groups and pools that a use can be for."""

from collections.abc import Callable, Iterator

from table.games.infinity.rules.model.forces import Order
from table.games.infinity.rules.model.mission_state import InfinitySide, Member, Mission, other_groups, pool_of
from table.games.infinity.rules.model.uses import (
    DOCTOR,
    ENGINEER,
    EXCHANGE,
    FIRETEAM,
    NO_RETREAT,
    REGROUP,
    RELEASE,
    SET_ASIDE,
    SUPPRESS,
    TokenUse,
)
from table.rules.seats import Seat

COORDINATED = 4
"""The most troopers in a coordinated order."""


def coordinable(side: InfinitySide, group: int) -> list[Member]:
    """Return the troopers of a group that can take part in a coordinated order.

    No peripheral or controller can (IA-01), nor an isolated trooper (IA-19).
    """
    return [
        member
        for member in side.members
        if member.group == group
        and not (member.lost or member.isolated or member.peripheral_of or side.controls(member.id))
    ]


def could_take(mission: Mission, seat: Seat, group: int) -> bool:
    """True if a coordinated order is possible: a Regular Order, and a trooper to take part (IN-32)."""
    side = mission.side(seat)
    return pool_of(side, group) > 0 and bool(coordinable(side, group))


def _standing(_: Mission, _side: InfinitySide, member: Member) -> bool:
    return not member.lost and not member.cut


def rollers(side: InfinitySide, patient: str) -> list[Member]:
    """Return the troopers that can roll for another one: the table does not know who of them has the skill."""
    return [one for one in side.members if one.id != patient and not (one.lost or one.cut or one.peripheral_of)]


def _treated(_: Mission, side: InfinitySide, member: Member) -> bool:
    return not member.dead and bool(rollers(side, member.id))


def _alive(_: Mission, _side: InfinitySide, member: Member) -> bool:
    return not member.dead


def _alone(_: Mission, _side: InfinitySide, member: Member) -> bool:
    """True if the trooper is no peripheral or proxy, which follow their trooper."""
    return not member.lost and not member.peripheral_of and not member.proxy_of


def _movable(_: Mission, side: InfinitySide, member: Member) -> bool:
    return not member.lost and not member.peripheral_of and bool(other_groups(side, member))


def _irregular(mission: Mission, _: InfinitySide, member: Member) -> bool:
    """True if it has an unspent Irregular Order, always or this turn, and is not apart."""
    irregular = member.order is Order.IRREGULAR or member.id in mission.turn.irregular
    return irregular and member.own_order and not (member.lost or member.apart or member.isolated)


WHOM: dict[str, Callable[[Mission, InfinitySide, Member], bool]] = {
    SET_ASIDE.id: _alone,
    SUPPRESS.id: lambda _, _side, member: not (member.lost or member.peripheral_of or member.suppressive),
    REGROUP.id: _movable,
    RELEASE.id: _alive,  # a possessed trooper gives its player no order, and may be marked as lost for that
    EXCHANGE.id: _irregular,
    NO_RETREAT.id: lambda _, _side, member: not member.lost and not member.steady,
    DOCTOR.id: _treated,
    ENGINEER.id: _treated,
    FIRETEAM.id: lambda _, _side, member: not (member.lost or member.leader or member.isolated),
}


def troopers_for(mission: Mission, seat: Seat, use: TokenUse) -> Iterator[Member]:
    """Return the troopers that a use can be for. A Doctor or an Engineer is offered those who are out first."""
    side = mission.side(seat)
    fits = WHOM.get(use.id, _standing)
    fitting = (member for member in side.members if fits(mission, side, member))
    return iter(sorted(fitting, key=lambda one: not one.lost)) if use in (DOCTOR, ENGINEER) else fitting
