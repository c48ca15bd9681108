"""TB-97, TB-98: the clock runs for whoever is asked, and for nobody while nobody can act."""

from typing import Any

import pytest

from examples.skirmish import Skirmish
from table.games.infinity.rules.game import Infinity
from table.games.legion.rules.current import Legion2024
from table.games.random_play.match import RandomMatch
from table.rules import corrections
from table.rules.commands import Answer
from table.rules.game import Event, Game
from table.rules.match import clock, judge
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.match.clock import REVEAL_MS, MatchClock
from table.rules.match.match import Match
from table.rules.prompts import ChooseOne
from table.rules.refusal import Refusal
from table.rules.result import Result, RoundPoints, WonBy
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.view import StepState
from tests.games.infinity.kit import DOCKERS, RANGERS
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
        head = (*self.events[:2], clock_set)
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
def test_the_first_choice_of_a_match_is_charged_from_its_beginning() -> None:
    table = TimedTable()
    assert isinstance(table.events[-1], ev.ClockRuns), "the opening batch says for whom it runs"
    assert table.clock.running == SEATS
    table.passed(5 * MINUTE).locks(BLUE, "skirmish.card.3")
    assert table.charged == (5 * MINUTE, 5 * MINUTE)


@pytest.mark.rule("TB-97")
def test_it_stands_from_the_first_number_on_until_both_have_dialled() -> None:
    table = TimedTable()
    table.passed(MINUTE).answers(BLUE, "match.number", 7)
    assert table.clock.running == ()
    table.passed(MINUTE).answers(RED, "match.number", 42)
    assert table.charged == (MINUTE, MINUTE), "the card that both were asked for before"


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
def test_it_stands_while_a_seat_is_to_lay_a_card_whose_reader_is_gone() -> None:
    table = dialled()
    table.passed(MINUTE).does(cmd.ReaderIs(RED, there=False))
    ran = [table.running]
    assert table.does(cmd.ReaderIs(RED, there=False)) == (), "it is told once"
    table.passed(MINUTE).locks(BLUE, "skirmish.card.3")
    ran.append(table.running)
    table.passed(MINUTE).does(cmd.ReaderIs(RED, there=True))
    assert [*ran, table.running] == [(), (), SEATS], "Blue could have, and Red could not"
    table.passed(MINUTE).locks(RED, "skirmish.card.1")
    table.opens()
    assert table.charged == (2 * MINUTE, 2 * MINUTE)


@pytest.mark.rule("TB-97")
def test_a_reader_that_is_gone_holds_nobody_up_who_has_locked_or_lays_no_card() -> None:
    table = dialled(game=Scored())
    table.locks(BLUE, "skirmish.card.3")
    table.does(cmd.ReaderIs(BLUE, there=False))
    assert table.clock.running == SEATS, "its card is locked"
    match = RandomMatch(Infinity(), {BLUE: RANGERS, RED: DOCKERS}, (), 1, restless=10**9, clock_set=EACH)
    now, seen = _timed(match), set[tuple[Seat, ...]]()
    match._do(cmd.ReaderIs(BLUE, there=False))
    for _ in range(20):
        now[0] += 1000
        match.turn()
        assert match.state.clock is not None
        seen.add(match.state.clock.running)
    assert (BLUE,) in seen, "no card is laid in this game: unplugging a reader stops nobody's time"


@pytest.mark.rule("TB-97")
def test_without_a_clock_a_lost_reader_is_not_journalled() -> None:
    table = MatchTable().dialled()
    assert table.does(cmd.ReaderIs(BLUE, there=False)) == ()
    assert table.state.unread == frozenset()


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


@pytest.mark.rule("LA-06")
def test_where_a_clock_runs_no_first_act_of_the_opponent_ends_an_activation() -> None:
    """It would stop the clock of whoever is at it, and start the own."""
    sides = (army(VEERS, SNOWTROOPERS), army(LEIA, REBELS))
    asked = {"clock": set[str](), "none": set[str]()}
    for name, clock_set in (("clock", EACH), ("none", None)):
        match = RandomMatch(
            Legion2024(), dict(zip(SEATS, sides, strict=True)), (), 3, restless=10**9, clock_set=clock_set
        )
        if clock_set is not None:
            _timed(match)
        for _ in range(120):
            if not match.turn() or match.state.game is None:
                break
            for seat in (now.seat for now in match.state.game.going_on):
                prompts = match.match.prompts(match.state)
                asked[name] |= {p.key for p in prompts if p.seat is seat.opponent and p.key == "turn"}
                if name == "clock" and not any(p.key == "turn" and p.seat is seat for p in prompts):
                    ends = [p for p in prompts if p.key == "turn.end" and p.seat is seat]
                    assert not any(p.standing for p in ends), "its own press is awaited"
    assert asked == {"clock": set(), "none": {"turn"}}


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
    table.answers(BLUE, "match.agree", "agree")
    assert table.state.result == Result(BLUE, WonBy.POINTS, "TB-96")


def time_up() -> TimedTable:
    """The time was used up in the first round, and the second one would begin."""
    table = dialled(LAST, Scored())
    table.passed(2 * MINUTE).plays(3, 1)
    table.handed()
    table.answers(RED, "next")
    assert table.match.time_is_up(table.state)
    return table


@pytest.mark.rule("TB-98")
def test_the_round_is_that_in_which_the_time_was_used_up_and_not_the_one_that_its_last_answer_begins() -> None:
    now = clock.begun(LAST)
    for at_ms, in_round in ((0, 1), (MINUTE // 2, 1), (MINUTE + 1, 2)):
        now = clock.turned(now, ev.ClockRuns(at_ms, blue=True, red=False, since_ms=0), in_round)
    assert now.last_round == 1


@pytest.mark.rule("TB-98")
def test_after_an_undo_the_round_before_the_last_one_is_not_called_the_last() -> None:
    now = clock.begun(LAST)
    for at_ms, in_round in ((0, 1), (1, 2), (MINUTE + 1, 2), (MINUTE + 2, 1)):
        now = clock.turned(now, ev.ClockRuns(at_ms, blue=True, red=False, since_ms=0), in_round)
    assert (now.last_round, now.last_one) == (2, False)
    again = clock.turned(now, ev.ClockRuns(MINUTE + 3, blue=True, red=False, since_ms=0), 2)
    assert (again.last_round, again.last_one) == (2, True)


@pytest.mark.rule("TB-97")
def test_after_the_close_no_time_is_anybodys() -> None:
    table = dialled()
    table.passed(MINUTE).answers(BLUE, "match.end", "draw")
    table.passed(MINUTE).answers(RED, "match.agree", "agree")
    closed = table.clock
    table.passed(MINUTE).does(cmd.DispenserIs(True, 7, 0))
    now = table.clock
    assert (now.at_ms, now.running) == (closed.at_ms + MINUTE, ())
    assert (now.blue_ms, now.red_ms, now.nobody_ms) == (MINUTE, MINUTE, MINUTE)


@pytest.mark.rule("TB-98")
def test_after_the_last_round_points_are_entered_for_it() -> None:
    table = time_up()
    table.answers(RED, "match.points", 2)
    assert table.asked("match.close") is None, "Blue answers first"
    table.answers(BLUE, "match.points.agree", "yes")
    assert table.state.score.rounds == (RoundPoints(1, red=2),)
    table.answers(BLUE, "match.close")
    table.answers(RED, "match.agree", "agree")
    assert table.state.result == Result(RED, WonBy.POINTS, "TB-96")


@pytest.mark.rule("TB-98")
def test_the_round_that_the_clock_has_cut_off_is_not_shown_before_the_close_or_after_it() -> None:
    """History and result card said "Round 2 of 2" of a match of one round, and gave the second one no points."""
    table = time_up()
    assert table.match.round(table.state) == 2
    for _ in ("before", "after"):
        view = table.match.view(table.state)
        assert view is not None
        assert (view.round, [step for step in view.steps if step.state is not StepState.DONE]) == (1, [])
        if table.asked("match.winner") is not None:
            table.answers(RED, "match.winner", "tied")
            table.answers(BLUE, "match.agree", "agree")
    assert table.state.ended


@pytest.mark.rule("TB-98")
@pytest.mark.rule("TB-71")
def test_the_last_answer_of_the_last_round_is_undone_and_the_round_goes_on() -> None:
    table = time_up()
    table.answers(RED, "match.undo")
    table.answers(BLUE, "match.undo.agree", "yes")
    assert not table.match.time_is_up(table.state)
    assert table.asked("next") is not None
    table.answers(BLUE, "next")
    assert table.match.time_is_up(table.state)


@pytest.mark.rule("TB-98")
@pytest.mark.rule("TB-94")
def test_it_is_taken_back_by_its_seat_alone_as_at_any_other_end() -> None:
    table = time_up()
    table.answers(RED, "match.take_back")
    assert table.asked("next") is not None


@pytest.mark.rule("TB-98")
@pytest.mark.rule("TB-77")
def test_a_judge_who_is_called_has_his_question_and_the_hoppers_are_there() -> None:
    table = time_up()
    assert table.asked("match.refill") is not None
    table.does(cmd.CallJudge(ev.CalledBy.TERMINAL))
    assert table.asked("match.judge.go_on") is not None
    assert table.asked("match.close") is None
    table.answers(BLUE, "match.judge.go_on")
    assert table.asked("match.close") is not None


@pytest.mark.rule("TB-98")
def test_a_correction_that_the_judge_leaves_open_is_answered_before_the_close() -> None:
    match = RandomMatch(Infinity(), {BLUE: RANGERS, RED: DOCKERS}, (), 1, restless=10**9, clock_set=LAST)
    now = _timed(match)
    while not match.match.time_is_up(match.state):
        now[0] += 5000
        assert match.turn()
    match._do(cmd.CallJudge(ev.CalledBy.TERMINAL))
    stated = next(p for p in match.match.prompts(match.state) if p.rule in judge.CORRECTING)
    assert isinstance(stated, ChooseOne)
    assert stated.seat is not None
    match._do(Answer(stated.seat, stated.key, stated.options[0].id))
    match._do(Answer(BLUE, judge.GO_ON))
    asked = {prompt.key for prompt in match.match.prompts(match.state)}
    assert "match.close" not in asked
    match._do(Answer(stated.seat, corrections.DROP))
    asked = {prompt.key for prompt in match.match.prompts(match.state)}
    assert "match.close" in asked
    assert not any(p.rule in judge.CORRECTING for p in match.match.prompts(match.state))


@pytest.mark.rule("TB-98")
def test_otherwise_a_time_that_is_used_up_is_reported_and_nothing_follows() -> None:
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
