"""Troopers that come onto the table during the match: hidden and airborne ones (IA-02, IA-04), reinforcements (IA-08).

The options must not reveal how many troopers are hidden. So there is a number for each trooper that a list of fifteen
could still contain. The list's owner knows the numbers. For a trooper that the list lacks, the player enters group and
order.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from table.games.infinity.rules.model.forces import GROUP_SIZE, Order
from table.games.infinity.rules.model.mission_labels import group_option
from table.games.infinity.rules.model.mission_state import InfinitySide, Member, Mission, TrooperEvent, with_side
from table.games.infinity.rules.troopers.casualties import playing
from table.games.infinity.rules.turn.army_state import available, may_request, requested_at
from table.rules.chance import Chance
from table.rules.event_rows import EventRow, no_line, seat_line
from table.rules.game import Event, SeatEvent
from table.rules.kept import MemoOfTwo
from table.rules.prompts import ChooseOne, Confirm, Option, Value
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import text


class RevealBegan(SeatEvent, frozen=True, tag=True):
    """A hidden trooper that its list lacks is revealed. Its player is asked about it."""

    slot: int


class RevealDropped(Event, frozen=True, tag=True):
    seat: Seat


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


def _ask_arrive(mission: Mission, seat: Seat) -> ChooseOne | None:
    deploying = mission.step == "deploy" and not mission.busy_for(seat) and not mission.side(seat).deployed
    options = FREE(mission.side(seat)) if playing(mission, seat) or deploying else ()
    if not options:
        return None
    ask = text("infinity.ask.arrive")
    return ChooseOne(key="arrive", seat=seat, ask=ask, rule="TB-114", options=options, standing=True, hold=True)


def _arrive(mission: Mission, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    slot = int(str(value))
    member = next((member for member in mission.side(seat).away if member.slot == slot), None)
    if member is None:
        return (RevealBegan(seat, slot),)
    return (TrooperRevealed(seat, member.id, member.name, member.group),)


def _room(side: InfinitySide) -> list[int]:
    groups = sorted({member.group for member in side.members} | {1, 2})
    return [group for group in groups if side.shown(group) < GROUP_SIZE]


def _ask_where(mission: Mission, seat: Seat) -> ChooseOne | None:
    side = mission.side(seat)
    if not side.revealing:
        return None
    options = tuple(
        Option(f"{group}.{order}", text(f"infinity.arrive.{order}", group=group))
        for group in _room(side)
        for order in Order
    )
    ask = text("infinity.ask.arrive.where", number=side.revealing)
    return ChooseOne(key="arrive.where", seat=seat, ask=ask, rule="IA-02", options=options, hold=True)


def _where(mission: Mission, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    group, _dot, order = str(value).partition(".")
    slot = mission.side(seat).revealing
    return (TrooperArrived(seat, f"+{slot}", f"+{slot}", int(group), Order(order), slot),)


def _ask_drop(mission: Mission, seat: Seat) -> Confirm | None:
    if not mission.side(seat).revealing:
        return None
    return Confirm(
        key="arrive.drop", seat=seat, ask=text("infinity.ask.arrive.drop"), rule="TB-114", standing=True
    )  # fmt: skip


def _drop(_mission: Mission, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    return (RevealDropped(seat),)


def _ask_reinforce(mission: Mission, seat: Seat) -> ChooseOne | None:
    """Offer the groups of reinforcements after the executive use, before Retreat! and the Lieutenant (IA-08)."""
    if not playing(mission, seat) or seat is not mission.active or mission.step != "checks" or mission.turn.checked:
        return None
    side = mission.side(seat)
    groups = sorted({member.group for member in side.coming})
    if not groups or not may_request(mission, side):
        return None
    options = tuple(group_option(group) for group in groups)
    ask = text("infinity.ask.reinforce")
    return ChooseOne(key="reinforce", seat=seat, ask=ask, rule="IA-08", options=options, standing=True, hold=True)


def _too_early(mission: Mission, seat: Seat) -> Refusal | None:
    """Refuse reinforcements while too many points survive.

    The refusal names the threshold, but reveals nothing about hidden troopers.
    """
    side = mission.side(seat)
    if not side.coming or may_request(mission, side):
        return None
    points = available(side)
    return Refusal("IA-08", text("infinity.refused.reinforce", most=requested_at(points) or 0, points=points))


def _reinforce(_mission: Mission, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    return (ReinforcementsArrived(seat, int(str(value))),)


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


WHERE = Question[Mission]("arrive.where", "IA-02", _ask_where, _where)
"""While it is open its seat has no other question."""
QUESTIONS = (
    Question[Mission]("arrive", "TB-114", _ask_arrive, _arrive),
    Question[Mission]("arrive.drop", "TB-114", _ask_drop, _drop),
    Question[Mission]("reinforce", "IA-08", _ask_reinforce, _reinforce, closed=_too_early),
)


ROWS: tuple[EventRow[Mission], ...] = (
    EventRow(RevealBegan, lambda m, x: with_side(m, x.seat, revealing=x.slot), no_line),
    EventRow(RevealDropped, lambda m, x: with_side(m, x.seat, revealing=0), no_line),
    EventRow(TrooperRevealed, _fold_revealed, seat_line("infinity.tell.arrived", "name", "group")),
    EventRow(TrooperArrived, _fold_arrived, seat_line("infinity.tell.arrived", "name", "group")),
    EventRow(ReinforcementsArrived, _fold_reinforced, seat_line("infinity.tell.reinforced", "group")),
)
