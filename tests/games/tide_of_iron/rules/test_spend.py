"""Spend command, strategy cards, initiative: TI-30 to TI-42, TB-85 to TB-87, TB-90 to TB-92."""

import pytest
from msgspec.structs import replace

from table.games.tide_of_iron.rules.cards.strategy_cards import EffectResolved
from table.games.tide_of_iron.rules.command.command_spending import SpendingFinished
from table.games.tide_of_iron.rules.command.initiative_count import InitiativeDetermined
from table.games.tide_of_iron.rules.model.battle_state import Reason
from table.games.tide_of_iron.rules.model.scenario import Scoring
from table.games.tide_of_iron.rules.objectives.objective_income import CommandReceived, VictoryPointsScored
from table.games.tide_of_iron.rules.phases.action_phase import OrderDecided
from table.rules.match.match import Match
from table.rules.match.state import MatchState
from table.rules.prompts import Number, OpenCard
from table.rules.seats import BLUE, RED, Seat
from table.session.focus import SeatFocus
from table.view.published import Focus
from tests.games.tide_of_iron.kit import LORRY, SCENARIO, Tabletop, balance, card, rich, spending


@pytest.mark.rule("TI-30")
@pytest.mark.parametrize("holder", ["american", "german"])
def test_the_player_with_initiative_finishes_spending_before_the_opponent_spends(holder: str) -> None:
    table = spending(replace(rich(), initiative=holder))
    first, second = (table.american, table.german) if holder == "american" else (table.german, table.american)
    own = {table.american: "barrage", table.german: "raid"}
    for key, value in (("card", own[second]), ("initiative", 1), ("spent", None)):
        assert second.tries(key, value).rule == "TI-30"
    first.answers("initiative", 2)
    for key, value in (("card", own[first]), ("initiative", 1), ("spent", None)):
        assert first.tries(key, value).rule == "TI-30"
    second.answers("card", own[second])


@pytest.mark.rule("TI-31")
def test_command_buys_strategy_cards_and_initiative_and_what_the_scenario_adds() -> None:
    table = spending()
    assert table.american.asked("use") is None
    assert table.american.asked("card") is not None
    assert table.american.asked("initiative") is not None
    table = spending(replace(rich(american=3), uses=(LORRY,)))
    use = table.american.asked("use")
    assert use is not None
    assert use.hold, "no short press buys it"
    table.american.answers("use", "lorry")
    assert (table.american.side.available, table.american.side.paid) == (1, 2)
    assert table.american.tries("use", "lorry").rule == "TI-31", "it cannot be paid for any more"
    table.american.answers("spent")
    assert table.german.asked("use") is None, "a use is its own side's"
    assert table.german.tries("use", "lorry").rule == "TI-31"


@pytest.mark.rule("TI-36")
def test_whoever_spends_stands_first_on_the_end_of_it_and_never_on_what_the_scenario_adds() -> None:
    table = spending(replace(rich(american=3), uses=(LORRY,)))
    assert table.american.asked("use") is not None
    assert SeatFocus(BLUE, table.prompts()).attend(None, frozenset()) == Focus("spent", 0)


@pytest.mark.rule("TI-32")
def test_only_face_up_cards_of_the_own_headquarters_that_say_command_phase() -> None:
    table = spending()
    assert table.american.offered("card") == ["barrage", "trenches"]
    for other in ("ambush", "late", "raid"):
        assert table.american.tries("card", other).rule == "TI-32", other


@pytest.mark.rule("TI-32")
def test_as_many_cards_as_a_player_can_pay_for() -> None:
    table = spending()
    for each in ("barrage", "trenches"):
        table.american.answers("card", each)
        table.american.resolves()
    assert table.american.side.available == 6
    assert table.american.asked("card") is None


@pytest.mark.rule("TI-33")
def test_the_cost_is_paid_first_and_the_effect_is_resolved_at_once() -> None:
    table = spending()
    table.american.answers("card", "barrage")
    assert (table.american.side.available, table.american.side.paid) == (7, 2)
    for key, value in (("card", "trenches"), ("initiative", 1), ("spent", None), ("use", "lorry")):
        assert table.american.tries(key, value).rule == "TI-33", key
    assert table.german.tries("effect", "done").rule == "TI-33", "it is its owner who says so"
    shown = table.game.view(table.state).seats[0].card
    assert shown is not None
    assert shown.name == "Barrage"
    table.american.resolves()
    table.american.answers("card", "trenches")


@pytest.mark.rule("TI-33")
@pytest.mark.rule("TI-37")
def test_between_actions_an_effect_is_resolved_before_the_next_card_too() -> None:
    table = Tabletop(rich())
    table.american.answers("card", "barrage")
    assert table.american.tries("card", "trenches").rule == "TI-33"
    table.american.resolves()
    table.american.answers("card", "trenches")


@pytest.mark.rule("TI-33")
def test_what_cannot_be_paid_for_cannot_be_activated() -> None:
    table = spending(rich(american=1))
    assert table.american.offered("card") == ["trenches"]
    assert table.american.tries("card", "barrage").rule == "TI-33"


@pytest.mark.rule("TI-34")
def test_a_card_leaves_the_game_and_one_with_a_lasting_effect_goes_into_the_play_area() -> None:
    table = spending()
    for each in ("barrage", "trenches"):
        table.american.answers("card", each)
        assert table.american.side.removed == (() if each == "barrage" else ("barrage",)), "not before its effect"
        table.american.resolves()
    assert table.american.side.removed == ("barrage",)
    assert table.american.side.in_play == ("trenches",)
    assert table.american.side.headquarters == ("ambush",)
    gone = {b.card for b in table.game.belongings(table.state, BLUE) if b.spent}
    assert gone == {"barrage"}


@pytest.mark.rule("TI-34")
def test_a_card_in_the_play_area_counts_as_played_as_one_that_left_the_game() -> None:
    table = spending()
    played = []
    for each in ("barrage", "trenches"):
        table.american.answers("card", each)
        table.american.resolves()
        match = MatchState("a match", table.game.system, "", game=table.state)
        played.append(Match(table.game).cards_played(match))
    assert played == [(1, 0), (2, 0)]


@pytest.mark.rule("TI-34")
def test_all_cards_that_left_the_game_stay_out_of_it() -> None:
    table = Tabletop(rich())
    for each in ("ambush", "barrage"):
        table.american.answers("card", each)
        table.american.resolves()
    assert table.american.side.removed == ("ambush", "barrage")
    balance(table.state)


@pytest.mark.rule("TI-35")
def test_any_amount_goes_onto_the_initiative_card_and_never_comes_back() -> None:
    table = spending()
    asked = table.american.asked("initiative")
    assert isinstance(asked, Number)
    assert (asked.least, asked.most, asked.hold) == (1, 9, True)
    assert table.american.tries("initiative", 10).rule == "TI-35"
    table.american.answers("initiative", 4)
    assert (table.american.side.available, table.american.side.on_initiative) == (5, 4)
    table.german.answers("spent")
    table.fight()
    table.control()
    table.american.answers("initiative", 5)
    assert (table.american.side.available, table.american.side.on_initiative) == (0, 9)
    table.save()
    table.round()
    assert table.american.side.on_initiative == 9


@pytest.mark.rule("TB-119")
def test_command_on_initiative_is_the_last_that_a_player_spends() -> None:
    table = spending()
    table.american.answers("initiative", 4)
    assert table.last(SpendingFinished) == SpendingFinished(BLUE, 5)
    assert table.american.tries("card", "barrage").rule == "TI-30"
    table.german.answers("spent")
    assert table.state.round == 2


@pytest.mark.rule("TI-36")
def test_nobody_has_to_spend_and_what_is_left_is_saved() -> None:
    table = spending()
    table.american.answers("spent")
    assert table.last(SpendingFinished) == SpendingFinished(BLUE, 9)
    table.german.answers("spent")
    assert (table.american.side.available, table.german.side.available) == (9, 9)


@pytest.mark.rule("TB-85")
def test_who_can_buy_nothing_is_not_asked_to_spend() -> None:
    table = spending(rich(american=0))
    assert table.events_of(SpendingFinished) == [SpendingFinished(BLUE, 0)]
    assert table.german.asked("spent") is not None


@pytest.mark.rule("TB-85")
def test_a_card_that_costs_nothing_can_be_bought_with_nothing() -> None:
    first, second = rich(american=0).sides
    free = replace(first, cards=(card("Gift", 0),))
    table = spending(replace(SCENARIO, sides=(free, second)))
    table.american.answers("card", "gift")
    assert table.events_of(SpendingFinished) == [], "its effect may bring command"
    table.american.resolves()
    assert table.events_of(SpendingFinished) == [SpendingFinished(BLUE, 0)]


@pytest.mark.rule("TI-37")
def test_outside_the_command_phase_any_face_up_card_can_be_paid_for_at_any_time() -> None:
    table = Tabletop(rich())
    asked = table.american.asked("card")
    assert isinstance(asked, OpenCard)
    assert asked.standing, "nobody waits for it"
    assert [option.card for option in asked.options] == ["barrage", "trenches", "ambush"]
    table.american.answers("card", "ambush")
    assert table.american.side.available == 8
    table.american.resolves()
    assert table.american.side.removed == ("ambush",)
    assert table.american.tries("card", "ambush").rule == "TI-32"
    table.fight()
    assert table.american.asked("card") is None


@pytest.mark.rule("TI-40")
def test_command_on_the_initiative_cards_adds_up_and_the_most_claims_initiative() -> None:
    table = spending()
    table.invest(american=2, german=3)
    assert table.state.initiative is RED
    assert table.last(InitiativeDetermined) == InitiativeDetermined(RED, 2, 3, "TI-40")
    table.fight()
    assert table.game.view(table.state).first is RED
    table.control()
    table.invest(american=2)
    assert table.last(InitiativeDetermined) == InitiativeDetermined(BLUE, 4, 3, "TI-40"), "two rounds' command counts"
    table.round()
    assert table.state.initiative is BLUE, "who has the most keeps it"


@pytest.mark.rule("TI-41")
@pytest.mark.parametrize(("holder", "then"), [("american", RED), ("german", BLUE)])
def test_on_a_tie_the_initiative_goes_to_the_player_who_does_not_have_it(holder: str, then: Seat) -> None:
    table = spending(replace(rich(), initiative=holder))
    table.invest(american=3, german=3)
    assert table.last(InitiativeDetermined) == InitiativeDetermined(then, 3, 3, "TI-41")
    table.round()
    assert table.state.initiative is then.opponent


@pytest.mark.rule("TI-42")
@pytest.mark.parametrize("first", [BLUE, RED])
def test_where_two_effects_meet_the_player_with_initiative_decides_their_order(first: Seat) -> None:
    table = Tabletop(rich())
    table.german.answers("card", "raid")
    table.american.answers("card", "ambush")
    assert table.german.tries("order", "red").rule == "TI-42", "the American has the initiative"
    assert table.german.asked("effect") is None
    assert table.american.asked("effect") is None
    table.american.answers("order", str(first))
    seats = {BLUE: table.american, RED: table.german}
    assert seats[first.opponent].asked("effect") is None
    assert seats[first.opponent].tries("effect", "done").rule == "TI-33"
    seats[first].resolves()
    assert seats[first].tries("card", "barrage").rule == "TI-33", "the other effect comes first"
    seats[first.opponent].resolves()
    assert [event.seat for event in table.events_of(EffectResolved)] == [first, first.opponent]
    table.american.answers("card", "barrage")


@pytest.mark.rule("TI-42")
@pytest.mark.rule("TB-91")
def test_the_players_can_say_that_two_other_abilities_meet() -> None:
    table = spending(replace(rich(), initiative="german"))
    table.american.answers("conflict")
    assert table.american.asked("order") is None
    assert table.american.tries("conflict").rule == "TB-91"
    table.german.answers("order", "blue")
    assert table.last(OrderDecided) == OrderDecided(BLUE)
    assert table.german.asked("order") is None
    assert table.german.asked("spent") is not None, "it changes nothing else"


@pytest.mark.rule("TI-42")
@pytest.mark.rule("TB-91")
@pytest.mark.parametrize("step", ["control", "receive"])
def test_they_can_say_so_while_control_is_determined_and_command_received(step: str) -> None:
    table = Tabletop(replace(SCENARIO, scoring=Scoring(asked=True)))
    table.fight()
    if step == "receive":
        table.control()
    assert table.step == step
    table.german.answers("conflict")
    table.american.answers("order", "red")
    assert table.last(OrderDecided) == OrderDecided(RED)


@pytest.mark.rule("TB-86")
def test_cards_come_into_the_headquarters_and_leave_it() -> None:
    table = spending()
    assert table.american.offered("card.ready") == ["late"]
    table.american.answers("card.ready", "late")
    assert table.american.offered("card") == ["barrage", "trenches", "late"]
    assert table.american.tries("card.ready", "late").rule == "TB-86"
    table.american.answers("card.away", "barrage")
    assert table.american.offered("card") == ["trenches", "late"]
    assert table.american.tries("card.away", "barrage").rule == "TB-86"
    table.american.answers("card", "late")
    assert table.american.offered("card.away") == ["trenches", "ambush"], "not one that is being resolved"


@pytest.mark.rule("TB-87")
def test_a_lasting_card_leaves_the_play_area_when_its_owner_reports_it() -> None:
    table = spending()
    assert table.american.tries("card.remove", "trenches").rule == "TB-87"
    table.american.answers("card", "trenches")
    table.american.resolves()
    table.american.answers("card.remove", "trenches")
    assert (table.american.side.in_play, table.american.side.removed) == ((), ("trenches",))


@pytest.mark.rule("TB-92")
def test_while_its_effect_is_resolved_a_card_can_give_command_points_and_control() -> None:
    table = spending()
    gains = ("gain.command", "gain.points", "gain.control")
    assert all(table.american.asked(key) is None for key in gains)
    table.american.answers("card", "barrage")
    assert table.german.asked("effect") is None, "its owner says what it gives"
    table.american.uses_card_to("gain.command", 3)
    assert table.last(CommandReceived) == CommandReceived(BLUE, 3, Reason.EFFECT)
    assert table.american.side.available == 10
    table.american.uses_card_to("gain.points", 2)
    scored = table.last(VictoryPointsScored)
    assert (scored.seat, scored.count, scored.total, scored.by) == (BLUE, 2, 2, Reason.EFFECT)
    assert (table.american.side.points, table.german.side.points) == (2, 0), "its owner's, not the enemy's"
    table.american.uses_card_to("gain.control", "farm")
    assert table.american.holds == ["Farm"]
    table.american.answers("effect", "gain.control")
    assert "farm" not in table.american.offered("gain.control")
    table.american.answers("gain.control", "hill")
    table.american.resolves()
    assert table.american.tries("gain.command", 1).rule == "TB-92"
    balance(table.state)


@pytest.mark.rule("TB-92")
def test_where_a_scenario_has_no_victory_points_a_card_gives_none() -> None:
    table = spending(replace(rich(), scoring=type(SCENARIO.scoring)()))
    table.american.answers("card", "barrage")
    assert "gain.points" not in table.american.offered("effect")
    assert table.american.tries("gain.points", 1).rule == "TB-92"


@pytest.mark.rule("TB-90")
def test_the_match_is_over_after_the_scenarios_rounds() -> None:
    table = Tabletop()
    for number in range(1, 4):
        assert (table.state.round, table.state.over) == (number, False)
        table.round()
    assert table.state.over
    assert table.game.over(table.state)
    assert table.prompts() == ()
    assert table.american.tries("action").rule == "TB-20"
    assert table.american.tries("card", "barrage").rule == "TB-20"
