"""The troopers, groups and pools that a use can be for."""

from collections.abc import Callable, Iterator

from table.games.infinity.rules.model import uses
from table.games.infinity.rules.model.mission_state import InfinitySide, Member, Mission, other_groups
from table.games.infinity.rules.turn.army_state import is_regular, leader
from table.rules.seats import Seat

COORDINATED = 4
"""The most troopers in a coordinated order."""


def coordinable(mission: Mission, seat: Seat, group: int, irregular: bool = False) -> list[Member]:
    """Return the troopers of a group that can take part in a coordinated order: all Regular or all Irregular (IA-21).

    No peripheral or controller can (IA-01), nor an isolated trooper (IA-19).
    """
    side = mission.side(seat)
    return [
        member
        for member in side.members
        if member.group == group
        and irregular is (member.id in mission.turn.irregular or not is_regular(side, member))
        and not (member.lost or member.isolated or member.peripheral_of or side.controls(member.id))
    ]


def pools_for(mission: Mission, seat: Seat) -> Iterator[tuple[int, bool]]:
    """Return the groups that can have a coordinated order, each for its Regular troopers or for its Irregular ones."""
    for group, left in mission.side(seat).pools:
        for irregular in (False, True):
            if left and coordinable(mission, seat, group, irregular):
                yield group, irregular


def followers(mission: Mission, seat: Seat) -> list[Member]:
    """Return the troopers that can take part in a coordinated order with the inspiring Lieutenant (IA-18).

    None can once the Lieutenant's order is spent.
    """
    member = leader(mission.side(seat))
    able = [] if member is None else coordinable(mission, seat, member.group)
    return [one for one in able if one != member] if member in able and mission.side(seat).lieutenant_left else []


def _standing(_: Mission, _side: InfinitySide, member: Member) -> bool:
    return not member.lost and not member.cut


def rollers(side: InfinitySide, patient: str) -> list[Member]:
    """Return the troopers that can roll for another one: the table does not know which of them has the skill."""
    return [one for one in side.members if one.id != patient and not (one.lost or one.cut or one.peripheral_of)]


def _treated(_: Mission, side: InfinitySide, member: Member) -> bool:
    return not member.dead and bool(rollers(side, member.id))


def _alive(_: Mission, _side: InfinitySide, member: Member) -> bool:
    return not member.dead


def _alone(_: Mission, _side: InfinitySide, member: Member) -> bool:
    """True if the trooper is neither a peripheral nor a proxy, which follow their trooper."""
    return not member.lost and not member.peripheral_of and not member.proxy_of


def _movable(_: Mission, side: InfinitySide, member: Member) -> bool:
    return not member.lost and not member.peripheral_of and bool(other_groups(side, member))


def _irregular(mission: Mission, side: InfinitySide, member: Member) -> bool:
    """True if it has an unspent Irregular Order, permanently or this turn, and no other order of its own."""
    irregular = not is_regular(side, member) or member.id in mission.turn.irregular
    return irregular and member.own_order and not (member.lost or member.apart or member.isolated)


WHOM: dict[str, Callable[[Mission, InfinitySide, Member], bool]] = {
    uses.SET_ASIDE.id: _alone,
    uses.SUPPRESS.id: lambda _, _side, member: not (member.lost or member.peripheral_of or member.suppressive),
    uses.REGROUP.id: _movable,
    uses.STRATEGOS.id: _movable,
    uses.RELEASE.id: _alive,  # a possessed trooper gives its player no order, and may be marked as lost for that
    uses.EXCHANGE.id: _irregular,
    uses.NO_RETREAT.id: lambda _, _side, member: not member.lost and not member.steady,
    uses.DOCTOR.id: _treated,
    uses.ENGINEER.id: _treated,
    uses.FIRETEAM.id: lambda _, _side, member: not (member.lost or member.leader or member.isolated),
}


def troopers_for(mission: Mission, seat: Seat, use: uses.TokenUse) -> Iterator[Member]:
    """Return the troopers that a use can be for. A Doctor or an Engineer is offered unconscious troopers first."""
    side = mission.side(seat)
    fits = WHOM.get(use.id, _standing)
    fitting = (member for member in side.members if fits(mission, side, member))
    return iter(sorted(fitting, key=lambda one: not one.lost)) if use in (uses.DOCTOR, uses.ENGINEER) else fitting


def orders_taken(side: InfinitySide) -> int:
    """Return the number of orders that the opponent takes of this side (IN-13)."""
    return 1 if side.counterintelligence else 2


def token_limit(side: InfinitySide) -> int:
    """Return the number of tokens to which the opponent limits this side (IN-14)."""
    return 2 if side.counterintelligence else 1
