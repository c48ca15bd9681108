"""The end of a match, by its rules or by both seats' agreement, and its winner (TB-13, TB-96).

Only a result that follows from the game's own rules needs no agreement. Every other one is proposed by one seat, and
the other seat agrees or declines.
"""

from typing import Any

from msgspec.structs import replace

from table.rules.game import Event, Game
from table.rules.match import events as ev
from table.rules.match.score import EVENTS as SCORING
from table.rules.match.score import called
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, Option
from table.rules.result import Result, WonBy
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import Text, text

END, AGREE, CLOSE, WINNER = "match.end", "match.agree", "match.close", "match.winner"
KEYS = (END, AGREE, CLOSE, WINNER)
EVENTS = (ev.EndProposed, ev.EndDeclined, ev.MatchClosed, ev.ResultNamed)
VOIDING = (ev.Undone, *SCORING)
"""The events after which a proposed end is void."""
HOW = {
    ev.EndWay.FINISH: ev.MatchEnd.FINISHED,
    ev.EndWay.ABANDON: ev.MatchEnd.ABANDONED,
    ev.EndWay.CONCEDE: ev.MatchEnd.CONCEDED,
    ev.EndWay.DRAW: ev.MatchEnd.DRAWN,
    ev.EndWay.BLUE: ev.MatchEnd.FINISHED,
    ev.EndWay.RED: ev.MatchEnd.FINISHED,
    ev.EndWay.TIED: ev.MatchEnd.FINISHED,
    ev.EndWay.OPEN: ev.MatchEnd.FINISHED,
}
WAYS = tuple(
    Option(how, text(f"match.end.{how}"))
    for how in (ev.EndWay.FINISH, ev.EndWay.ABANDON, ev.EndWay.CONCEDE, ev.EndWay.DRAW)
)
WINNERS = (
    Option(ev.EndWay.BLUE, text("match.won.blue"), "seat.blue"),
    Option(ev.EndWay.RED, text("match.won.red"), "seat.red"),
    Option(ev.EndWay.TIED, text("match.won.tied")),
)
TO_END = tuple(
    ChooseOne(key=END, seat=seat, ask=text("match.end"), rule="TB-13", options=WAYS, standing=True, hold=True, often=-1)
    for seat in SEATS
)
"""The prompts that propose to end the match. Either seat has one nearly always."""
TO_CLOSE = Confirm(key=CLOSE, seat=None, ask=text("match.close"), rule="TB-13", hold=True)


def prompts(state: MatchState[Any], game: Game[Any], *, time_up: bool) -> tuple[AnyPrompt, ...]:
    """Return the prompts about the end: agree to a proposed end, close a match that is over, or propose an end."""
    over = state.game is not None and (time_up or game.over(state.game))
    unnamed = over and takes_both(state, game, time_up)
    if state.proposal is not None and (unnamed or not over):
        return (_consent(state, game, *state.proposal, over=over),)
    if not over:
        return TO_END
    if unnamed and known(state, game, time_up) is None:
        return (_who_has_won(state, game), TO_CLOSE)
    return (TO_CLOSE,)


def takes_both(state: MatchState[Any], game: Game[Any], time_up: bool) -> bool:
    """True if both seats must agree before a finished match is closed, because its rules do not name the winner."""
    return (time_up or game.keeps_points(state.game)) and game.decided(state.game) is None


def _consent(state: MatchState[Any], game: Game[Any], seat: Seat, how: ev.EndWay, *, over: bool) -> AnyPrompt:
    """Return the prompt for the other seat's consent to a proposed end."""
    args: dict[str, int | Text] = {"seat": text(f"seat.{seat}")}
    key = f"match.end.{how}?"
    result = by_points(state, game) if over and how is ev.EndWay.FINISH else None
    if result is not None and result.winner is not None:
        blue, red = (state.score.of(each) for each in SEATS)
        args |= {"blue": blue, "red": red, "winner": text(f"seat.{result.winner}"), "called": called(game)}
        key = "match.end.tie_broken?" if blue == red else "match.end.points?"
    decline = text("match.won.no" if over else "match.end.decline")
    options = (Option("decline", decline), Option("agree", text("match.end.agree")))
    ask = text(key, **args)
    return ChooseOne(key=AGREE, seat=seat.opponent, ask=ask, rule="TB-13", options=options, hold=True)


def _who_has_won(state: MatchState[Any], game: Game[Any]) -> AnyPrompt:
    """Return the question about the winner, if neither the rules nor the points decide."""
    blue, red = (state.score.of(seat) for seat in SEATS)
    ask = text("match.won.ask", blue=blue, red=red, called=called(game))
    return ChooseOne(key=WINNER, seat=None, ask=ask, rule="TB-96", options=WINNERS, hold=True)


def known(state: MatchState[Any], game: Game[Any], time_up: bool = False) -> Result | None:
    """Return the result of a match that is over or out of time, if rules or points decide it."""
    decided = game.decided(state.game)
    if decided is not None or not (time_up or game.keeps_points(state.game)):
        return decided
    found = by_points(state, game)
    return None if found is None or found.winner is None else found


def by_points(state: MatchState[Any], game: Game[Any]) -> Result | None:
    """Return the result by points, if there are any, and by the game's rule for a tie."""
    blue, red = (state.score.of(seat) for seat in SEATS)
    if blue == red:
        return (game.tie_broken(state.game) or Result(None, WonBy.POINTS, "TB-96")) if blue else None
    return Result(BLUE if blue > red else RED, WonBy.POINTS, "TB-96")


def agreed(state: MatchState[Any], game: Game[Any], seat: Seat, how: ev.EndWay) -> Result | None:
    """Return the result of an end that `seat` has proposed and the other seat has agreed to."""
    match how:
        case ev.EndWay.CONCEDE:
            return Result(seat.opponent, WonBy.CONCEDED, "TB-13")
        case ev.EndWay.DRAW:
            return Result(None, WonBy.DRAWN, "TB-13")
        case ev.EndWay.FINISH:
            return by_points(state, game)
        case ev.EndWay.BLUE | ev.EndWay.RED:
            return Result(Seat(how), WonBy.SAID, "TB-96")
        case ev.EndWay.TIED:
            return Result(None, WonBy.SAID, "TB-96")
        case ev.EndWay.ABANDON | ev.EndWay.OPEN:
            return None


def named(result: Result | None) -> tuple[Event, ...]:
    """Return the event that records a result."""
    return () if result is None else (ev.ResultNamed(result.winner, result.by, result.rule),)


def headline(result: Result) -> Text:
    if result.winner is None:
        return text("match.headline.draw")
    loser = text(f"seat.{result.winner.opponent}")
    key = "match.headline.conceded" if result.by is WonBy.CONCEDED else "match.headline.won"
    return text(key, seat=text(f"seat.{result.winner}"), loser=loser)


def evolve(
    state: MatchState[Any], event: ev.EndProposed | ev.EndDeclined | ev.MatchClosed | ev.ResultNamed
) -> MatchState[Any]:
    match event:
        case ev.EndProposed():
            return replace(state, proposal=(event.seat, event.how))
        case ev.EndDeclined():
            return replace(state, proposal=None)
        case ev.MatchClosed():
            return replace(state, ended=event.how, proposal=None)
        case ev.ResultNamed():
            return replace(state, result=Result(event.winner, event.by, event.rule))
