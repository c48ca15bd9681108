"""TB-97, TB-98: the clock runs for whoever is asked, and for nobody while nobody can act."""

from typing import Any

import pytest

from examples.skirmish import Skirmish
from table.games.legion.rules.current import Legion2024
from table.lab.random_play import RandomMatch
from table.rules.game import Event, Game
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.match.clock import REVEAL_MS, MatchClock
from table.rules.match.match import Match
from table.rules.refusal import Refusal
from table.rules.result import Result, WonBy
from table.rules.seats import BLUE, RED, SEATS, Seat
from tests.games.legion.rules.kit import LEIA, REBELS, SNOWTROOPERS, VEERS, army
from tests.rules.match.table import MatchTable
from tests.rules.match.test_score import Scored

EACH = ev.ClockSet(ev.ClockMode.EACH, 3_600_000)
MINUTE = 60_000


class TimedTable(MatchTable):
    """A match against time: what is done takes the time that has `passed`."""

    def __init__(self, clock_set: ev.ClockSet = EACH, game: Game[Any] | None = None, **more: Any) -> None:
        self.now_ms = 0
        super().__init__(game=game, up=False, **more)
        head = (self.events[0], self.events[1], clock_set)
        of_game = tuple(event for event in self.events if type(event) in self.match.game.events)
        self.events = list(self.match.opening(head, of_game))
        self.state = self.match.fold(None, tuple(self.events))

    def passed(self, ms: int) -> "TimedTable":
        self.now_ms += ms
        return self

    def does(self, command: cmd.MatchCommand) -> tuple[Event, ...] | Refusal:
        timed = command if isinstance(command, cmd.Timed) else cmd.Timed(self.now_ms, command)
        return super().does(timed)

    @property
    def running(self) -> tuple[Seat, ...]:
        return self.clock.running

    @property
    def clock(self) -> MatchClock:
        assert self.state.clock is not None
        return self.state.clock

    @property
    def charged(self) -> tuple[int, int]:
        now = self.clock.at(self.now_ms)
        return now.blue_ms, now.red_ms

    def handed(self) -> None:
        self.answers(BLUE, f"match.hand.{self.job}")


def dialled(clock_set: ev.ClockSet = EACH, game: Game[Any] | None = None) -> TimedTable:
    table = TimedTable(clock_set, game)
    table.dialled()
    return table


@pytest.mark.rule("TB-97")
def test_it_runs_for_both_while_both_choose_in_secret_until_both_have_locked() -> None:
    table = dialled()
    assert table.clock.running == SEATS
    table.passed(MINUTE).locks(BLUE, "skirmish.card.3")
    assert table.clock.running == SEATS, "who has locked first is charged like the other"
    table.passed(MINUTE).locks(RED, "skirmish.card.1")
    table.opens()
    assert table.charged == (2 * MINUTE, 2 * MINUTE)


@pytest.mark.rule("TB-97")
def test_it_stands_before_both_have_dialled() -> None:
    table = TimedTable()
    table.passed(MINUTE).answers(BLUE, "match.number", 7)
    table.passed(MINUTE).answers(RED, "match.number", 42)
    assert table.charged == (0, 0)


@pytest.mark.rule("TB-97")
def test_it_stands_while_tokens_are_handed_out_and_while_either_may_answer() -> None:
    table = dialled()
    table.plays(3, 1)
    assert table.clock.running == ()
    table.passed(MINUTE).handed()
    assert table.clock.running == (), "either may go on to the next round"
    table.passed(MINUTE).answers(RED, "next")
    assert table.charged == (0, 0)


@pytest.mark.rule("TB-97")
def test_it_stands_for_a_moment_after_a_reveal_and_a_roll() -> None:
    table = dialled()
    table.plays(2, 2)
    assert table.clock.since_ms == table.now_ms + REVEAL_MS
    table.passed(MINUTE).answers(BLUE, "tie")
    table.handed()
    table.answers(RED, "next")
    assert table.clock.since_ms >= table.clock.at_ms
    clock = MatchClock(EACH, at_ms=1000, blue=True, since_ms=3000)
    assert clock.at(2000).blue_ms == 0
    assert clock.at(3500).blue_ms == 500


@pytest.mark.rule("TB-97")
def test_it_stands_while_a_judge_has_the_table_or_an_undo_or_an_end_is_talked_about() -> None:
    table = dialled(game=Scored())
    table.does(cmd.CallJudge(ev.CalledBy.TERMINAL))
    stood = [table.running]
    table.answers(BLUE, "match.judge.go_on")
    stood.append(table.running)
    table.answers(BLUE, "match.end", "draw")
    stood.append(table.running)
    table.passed(MINUTE).answers(RED, "match.agree", "decline")
    assert [*stood, table.running] == [(), SEATS, (), SEATS]
    assert table.charged == (0, 0)


@pytest.mark.rule("TB-97")
def test_an_undo_gives_no_time_back() -> None:
    table = dialled()
    table.plays(3, 1)
    table.handed()
    table.answers(BLUE, "next")
    table.passed(MINUTE)
    before = table.charged
    table.answers(BLUE, "match.undo")
    assert table.clock.running == ()
    table.passed(MINUTE).answers(RED, "match.undo.agree", "yes")
    assert table.charged == before
    assert min(before) > 0


@pytest.mark.rule("TB-97")
def test_nobody_is_charged_in_the_set_up_time() -> None:
    table = dialled(ev.ClockSet(ev.ClockMode.EACH, 3_600_000, setup_ms=10 * MINUTE))
    table.passed(9 * MINUTE).locks(BLUE, "skirmish.card.3")
    assert table.charged == (0, 0)
    table.passed(3 * MINUTE).locks(RED, "skirmish.card.1")
    assert table.charged == (2 * MINUTE, 2 * MINUTE)


@pytest.mark.rule("TB-97")
def test_a_shared_time_counts_once_while_both_are_charged() -> None:
    table = dialled(ev.ClockSet(ev.ClockMode.SHARED, 3_600_000))
    table.passed(MINUTE).locks(BLUE, "skirmish.card.3")
    assert [table.clock.left_ms(seat) for seat in SEATS] == [59 * MINUTE, 59 * MINUTE]


@pytest.mark.rule("TB-97")
def test_every_moment_is_charged_or_nobodys() -> None:
    table = dialled()
    for ms in (1, 77, 5_000, 3):
        table.passed(ms).answers(BLUE, "match.end", "draw")
        table.passed(ms).answers(RED, "match.agree", "decline")
    clock = table.clock
    assert clock.any_ms + clock.nobody_ms == clock.at_ms == table.now_ms
    assert clock.any_ms == 1 + 77 + 5_000 + 3


@pytest.mark.rule("TB-97")
def test_time_never_goes_back() -> None:
    table = dialled()
    table.passed(MINUTE).locks(BLUE, "skirmish.card.3")
    table.now_ms -= MINUTE // 2
    table.locks(RED, "skirmish.card.1")
    assert table.clock.at_ms == MINUTE


@pytest.mark.rule("TB-97")
def test_a_match_without_a_clock_has_no_times() -> None:
    table = MatchTable()
    assert isinstance(table.does(cmd.Timed(5, cmd.Restarted())), Refusal)
    assert table.state.clock is None


@pytest.mark.rule("TB-97")
def test_the_end_of_an_activation_is_the_lever() -> None:
    """LA-06: while a unit acts its player's time runs, and with its end the other's."""
    match = RandomMatch(
        Legion2024(), {BLUE: army(VEERS, SNOWTROOPERS, SNOWTROOPERS), RED: army(LEIA, REBELS, REBELS)}, (), 3,
        restless=10**9, clock_set=EACH,
    )  # fmt: skip
    seen = set[tuple[str, Seat]]()
    timed = _timed(match)
    for _ in range(250):
        if not match.turn():
            break
        timed[0] += 1000
        clock, game = match.state.clock, match.state.game
        assert clock is not None
        assert game is not None
        if game.going_on and not match.state.ledger.jobs and not game.over:
            assert clock.running in ((), (game.going_on[-1].seat,)), "who waits is never charged"
            seen |= {("acts", seat) for seat in clock.running}
    assert seen == {("acts", BLUE), ("acts", RED)}


def _timed(match: RandomMatch) -> list[int]:
    """Give every command of a random match a time, which the caller moves on."""
    now = [0]
    decided = match._decided
    match._decided = lambda command: decided(cmd.Timed(now[0], command))  # type: ignore[method-assign, arg-type]
    return now


LAST = ev.ClockSet(ev.ClockMode.EACH, MINUTE, at_zero=ev.AtZero.LAST_ROUND)


@pytest.mark.rule("TB-98")
def test_where_the_players_want_it_the_round_in_which_a_time_is_used_up_is_the_last() -> None:
    table = dialled(LAST, Scored())
    table.passed(2 * MINUTE).plays(3, 1)
    table.handed()
    table.answers(BLUE, "match.points", 3)
    table.answers(RED, "match.points.agree", "yes")
    assert table.asked("next") is not None, "the round is played to its end"
    table.answers(RED, "next")
    assert table.match.time_is_up(table.state)
    assert (table.asked("card"), table.clock.running) == (None, ())
    view = table.match.view(table.state)
    assert view is not None
    assert (view.over, view.headline.key) == (True, "match.headline.time_up")
    table.answers(RED, "match.close")
    assert table.state.result == Result(BLUE, WonBy.POINTS, "TB-96")


@pytest.mark.rule("TB-98")
def test_otherwise_a_time_that_is_used_up_is_told_and_nothing_follows() -> None:
    table = dialled(ev.ClockSet(ev.ClockMode.EACH, MINUTE), Scored())
    table.passed(2 * MINUTE).plays(3, 1)
    table.handed()
    table.answers(RED, "next")
    assert table.clock.left_ms(BLUE) == -MINUTE
    assert table.asked("card") is not None


def test_the_times_are_read_from_the_journal_alike() -> None:
    table = dialled()
    table.passed(MINUTE).plays(3, 1)
    again = Match(Skirmish())
    assert again.fold(None, tuple(table.events)) == table.state
