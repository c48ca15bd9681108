"""The state after an event, by one small function for each type. They trust their events, which `decide` has judged."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from table.games.infinity.rules.evolve_around import FOLD as AROUND
from table.games.infinity.rules.evolve_around import up_again, wips_told
from table.games.infinity.rules.model import events as e
from table.games.infinity.rules.model.forces import MOST_TROOPERS, Force, Order, Trooper
from table.games.infinity.rules.model.order_tokens import ORDERS, more
from table.games.infinity.rules.model.state import (
    InfinitySide,
    Member,
    Mission,
    Reroll,
    SpentToken,
    Turn,
    UnfinishedUse,
    with_members,
    with_order,
    with_side,
    with_turn,
)
from table.games.infinity.rules.steps.corrections import corrected
from table.games.infinity.rules.tokens import hand_backs, hand_outs
from table.rules.corrections import Corrected, CorrectionDropped, CorrectionSaid
from table.rules.game import Event
from table.rules.seats import Seat
from table.rules.steps import StepBegan
from table.rules.view import Rolled


def evolve(mission: Mission | None, event: Event) -> Mission:
    if mission is None:
        if not isinstance(event, e.MissionBegun):
            raise ValueError(f"a match begins with MissionBegun, not with {type(event).__name__}")
        blue, red = _muster(event.blue), _muster(event.red)
        return Mission(blue, red, event.rounds, event.rolls_by_hand, event.heaps)
    after = FOLD[type(event)](mission, event)
    for out in hand_outs(event):
        after = _orders_moved(after, out.seat, out.kind, out.count)
    for back in hand_backs(mission, event):
        after = _orders_moved(after, back.seat, back.kind, -back.count)
    return after


def _orders_moved(mission: Mission, seat: Seat, kind: str, by: int) -> Mission:
    if kind not in ORDERS:
        return mission
    return with_side(mission, seat, orders_out=more(mission.side(seat).orders_out, kind, by))


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
        unsaid=tuple(t.id for t in (*there, *coming) if not t.follows and (t.order is None or t.tactical is None)),
    )


def _member(trooper: Trooper, slot: int = 0) -> Member:
    """Return the trooper in its first state. A peripheral or a proxy without an order in the list gives none."""
    follows = trooper.follows
    return Member(
        trooper.id,
        trooper.name,
        trooper.group,
        Order.NONE if follows and trooper.order is None else trooper.order,
        False if follows and trooper.tactical is None else trooper.tactical,
        trooper.peripheral_of,
        trooper.proxy_of,
        slot=slot,
        impetuous=trooper.impetuous,
        points=trooper.points,
        wip=trooper.wip,
    )


def _order_said(mission: Mission, seat: Any, ids: tuple[str, ...], order: Order) -> Mission:
    return with_members(mission, seat, ids, order=order)


def _orderless(mission: Mission, event: e.OrderlessSaid) -> Mission:
    mission = with_members(mission, event.seat, event.troopers, order=Order.NONE, tactical=False)
    return with_side(mission, event.seat, orderless_said=True)


def _irregular(mission: Mission, event: e.IrregularSaid) -> Mission:
    rest = tuple(m.id for m in mission.side(event.seat).members if m.order is None and m.id not in event.troopers)
    mission = _order_said(mission, event.seat, event.troopers, Order.IRREGULAR)
    return _order_said(mission, event.seat, rest, Order.REGULAR)


def _tactical(mission: Mission, event: e.TacticalSaid) -> Mission:
    rest = tuple(m.id for m in mission.side(event.seat).members if m.tactical is None and m.id not in event.troopers)
    mission = with_members(mission, event.seat, event.troopers, tactical=True)
    return with_members(mission, event.seat, rest, tactical=False)


def _disputed(mission: Mission, _: e.FirstTurnDisputed) -> Mission:
    return replace(
        mission, blue=replace(mission.blue, first_says=None), red=replace(mission.red, first_says=None)
    )  # fmt: skip


def _reserve(mission: Mission, event: e.ReserveDeployed) -> Mission:
    ids = tuple(member.id for member in mission.side(event.seat).members)
    return with_members(mission, event.seat, ids, aside=False)


def _past(rolled: Rolled | None) -> Rolled | None:
    return None if rolled is None else replace(rolled, past=True)


def _turn_began(mission: Mission, event: e.TurnBegan) -> Mission:
    return replace(
        mission, active=event.seat, round=event.round, turn=Turn(), step="window", rolled=_past(mission.rolled)
    )


def _step_began(mission: Mission, event: StepBegan) -> Mission:
    """Begin the step. The die of the initiative goes with its own, and one in a player turn with the turn."""
    rolled = mission.rolled if mission.active else _past(mission.rolled)  # a roll in a turn may end its step at once
    return with_turn(replace(mission, step=event.step, rolled=rolled), window_done=False)


def _counted(mission: Mission, event: e.OrdersCounted) -> Mission:
    side = mission.side(event.seat)
    mission = with_members(mission, event.seat, event.own, own_order=True)
    mission = with_members(mission, event.seat, event.tactical, tactical_order=True)
    lieutenant = 0 if mission.turn.lieutenant_lost else side.lieutenant_orders or 0
    mission = with_side(mission, event.seat, pools=event.pools, lieutenant_left=lieutenant)
    return with_turn(mission, counted=event.counted)


def _order_spent(mission: Mission, event: e.OrderSpent) -> Mission:
    if event.kind == "regular":
        return with_turn(with_order(mission, event.seat, event.group, -1), group=event.group, order="")
    mission = with_turn(mission, order=f"{event.kind}.{event.trooper}" if event.trooper else event.kind)
    match event.kind:
        case "lieutenant":
            return with_side(mission, event.seat, lieutenant_left=mission.side(event.seat).lieutenant_left - 1)
        case "tactical":
            return with_members(mission, event.seat, (event.trooper,), tactical_order=False)
        case _:
            return with_members(mission, event.seat, (event.trooper,), own_order=False)


def _turn_ended(mission: Mission, event: e.TurnEnded) -> Mission:
    ids = tuple(member.id for member in mission.side(event.seat).members)
    return with_turn(with_members(mission, event.seat, ids, apart=False), closed=True)


def _orders_ended(mission: Mission, event: e.OrdersEnded) -> Mission:
    """Remove unused orders. Their tokens stay on the table until the turn is over."""
    ids = tuple(member.id for member in mission.side(event.seat).members)
    mission = with_members(mission, event.seat, ids, own_order=False, tactical_order=False)
    return with_turn(with_side(mission, event.seat, pools=(), lieutenant_left=0), orders_done=True)


def _detailed(mission: Mission, event: e.UseDetailed) -> Mission:
    using = mission.using
    return mission if using is None else replace(
        mission, using=replace(using, said=(*using.said, (event.part, event.said)))
    )  # fmt: skip


def _spent(mission: Mission, event: e.CommandTokenSpent) -> Mission:
    side = mission.side(event.seat)
    spent = (*side.spent, SpentToken(event.use, mission.round))
    mission = with_side(mission, event.seat, tokens=(side.tokens or 0) - 1, spent=spent)
    if event.seat is mission.active:
        mission = with_turn(mission, spent=mission.turn.spent + 1)
    return replace(mission, using=None)


def _set_aside(mission: Mission, event: e.TrooperSetAside) -> Mission:
    return _procedural(_with_family(mission, event.seat, event.trooper, aside=True), event.seat)


def _with_family(mission: Mission, seat: Any, trooper: str, **changes: Any) -> Mission:
    """Change the trooper with its peripherals and proxies."""
    return with_members(mission, seat, tuple(m.id for m in mission.side(seat).family(trooper)), **changes)


def _with_peripherals(mission: Mission, seat: Any, trooper: str, **changes: Any) -> Mission:
    ids = tuple(m.id for m in mission.side(seat).members if trooper in (m.id, m.peripheral_of))
    return with_members(mission, seat, ids, **changes)


def _procedural(mission: Mission, seat: Any) -> Mission:
    return with_side(mission, seat, procedural=True)


def _taken(mission: Mission, event: e.OrdersTaken) -> Mission:
    for group in event.groups:
        mission = with_order(mission, event.seat, group, -1)
    return _procedural(mission, event.seat.opponent)


def _speedballs(mission: Mission, event: e.SpeedballsGained) -> Mission:
    side = mission.side(event.seat)
    return with_side(mission, event.seat, speedballs=side.speedballs + event.count, logistical=True)


def _exchanged(mission: Mission, event: e.OrderExchanged) -> Mission:
    mission = with_members(mission, event.seat, (event.trooper,), own_order=False)
    return with_order(mission, event.seat, event.group, 1)


def _reroll(mission: Mission, event: e.RerollBought) -> Mission:
    mission = with_side(mission, event.seat, wips=wips_told(mission, event))
    return replace(mission, reroll=Reroll(event.seat, event.use, event.trooper, event.wip, event.who))


def _rolled(mission: Mission, event: e.WipRolled) -> Mission:
    rolled = Rolled("d20", event.face, event.seat, event.question, event.by_hand)
    reroll = None if event.passed or mission.reroll is None else replace(mission.reroll, rolled=True)
    return replace(mission, rolled=rolled, reroll=reroll, questions=mission.questions + 1)


FOLD: dict[type[Event], Callable[[Mission, Any], Mission]] = {
    StepBegan: _step_began,
    e.BonusSaid: lambda m, x: with_side(m, x.seat, bonus=x.bonus, bonus_said=x.bonus),
    e.LieutenantOrdersSaid: lambda m, x: with_side(m, x.seat, lieutenant_orders=x.count, lieutenant_said=x.count),
    e.OrderlessSaid: _orderless,
    e.IrregularSaid: _irregular,
    e.TacticalSaid: _tactical,
    e.CommandTokensReceived: lambda m, x: with_side(m, x.seat, tokens=x.count),
    e.FirstTurnSaid: lambda m, x: with_side(m, x.seat, first_says=x.first),
    e.FirstTurnDisputed: _disputed,
    e.FirstTurnGiven: lambda m, x: replace(m, first=x.seat),
    e.Deployed: lambda m, x: with_side(m, x.seat, deployed=True),
    e.ReserveDeployed: _reserve,
    e.LogisticsPassed: lambda m, x: with_side(m, x.seat, logistical=True),
    e.TurnBegan: _turn_began,
    e.WindowPassed: lambda m, _: with_turn(m, window_done=True),
    e.ExecutiveEnded: lambda m, _: with_turn(m, executive_done=True),
    e.ForceChecked: lambda m, x: with_turn(m, checked=True, retreat=x.retreat, lieutenant_lost=x.lieutenant_lost),
    e.IrregularThisTurnSaid: lambda m, x: with_turn(m, irregular=x.troopers, irregular_said=True),
    e.OrdersCounted: _counted,
    e.ImpetuousEnded: lambda m, _: with_turn(m, impetuous_done=True),
    e.OrderSpent: _order_spent,
    e.OrdersEnded: _orders_ended,
    e.StatesEnded: lambda m, _: with_turn(m, states_done=True),
    e.TurnEnded: _turn_ended,
    e.MissionOver: lambda m, _: replace(m, over=True),
    e.UseBegan: lambda m, x: replace(m, using=UnfinishedUse(x.seat, x.use)),
    e.UseDetailed: _detailed,
    e.UseDropped: lambda m, _: replace(m, using=None),
    e.CommandTokenSpent: _spent,
    e.TrooperSetAside: _set_aside,
    e.OrdersTaken: _taken,
    e.TokensLimited: lambda m, x: _procedural(with_turn(m, limited=True), x.seat.opponent),
    e.SuppressiveFireBegan: lambda m, x: _procedural(
        _with_peripherals(m, x.seat, x.trooper, suppressive=True), x.seat
    ),
    e.SpeedballsGained: _speedballs,
    e.SpeedballUsed: lambda m, x: with_side(m, x.seat, speedballs=m.side(x.seat).speedballs - 1),
    e.Regrouped: lambda m, x: _with_family(m, x.seat, x.trooper, group=x.group),
    e.PossessionCancelled: lambda m, x: up_again(m, x.seat, x.trooper),
    e.OrderCoordinated: lambda m, x: with_order(m, x.seat, x.group, -1),
    e.GutsSettled: lambda m, _: m,
    e.OrderExchanged: _exchanged,
    e.RetreatIgnored: lambda m, x: with_members(m, x.seat, (x.trooper,), steady=True),
    e.RerollBought: _reroll,
    e.WipRolled: _rolled,
    e.RerollsEnded: lambda m, _: replace(m, reroll=None),
    e.FireteamCreated: lambda m, x: with_members(m, x.seat, (x.trooper,), leader=True),
    **AROUND,
    CorrectionSaid: lambda m, x: replace(m, correction=x.correction),
    CorrectionDropped: lambda m, _: replace(m, correction=None),
    Corrected: lambda m, x: replace(corrected(m, x), correction=None),
}  # fmt: skip
