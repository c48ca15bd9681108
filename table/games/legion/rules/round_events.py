"""The events that begin and end a match and its rounds and steps."""

from msgspec.structs import replace

from table.games.legion.rules.model.armies import Army
from table.games.legion.rules.model.editions import EDITIONS, Edition
from table.games.legion.rules.model.event_kinds import SeatEvent
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.labels import names
from table.games.legion.rules.model.state import (
    LegionBattle,
    LegionSide,
    Roller,
    RoundPlay,
    Troop,
    with_play,
    with_side,
)
from table.games.legion.rules.model.story_lines import line
from table.rules.event_rows import EventRow, no_line
from table.rules.game import Event
from table.rules.seats import SEATS, Seat
from table.rules.steps import StepBegan
from table.rules.text import text
from table.rules.tokens import HandBack


class MatchBegun(Event, frozen=True, tag=True):
    blue: Army
    red: Army
    rounds: int
    roller: Roller
    edition: str = "current"
    rolls_by_hand: bool = False
    draws_by_hand: bool = False


class RoundBegan(Event, frozen=True, tag=True):
    number: int


class RoundOverSaid(SeatEvent, frozen=True, tag=True): ...


class RoundEnded(Event, frozen=True, tag=True):
    number: int


class AllRoundsPlayed(Event, frozen=True, tag=True):
    rounds: int


def muster(begun: MatchBegun) -> LegionBattle:
    """Return the match as it begins."""
    edition = EDITIONS[begun.edition]
    return LegionBattle(
        _side(begun.blue, edition), _side(begun.red, edition), begun.rounds, begun.roller, edition,
        begun.rolls_by_hand, begun.draws_by_hand,
    )  # fmt: skip


def _side(army: Army, edition: Edition) -> LegionSide:
    """Return an army at the beginning. An Unstoppable unit has its second order token in every round (LA-31)."""
    called = names(army)
    troops = tuple(
        Troop(unit, called[unit.id], unit.rank, turns=2 if edition.keywords and unit.has(Keyword.UNSTOPPABLE) else 1)
        for unit in army.units
    )
    return LegionSide(army, troops, tuple(card.id for card in army.hand))


def _round_began(battle: LegionBattle, event: RoundBegan) -> LegionBattle:
    for seat in SEATS:
        battle = with_side(battle, seat, play=RoundPlay())
    return replace(
        battle, round=event.number, step="select", priority=None, turn=None, drawn="", wasted=False,
        active=None, going_on=(), last_ended=None, closed=False,
    )  # fmt: skip


def _step_began(battle: LegionBattle, event: StepBegan) -> LegionBattle:
    turn = battle.priority if event.step == "activation" else None
    return replace(battle, step=event.step, turn=turn, active=None, going_on=())


def _round_ended(battle: LegionBattle, _: RoundEnded) -> LegionBattle:
    """Take every token off the table."""
    for seat in Seat:
        fresh = tuple(
            replace(t, ordered=False, face_up=False, order_lost=False, activations=0, turned=0, again=0)
            for t in battle.side(seat).troops
        )
        battle = with_side(battle, seat, troops=fresh, uncommanded=False)
        battle = with_play(battle, seat, pool=(), parked=(), aside=(), looked_at="", passes=0)
    return replace(battle, closed=True, going_on=(), drawn="")


def _all_tokens(before: LegionBattle, _: RoundEnded) -> tuple[HandBack, ...]:
    return tuple(HandBack(seat, kind, n) for seat in SEATS for kind, n in before.side(seat).out)


ROWS: tuple[EventRow[LegionBattle], ...] = (
    EventRow(
        MatchBegun,
        fold=lambda _, x: muster(x),
        line=lambda x: text("legion.story.begun", blue=x.blue.name, red=x.red.name),
    ),
    EventRow(RoundBegan, fold=_round_began, line=line("round", "number")),
    EventRow(StepBegan, fold=_step_began, line=no_line),
    EventRow(RoundOverSaid, fold=lambda b, x: with_play(b, x.seat, ended=True), line=no_line),
    EventRow(RoundEnded, fold=_round_ended, line=line("round_over", "number"), hands_back=_all_tokens),
    EventRow(AllRoundsPlayed, fold=lambda b, _: replace(b, over=True), line=line("over", number="rounds")),
)
