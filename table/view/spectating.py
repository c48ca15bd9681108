"""Convert the published view to the spectators' view. Everything that they must not see is left out here."""

from typing import Any, TypeVar

from msgspec import Struct

from table.rules.text import Text
from table.rules.view import SeatView, View
from table.view.clock import RunningClock, running_clock
from table.view.published import Desk, Published
from table.view.sentences import Sayings
from table.view.spectators import (
    SpectatorCard,
    SpectatorCodes,
    SpectatorCounter,
    SpectatorPiece,
    SpectatorPool,
    SpectatorQuestion,
    SpectatorRoll,
    SpectatorRound,
    SpectatorScore,
    SpectatorSeat,
    SpectatorStep,
    SpectatorTable,
    StoryLine,
)

T = TypeVar("T", bound=Struct)


def spectator_table(
    published: Published, sayings: Sayings, at_ms: int = 0, clock: RunningClock | None = None
) -> SpectatorTable:
    """Return the spectators' view of a published view at this time, with the last sent clock."""
    view = published.view
    return SpectatorTable(
        match=published.match,
        play=None if view is None else _round(view, published, sayings),
        questions=tuple(
            _shown(SpectatorQuestion, prompt, sayings)
            for prompt in published.prompts
            if published.match and not prompt.standing
        ),
        clock=running_clock(published.clock, at_ms, clock),
    )


def story_lines(published: Published, sayings: Sayings) -> tuple[StoryLine, ...]:
    """Return the last lines of the story, with their numbers in the match."""
    view = published.view
    if view is None:
        return ()
    first = view.line_count - len(view.story) + 1
    return tuple(StoryLine(number, sayings.say(line)) for number, line in enumerate(view.story, first))


def _round(view: View, published: Published, sayings: Sayings) -> SpectatorRound:
    blue, red = published.score.totals
    return _shown(
        SpectatorRound,
        view,
        sayings,
        steps=tuple(_shown(SpectatorStep, step, sayings) for step in view.steps),
        rolled=None if view.rolled is None else _shown(SpectatorRoll, view.rolled, sayings, proof=published.proof),
        seats={seat.seat: _seat(seat, desk, sayings) for seat, desk in zip(view.seats, published.desks, strict=True)},
        score=_shown(SpectatorScore, published.score, sayings, blue=blue, red=red),
        codes=_shown(SpectatorCodes, published, sayings),
    )


def _seat(seat: SeatView, desk: Desk, sayings: Sayings) -> SpectatorSeat:
    return _shown(
        SpectatorSeat,
        seat,
        sayings,
        reader=desk.reader,
        locked=desk.locked,
        card=None if seat.card is None else _shown(SpectatorCard, seat.card, sayings),
        counters=tuple(_shown(SpectatorCounter, each, sayings) for each in seat.counters),
        pools=tuple(_shown(SpectatorPool, each, sayings, counts=dict(each.counts)) for each in seat.pools),
        pieces=tuple(_shown(SpectatorPiece, each, sayings) for each in seat.pieces),
        player=desk.player,
    )


def _shown(kind: type[T], of: Struct, sayings: Sayings, **more: Any) -> T:
    """Return a value with the fields of this kind, and no others: texts are sentences in every language."""
    fields = {name: getattr(of, name) for name in kind.__struct_fields__ if name not in more}
    filled = {name: sayings.say(value) if isinstance(value, Text) else value for name, value in fields.items()}
    return kind(**filled, **more)
