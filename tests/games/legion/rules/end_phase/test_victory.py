"""Victory points and the end of the match: LA-20, LA-22 to LA-24."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.consent import ConsentAsked
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.end_phase import victory
from table.games.legion.rules.end_phase.victory import MatchDecided, PointsScored
from table.games.legion.rules.round_events import AllRoundsPlayed, RoundBegan
from table.rules.match.score import Score, counted
from table.rules.prompts import Number
from table.rules.result import Result, RoundPoints, WonBy
from table.rules.seats import BLUE, RED, Seat
from table.rules.text import text
from tests.games.legion.rules.kit import LEIA, REBELS, SNOWTROOPERS, VEERS, Tabletop, army


def at_the_end(rounds: int = 5) -> Tabletop:
    """The End Phase of the first round of so many."""
    table = Tabletop(
        army(VEERS, SNOWTROOPERS, SNOWTROOPERS), army(LEIA, REBELS, REBELS), game=Legion2024(rounds=rounds)
    )
    table.command_phase("Ambush", "Push")
    table.end_activation()
    return table


def ended(table: Tabletop) -> Tabletop:
    table.blue.ends_round()
    table.red.ends_round()
    return table


def decided(table: Tabletop) -> tuple[Seat | None, str]:
    (reported,) = table.events_of(MatchDecided)
    return reported.winner, reported.rule


@pytest.mark.rule("LA-20")
def test_points_are_entered_by_a_seat_and_agreed_to_by_the_other() -> None:
    table = at_the_end()
    asked = table.blue.asked("points")
    assert isinstance(asked, Number)
    assert asked.standing, "a round without points costs no press"
    assert (asked.least, asked.most) == (1, 12)
    (stated,) = table.blue.answers("points", 3)
    assert isinstance(stated, ConsentAsked)
    assert stated.consent.what == text("legion.consent.points", more=3, total=3)
    assert table.blue.side.victory == 0
    table.red.answers("consent.agree", "yes")
    assert table.last(PointsScored) == PointsScored(BLUE, 3, 3)
    counters = {each.label.key: each.value for each in table.game.view(table.state).seats[0].counters}
    assert counters["legion.counter.victory"] == 3
    end = table.blue.asked("end") or table.red.asked("end")
    assert end is not None
    assert dict(end.ask.args) == {"round": 1, "blue": 3, "red": 0}


@pytest.mark.rule("LA-20")
def test_objectives_and_secondary_objectives_add_up() -> None:
    table = at_the_end()
    table.blue.with_consent("points", 3)
    table.blue.with_consent("points", 1)
    assert table.blue.side.victory == 4
    ended(table)
    assert table.blue.side.victory == 4, "they are kept over the round"


@pytest.mark.rule("LA-20")
def test_points_are_scored_in_the_end_phase_alone_and_before_the_tokens_are_taken_up() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA, REBELS), game=Legion2024(rounds=1))
    table.command_phase("Ambush", "Push")
    assert table.blue.tries("points", 3).rule == "LA-20"
    table.blue.answers("defeat", "Snowtroopers")
    table.red.answers("defeat", "Rebels")
    table.end_round()
    assert table.blue.asked("fewer"), "the End Phase is not over"
    assert table.blue.tries("points", 3).rule == "LA-20"


@pytest.mark.rule("LA-20")
@pytest.mark.rule("TB-76")
def test_points_that_are_wrong_are_corrected_and_move_no_token() -> None:
    table = at_the_end()
    table.blue.with_consent("points", 3)
    before = table.state.blue.out
    for seat, key, value in (
        (table.blue, "correct", "points"), (table.blue, "correct.to", 5), (table.blue, "correct.why", "slip"),
        (table.red, "correct.agree", "yes"),
    ):  # fmt: skip
        events = seat.answers(key, value)
    assert table.blue.side.victory == 5
    assert [out for event in events for out in table.game.hand_outs(event)] == []
    assert table.state.blue.out == before


@pytest.mark.rule("LA-22")
@pytest.mark.parametrize(("blue", "red", "winner"), [(12, 0, BLUE), (11, 12, RED), (0, 14, RED)])
def test_twelve_points_and_more_than_the_other_win_at_the_end_of_any_round(blue: int, red: int, winner: Seat) -> None:
    table = at_the_end()
    for player, points in ((table.blue, blue), (table.red, red)):
        for part in (points // 2, points - points // 2):
            if part:
                player.with_consent("points", part)
    assert not table.game.over(table.state), "not before the End Phase is over"
    ended(table)
    assert decided(table) == (winner, "LA-22")
    assert table.game.over(table.state)
    assert table.game.view(table.state).headline.key == "legion.headline.won"
    assert table.prompts() == ()


@pytest.mark.rule("LA-22")
@pytest.mark.parametrize(("blue", "red"), [(11, 0), (12, 12)])
def test_fewer_or_as_many_as_the_other_win_nothing_yet(blue: int, red: int) -> None:
    table = at_the_end()
    table.blue.with_consent("points", blue)
    if red:
        table.red.with_consent("points", red)
    ended(table)
    assert table.events_of(MatchDecided) == []
    assert table.last(RoundBegan).number == 2


@pytest.mark.rule("LA-23")
@pytest.mark.parametrize("winner", [BLUE, RED])
def test_after_the_last_round_more_points_win(winner: Seat) -> None:
    table = at_the_end(rounds=1)
    (table.blue if winner is BLUE else table.red).with_consent("points", 1)
    ended(table)
    assert decided(table) == (winner, "LA-23")
    assert isinstance(table.journal[-1], AllRoundsPlayed)
    assert table.game.over(table.state)


@pytest.mark.rule("LA-23")
@pytest.mark.parametrize(("loser", "winner"), [("blue", RED), ("red", BLUE), ("", None)])
def test_on_equal_points_who_lost_nothing_wins(loser: str, winner: Seat | None) -> None:
    table = at_the_end(rounds=1)
    if loser:
        (table.blue if loser == "blue" else table.red).answers(
            "defeat", "Snowtroopers 1" if loser == "blue" else "Rebels 1"
        )
    ended(table)
    assert decided(table) == (winner, "LA-23")


@pytest.mark.rule("LA-23")
@pytest.mark.parametrize(("stated", "winner"), [("blue", BLUE), ("red", RED), ("nobody", None)])
def test_if_both_lost_units_the_players_say_whose_cost_fewer(stated: str, winner: Seat | None) -> None:
    table = at_the_end(rounds=1)
    table.blue.answers("defeat", "Snowtroopers 1")
    table.red.answers("defeat", "Rebels 1")
    ended(table)
    assert not table.game.over(table.state)
    assert table.state.priority is BLUE
    assert table.red.asked("fewer") is None, "who has priority says it"
    (asked,) = table.blue.answers("fewer", "red")
    assert isinstance(asked, ConsentAsked)
    assert asked.consent.what == text("legion.consent.fewer", seat=text("seat.red"))
    table.red.answers("consent.agree", "no")
    assert table.blue.asked("fewer"), "it is asked again"
    (asked,) = table.blue.answers("fewer", stated)
    assert isinstance(asked, ConsentAsked)
    assert (asked.consent.what.key == "legion.consent.fewer.nobody") is (winner is None)
    table.red.answers("consent.agree", "yes")
    assert decided(table) == (winner, "LA-23")
    assert table.game.over(table.state)
    line = table.game.line(table.last(MatchDecided))
    assert line is not None
    assert line.key == ("legion.story.draw" if winner is None else "legion.story.won")


@pytest.mark.rule("LA-23")
def test_with_reds_priority_red_reports_it_once_the_round_is_over() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA, REBELS), game=Legion2024(rounds=1))
    table.command_phase("Assault", "Ambush")
    table.blue.answers("defeat", "Snowtroopers")
    table.red.answers("defeat", "Rebels")
    table.end_activation()
    assert table.red.asked("fewer") is None
    ended(table)
    assert table.blue.asked("fewer") is None
    assert table.red.asked("fewer")


@pytest.mark.rule("LA-23")
def test_before_the_last_round_nobody_is_asked() -> None:
    table = at_the_end()
    table.blue.answers("defeat", "Veers")
    table.red.answers("defeat", "Rebels 1")
    ended(table)
    assert table.blue.asked("promote.due")
    assert table.blue.asked("fewer") is None


@pytest.mark.rule("LA-24")
@pytest.mark.parametrize("step", ["select", "orders", "activation", "end"])
def test_whoever_alone_has_units_left_has_won_at_once(step: str) -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA, REBELS))
    if step != "select":
        table.both_play("Ambush", "Assault")
    if step in ("activation", "end"):
        table.issue_all()
    if step == "end":
        table.end_activation()
    assert table.step == step
    table.red.answers("defeat", "Leia")
    assert not table.game.over(table.state)
    table.red.answers("defeat", "Rebels")
    assert decided(table) == (BLUE, "LA-24")
    assert table.game.over(table.state)
    assert table.prompts() == ()
    assert [table.state.side(seat).out for seat in (BLUE, RED)] == [(), ()], "the tokens go back"


@pytest.mark.rule("LA-24")
def test_nobody_has_won_while_both_or_none_have_units() -> None:
    """The text reports nothing of the latter: the players decide."""
    table = at_the_end()
    assert victory.unless_alone(lambda _: None)(table.state) is None
    sides = (table.state.blue, table.state.red)
    blue, red = (replace(side, troops=tuple(replace(t, defeated=True) for t in side.troops)) for side in sides)
    assert victory.unless_alone(lambda _: None)(replace(table.state, blue=blue, red=red)) is None


@pytest.mark.rule("TB-96")
def test_the_match_has_the_points_by_round_and_the_winner_from_the_rules() -> None:
    table = at_the_end(rounds=1)
    state, game = table.state, table.game
    before = Score()
    for event in (PointsScored(BLUE, 3, 3), PointsScored(RED, 1, 1), MatchDecided(BLUE, "LA-23", 3, 1)):
        after = game.evolve(state, event)
        before, state = counted(before, game, state, after), after
    assert before.rounds == (RoundPoints(1, 3, 1),)
    assert game.decided(state) == Result(BLUE, WonBy.RULES, "LA-23")
