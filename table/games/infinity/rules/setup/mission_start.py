"""The start of a mission: both forces, and their deployment (TB-106, IN-11)."""

from msgspec.structs import asdict, replace

from table.games.infinity.rules.model.forces import MOST_TROOPERS, Force, Order, Trooper
from table.games.infinity.rules.model.mission_labels import ASK, line
from table.games.infinity.rules.model.mission_state import InfinitySide, Member, Mission, with_members, with_side
from table.rules.event_rows import EventRow
from table.rules.game import Event, SeatEvent
from table.rules.seats import Seat
from table.rules.steps import Words, follows, open_if
from table.rules.text import text


class MissionBegun(Event, frozen=True, tag=True):
    blue: Force
    red: Force
    rounds: int
    rolls_by_hand: bool = False
    heaps: tuple[str, ...] = ()
    """The kinds of order token for which the table has a heap of their own (`order_tokens.HEAPS`)."""


class Deployed(SeatEvent, frozen=True, tag=True):
    """The seat has deployed its troopers."""


class ReserveDeployed(SeatEvent, frozen=True, tag=True):
    """The troopers that were set aside are deployed."""


def _deploying(mission: Mission, seat: Seat) -> bool:
    return not mission.busy_for(seat) and not mission.side(seat).deployed


def _reserve(mission: Mission, seat: Seat) -> Words | None:
    aside = [member.name for member in mission.side(seat).members if member.aside]
    return {"name": aside[0]} if aside else None


def begun(x: MissionBegun) -> Mission:
    """Return the first state."""
    seasons = tuple(dict.fromkeys((*x.blue.missions, *x.red.missions)))
    return Mission(_muster(x.blue), _muster(x.red), x.rounds, x.rolls_by_hand, x.heaps, seasons=seasons)


def _muster(force: Force) -> InfinitySide:
    hidden = tuple(trooper for trooper in force.troopers if trooper.hidden)
    coming = tuple(trooper for trooper in force.troopers if trooper.reinforcement and not trooper.hidden)
    there = tuple(trooper for trooper in force.troopers if not trooper.hidden and not trooper.reinforcement)
    slots = {trooper.id: slot for slot, trooper in enumerate((t for t in hidden if not t.follows), 1)}
    return InfinitySide(
        force.name,
        tuple(_member(trooper) for trooper in there),
        force.bonus,
        force.lieutenant_orders,
        slots=max(MOST_TROOPERS - sum(not trooper.follows for trooper in there), 0),
        away=tuple(_member(trooper, slots.get(trooper.id, 0)) for trooper in hidden),
        coming=tuple(_member(trooper) for trooper in coming),
        sectorial=force.sectorial,
        points=force.points,
        counterintelligence=force.counterintelligence,
        strategos=force.strategos,
        unsaid=tuple(t.id for t in (*there, *coming) if not t.follows and (t.order is None or t.tactical is None)),
    )


def _member(trooper: Trooper, slot: int = 0) -> Member:
    """Return the trooper in its first state. A peripheral or a proxy without an order in the list gives none."""
    listed = replace(trooper, hidden=False, reinforcement=False)
    if trooper.follows:
        listed = replace(listed, order=trooper.order or Order.NONE, tactical=bool(trooper.tactical))
    return Member(**asdict(listed), slot=slot)


def _fold_reserve(mission: Mission, event: ReserveDeployed) -> Mission:
    ids = tuple(member.id for member in mission.side(event.seat).members)
    return with_members(mission, event.seat, ids, aside=False)


DEPLOY = ASK.confirmation("deploy", "TB-106", open_if(_deploying), follows(Deployed), hold=True)
RESERVE = ASK.confirmation("reserve", "IN-11", _reserve, follows(ReserveDeployed), hold=True)


ROWS: tuple[EventRow[Mission], ...] = (
    EventRow(
        MissionBegun, lambda _, x: begun(x), lambda x: text("infinity.tell.begun", blue=x.blue.name, red=x.red.name)
    ),
    EventRow(Deployed, lambda m, x: with_side(m, x.seat, deployed=True), line("deployed")),
    EventRow(ReserveDeployed, _fold_reserve, line("reserve")),
)
