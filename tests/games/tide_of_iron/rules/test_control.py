"""Determine control over objectives: TI-01, TI-10 to TI-15, and what the table asks to know it (TB-82 to TB-84)."""

import pytest
from msgspec.structs import replace

from table.games.tide_of_iron.rules.game import TideOfIron
from table.games.tide_of_iron.rules.model.battle_labels import listed
from table.games.tide_of_iron.rules.model.battle_state import Reason
from table.games.tide_of_iron.rules.model.scenario import Scenario, SeatScenario
from table.games.tide_of_iron.rules.objectives.objective_control import ControlTaken, SheetsClashed
from table.games.tide_of_iron.rules.objectives.objective_income import CommandReceived
from table.rules.prompts import ChooseSome
from table.rules.seats import BLUE, RED
from table.rules.steps import StepBegan
from table.rules.text import text
from tests.games.tide_of_iron.kit import FARM, GATE, HILL, SCENARIO, WELL, Tabletop, objective, rich

CROSSROADS = replace(
    SCENARIO,
    objectives=tuple(objective(name, 2, "american") for name in ("Alder", "Birch", "Cedar")),
)
"""The text's own example: three American command objectives, and nobody controls one at the start."""


@pytest.mark.rule("TI-01")
def test_the_command_phase_follows_the_action_phase_in_four_steps() -> None:
    table = Tabletop()
    assert table.step == "action"
    table.round()
    assert [event.step for event in table.events_of(StepBegan)] == [
        "setup", "action", "control", "receive", "spend", "initiative", "status",
    ]  # fmt: skip
    assert (table.state.round, table.step) == (2, "action")
    table.fight()
    assert table.step == "control"


@pytest.mark.rule("TI-01")
def test_nothing_of_another_step_can_be_done() -> None:
    table = Tabletop(rich())
    assert table.american.tries("initiative", 1).rule == "TI-01"
    assert table.american.tries("units", ()).rule == "TI-11"
    table.fight()
    assert table.american.tries("card", "barrage").rule == "TI-01"


@pytest.mark.rule("TI-10")
def test_objectives_of_every_kind_can_be_controlled() -> None:
    table = Tabletop()
    table.fight()
    assert table.american.offered("units") == ["hill", "farm", "well", "town", "gate"]
    table.control(("Hill", "Town", "Gate"))
    assert table.american.holds == ["Hill", "Town", "Gate"]


@pytest.mark.rule("TI-11")
def test_a_unit_captures_and_the_enemys_marker_comes_off() -> None:
    table = Tabletop()
    table.round(american=("Well",))
    assert table.last(ControlTaken) == ControlTaken(BLUE, "well", "Well", "W1", lost=False, by=Reason.UNITS)
    table.round(german=("Well",))
    assert table.last(ControlTaken) == ControlTaken(RED, "well", "Well", "W1", lost=True, by=Reason.UNITS)
    assert (table.american.holds, table.german.holds) == ([], ["Well"])
    assert [id for id, _ in table.state.control] == ["well"], "one marker lies there"


@pytest.mark.rule("TI-12")
def test_control_lasts_when_the_units_leave() -> None:
    table = Tabletop()
    table.round(american=("Well", "Town"))
    table.fight()
    assert "well" not in table.american.offered("units"), "what is controlled is not asked again"
    table.control()
    assert table.american.holds == ["Well", "Town"]


@pytest.mark.rule("TI-13")
def test_crossroads_nobody_controls_an_objective_at_the_start_not_even_one_of_their_own_nation() -> None:
    table = Tabletop(CROSSROADS)
    assert table.state.control == ()
    table.round()
    assert table.american.side.available == 0, "units must move there first"
    table.round(american=("Birch",))
    assert table.american.side.available == 2


@pytest.mark.rule("TI-13")
def test_a_scenario_can_say_who_controls_an_objective_at_the_start() -> None:
    held = replace(SCENARIO, objectives=(replace(HILL, held_by="german"), *SCENARIO.objectives[1:]))
    assert Tabletop(held).german.holds == ["Hill"]
    assert Tabletop(zoned()).state.control == (), "a deployment zone is none that is held"


def zoned() -> Scenario:
    """The hill is in the American zone, the farm in the German one."""
    hill, farm, *rest = SCENARIO.objectives
    return replace(
        SCENARIO,
        objectives=(
            replace(hill, zone="american"), replace(farm, zone="german"), replace(rest[0], zone="american"),
            replace(rest[1], zone="american"), rest[2],
        ),
    )  # fmt: skip


@pytest.mark.rule("TI-14")
def test_a_starting_unit_takes_a_command_objective_of_its_own_zone_during_setup() -> None:
    table = Tabletop(zoned())
    assert table.step == "setup"
    assert table.american.offered("deploy") == ["hill", "well"], "of command objectives in the own zone only"
    table.american.answers("deploy", ("hill",))
    assert table.american.tries("deploy", ("well",)).rule == "TI-14", "it is said once"
    assert table.last(ControlTaken) == ControlTaken(BLUE, "hill", "Hill", "H1", lost=False, by=Reason.SETUP)
    assert table.german.tries("deploy", ("hill",)).rule == "TI-14"
    table.german.answers("deploy", ())
    assert (table.american.holds, table.german.holds, table.step) == (["Hill"], [], "action")


@pytest.mark.rule("IB-01")
def test_no_card_is_activated_while_starting_units_are_placed() -> None:
    table = Tabletop(rich(zoned()))
    assert table.step == "setup"
    assert table.american.asked("card") is None
    assert table.american.tries("card", "ambush").rule == "TI-01"


@pytest.mark.rule("TB-93")
def test_what_a_scenario_gives_to_start_with_comes_when_it_is_set_up() -> None:
    game, scenario = TideOfIron(), rich(american=5, german=0)
    begun = game.begin({BLUE: SeatScenario(scenario, "american"), RED: SeatScenario(scenario, "german")})
    assert not any(isinstance(event, CommandReceived) for event in begun), "nothing is paid out before a match is open"
    table = Tabletop(scenario)
    assert table.events_of(CommandReceived) == [CommandReceived(BLUE, 5, Reason.START)]
    assert table.german.tries("ready").rule == "TB-93"


@pytest.mark.rule("TI-15")
def test_a_player_may_control_any_nations_objectives() -> None:
    table = Tabletop()
    table.round(american=("Farm",), german=("Hill",))
    assert (table.american.holds, table.german.holds) == (["Farm"], ["Hill"])


@pytest.mark.rule("TB-82")
def test_units_of_both_sides_are_never_in_one_hex() -> None:
    table = Tabletop()
    table.fight()
    before = table.german.offered("units")
    table.american.captures("Well", "Hill")
    assert table.german.offered("units") == before, "what one seat says moves nothing under the other's finger"
    assert table.german.tries("units", ("nowhere",)).rule == "TI-11"
    table.german.captures("Farm", "Well")
    assert table.last(SheetsClashed) == SheetsClashed(("well",), "Well")
    assert table.american.asked("units")
    assert table.german.asked("units")
    table.american.captures("Well", "Hill")
    table.german.captures("Farm")
    assert table.german.tries("units", ()).rule == "TI-11", "it is said once"


@pytest.mark.rule("TB-82")
def test_who_can_capture_nothing_is_not_asked() -> None:
    all_held = tuple(replace(each, held_by="german") for each in SCENARIO.objectives)
    table = Tabletop(replace(SCENARIO, objectives=all_held))
    table.fight()
    assert table.german.asked("units") is None
    table.american.captures(*(each.name for each in SCENARIO.objectives))
    assert table.german.asked("sheet.agree") is not None, "and captures nothing back meanwhile"
    assert table.american.asked("sheet.agree") is None, "it agreed to its own captures by entering them"
    table.control()
    assert table.german.holds == []
    assert table.step != "control"


@pytest.mark.rule("TB-83")
def test_control_changes_when_both_seats_agree_to_all_of_it() -> None:
    table = Tabletop()
    table.fight()
    table.american.captures("Well")
    assert table.german.asked("sheet.agree") is None, "the German has not said yet"
    table.german.captures("Farm", "Gate")
    asked = table.german.asked("sheet.agree")
    assert asked is not None
    assert asked.ask == text("tide.sheet.ask", seat=text("seat.blue"), objectives=listed((WELL,)))
    asked = table.american.asked("sheet.agree")
    assert asked is not None
    assert asked.ask == text("tide.sheet.ask", seat=text("seat.red"), objectives=listed((FARM, GATE)))
    table.german.answers("sheet.agree", "agreed")
    assert table.state.control == ()
    table.american.answers("sheet.agree", "agreed")
    assert (table.american.holds, table.german.holds) == (["Well"], ["Farm", "Gate"])


@pytest.mark.rule("TB-83")
def test_without_agreement_both_say_again_where_their_units_are() -> None:
    table = Tabletop()
    table.fight()
    table.american.captures("Well")
    table.german.captures("Farm")
    table.american.answers("sheet.agree", "agreed")
    table.german.answers("sheet.agree", "again")
    assert table.state.control == ()
    for player in (table.american, table.german):
        assert isinstance(player.asked("units"), ChooseSome)
        assert player.tries("sheet.agree", "agreed").rule == "TB-83"


@pytest.mark.rule("TB-83")
def test_there_is_nothing_to_agree_to_where_nothing_is_captured() -> None:
    table = Tabletop()
    table.fight()
    table.american.captures()
    table.german.captures()
    assert table.step == "action", "nobody has command to spend, so the round is over"
    assert table.state.round == 2


@pytest.mark.rule("TB-84")
def test_either_seat_reports_that_the_action_phase_is_over() -> None:
    table = Tabletop()
    asked = [prompt for prompt in table.prompts() if prompt.key == "action"]
    assert [(prompt.seat, prompt.hold) for prompt in asked] == [(None, True)]
    table.german.answers("action")
    assert table.step == "control"
    assert table.german.tries("action").rule == "TB-84"


@pytest.mark.rule("TB-84")
def test_the_action_phase_is_not_over_before_an_effect_is_resolved() -> None:
    table = Tabletop(rich())
    table.german.answers("card", "raid")
    assert table.american.tries("action").rule == "TB-84"
    table.german.resolves()
    table.american.answers("action")
    assert table.step == "control"
