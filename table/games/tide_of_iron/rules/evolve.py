"""The state after an event, by one small function for each type. They trust their events, which `decide` has judged."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from table.games.tide_of_iron.rules.model import events as e
from table.games.tide_of_iron.rules.model.scenario import Sheet
from table.games.tide_of_iron.rules.model.state import (
    CommandPhaseActs,
    PendingEffect,
    TideBattle,
    TideSide,
    WinnerClaim,
    seat_of,
    with_acts,
    with_control,
    with_side,
)
from table.games.tide_of_iron.rules.steps.corrections import corrected
from table.rules.corrections import Corrected, CorrectionDropped, CorrectionSaid
from table.rules.game import Event
from table.rules.seats import SEATS
from table.rules.steps import StepBegan


def evolve(battle: TideBattle | None, event: Event) -> TideBattle:
    if battle is not None:
        return FOLD[type(event)](battle, event)
    if not isinstance(event, e.ScenarioBegun):
        raise ValueError(f"a battle begins with ScenarioBegun, not with {type(event).__name__}")
    return _begun(event)


def _begun(event: e.ScenarioBegun) -> TideBattle:
    scenario = event.scenario
    blue, red = (_side(scenario.sheet(side)) for side in (event.blue, event.red))
    battle = TideBattle(scenario, blue, red, SEATS[0])
    battle = replace(battle, initiative=seat_of(battle, scenario.initiative))
    for objective in scenario.objectives:
        if objective.held_by:
            battle = with_control(battle, seat_of(battle, objective.held_by), objective.id)
    return battle


def _side(sheet: Sheet) -> TideSide:
    up = tuple(card.id for card in sheet.cards if card.face_up)
    return TideSide(sheet, headquarters=up, drawn_later=tuple(card.id for card in sheet.cards if not card.face_up))


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(each for each in cards if each != card)


def _disputed(battle: TideBattle, _: e.SheetDisputed | e.SheetsClashed) -> TideBattle:
    for seat in SEATS:
        battle = with_acts(battle, seat, units=None, agreed=False)
    return battle


def _received(battle: TideBattle, x: e.CommandReceived) -> TideBattle:
    side = battle.side(x.seat)
    battle = with_side(battle, x.seat, available=side.available + x.count, received=side.received + x.count)
    return with_acts(battle, x.seat, received=True) if x.by == "objectives" else battle


def _scored(battle: TideBattle, x: e.VictoryPointsScored) -> TideBattle:
    battle = with_side(battle, x.seat, points=x.total)
    return with_acts(battle, x.seat, scored=True) if x.by == "scenario" else battle


def _paid(battle: TideBattle, x: e.StrategyCardActivated | e.CommandSpent) -> TideBattle:
    side = battle.side(x.seat)
    return with_side(battle, x.seat, available=side.available - x.cost, paid=side.paid + x.cost)


def _activated(battle: TideBattle, x: e.StrategyCardActivated) -> TideBattle:
    return replace(_paid(battle, x), effects=(*battle.effects, PendingEffect(x.seat, x.card)))


def _resolved(battle: TideBattle, x: e.EffectResolved) -> TideBattle:
    side = battle.side(x.seat)
    battle = with_side(
        battle,
        x.seat,
        headquarters=_without(side.headquarters, x.card),
        in_play=(*side.in_play, x.card) if x.lasting else side.in_play,
        removed=side.removed if x.lasting else (*side.removed, x.card),
    )
    rest = battle.effects[1:]
    return replace(battle, effects=rest, decided=battle.decided and bool(rest))


def _raised(battle: TideBattle, x: e.InitiativeRaised) -> TideBattle:
    return with_side(battle, x.seat, available=battle.side(x.seat).available - x.count, on_initiative=x.total)


def _decided(battle: TideBattle, x: e.OrderDecided) -> TideBattle:
    effects = tuple(sorted(battle.effects, key=lambda effect: effect.seat is not x.seat))
    return replace(battle, effects=effects, conflict=False, decided=len(effects) > 1)


def _readied(battle: TideBattle, x: e.StrategyCardReadied) -> TideBattle:
    side = battle.side(x.seat)
    return with_side(
        battle, x.seat, drawn_later=_without(side.drawn_later, x.card), headquarters=(*side.headquarters, x.card)
    )


def _put_away(battle: TideBattle, x: e.StrategyCardPutAway) -> TideBattle:
    side = battle.side(x.seat)
    return with_side(
        battle, x.seat, headquarters=_without(side.headquarters, x.card), drawn_later=(*side.drawn_later, x.card)
    )


def _removed(battle: TideBattle, x: e.LastingCardRemoved) -> TideBattle:
    side = battle.side(x.seat)
    return with_side(battle, x.seat, in_play=_without(side.in_play, x.card), removed=(*side.removed, x.card))


def _drawn(battle: TideBattle, x: e.CardDrawn) -> TideBattle:
    side = battle.side(x.seat)
    battle = with_side(battle, x.seat, drawn=side.drawn + 1)
    return _readied(battle, e.StrategyCardReadied(x.seat, x.card, x.name)) if x.card else battle


def _transferred(battle: TideBattle, x: e.CommandTransferred) -> TideBattle:
    """Move the command as if it went through the pile: what each received and paid still adds up."""
    battle = _lost(battle, e.CommandLost(x.seat, x.count))
    return _received(battle, e.CommandReceived(x.seat.opponent, x.count, "effect"))


def _lost(battle: TideBattle, x: e.CommandLost) -> TideBattle:
    side = battle.side(x.seat)
    return with_side(battle, x.seat, available=side.available - x.count, paid=side.paid + x.count)


def _changed(battle: TideBattle, x: e.InitiativeCardChanged) -> TideBattle:
    side = battle.side(x.seat)
    moved = {"received": side.received + max(x.by, 0), "paid": side.paid + max(-x.by, 0)}
    return with_side(battle, x.seat, on_initiative=x.total, **moved)


def _control_ended(battle: TideBattle, x: e.ControlEnded) -> TideBattle:
    return replace(battle, control=tuple(each for each in battle.control if each[0] != x.objective))


def _round_began(battle: TideBattle, x: e.RoundBegan) -> TideBattle:
    for seat in SEATS:
        battle = with_side(battle, seat, acts=CommandPhaseActs(), drawn=0)
    return replace(battle, round=x.number, step="action", fought=False, claimed=False)


FOLD: dict[type[Event], Callable[[TideBattle, Any], TideBattle]] = {
    StepBegan: lambda b, x: replace(b, step=x.step),
    e.ScenarioSetUp: lambda b, _: replace(b, set_up=True),
    e.StartingUnitsPlaced: lambda b, x: with_side(b, x.seat, deployed=True),
    e.ActionPhaseEnded: lambda b, _: replace(b, fought=True),
    e.UnitsReported: lambda b, x: with_acts(b, x.seat, units=x.objectives),
    e.SheetAgreed: lambda b, x: with_acts(b, x.seat, agreed=True),
    e.SheetDisputed: _disputed,
    e.SheetsClashed: _disputed,
    e.ControlTaken: lambda b, x: with_control(b, x.seat, x.objective),
    e.CommandReceived: _received,
    e.VictoryPointsScored: _scored,
    e.StrategyCardActivated: _activated,
    e.EffectResolved: _resolved,
    e.CommandSpent: _paid,
    e.InitiativeRaised: _raised,
    e.SpendingFinished: lambda b, x: with_acts(b, x.seat, finished=True),
    e.InitiativeDetermined: lambda b, x: replace(b, initiative=x.seat, claimed=True),
    e.ConflictDeclared: lambda b, _: replace(b, conflict=True),
    e.OrderDecided: _decided,
    e.StrategyCardReadied: _readied,
    e.StrategyCardPutAway: _put_away,
    e.LastingCardRemoved: _removed,
    e.CardDrawn: _drawn,
    e.CommandTransferred: _transferred,
    e.CommandLost: _lost,
    e.InitiativeCardChanged: _changed,
    e.ControlEnded: _control_ended,
    e.WinnerSaid: lambda b, x: replace(b, claim=WinnerClaim(x.seat, x.winner)),
    e.WinnerDisputed: lambda b, _: replace(b, claim=None),
    e.ScenarioWon: lambda b, x: replace(b, won=True, winner=x.seat, claim=None),
    e.RoundBegan: _round_began,
    e.AllRoundsPlayed: lambda b, _: replace(b, over=True),
    CorrectionSaid: lambda b, x: replace(b, correction=x.correction),
    CorrectionDropped: lambda b, _: replace(b, correction=None),
    Corrected: lambda b, x: replace(corrected(b, x), correction=None),
}
