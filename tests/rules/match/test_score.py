"""TB-95, TB-96, TB-13: victory points by seat and round, who has won, a match that is conceded or drawn."""

import pytest
from msgspec.structs import replace

from examples.skirmish import Skirmish, State
from table.games.infinity.rules.game import Infinity
from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.current import Legion2024
from table.games.tide_of_iron.rules.game import TideOfIron
from table.games.tide_of_iron.rules.model.scenario import Scoring, SeatScenario
from table.rules.match import events as ev
from table.rules.prompts import ChooseOne, Number
from table.rules.refusal import Refusal
from table.rules.result import Result, RoundPoints, WonBy
from table.rules.seats import BLUE, RED, Seat
from table.rules.text import text
from table.words import Words
from tests.games.infinity.kit import DOCKERS, RANGERS
from tests.games.legion.rules.kit import LEIA, REBELS, SNOWTROOPERS, VEERS, army
from tests.games.tide_of_iron.kit import SCENARIO
from tests.rules.match.table import MatchTable


class Scored(Skirmish):
    """A skirmish whose players count their points themselves."""

    def keeps_points(self, state: State) -> bool:
        return True


def scored(game: Skirmish | None = None) -> MatchTable:
    return MatchTable(up=False, game=game or Scored()).dialled()


def played(table: MatchTable, blue: int, red: int) -> MatchTable:
    """Play a round, up to the question after it."""
    table.plays(blue, red)
    table.answers(BLUE, f"match.hand.{table.job}")
    return table


def agreed(table: MatchTable, seat: Seat, more: int) -> None:
    assert not isinstance(table.answers(seat, "match.points", table.state.score.of(seat) + more), Refusal)
    table.answers(seat.opponent, "match.points.agree", "yes")


def over(table: MatchTable) -> MatchTable:
    for blue, red in ((3, 1), (4, 2), (5, 3)):
        played(table, blue, red).answers(RED, "next")
    return table


def points(table: MatchTable) -> tuple[RoundPoints, ...]:
    return table.state.score.rounds


@pytest.mark.rule("TB-95")
def test_points_are_entered_by_a_seat_and_count_once_the_other_agrees() -> None:
    table = played(scored(), 3, 1)
    asked = table.asked("match.points")
    assert isinstance(asked, Number)
    assert (asked.first, asked.standing) == (1, True), "a round without points costs no press"
    assert table.answers(BLUE, "match.points", 3) == (ev.PointsClaimed(BLUE, 1, 3),)
    assert points(table) == ()
    consent = table.asked("match.points.agree")
    assert isinstance(consent, ChooseOne)
    assert (consent.seat, consent.hold) == (RED, True)
    assert table.answers(RED, "match.points.agree", "yes")[1:] == (ev.PointsAgreed(BLUE, 1, 3, 3),)  # type: ignore[index]
    assert points(table) == (RoundPoints(1, blue=3),)


@pytest.mark.rule("TB-95")
def test_points_add_up_by_seat_and_round() -> None:
    table = played(scored(), 3, 1)
    agreed(table, BLUE, 3)
    agreed(table, RED, 1)
    agreed(table, BLUE, 1)
    table.answers(RED, "next")
    played(table, 4, 2)
    agreed(table, RED, 5)
    assert points(table) == (RoundPoints(1, 4, 1), RoundPoints(2, 0, 5))
    assert table.match.fold(None, tuple(table.events)) == table.state


@pytest.mark.rule("TB-95")
@pytest.mark.parametrize(("by", "answer"), [(RED, ("match.points.agree", "no")), (BLUE, ("match.points.drop", None))])
def test_points_do_not_count_if_they_are_denied_or_withdrawn(by: Seat, answer: tuple[str, str | None]) -> None:
    table = played(scored(), 3, 1)
    table.answers(BLUE, "match.points", 3)
    assert table.answers(by, *answer) == (ev.PointsDenied(BLUE, withdrawn=by is BLUE),)
    assert (points(table), table.asked("match.points.agree")) == ((), None)


@pytest.mark.rule("TB-95")
def test_nobody_agrees_to_its_own_points_or_reports_more_meanwhile() -> None:
    table = played(scored(), 3, 1)
    table.answers(BLUE, "match.points", 3)
    for answer in ((BLUE, "match.points.agree", "yes"), (RED, "match.points", 2)):
        assert isinstance(table.answers(*answer), Refusal)
    assert points(table) == ()


@pytest.mark.rule("TB-95")
def test_agreed_points_are_undone_like_any_answer() -> None:
    table = played(scored(), 3, 1)
    agreed(table, BLUE, 3)
    agreed(table, BLUE, 2)
    table.answers(BLUE, "match.undo")
    table.answers(RED, "match.undo.agree", "yes")
    assert points(table) == (RoundPoints(1, blue=3),)


@pytest.mark.rule("TB-95")
def test_points_that_were_too_many_are_taken_off_and_none_change_nothing() -> None:
    table = played(scored(), 3, 1)
    agreed(table, BLUE, 3)
    assert table.answers(BLUE, "match.points", 3) == (), "as many as before"
    assert isinstance(table.answers(BLUE, "match.points", -1), Refusal), "nobody has fewer than none"
    agreed(table, BLUE, -3)
    assert points(table) == ()


@pytest.mark.rule("TB-95")
def test_nothing_interrupts_while_cards_are_to_be_locked() -> None:
    assert scored().asked("match.points") is None


@pytest.mark.rule("TB-95")
def test_points_are_entered_after_the_last_round_too_and_the_match_is_not_closed_over_them() -> None:
    table = over(scored())
    assert isinstance(table.asked("match.points"), Number)
    table.answers(BLUE, "match.points", 2)
    assert (table.asked("match.close"), table.asked("match.winner")) == (None, None), "Red answers first"
    table.answers(RED, "match.points.agree", "yes")
    assert points(table) == (RoundPoints(3, blue=2),)
    assert table.asked("match.winner") is None, "the points say it"
    table.answers(BLUE, "match.undo")
    assert table.asked("match.close") is None
    table.answers(RED, "match.undo.agree", "yes")
    assert points(table) == ()
    table.answers(BLUE, "match.points.drop")
    agreed(table, RED, 1)
    table.answers(BLUE, "match.close")
    table.answers(RED, "match.agree", "agree")
    assert table.state.result == Result(RED, WonBy.POINTS, "TB-96")


@pytest.mark.rule("TB-96")
def test_the_seat_with_more_points_has_won() -> None:
    table = played(scored(), 3, 1)
    agreed(table, RED, 2)
    table.answers(RED, "next")
    for blue, red in ((4, 2), (5, 3)):
        played(table, blue, red).answers(RED, "next")
    assert table.asked("match.winner") is None
    table.answers(BLUE, "match.close")
    table.answers(RED, "match.agree", "agree")
    assert table.state.result == Result(RED, WonBy.POINTS, "TB-96")
    view = table.match.view(table.state)
    assert view is not None
    assert view.headline == text("match.headline.won", seat=text("seat.red"), loser=text("seat.blue"))


@pytest.mark.rule("TB-96")
@pytest.mark.parametrize(
    ("stated", "result"),
    [
        ("blue", Result(BLUE, WonBy.SAID, "TB-96")),
        ("red", Result(RED, WonBy.SAID, "TB-96")),
        ("tied", Result(None, WonBy.SAID, "TB-96")),
    ],
)
def test_at_equal_points_one_seat_reports_who_has_won_and_the_other_agrees(stated: str, result: Result) -> None:
    table = over(scored())
    asked = table.asked("match.winner")
    assert isinstance(asked, ChooseOne)
    assert [option.id for option in asked.options] == ["blue", "red", "tied"]
    assert (asked.seat, asked.hold) == (None, True)
    table.answers(RED, "match.winner", stated)
    assert table.asked("match.agree") is not None, "one hold by one player closes nothing"
    assert isinstance(table.answers(RED, "match.agree", "agree"), Refusal), "nobody agrees with itself"
    table.answers(BLUE, "match.agree", "agree")
    assert (table.state.ended, table.state.result) == ("finished", result)


class TieBroken(Scored):
    """A skirmish in which red wins a tie."""

    points_called = "objective"

    def tie_broken(self, state: State) -> Result:
        return Result(RED, WonBy.POINTS, "IA-25")


@pytest.mark.rule("IA-25")
@pytest.mark.rule("TB-96")
def test_a_tie_of_points_goes_by_what_the_game_reports_and_its_points_have_their_name() -> None:
    table = over(scored(TieBroken()))
    assert table.asked("match.winner") is not None, "nobody has entered a point"
    for seat in (BLUE, RED):
        agreed(table, seat, 2)
    asked = table.asked("match.points")
    assert asked is not None
    assert Words().say(asked.ask) == "Your objective points in total (now 2)"
    assert table.asked("match.winner") is None
    table.answers(BLUE, "match.close")
    asked = table.asked("match.agree")
    assert asked is not None
    assert Words().say(asked.ask).startswith("2\u00a0:\u00a02 objective points, and the survivors' points: Red has won")
    table.answers(RED, "match.agree", "agree")
    assert table.state.result == Result(RED, WonBy.POINTS, "IA-25")


@pytest.mark.rule("TB-96")
def test_a_match_is_closed_without_a_result_if_both_agree() -> None:
    table = over(scored())
    table.answers(BLUE, "match.close")
    assert table.asked("match.agree") is not None
    table.answers(RED, "match.agree", "agree")
    assert (table.state.ended, table.state.result) == ("finished", None)


@pytest.mark.rule("TB-96")
def test_a_winner_that_the_other_seat_declines_is_asked_for_again() -> None:
    table = over(scored())
    table.answers(RED, "match.winner", "red")
    table.answers(BLUE, "match.agree", "decline")
    assert (table.state.ended, table.asked("match.agree")) == (None, None)
    table.answers(BLUE, "match.winner", "blue")
    table.answers(RED, "match.agree", "agree")
    assert table.state.result == Result(BLUE, WonBy.SAID, "TB-96")


@pytest.mark.rule("TB-96")
def test_the_seat_that_is_behind_objects_to_a_close_by_points() -> None:
    table = over(scored())
    agreed(table, BLUE, 1)
    table.answers(BLUE, "match.close")
    asked = table.asked("match.agree")
    assert asked is not None
    assert Words().say(asked.ask) == "1\u00a0:\u00a00 victory points: Blue has won. Agreed?"
    agreed(table, RED, 3)
    assert table.asked("match.agree") is None, "the proposal was about other points"
    table.answers(RED, "match.close")
    table.answers(BLUE, "match.agree", "agree")
    assert table.state.result == Result(RED, WonBy.POINTS, "TB-96")


@pytest.mark.rule("TB-96")
@pytest.mark.rule("TB-71")
def test_an_undo_voids_the_winner_that_was_proposed() -> None:
    table = over(scored())
    table.answers(RED, "match.winner", "red")
    table.answers(RED, "match.undo")
    table.answers(BLUE, "match.undo.agree", "yes")
    assert table.asked("match.agree") is None
    table.answers(RED, "next")
    assert (table.asked("match.agree"), table.asked("match.winner") is not None) == (None, True)


@pytest.mark.rule("TB-96")
def test_a_match_that_is_finished_early_goes_by_the_points() -> None:
    for blue, red, result in (
        (0, 0, None),
        (2, 2, Result(None, WonBy.POINTS, "TB-96")),
        (3, 2, Result(BLUE, WonBy.POINTS, "TB-96")),
    ):
        table = played(scored(), 3, 1)
        for seat, more in ((BLUE, blue), (RED, red)):
            if more:
                agreed(table, seat, more)
        table.answers(BLUE, "match.end", "finish")
        table.answers(RED, "match.agree", "agree")
        assert (table.state.ended, table.state.result) == ("finished", result)


GAMES = {
    "skirmish": (Skirmish(), ("Blue", "Red")),
    "legion_2024": (Legion2024(), (army(VEERS, SNOWTROOPERS), army(LEIA, REBELS))),
    "legion_classic": (LegionClassic(), (army(VEERS, SNOWTROOPERS), army(LEIA, REBELS))),
    "infinity": (Infinity(), (RANGERS, DOCKERS)),
    "tide_of_iron": (TideOfIron(), (SeatScenario(SCENARIO, "american"), SeatScenario(SCENARIO, "german"))),
}


@pytest.mark.rule("TB-13")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("how", "ended", "result"),
    [
        ("concede", ev.MatchEnd.CONCEDED, Result(RED, WonBy.CONCEDED, "TB-13")),
        ("draw", ev.MatchEnd.DRAWN, Result(None, WonBy.DRAWN, "TB-13")),
        ("abandon", ev.MatchEnd.ABANDONED, None),
    ],
)
def test_a_match_of_any_game_is_conceded_or_drawn_if_both_agree(
    game: str, how: str, ended: ev.MatchEnd, result: Result | None
) -> None:
    table = MatchTable(game=GAMES[game][0], sides=GAMES[game][1]).dialled()  # type: ignore[arg-type]
    table.answers(BLUE, "match.end", how)
    assert isinstance(table.answers(BLUE, "match.agree", "agree"), Refusal), "nobody agrees with itself"
    table.answers(RED, "match.agree", "decline")
    assert table.match.prompts(table.state), "it goes on"
    table.answers(BLUE, "match.end", how)
    table.answers(RED, "match.agree", "agree")
    assert (table.state.ended, table.state.result) == (ended, result)


@pytest.mark.rule("TB-96")
def test_a_game_that_counts_points_itself_is_looked_at() -> None:
    game, sides = GAMES["tide_of_iron"]
    table = MatchTable(game=game, sides=sides).dialled()  # type: ignore[arg-type]
    assert table.match.has_points(table.state)
    assert table.asked("match.points") is None, "the scenario counts them"
    plain = replace(SCENARIO, scoring=Scoring())
    other = MatchTable(game=TideOfIron(), sides=(SeatScenario(plain, "american"), SeatScenario(plain, "german")))
    assert other.dialled().asked("match.points") is not None, "this scenario does not"
