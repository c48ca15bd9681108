"""The state of an army in its player turn: the troopers that give an order, the Regular ones among them, and Retreat!

Everything follows from the list and from the troopers that are out, isolated, or not on the table (IA-05, IA-06, IA-12,
IA-18 to IA-20).
"""

from collections.abc import Iterator

from msgspec.structs import replace

from table.games.infinity.rules.model.forces import Order
from table.games.infinity.rules.model.mission_state import InfinitySide, Member, Mission

REINFORCED_SIZES = (250, 300, 350, 400)
REQUESTED_ROUND = 3
"""The round in which reinforcements can be requested regardless of losses (IA-08)."""


def giving(side: InfinitySide) -> list[Member]:
    """Return the troopers whose orders are counted. The order of a lost G: Jumper is its standing proxy's (IA-20)."""
    return [heir for member in side.members if member.order is not Order.NONE for heir in _heir(side, member)]


def _heir(side: InfinitySide, member: Member) -> Iterator[Member]:
    if not member.lost:
        yield member
        return
    if member.peripheral_of:
        return
    standing = (one for one in side.family(member.id) if one.order is Order.NONE and not one.peripheral_of)
    heir = next((one for one in standing if not one.lost), None)
    if heir is not None:
        yield replace(heir, order=member.order, tactical=member.tactical, apart=member.apart)


def regular(side: InfinitySide) -> list[Member]:
    """Return the troopers whose orders go into a pool. An isolated one is Irregular (IA-19)."""
    return [one for one in giving(side) if is_regular(side, one) and not (one.apart or one.isolated)]


def is_regular(side: InfinitySide, member: Member) -> bool:
    """True if the trooper is Regular, by its profile or by Inspiring Leadership (IA-18)."""
    return member.order is Order.REGULAR or (member.order is Order.IRREGULAR and leader(side) is not None)


def leader(side: InfinitySide) -> Member | None:
    """Return the Lieutenant that inspires the army; None without one on the table and standing (IA-18)."""
    return next(inspiring(side), None) if side.inspired else None


def inspiring(side: InfinitySide) -> Iterator[Member]:
    """Return the standing troopers with Inspiring Leadership, whether they are the Lieutenant or not."""
    return (one for one in side.members if one.inspiring and not one.lost)


def losing_their_leader(mission: Mission) -> tuple[str, ...]:
    """Return the troopers that are Irregular without a Lieutenant: all but those with Warhorse (IA-05)."""
    if mission.active is None:
        return ()
    return tuple(one.id for one in regular(mission.side(mission.active)) if not one.warhorse)


def not_affected(mission: Mission) -> list[Member]:
    """Return the troopers that a skill may protect from Retreat!, so that their player is asked."""
    turn = mission.turn
    if mission.active is None or not turn.retreat or turn.lieutenant_lost or turn.irregular_known:
        return []
    if turn.counted is not None:
        return []
    return [one for one in regular(mission.side(mission.active)) if not (one.steady or one.warhorse)]


def available(side: InfinitySide) -> int:
    """Return the points that were available for the list; if they are missing in the list, the sum of its troopers."""
    return side.points or sum(one.points for one in _everybody(side))


def threshold(points: int) -> int:
    """Return the most points with which an army of this size is in Retreat!: a quarter, rounded half up (IA-06)."""
    return (points + 2) // 4


def survivors(side: InfinitySide) -> int | None:
    """Return the points of the troopers that are not lost, on the table or not.

    None if the list lacks the points of one.
    """
    left = [one for one in _everybody(side) if not one.lost]
    if not all(one.points for one in left if one.root == one.id):
        return None
    return sum(one.points for one in left)


def in_retreat(side: InfinitySide) -> bool:
    """True if the points are known, and so few survive that the army is in Retreat! (IA-06)."""
    left, points = survivors(side), available(side)
    return left is not None and points > 0 and left <= threshold(points)


def may_request(mission: Mission, side: InfinitySide) -> bool:
    """True if reinforcements can be requested: in round 3, or once few enough points survive, if known (IA-08)."""
    left, most = survivors(side), requested_at(available(side))
    return mission.round >= REQUESTED_ROUND or left is None or most is None or left <= most


def requested_at(points: int) -> int | None:
    """Return the most surviving points with which reinforcements are requested; None for another size of game."""
    return points // 2 + 75 if points in REINFORCED_SIZES else None


def nobody_left(side: InfinitySide) -> bool:
    """True if all troopers are lost, and none can still arrive (IA-12)."""
    return all(one.lost for one in _everybody(side) if not one.peripheral_of)


def _everybody(side: InfinitySide) -> tuple[Member, ...]:
    return (*side.members, *side.away, *side.coming)
