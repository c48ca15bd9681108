"""The events that begin and end a match and its rounds and steps."""

from msgspec.structs import replace

from table.games.legion.rules.model.armies import Army
from table.games.legion.rules.model.editions import EDITIONS, Edition
from table.games.legion.rules.model.forces import force_of, granted
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.labels import names
from table.games.legion.rules.model.state import (
    ADVANTAGE,
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
from table.rules.game import Event, SeatEvent
from table.rules.seats import SEATS, Seat
from table.rules.steps import StepBegan
from table.rules.text import text
from table.rules.tokens import HandBack


class MatchBegun(Event, frozen=True, tag=True):
    """A match begins with its sides and settings."""

    blue: Army
    red: Army
    rounds: int
    roller: Roller
    edition: str = "current"
    rolls_by_hand: bool = False
    draws_by_hand: bool = False


class RoundBegan(Event, frozen=True, tag=True):
    """A round begins."""

    number: int


class RoundOverSaid(SeatEvent, frozen=True, tag=True):
    """A seat confirms the end of the round."""


class RoundEnded(Event, frozen=True, tag=True):
    """The round is over, and its tokens are returned."""

    number: int


class AllRoundsPlayed(Event, frozen=True, tag=True):
    """The last round is over."""

    rounds: int


def muster(begun: MatchBegun) -> LegionBattle:
    """Return the first state of the match."""
    edition = EDITIONS[begun.edition]
    return LegionBattle(
        _side(begun.blue, edition), _side(begun.red, edition), begun.rounds, begun.roller, edition,
        begun.rolls_by_hand, begun.draws_by_hand,
    )  # fmt: skip


def _side(army: Army, edition: Edition) -> LegionSide:
    """Return a side at the beginning. An Unstoppable unit has a second order token in every round (LA-31)."""
    called = names(army)
    units = tuple(granted(unit, force_of(army)) for unit in army.units) if edition.keywords else army.units
    troops = tuple(
        Troop(unit, called[unit.id], unit.rank, turns=2 if edition.keywords and unit.has(Keyword.UNSTOPPABLE) else 1)
        for unit in units
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
        ordered = tuple(troop.unit.id for troop in battle.side(seat).troops if troop.ordered)
        battle = with_side(battle, seat, troops=fresh, uncommanded=False, ordered_before=ordered)
        battle = with_play(battle, seat, pool=(), parked=(), aside=(), looked_at="", passes=0)
    return replace(battle, closed=True, going_on=(), drawn="")


def _all_tokens(before: LegionBattle, _: RoundEnded) -> tuple[HandBack, ...]:
    """Return the tokens on the table, except those of units that are set aside (LA-75)."""
    lying = [(seat, kind, n - _beside(before, seat, kind)) for seat in SEATS for kind, n in before.side(seat).out]
    return tuple(HandBack(seat, kind, n) for seat, kind, n in lying if n > 0)


def _beside(battle: LegionBattle, seat: Seat, kind: str) -> int:
    return len(battle.side(seat).set_aside or ()) if kind == ADVANTAGE else 0


ROWS: tuple[EventRow[LegionBattle], ...] = (
    EventRow(
        MatchBegun, lambda _, x: muster(x), lambda x: text("legion.story.begun", blue=x.blue.name, red=x.red.name)
    ),
    EventRow(RoundBegan, _round_began, line("round", "number")),
    EventRow(StepBegan, _step_began, no_line),
    EventRow(RoundOverSaid, lambda b, x: with_play(b, x.seat, ended=True), no_line),
    EventRow(RoundEnded, _round_ended, line("round_over", "number"), hands_back=_all_tokens),
    EventRow(AllRoundsPlayed, lambda b, _: replace(b, over=True), line("over", number="rounds")),
)
