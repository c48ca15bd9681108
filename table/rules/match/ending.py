"""The end of a match: by its rules, or by both seats' agreement; and who has won (TB-13, TB-96)."""

from typing import Any

from msgspec.structs import replace

from table.rules.game import Event, Game
from table.rules.match import events as ev
from table.rules.match.state import MatchState
from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, Option, Value
from table.rules.result import Result, WonBy
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import Text, text

END, AGREE, CLOSE, WINNER = "match.end", "match.agree", "match.close", "match.winner"
KEYS = (END, AGREE, CLOSE, WINNER)
EVENTS = (ev.EndProposed, ev.EndDeclined, ev.MatchClosed, ev.ResultNamed)
DRAW = "draw"
WITH_RESULTS = 3
"""The revision of the rules of every match from which on a match has a result."""
OPEN_TO_THE_CLOSE = 4
"""The revision of them from which on points, undo, hoppers and the judge are there until a match is closed."""
HOW = {
    ev.EndWay.FINISH: ev.MatchEnd.FINISHED,
    ev.EndWay.ABANDON: ev.MatchEnd.ABANDONED,
    ev.EndWay.CONCEDE: ev.MatchEnd.CONCEDED,
    ev.EndWay.DRAW: ev.MatchEnd.DRAWN,
}
WAYS = tuple(Option(how, text(f"match.end.{how}")) for how in HOW)
EARLIER_WAYS = tuple(Option(how, text(f"match.end.{how}")) for how in (ev.EndWay.FINISH, ev.EndWay.ABANDON))
WINNERS = (
    *(Option(seat, text(f"match.won.{seat}"), f"seat.{seat}") for seat in SEATS),
    Option(DRAW, text("match.won.draw")),
)


def _to_end(ways: tuple[Option, ...]) -> tuple[AnyPrompt, ...]:
    ask = text("match.end")
    return tuple(
        ChooseOne(key=END, seat=seat, ask=ask, rule="TB-13", options=ways, standing=True, hold=True, often=-1)
        for seat in SEATS
    )


TO_END = _to_end(WAYS)
"""The prompts that propose to end the match, which are open to either seat nearly always."""
TO_END_EARLIER = _to_end(EARLIER_WAYS)
TO_CLOSE = Confirm(key=CLOSE, seat=None, ask=text("match.close"), rule="TB-13", hold=True)


def prompts(state: MatchState[Any], game: Game[Any], with_results: bool, *, time_up: bool) -> tuple[AnyPrompt, ...]:
    """Return what is asked about the end: to close a match that is over, to agree to an end, or to propose one."""
    if state.game is not None and (time_up or game.over(state.game)):
        return (*(_who_has_won(state, game, time_up) if with_results else ()), TO_CLOSE)
    if state.proposal is not None:
        seat, how = state.proposal
        answers = tuple(Option(word, text(f"match.end.{word}")) for word in ("decline", "agree"))
        ask = text(f"match.end.{how}?", seat=text(f"seat.{seat}"))
        return (ChooseOne(key=AGREE, seat=seat.opponent, ask=ask, rule="TB-13", options=answers, hold=True),)
    return TO_END if with_results else TO_END_EARLIER


def _who_has_won(state: MatchState[Any], game: Game[Any], time_up: bool) -> tuple[AnyPrompt, ...]:
    """Ask who has won where neither the rules nor the points say it. The answer closes the match."""
    if not (time_up or game.keeps_points(state.game)) or known(state, game, time_up) is not None:
        return ()
    blue, red = (state.score.of(seat) for seat in SEATS)
    ask = text("match.won.ask", blue=blue, red=red)
    return (ChooseOne(key=WINNER, seat=None, ask=ask, rule="TB-96", options=WINNERS, hold=True),)


def known(state: MatchState[Any], game: Game[Any], time_up: bool = False) -> Result | None:
    """Return the result of a match that is over, or whose time is, as far as rules and points say it."""
    decided = game.decided(state.game)
    if decided is not None or not (time_up or game.keeps_points(state.game)):
        return decided
    return _by_points(state) if state.score.of(BLUE) != state.score.of(RED) else None


def _by_points(state: MatchState[Any]) -> Result | None:
    """Return the result by the points alone, if anybody has any."""
    blue, red = (state.score.of(seat) for seat in SEATS)
    if blue == red:
        return Result(None, WonBy.POINTS, "TB-96") if blue else None
    return Result(BLUE if blue > red else RED, WonBy.POINTS, "TB-96")


def said(value: Value) -> Result:
    """Return the result as the players say it."""
    return Result(None if value == DRAW else Seat(str(value)), WonBy.SAID, "TB-96")


def agreed(state: MatchState[Any], seat: Seat, how: ev.EndWay) -> Result | None:
    """Return the result of an end that both agreed on, which `seat` had proposed."""
    match how:
        case ev.EndWay.CONCEDE:
            return Result(seat.opponent, WonBy.CONCEDED, "TB-13")
        case ev.EndWay.DRAW:
            return Result(None, WonBy.DRAWN, "TB-13")
        case ev.EndWay.FINISH:
            return _by_points(state)
        case ev.EndWay.ABANDON:
            return None


def named(result: Result | None) -> tuple[Event, ...]:
    """Return the event that names a result."""
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
