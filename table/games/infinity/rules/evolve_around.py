"""The state after an event of what surrounds the command tokens: initiative, casualties, arrivals, the Lieutenant."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from table.games.infinity.rules.model import around_events as a
from table.games.infinity.rules.model import events as e
from table.games.infinity.rules.model.forces import Order
from table.games.infinity.rules.model.state import (
    Initiative,
    Member,
    Mission,
    with_members,
    with_side,
    with_turn,
)
from table.rules.game import Event
from table.rules.seats import Seat
from table.rules.view import Rolled


def _began(mission: Mission, _: a.InitiativeBegan) -> Mission:
    sides = {seat: replace(mission.side(seat), first_says=None) for seat in Seat}
    return replace(mission, blue=sides[Seat.BLUE], red=sides[Seat.RED], initiative=Initiative())


def _held(mission: Mission) -> Initiative:
    return mission.initiative or Initiative()


def _die_rolled(mission: Mission, x: a.InitiativeDieRolled) -> Mission:
    held = _held(mission)
    return replace(
        mission,
        initiative=replace(held, faces=(*held.faces, (x.seat, int(x.face)))),
        rolled=Rolled("d20", x.face, x.seat, x.question, x.by_hand),
        questions=mission.questions + 1,
    )


def _lost(mission: Mission, x: e.TrooperLost) -> Mission:
    changes = {"lost": True, "dead": x.dead, "suppressive": False, "leader": False}
    mission = with_members(mission, x.seat, (x.trooper,), **changes)
    return with_side(_disconnected(mission, x.seat, x.trooper, True), x.seat, falling="")


def _back(mission: Mission, x: e.TrooperBack) -> Mission:
    if x.group:
        family = tuple(member.id for member in mission.side(x.seat).family(x.trooper))
        mission = with_members(mission, x.seat, family, group=x.group)
    return with_side(up_again(mission, x.seat, x.trooper), x.seat, falling="")


def up_again(mission: Mission, seat: Seat, trooper: str) -> Mission:
    """Return the state with the trooper on its feet and its peripherals connected."""
    mission = with_members(mission, seat, (trooper,), lost=False, dead=False)
    return _disconnected(mission, seat, trooper, False)


def _disconnected(mission: Mission, seat: Seat, controller: str, cut: bool) -> Mission:
    ids = tuple(member.id for member in mission.side(seat).members if member.peripheral_of == controller)
    return with_members(mission, seat, ids, cut=cut) if ids else mission


def _arrived(mission: Mission, x: e.TrooperArrived) -> Mission:
    """Add the trooper. Its order is its own in the turn in which it is revealed."""
    member = Member(x.trooper, x.name, x.group, x.order, tactical=False, slot=x.slot)
    return _on_the_table(with_side(mission, x.seat, revealing=0), x.seat, (member,))


def _revealed(mission: Mission, x: a.TrooperRevealed) -> Mission:
    side = mission.side(x.seat)
    come = tuple(member for member in side.away if member.root == x.trooper)
    left = tuple(member for member in side.away if member.root != x.trooper)
    return _on_the_table(with_side(mission, x.seat, away=left), x.seat, come)


def _on_the_table(mission: Mission, seat: Seat, members: Iterable[Member]) -> Mission:
    turn = mission.turn
    spendable = seat is mission.active and turn.counted is not None and not turn.orders_done
    come = []
    for member in members:
        own = spendable and member.order is not Order.NONE
        come.append(replace(member, apart=own, own_order=own))
    return with_side(mission, seat, members=(*mission.side(seat).members, *come))


def _reinforced(mission: Mission, x: a.ReinforcementsArrived) -> Mission:
    side = mission.side(x.seat)
    come = tuple(member for member in side.coming if member.group == x.group)
    left = tuple(member for member in side.coming if member.group != x.group)
    return with_side(mission, x.seat, members=(*side.members, *come), coming=left)


def wips_told(mission: Mission, x: e.RerollBought) -> tuple[tuple[str, int], ...]:
    """Return the seat's WIPs with this one remembered as the last, for the use and for the trooper that rolls."""
    keys = (x.use, f"{x.use}.{x.who}")
    others = tuple((key, wip) for key, wip in mission.side(x.seat).wips if key not in keys)
    return (*others, *((key, x.wip) for key in keys))


FOLD: dict[type[Event], Callable[[Mission, Any], Mission]] = {
    a.InitiativeBegan: _began,
    a.InitiativeWipSaid: lambda m, x: replace(
        m, initiative=replace(_held(m), wips=(*_held(m).wips, (x.seat, x.wip)))
    ),
    a.InitiativeDieRolled: _die_rolled,
    a.InitiativeDecided: lambda m, x: replace(m, initiative=replace(_held(m), winner=x.winner, faces=())),
    a.InitiativeGivenOn: lambda m, _: replace(m, initiative=replace(_held(m), turns=False)),
    a.CasualtyBegan: lambda m, x: with_side(m, x.seat, falling=x.trooper),
    a.CasualtyDropped: lambda m, x: with_side(m, x.seat, falling=""),
    a.RevealBegan: lambda m, x: with_side(m, x.seat, revealing=x.slot),
    a.RevealDropped: lambda m, x: with_side(m, x.seat, revealing=0),
    a.TrooperRevealed: _revealed,
    a.ReinforcementsArrived: _reinforced,
    a.LieutenantNamed: lambda m, x: with_turn(with_side(m, x.seat, lieutenant_orders=x.orders), named=True),
    a.OrderGroupChosen: lambda m, x: with_turn(m, group=x.group, order=x.order),
    e.TrooperLost: _lost,
    e.TrooperBack: _back,
    e.TrooperArrived: _arrived,
}  # fmt: skip
