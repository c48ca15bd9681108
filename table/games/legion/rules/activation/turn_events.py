"""The events of turns and activations."""

from msgspec.structs import replace

from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.event_kinds import TokenEvent, UnitEvent
from table.games.legion.rules.model.labels import token
from table.games.legion.rules.model.state import Activation, LegionBattle, with_play, with_troop
from table.games.legion.rules.model.story_lines import line, seat_name
from table.games.legion.rules.model.token_counts import change_pool
from table.games.legion.rules.model.turns import beginner
from table.rules.event_rows import EventRow, no_line
from table.rules.game import SeatEvent
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text
from table.rules.tokens import HandOut


class TokenDrawn(TokenEvent, frozen=True, tag=True):
    """A token came out of the pool. `lost`: no unit can use it, so it is not handed out."""

    question: int
    by_hand: bool
    lost: bool = False


class DrawWasted(TokenEvent, frozen=True, tag=True):
    """No unit can use the token, and it leaves the game."""


class UnitActivated(UnitEvent, frozen=True, tag=True):
    """A unit's activation begins. It lasts until `ActivationEnded`, so `lasts` is always true.

    `pooled`: a token of this `rank` leaves the pool for an activation out of turn. `early`: the other seat's activation
    had not ended.
    """

    drawn: bool
    lasts: bool = True
    out_of_turn: bool = False
    pooled: bool = False
    rank: Rank | None = None
    bag: bool = False
    early: bool = False


class ActivationEnded(UnitEvent, frozen=True, tag=True):
    """An activation is over. `early`: the opponent began the next turn before its player ended it."""

    early: bool = False


class ActivationResumed(UnitEvent, frozen=True, tag=True):
    """A turn that began too early is taken back. `seat` has the activation again, and `by` asked for it."""

    by: Seat


class Passed(SeatEvent, frozen=True, tag=True):
    """A seat passes. `early`: while the other seat's activation was continuing."""

    free: bool
    early: bool = False


class TurnSkipped(SeatEvent, frozen=True, tag=True):
    """A seat without a unit to activate passes."""


class DrawDictated(TokenEvent, frozen=True, tag=True):
    """The opponent's card names the rank that this seat draws first in the round."""


class TokenDictated(TokenEvent, frozen=True, tag=True):
    """A seat draws the rank that the opponent's card names. Nothing is left to chance."""

    lost: bool = False
    """True if no unit can use the token, so it is not handed out."""
    bag: bool = False


class UnitHeld(UnitEvent, frozen=True, tag=True):
    """The opponent's card makes this seat activate a unit before all others, or after them."""

    first: bool


def _token_drawn(battle: LegionBattle, event: TokenDrawn) -> LegionBattle:
    battle = with_play(change_pool(battle, event.seat, event.rank, -1), event.seat, drew=True)
    return replace(battle, drawn=event.rank, wasted=False, questions=battle.questions + 1)


def _activated(battle: LegionBattle, x: UnitActivated) -> LegionBattle:
    troop = battle.side(x.seat).troop(x.unit)
    face_up = troop.face_up and (x.drawn or x.pooled)
    battle = with_troop(battle, x.seat, x.unit, face_up=face_up, activations=troop.activations + 1)
    if x.pooled:
        battle = change_pool(battle, x.seat, str(x.rank), -1)
    if x.out_of_turn:
        return replace(battle, going_on=(*battle.going_on, Activation(x.seat, x.unit, out_of_turn=True)))
    battle = with_play(battle, x.seat, passed=False)
    for seat in SEATS:  # one that said that the round is over was too early
        battle = with_play(battle, seat, ended=False) if battle.play(seat).ended else battle
    kept = battle.last_ended if battle.ended_early else None
    return replace(
        battle, drawn="", wasted=False, active=(x.seat, x.unit), last_ended=kept, ended_early=False,
        going_on=(Activation(x.seat, x.unit),),
    )  # fmt: skip


def _ended(battle: LegionBattle, x: ActivationEnded) -> LegionBattle:
    """End the activation on top. If the next turn begins early, end all of them."""
    if x.early:
        return replace(
            battle, going_on=(), turn=beginner(battle), active=None, wasted=False, last_ended=(x.seat, x.unit),
            ended_early=True, before=replace(battle, before=None),
        )  # fmt: skip
    *below, now = battle.going_on
    battle = replace(battle, going_on=tuple(below), last_ended=(x.seat, x.unit), ended_early=False)
    return battle if now.out_of_turn else replace(battle, turn=now.seat.opponent, active=None)


def _passed(battle: LegionBattle, x: Passed) -> LegionBattle:
    paid = 0 if x.free else 1
    battle = with_play(battle, x.seat, passes=battle.play(x.seat).passes - paid, passed=True)
    return replace(battle, turn=x.seat.opponent, wasted=False, active=None, last_ended=None)


def _skipped(battle: LegionBattle, x: TurnSkipped) -> LegionBattle:
    return replace(with_play(battle, x.seat, passed=True), turn=x.seat.opponent, wasted=False, last_ended=None)


def _dictated(battle: LegionBattle, x: TokenDictated) -> LegionBattle:
    battle = with_play(change_pool(battle, x.seat, x.rank, -1), x.seat, draws="", drew=True)
    return replace(battle, drawn=x.rank, wasted=False)


def _drawn(x: TokenDrawn) -> Text:
    return text(
        "legion.story.drawn_by_hand" if x.by_hand else "legion.story.drawn", seat=seat_name(x), token=token(x.rank)
    )


def _activated_line(x: UnitActivated) -> Text:
    key = "legion.story.activated_extra" if x.out_of_turn else "legion.story.activated"
    return text(key, seat=seat_name(x), name=x.name)


def _token_of(x: TokenDrawn | TokenDictated) -> tuple[HandOut, ...]:
    """Return the drawn token, unless the players drew it by hand or no unit can use it."""
    by_hand = isinstance(x, TokenDrawn) and x.by_hand
    return () if x.lost or by_hand else (HandOut(x.seat, x.rank, 1),)


def _out_of_pool(x: UnitActivated) -> tuple[HandOut, ...]:
    return (HandOut(x.seat, x.rank, 1),) if x.pooled and not x.bag and x.rank is not None else ()


ROWS: tuple[EventRow[LegionBattle], ...] = (
    EventRow(TokenDrawn, _token_drawn, _drawn, hands_out=_token_of),
    EventRow(DrawWasted, lambda b, _: replace(b, drawn="", wasted=True), line("wasted")),
    EventRow(UnitActivated, _activated, _activated_line, hands_out=_out_of_pool),
    EventRow(ActivationEnded, _ended, no_line),
    EventRow(ActivationResumed, lambda b, _: b.before or b, line("resumed")),
    EventRow(
        Passed,
        _passed,
        lambda x: text("legion.story.passed_free" if x.free else "legion.story.passed", seat=seat_name(x)),
    ),
    EventRow(TurnSkipped, _skipped, line("skipped")),
    EventRow(DrawDictated, lambda b, x: with_play(b, x.seat, draws=x.rank.value), line("dictated")),
    EventRow(TokenDictated, _dictated, line("drawn"), hands_out=_token_of),
    EventRow(
        UnitHeld,
        lambda b, x: with_play(b, x.seat, held=x.unit, held_first=x.first),
        lambda x: text(f"legion.story.held_{'first' if x.first else 'last'}", seat=seat_name(x), name=x.name),
    ),
)
