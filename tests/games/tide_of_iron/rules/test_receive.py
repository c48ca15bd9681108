"""Receive command and victory points: TI-20 to TI-25, TB-88, and the tokens (TB-89)."""

from typing import Any

import pytest
from msgspec.structs import replace

from table.games.tide_of_iron.rules.game import TideOfIron
from table.games.tide_of_iron.rules.model.battle_state import Reason, TideBattle, turned
from table.games.tide_of_iron.rules.model.scenario import Scenario, Scoring, SeatScenario
from table.games.tide_of_iron.rules.objectives.objective_income import CommandReceived, VictoryPointsScored
from table.rules.game import Event
from table.rules.prompts import Number
from table.rules.seats import BLUE, RED
from table.rules.tokens import HandBack, HandOut
from tests.games.tide_of_iron.kit import AMERICAN, GERMAN, LORRY, SCENARIO, Tabletop, rich, spending


def scoring(points: tuple[tuple[int, int], ...] = (), **how: Any) -> Scenario:
    return replace(SCENARIO, scoring=Scoring(**how), sides=(replace(AMERICAN, points=points), GERMAN))


@pytest.mark.rule("TI-20")
def test_each_friendly_or_neutral_command_objective_gives_its_value() -> None:
    table = Tabletop()
    table.round(american=("Hill", "Well"), german=("Farm",))
    assert (table.american.side.available, table.german.side.available) == (4, 3)


@pytest.mark.rule("TI-20")
def test_victory_objectives_and_other_hexes_give_no_command() -> None:
    table = Tabletop()
    table.round(american=("Town", "Gate"))
    assert table.american.side.available == 0


@pytest.mark.rule("TI-21")
def test_the_example_of_the_text_a_3_of_the_enemys_a_2_of_ones_own_and_a_neutral_2_give_4() -> None:
    table = Tabletop()
    table.round(american=("Farm", "Hill", "Well"))
    assert table.american.holds == ["Hill", "Farm", "Well"]
    assert table.events_of(CommandReceived)[0] == CommandReceived(BLUE, 4, Reason.OBJECTIVES)


@pytest.mark.rule("TI-22")
def test_command_not_spent_adds_up() -> None:
    table = Tabletop()
    table.round(american=("Hill",))
    table.round()
    assert table.american.side.available == 4


@pytest.mark.rule("TI-23")
def test_available_command_is_public() -> None:
    table = Tabletop(rich(american=5, german=3))
    shown = [{c.icon: c.value for c in seat.counters} for seat in table.game.view(table.state).seats]
    assert [counters["token.command"] for counters in shown] == [5, 3]


@pytest.mark.rule("TI-24")
def test_a_scenario_gives_points_for_victory_objectives() -> None:
    table = Tabletop()
    table.round(american=("Town",))
    table.round()
    assert (table.american.side.points, table.german.side.points) == (4, 0)


@pytest.mark.rule("TI-24")
def test_a_victory_objective_of_a_nation_gives_points_to_it_alone() -> None:
    town = replace(SCENARIO.objectives[3], nation="german")
    table = Tabletop(replace(SCENARIO, objectives=(*SCENARIO.objectives[:3], town)))
    table.round(american=("Town",))
    assert table.american.side.points == 0
    table.round(german=("Town",))
    assert table.german.side.points == 2


@pytest.mark.rule("TI-24")
def test_a_scenario_gives_points_by_round() -> None:
    table = Tabletop(scoring(((2, 3),), rounds=True))
    table.round(american=("Town",))
    assert table.american.side.points == 0, "the town gives none in this scenario"
    table.round()
    assert table.american.side.points == 3
    table.round()
    assert table.american.side.points == 3


@pytest.mark.rule("TI-24")
def test_a_scenario_may_have_no_victory_points() -> None:
    table = Tabletop(scoring(((1, 3),)))
    table.round(american=("Town",))
    assert table.events_of(VictoryPointsScored) == []
    assert all(c.icon != "counter.victory" for c in table.game.view(table.state).seats[0].counters)


@pytest.mark.rule("TB-88")
def test_points_that_only_the_players_know_are_asked_of_each_seat() -> None:
    table = Tabletop(scoring(((1, 3),), rounds=True, asked=True))
    table.fight()
    table.control()
    for player, n in ((table.german, 1), (table.american, 2)):
        asked = player.asked("points")
        assert isinstance(asked, Number)
        assert player.tries("points", asked.most + 1).rule == "TB-88"
        player.answers("points", n)
        assert player.tries("points", n).rule == "TB-88"
    assert (table.american.side.points, table.german.side.points) == (5, 1)


@pytest.mark.rule("TI-25")
def test_at_11_points_the_marker_turns_to_its_plus_10_side_and_begins_again_at_1() -> None:
    assert [turned(n) for n in (0, 10, 11, 12)] == [(False, 0), (False, 10), (True, 1), (True, 2)]


@pytest.mark.rule("TI-25")
def test_the_example_of_the_text_7_for_the_one_and_12_on_the_plus_10_side_for_the_other() -> None:
    table = Tabletop(scoring(asked=True))
    for american, german in ((5, 12), (2, 0)):
        table.fight()
        table.control()
        table.american.answers("points", american)
        table.german.answers("points", german)
    scored = {event.seat: event for event in table.events_of(VictoryPointsScored)}
    assert (scored[BLUE].total, scored[BLUE].turned, scored[BLUE].space) == (7, False, 7)
    assert (scored[RED].total, scored[RED].turned, scored[RED].space) == (12, True, 2)
    blue, red = table.game.view(table.state).seats
    assert ("counter.victory", 7) in [(c.icon, c.value) for c in blue.counters]
    assert ("+10", 2) in [(c.mark, c.value) for c in red.counters]


@pytest.mark.rule("TB-89")
def test_the_pile_pays_out_what_is_received_and_takes_back_what_is_paid() -> None:
    table = spending(replace(rich(), uses=(LORRY,)))
    game = table.game
    assert [game.hand_outs(e) for e in table.events_of(CommandReceived) if e.count] == [
        (HandOut(BLUE, "command", 9),), (HandOut(RED, "command", 9),),
    ]  # fmt: skip
    assert game.hand_outs(CommandReceived(BLUE, 0, Reason.OBJECTIVES)) == ()
    before = table.state
    (paid,) = table.american.answers("card", "barrage")
    assert game.hand_backs(before, paid) == (HandBack(BLUE, "command", 2),)
    table.american.resolves()
    before = table.state
    (paid,) = table.american.answers("use", "lorry")
    assert game.hand_backs(before, paid) == (HandBack(BLUE, "command", 2),)
    before = table.state
    kept, _finished = table.american.answers("initiative", 1)
    assert game.hand_backs(before, kept) == (), "it stays on the initiative card"


@pytest.mark.rule("TB-89")
def test_between_actions_paid_tokens_may_wait() -> None:
    table = Tabletop(rich())
    before = table.state
    (paid,) = table.german.answers("card", "raid")
    assert table.game.hand_backs(before, paid) == (HandBack(RED, "command", 1, later=True),)


@pytest.mark.rule("TB-89")
def test_a_round_needs_what_every_command_objective_may_give_and_what_stays_on_the_table() -> None:
    table = spending()
    table.invest(american=4)
    needs = {out.seat: out.count for out in table.game.worst_case(table.state)}
    assert needs == {BLUE: 9 + 2 + 2, RED: 9 + 3}, "the neutral objective pays one of them"


@pytest.mark.rule("TB-89")
def test_before_the_first_round_it_needs_what_the_scenario_gives_as_well() -> None:
    game, scenario = TideOfIron(), rich()
    state: TideBattle | None = None
    for event in game.begin({BLUE: SeatScenario(scenario, "american"), RED: SeatScenario(scenario, "german")}):
        assert isinstance(event, Event)
        state = game.evolve(state, event)
    assert state is not None
    needs = {out.seat: out.count for out in game.worst_case(state)}
    assert needs == {BLUE: 9 + 2 + 2, RED: 9 + 3}


@pytest.mark.rule("TB-78")
def test_nobody_is_sent_to_the_hopper_in_the_command_phase() -> None:
    table = spending(replace(rich(), uses=(LORRY,)))
    assert not table.game.round_settled(table.state)
    for step, settled in (("action", True), ("setup", True), ("control", False), ("receive", False)):
        assert table.game.round_settled(replace(table.state, step=step)) is settled
    assert table.game.round_settled(replace(table.state, over=True))
    assert table.game.will_hold(table.state) == table.game.worst_case(table.state)


@pytest.mark.rule("TB-88")
def test_a_seat_counts_up_to_twenty_points_of_a_round() -> None:
    table = Tabletop(replace(SCENARIO, scoring=Scoring(asked=True)))
    table.fight()
    table.control()
    assert table.american.tries("points", 21).rule == "TB-88"
    table.american.answers("points", 20)
    assert table.american.side.points == 20
