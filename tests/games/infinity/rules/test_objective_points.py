"""Objective points (IA-25): missions of the season, their ends, and ties."""

import pytest
from msgspec.structs import replace

from table.games.infinity.rules.corrections import mission_corrections
from table.games.infinity.rules.model.season import SeasonMission, SeasonObjective
from table.games.infinity.rules.turn.objective_points import ObjectivesScored
from table.rules.corrections import Corrected
from table.rules.result import Result, WonBy
from table.rules.seats import BLUE, RED, Seat
from table.rules.text import text
from tests.games.infinity.kit import DOCKERS, Tabletop, force, opened, troop

RIDGE = SeasonMission(
    name="Ridge", rounds=2, most=4,
    objectives=(
        SeasonObjective(name="More beacons", points=1),
        SeasonObjective(name="All beacons", points=1, times=1),
        SeasonObjective(name="A crate", points=2, when="end", times=2),
        SeasonObjective(name="The ridge", points=3, when="end"),
    ),
)  # fmt: skip
MARKET = SeasonMission(name="Market", objectives=(SeasonObjective(name="The witness", points=4, when="end"),))
SCOUTS = force(*troop(2, points=30), missions=(RIDGE, MARKET))
PORTERS = force(*troop(2, name="Porter", points=25), missions=(RIDGE,))


def begun(mission: str = "1") -> Tabletop:
    table = Tabletop(SCOUTS, PORTERS)
    table.red.answers("mission", mission)
    return table


def to_score(table: Tabletop) -> Tabletop:
    table.turn_of(table.red, "states")
    table.red.answers("states")
    return table


def scores(table: Tabletop, seat: Seat, *objectives: str) -> int:
    player, other = (table.blue, table.red) if seat is BLUE else (table.red, table.blue)
    player.answers("score", objectives)
    if objectives:
        other.answers("score.agree", "yes")
    return table.last(ObjectivesScored).more


class TestMission:
    @pytest.mark.rule("IA-25")
    def test_either_seat_chooses_it_until_the_turns_begin(self) -> None:
        table = Tabletop(SCOUTS, PORTERS)
        assert table.blue.offered("mission") == ["1", "2"], "one that both lists bring is there once"
        table.blue.answers("mission", "2")
        table.red.answers("mission", "1")
        assert (table.state.season, table.state.rounds) == (RIDGE, 2)
        table.to("deploy")
        assert table.blue.asked("mission") is not None
        table.to("checks")
        assert table.blue.asked("mission") is None

    @pytest.mark.rule("IA-25")
    def test_without_one_nothing_is_asked_and_the_players_enter_their_points(self) -> None:
        table = to_score(Tabletop(SCOUTS, PORTERS))
        assert (table.state.round, table.step) == (2, "checks")
        assert table.game.keeps_points(table.state)
        assert table.game.victory_points(table.state) is None

    @pytest.mark.rule("IA-25")
    def test_the_score_is_the_objective_points_and_the_screen_reports_it(self) -> None:
        table = to_score(begun())
        assert not table.game.keeps_points(table.state)
        scores(table, BLUE, "1.1", "2.1")
        assert table.game.victory_points(table.state) == (2, 0)
        counters = table.game.view(table.state).seats[0].counters
        assert [(one.label.key, one.value) for one in counters if one.icon == "counter.victory"] == [
            ("infinity.counter.objective", 2)
        ]


class TestScoring:
    @pytest.mark.rule("IA-25")
    def test_it_is_asked_at_the_end_of_the_round_and_not_of_the_first_turn(self) -> None:
        table = begun()
        table.turn_of(table.red)
        assert table.state.round == 1
        to_score(table)
        assert table.blue.offered("score") == table.red.offered("score") == ["1.1", "2.1"]

    @pytest.mark.rule("IA-25")
    def test_the_other_seat_agrees_or_it_is_marked_again(self) -> None:
        table = to_score(begun())
        table.blue.answers("score", ("1.1",))
        assert table.blue.asked("score") is None
        asked = table.red.asked("score.agree")
        assert asked is not None
        blue = text("seat.blue")
        assert asked.ask == text("infinity.ask.score.agree", seat=blue, more=1, names="More beacons")
        table.red.answers("score.agree", "no")
        assert table.blue.side.objective_points == 0
        assert scores(table, BLUE, "1.1") == 1
        assert table.blue.asked("score") is None, "once a round"
        assert table.red.asked("score.agree") is None

    @pytest.mark.rule("IA-25")
    def test_a_seat_that_scored_nothing_needs_no_agreement(self) -> None:
        table = to_score(begun())
        scores(table, BLUE)
        scores(table, RED)
        assert (table.state.round, table.step) == (2, "checks")

    @pytest.mark.rule("IA-25")
    def test_what_is_scored_twice_a_match_is_scored_once_a_round(self) -> None:
        twice = SeasonMission(name="Twice", rounds=3, objectives=(SeasonObjective(name="A flag", points=1, times=2),))
        table = Tabletop(force(*troop(2), missions=(twice,)), force(*troop(2, name="Porter"), missions=(twice,)))
        table.red.answers("mission", "1")
        for offered in (["1.1"], ["1.1"], []):
            to_score(table)
            due = table.blue.asked("score")
            assert (table.blue.offered("score") if due else []) == offered
            if due:
                scores(table, BLUE, "1.1")
                scores(table, RED)

    @pytest.mark.rule("IA-25")
    def test_some_are_scored_once_a_match_and_some_at_its_end(self) -> None:
        table = to_score(begun())
        scores(table, BLUE, "2.1")
        scores(table, RED)
        to_score(table)
        assert table.blue.offered("score") == ["1.1", "3.1", "3.2", "4.1"]
        assert table.red.offered("score") == ["1.1", "2.1", "3.1", "3.2", "4.1"]
        assert scores(table, BLUE, "3.1", "3.2") == 3, "the mission has four at most"

    @pytest.mark.rule("IA-25")
    @pytest.mark.rule("IA-12")
    def test_the_end_comes_early_with_a_wiped_out_army(self) -> None:
        table = begun().to("checks")
        table.blue.answers("checks", ("retreat",))
        for n in (1, 2):
            table.blue.loses(f"Ranger {n}")
        table.to("states")
        table.blue.answers("states")
        assert "4.1" in table.red.offered("score")

    @pytest.mark.rule("IA-25")
    def test_both_can_correct_them(self) -> None:
        table = begun()
        table.turn_of(table.blue)
        (point,) = (one for one in mission_corrections.points(table.state, BLUE) if one.id == "objective")
        assert (point.now, point.most) == (0, 4)
        corrected = mission_corrections.corrected(table.state, Corrected(BLUE, "objective", 0, 3, "", point.name, 3))
        assert corrected.blue.objective_points == 3


class TestCommandTokens:
    @pytest.mark.rule("IN-02")
    @pytest.mark.parametrize(("bonus", "most"), [(False, 4), (True, 5)])
    def test_they_are_corrected_up_to_four_and_to_five_with_the_skill(self, bonus: bool, most: int) -> None:
        table = opened(blue=force(*troop(2), bonus=bonus))
        (point,) = (one for one in mission_corrections.points(table.state, BLUE) if one.id == "command")
        assert point.most == most


class TestWinner:
    def over(self, blue: tuple[str, ...], red: tuple[str, ...], lost: str = "") -> Tabletop:
        table = to_score(begun())
        scores(table, BLUE)
        scores(table, RED)
        table.turn_of(table.blue)
        if lost:
            (table.blue if lost.startswith("Ranger") else table.red).loses(lost)
        to_score(table)
        scores(table, BLUE, *blue)
        scores(table, RED, *red)
        assert table.state.over
        return table

    @pytest.mark.rule("IA-25")
    @pytest.mark.parametrize(("blue", "red", "winner"), [(("1.1",), ("4.1",), RED), (("4.1",), ("1.1",), BLUE)])
    def test_objective_points_win(self, blue: tuple[str, ...], red: tuple[str, ...], winner: Seat) -> None:
        table = self.over(blue, red)
        assert table.game.decided(table.state) == Result(winner, WonBy.POINTS, "IA-25")

    @pytest.mark.rule("IA-25")
    @pytest.mark.parametrize(("lost", "winner"), [("", BLUE), ("Ranger 1", RED)])
    def test_the_points_of_the_survivors_break_a_tie(self, lost: str, winner: Seat) -> None:
        """Sixty against fifty; with one ranger lost thirty."""
        table = self.over(("4.1",), ("4.1",), lost)
        assert table.game.decided(table.state) == Result(winner, WonBy.POINTS, "IA-25")
        assert table.game.tie_broken(table.state) == Result(winner, WonBy.POINTS, "IA-25")

    @pytest.mark.rule("IA-25")
    def test_where_the_lists_have_no_points_a_tie_stays_one(self) -> None:
        table = Tabletop(force(*troop(1), missions=(RIDGE,)), DOCKERS)
        assert table.game.tie_broken(table.state) is None
        assert table.game.decided(table.state) is None, "nobody has won before the end"

    @pytest.mark.rule("IA-25")
    def test_one_trooper_without_points_is_enough_not_to_know_them(self) -> None:
        table = Tabletop(force(*troop(2, points=30), *troop(1, name="Unknown")), PORTERS)
        assert table.game.tie_broken(table.state) is None

    @pytest.mark.rule("IA-25")
    def test_a_mission_names_its_winner_at_the_end_alone_and_without_one_the_players_do(self) -> None:
        assert begun().game.decided(begun().state) is None
        table = Tabletop(SCOUTS, PORTERS)
        assert table.game.decided(replace(table.state, over=True)) is None
