"""Convert the published view to the spectators' view. Everything that they must not see is left out here."""

from table.rules.view import Card, Rolled, SeatView, View
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


def spectator_table(
    published: Published, sayings: Sayings, at_ms: int = 0, clock: RunningClock | None = None
) -> SpectatorTable:
    """Return the spectators' view of a published view at this time, with the last sent clock."""
    view = published.view
    return SpectatorTable(
        match=published.match,
        play=None if view is None else _round(view, published, sayings),
        questions=tuple(
            SpectatorQuestion(prompt.seat, sayings.say(prompt.ask), prompt.rule)
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
    score = published.score
    return SpectatorRound(
        system=view.system,
        round=view.round,
        rounds=view.rounds,
        phase=sayings.say(view.phase),
        steps=tuple(SpectatorStep(sayings.say(step.name), step.state) for step in view.steps),
        headline=sayings.say(view.headline),
        acting=view.acting,
        first=view.first,
        first_called=sayings.say(view.first_called),
        rolled=None if view.rolled is None else _roll(view.rolled, published.proof, sayings),
        reveals=view.reveals,
        over=view.over,
        seats={seat.seat: _seat(seat, desk, sayings) for seat, desk in zip(view.seats, published.desks, strict=True)},
        score=SpectatorScore(score.counts, blue, red, score.rounds, score.ended, score.result),
        codes=SpectatorCodes(published.commitment, published.locked, published.chain),
    )


def _seat(seat: SeatView, desk: Desk, sayings: Sayings) -> SpectatorSeat:
    return SpectatorSeat(
        side=seat.side,
        reader=desk.reader,
        locked=desk.locked,
        card=None if seat.card is None else _card(seat.card, sayings),
        counters=tuple(SpectatorCounter(sayings.say(each.label), each.value, each.mark) for each in seat.counters),
        pools=tuple(SpectatorPool(sayings.say(each.label), dict(each.counts)) for each in seat.pools),
        pieces=tuple(
            SpectatorPiece(each.id, each.name, each.icon, str(each.state), each.badges) for each in seat.pieces
        ),
        player=desk.player,
        emblem=seat.emblem,
    )


def _card(card: Card, sayings: Sayings) -> SpectatorCard:
    return SpectatorCard(card.name, sayings.say_any(card.note), card.pips, card.counts)


def _roll(rolled: Rolled, proof: str, sayings: Sayings) -> SpectatorRoll:
    return SpectatorRoll(
        rolled.question, rolled.die, rolled.face, rolled.seat, rolled.by_hand, sayings.say_any(rolled.decided), proof
    )
