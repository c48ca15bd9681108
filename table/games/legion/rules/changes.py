"""The state after the events of turns, consent and the End Phase. `evolve` has all others."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from table.games.legion.rules.model import events as e
from table.games.legion.rules.model import phase_events as p
from table.games.legion.rules.model.armies import RANKS, Rank
from table.games.legion.rules.model.state import Activation, LegionBattle, with_play, with_side, with_troop
from table.games.legion.rules.model.turns import beginner
from table.rules.counts import change
from table.rules.game import Event
from table.rules.seats import Seat


def still_begun_early(battle: LegionBattle, event: Event) -> bool:
    """True if after this event a turn that was begun too early can still be taken back without consent (LA-06)."""
    return battle.before is not None and isinstance(event, e.UnitActivated | e.Passed) and event.early


def change_pool(battle: LegionBattle, seat: Seat, rank: str, by: int) -> LegionBattle:
    return with_play(battle, seat, pool=change(battle.play(seat).pool, rank, by, RANKS))


def change_parked(battle: LegionBattle, seat: Seat, rank: str, by: int) -> LegionBattle:
    return with_play(battle, seat, parked=change(battle.play(seat).parked, rank, by, RANKS))


def _activated(battle: LegionBattle, x: e.UnitActivated) -> LegionBattle:
    troop = battle.side(x.seat).troop(x.unit)
    face_up = troop.face_up and (x.drawn or x.pooled)
    battle = with_troop(battle, x.seat, x.unit, face_up=face_up, activations=troop.activations + 1)
    if x.pooled:
        battle = change_pool(battle, x.seat, str(x.rank), -1)
    if x.out_of_turn:
        return replace(battle, going_on=(*battle.going_on, Activation(x.seat, x.unit, out_of_turn=True)))
    battle = with_play(battle, x.seat, passed=False)
    kept = battle.last_ended if battle.ended_early else None
    return replace(
        battle, drawn="", wasted=False, active=(x.seat, x.unit), last_ended=kept, ended_early=False,
        going_on=(Activation(x.seat, x.unit),),
    )  # fmt: skip


def _ended(battle: LegionBattle, x: p.ActivationEnded) -> LegionBattle:
    """End the activation on top; or, if the next turn begins early, all that are going on."""
    if x.early:
        return replace(
            battle, going_on=(), turn=beginner(battle), active=None, wasted=False, last_ended=(x.seat, x.unit),
            ended_early=True, before=replace(battle, before=None),
        )  # fmt: skip
    *below, now = battle.going_on
    battle = replace(battle, going_on=tuple(below), last_ended=(x.seat, x.unit), ended_early=False)
    return battle if now.out_of_turn else replace(battle, turn=now.seat.opponent, active=None)


def _passed(battle: LegionBattle, x: e.Passed) -> LegionBattle:
    paid = 0 if x.free else 1
    battle = with_play(battle, x.seat, passes=battle.play(x.seat).passes - paid, passed=True)
    return replace(battle, turn=x.seat.opponent, wasted=False, active=None, last_ended=None)


def _skipped(battle: LegionBattle, x: e.TurnSkipped) -> LegionBattle:
    return replace(with_play(battle, x.seat, passed=True), turn=x.seat.opponent, wasted=False, last_ended=None)


def _cleared(battle: LegionBattle, x: p.TokensCleared) -> LegionBattle:
    return with_play(battle, x.seat, pool=(), parked=(), aside=())


def _returned(battle: LegionBattle, x: p.TokenReturned) -> LegionBattle:
    troop = battle.side(x.seat).troop(x.unit)
    return change_pool(with_troop(battle, x.seat, x.unit, again=troop.again + 1), x.seat, x.rank, 1)


def _turned(battle: LegionBattle, x: p.TokenTurned) -> LegionBattle:
    troop = battle.side(x.seat).troop(x.unit)
    face_up = troop.face_up and x.pooled
    battle = with_troop(battle, x.seat, x.unit, face_up=face_up, turned=troop.turned + 1)
    return change_pool(battle, x.seat, x.rank, -1) if x.pooled else battle


def change_aside(battle: LegionBattle, seat: Seat, was: Rank, rank: Rank, number: int) -> LegionBattle:
    """Exchange so many of the tokens of a rank that chance laid on a command card, the first ones first."""
    aside = list(battle.play(seat).aside)
    for _each in range(number):
        aside[aside.index(was)] = rank
    return with_play(battle, seat, aside=tuple(aside)) if number else battle


def _set_aside(battle: LegionBattle, x: p.TokenSetAside) -> LegionBattle:
    battle = with_play(change_pool(battle, x.seat, x.rank, -1), x.seat, aside=(*battle.play(x.seat).aside, x.rank))
    return replace(battle, questions=battle.questions + 1)


def _used(battle: LegionBattle, x: p.TokenUsed) -> LegionBattle:
    if x.hidden:
        aside = list(battle.play(x.seat).aside)
        aside.remove(x.rank)
        battle = with_play(battle, x.seat, aside=tuple(aside))
    else:
        battle = change_parked(battle, x.seat, x.rank, -1)
    return replace(battle, drawn=x.rank, wasted=False)


def _dictated(battle: LegionBattle, x: p.TokenDictated) -> LegionBattle:
    battle = with_play(change_pool(battle, x.seat, x.rank, -1), x.seat, draws="", drew=True)
    return replace(battle, drawn=x.rank, wasted=False)


def _decided(battle: LegionBattle, x: p.MatchDecided) -> LegionBattle:
    """Keep who has won. After the last round `AllRoundsPlayed` ends the match."""
    return replace(battle, decided=True, winner=x.winner, decided_by=x.rule, over=x.rule != "LA-23")


def _round_ended(battle: LegionBattle, _: e.RoundEnded) -> LegionBattle:
    """Take every token off the table."""
    for seat in Seat:
        fresh = tuple(
            replace(t, ordered=False, face_up=False, order_lost=False, activations=0, turned=0, again=0)
            for t in battle.side(seat).troops
        )
        battle = with_side(battle, seat, troops=fresh, uncommanded=False)
        battle = with_play(battle, seat, pool=(), parked=(), aside=(), looked_at="", passes=0)
    return replace(battle, closed=True, going_on=(), drawn="")


def _gift_used(battle: LegionBattle, x: p.GiftUsed) -> LegionBattle:
    return with_play(battle, x.seat, gifts_used=(*battle.play(x.seat).gifts_used, (x.card, x.act, x.argument)))


CHANGES: dict[type[Event], Callable[[LegionBattle, Any], LegionBattle]] = {
    e.UnitActivated: _activated,
    e.Passed: _passed,
    e.TurnSkipped: _skipped,
    e.RoundEnded: _round_ended,
    p.ActivationEnded: _ended,
    p.ActivationResumed: lambda b, _: b.before or b,
    p.TokensCleared: _cleared,
    p.GiftUsed: _gift_used,
    p.TokenReturned: _returned,
    p.TokenTurned: _turned,
    p.TokenSetAside: _set_aside,
    p.TokenUsed: _used,
    p.DrawDictated: lambda b, x: with_play(b, x.seat, draws=x.rank.value),
    p.TokenDictated: _dictated,
    p.UnitHeld: lambda b, x: with_play(b, x.seat, held=x.unit, held_first=x.first),
    p.ConsentAsked: lambda b, x: replace(b, consent=x.consent),
    p.ConsentGiven: lambda b, _: replace(b, consent=None),
    p.ConsentDenied: lambda b, _: replace(b, consent=None),
    p.NobodyToPromote: lambda b, x: with_side(b, x.seat, uncommanded=True),
    p.PointsScored: lambda b, x: with_side(b, x.seat, victory=x.total),
    p.MatchDecided: _decided,
}
