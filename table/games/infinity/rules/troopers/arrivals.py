"""Troopers that come onto the table during the match: hidden and airborne ones (IA-02, IA-04), reinforcements (IA-08).

The options must not reveal how many troopers are hidden. So there is a number for each trooper that a list of fifteen
could still contain. The list's owner knows the numbers. For a trooper that the list lacks, the player enters group and
order.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from table.games.infinity.rules.model.forces import GROUP_SIZE, Order
from table.games.infinity.rules.model.mission_labels import ASK, group_option, line
from table.games.infinity.rules.model.mission_state import InfinitySide, Member, Mission, TrooperEvent, with_side
from table.games.infinity.rules.troopers.casualties import playing
from table.games.infinity.rules.turn.army_state import available, may_request, requested_at
from table.rules.chance import Chance
from table.rules.event_rows import EventRow, no_line
from table.rules.game import Event, SeatEvent
from table.rules.kept import MemoOfTwo
from table.rules.prompts import Option, Value
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.steps import Choices, follows, follows_number, open_if
from table.rules.text import text


class RevealBegan(SeatEvent, frozen=True, tag=True):
    """A hidden trooper that its list lacks is revealed. Its player is asked about it."""

    slot: int


class RevealDropped(SeatEvent, frozen=True, tag=True):
    """The reveal was cancelled: no trooper is revealed."""


class TrooperRevealed(TrooperEvent, frozen=True, tag=True):
    """A hidden or airborne trooper of the list comes onto the table, with all that belongs to it."""

    group: int


class ReinforcementsArrived(SeatEvent, frozen=True, tag=True):
    """All reinforcements of a combat group come onto the table."""

    group: int


class TrooperArrived(TrooperEvent, frozen=True, tag=True):
    """A hidden trooper that the table did not know is revealed."""

    group: int
    order: Order
    slot: int


def _free(side: InfinitySide) -> tuple[Option, ...]:
    taken = {member.slot for member in side.members}
    free = (slot for slot in range(1, side.slots + 1) if slot not in taken)
    return tuple(Option(str(slot), text("infinity.arrive.slot", number=slot)) for slot in free)


FREE = MemoOfTwo(_free)
"""The numbers of a side that are not used by a revealed trooper yet."""


def _arriving(mission: Mission, seat: Seat) -> Iterable[Option]:
    deploying = mission.step == "deploy" and not mission.busy_for(seat) and not mission.side(seat).deployed
    return FREE(mission.side(seat)) if playing(mission, seat) or deploying else ()


def _arrive(mission: Mission, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    slot = int(str(value))
    member = next((member for member in mission.side(seat).away if member.slot == slot), None)
    if member is None:
        return (RevealBegan(seat, slot),)
    return (TrooperRevealed(seat, member.id, member.name, member.group),)


def _room(side: InfinitySide) -> list[int]:
    groups = sorted({member.group for member in side.members} | {1, 2})
    return [group for group in groups if side.shown(group) < GROUP_SIZE]


def _places(mission: Mission, seat: Seat) -> Choices | None:
    side = mission.side(seat)
    if not side.revealing:
        return None
    options = (
        Option(f"{group}.{order}", text(f"infinity.arrive.{order}", group=group))
        for group in _room(side)
        for order in Order
    )
    return Choices(options, {"number": side.revealing})


def _where(mission: Mission, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    group, _dot, order = str(value).partition(".")
    slot = mission.side(seat).revealing
    return (TrooperArrived(seat, f"+{slot}", f"+{slot}", int(group), Order(order), slot),)


def _coming(mission: Mission, seat: Seat) -> Iterable[Option]:
    """Offer the groups of reinforcements after the executive use, before Retreat! and the Lieutenant (IA-08)."""
    if not playing(mission, seat) or seat is not mission.active or mission.step != "checks" or mission.turn.checked:
        return ()
    side = mission.side(seat)
    return map(group_option, sorted({member.group for member in side.coming})) if may_request(mission, side) else ()


def _too_early(mission: Mission, seat: Seat) -> Refusal | None:
    """Refuse reinforcements while too many points survive.

    The refusal names the threshold, but reveals nothing about hidden troopers.
    """
    side = mission.side(seat)
    if not side.coming or may_request(mission, side):
        return None
    points = available(side)
    return Refusal("IA-08", text("infinity.refused.reinforce", most=requested_at(points) or 0, points=points))


def _fold_arrived(mission: Mission, x: TrooperArrived) -> Mission:
    """Add the trooper. Its order is its own in the turn in which it is revealed."""
    member = Member(x.trooper, x.name, x.group, x.order, tactical=False, slot=x.slot)
    return _on_the_table(with_side(mission, x.seat, revealing=0), x.seat, (member,))


def _fold_revealed(mission: Mission, x: TrooperRevealed) -> Mission:
    side = mission.side(x.seat)
    come = tuple(member for member in side.away if member.root == x.trooper)
    left = tuple(member for member in side.away if member.root != x.trooper)
    return _on_the_table(with_side(mission, x.seat, away=left), x.seat, come)


def _on_the_table(mission: Mission, seat: Seat, members: Iterable[Member]) -> Mission:
    """Put troopers onto the table. In the Orders Phase they bring their own order, and a Tactical one (IA-22)."""
    turn = mission.turn
    spendable = seat is mission.active and turn.counted is not None and not turn.orders_done
    come = []
    for member in members:
        own = spendable and member.order is not Order.NONE
        come.append(replace(member, apart=own, own_order=own, tactical_order=own and bool(member.tactical)))
    return with_side(mission, seat, members=(*mission.side(seat).members, *come))


def _fold_reinforced(mission: Mission, x: ReinforcementsArrived) -> Mission:
    side = mission.side(x.seat)
    come = tuple(member for member in side.coming if member.group == x.group)
    left = tuple(member for member in side.coming if member.group != x.group)
    return with_side(mission, x.seat, members=(*side.members, *come), coming=left)


WHERE = ASK.one_of("arrive.where", "IA-02", _places, _where, hold=True)
"""While it is open its seat has no other question."""
QUESTIONS = (
    ASK.one_of("arrive", "TB-114", _arriving, _arrive, standing=True, hold=True),
    ASK.confirmation(
        "arrive.drop",
        "TB-114",
        open_if(lambda mission, seat: mission.side(seat).revealing),
        follows(RevealDropped),
        standing=True,
    ),
    ASK.one_of(
        "reinforce",
        "IA-08",
        _coming,
        follows_number(ReinforcementsArrived),
        closed=_too_early,
        standing=True,
        hold=True,
    ),
)


ROWS: tuple[EventRow[Mission], ...] = (
    EventRow(RevealBegan, lambda m, x: with_side(m, x.seat, revealing=x.slot), no_line),
    EventRow(RevealDropped, lambda m, x: with_side(m, x.seat, revealing=0), no_line),
    EventRow(TrooperRevealed, _fold_revealed, line("arrived", "name", "group")),
    EventRow(TrooperArrived, _fold_arrived, line("arrived", "name", "group")),
    EventRow(ReinforcementsArrived, _fold_reinforced, line("reinforced", "group")),
)
