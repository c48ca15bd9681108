"""Rules around the Command Phase: phases of cards, markers, allies, copies, Status Phase, the end, acts of cards."""

import random

import pytest
from msgspec.structs import replace

from lab.systems import systems
from table.games.random_play.match import RandomMatch
from table.games.tide_of_iron.rules.cards.card_effects import CommandLost, CommandTransferred, InitiativeCardChanged
from table.games.tide_of_iron.rules.cards.deck_draws import CardDrawn
from table.games.tide_of_iron.rules.cards.strategy_cards import LastingCardRemoved
from table.games.tide_of_iron.rules.model.scenario import Kind, Scenario, Scoring
from table.games.tide_of_iron.rules.objectives.objective_control import ControlEnded
from table.games.tide_of_iron.rules.phases.status_phase import RoundBegan
from table.games.tide_of_iron.rules.phases.victory import AllRoundsPlayed, ScenarioWon
from table.rules.prompts import ChooseOne, Number
from table.rules.seats import BLUE, RED, Seat
from table.rules.tokens import HandBack, HandOut
from table.words import Words
from tests.games.tide_of_iron.kit import (
    AMERICAN,
    BARRAGE,
    GERMAN,
    SCENARIO,
    Tabletop,
    balance,
    card,
    objective,
    rich,
    spending,
)

SECOND = card("Second", 1, face_up=False)


def sided(scenario: Scenario = SCENARIO, **facts: object) -> Scenario:
    """The same, with these facts of the American side."""
    return replace(scenario, sides=(replace(AMERICAN, **facts), GERMAN))


def to_status(table: Tabletop) -> Tabletop:
    table.fight()
    table.control()
    table.save()
    return table


@pytest.mark.rule("IB-01")
def test_a_card_is_activated_in_the_phases_that_it_names() -> None:
    cards = (card("Both", 0), card("Quick", 0, command_phase=False), card("Slow", 0, action_phase=False))
    table = Tabletop(rich(sided(cards=cards)))
    assert table.american.offered("card") == ["both", "quick"]
    assert table.american.tries("card", "slow").rule == "TI-32"
    table.fight()
    table.control()
    assert table.american.offered("card") == ["both", "slow"]


@pytest.mark.rule("IB-02")
@pytest.mark.rule("TI-21")
@pytest.mark.parametrize(("nation", "gives"), [("", (2, 3)), ("american", (2, 3)), ("german", (0, 3))])
def test_who_controls_a_hex_with_both_markers_has_both_but_for_the_enemys_command(
    nation: str, gives: tuple[int, int]
) -> None:
    both = replace(objective("Mill", 2, nation), victory=3)
    table = Tabletop(replace(SCENARIO, objectives=(both,), scoring=Scoring(objectives=True)))
    table.round(american=("Mill",))
    assert (table.american.side.received, table.american.side.points) == gives


@pytest.mark.rule("IB-03")
@pytest.mark.parametrize(("allies", "gives"), [((), (0, 0)), (("british",), (2, 1))])
def test_an_objective_of_an_allys_nation_is_a_friendly_one(allies: tuple[str, ...], gives: tuple[int, int]) -> None:
    bridge = objective("Bridge", 2, "british")
    town = objective("Town", 1, "british", Kind.VICTORY)
    table = Tabletop(sided(replace(SCENARIO, objectives=(bridge, town)), allies=allies))
    table.round(american=("Bridge", "Town"))
    assert (table.american.side.received, table.american.side.points) == gives


@pytest.mark.rule("IB-04")
def test_copies_of_a_card_are_offered_as_one_and_used_one_by_one() -> None:
    copy = replace(BARRAGE, id="barrage.2", copy_of="barrage")
    table = spending(rich(sided(cards=(BARRAGE, copy))))
    asked = table.american.asked("card")
    assert isinstance(asked, ChooseOne)
    assert [(option.id, option.card) for option in asked.options] == [("barrage", "barrage")]
    table.american.answers("card", "barrage")
    table.american.resolves()
    asked = table.american.asked("card")
    assert isinstance(asked, ChooseOne)
    assert [(option.id, option.card) for option in asked.options] == [("barrage.2", "barrage")]
    table.american.answers("card", "barrage.2")
    table.american.resolves()
    assert table.american.side.removed == ("barrage", "barrage.2")
    assert [one.card for one in table.game.belongings(table.state, BLUE)] == ["barrage", "barrage"]


@pytest.mark.rule("IB-05")
def test_each_side_draws_as_many_cards_as_the_scenario_states_and_reports_which() -> None:
    table = to_status(Tabletop(sided(cards=(card("Late", 1, face_up=False), SECOND), draws=1)))
    assert table.step == "status"
    assert table.american.offered("draw") == ["deck:", "none", "late", "second"]
    assert table.german.asked("draw") is None
    table.american.answers("draw", "second")
    assert table.last(CardDrawn) == CardDrawn(BLUE, "second", "Second")
    assert (table.american.side.headquarters, table.step) == (("second",), "action")
    to_status(table).american.answers("draw", "none")
    assert table.american.side.headquarters == ("second",)
    assert table.state.round == 3


@pytest.mark.rule("IB-05")
def test_a_side_that_draws_two_cards_reports_both() -> None:
    table = to_status(Tabletop(sided(cards=(card("Late", 1, face_up=False), SECOND), draws=2)))
    table.american.answers("draw", "second")
    assert table.american.offered("draw") == ["deck:", "none", "late"]
    table.american.answers("draw", "late")
    assert (table.american.side.headquarters, table.step) == (("second", "late"), "action")


@pytest.mark.rule("IB-05")
def test_what_wears_off_ends_and_the_round_marker_moves() -> None:
    smoke, dug_in = card("Smoke", 0, lasting=True, ends=True), card("Dug", 0, lasting=True)
    table = spending(rich(sided(cards=(smoke, dug_in))))
    for name in ("smoke", "dug"):
        table.american.answers("card", name)
        table.american.resolves()
    table.save()
    assert table.events_of(LastingCardRemoved) == [LastingCardRemoved(BLUE, "smoke", "Smoke")]
    assert table.american.side.in_play == ("dug",)
    assert table.last(RoundBegan).number == 2


@pytest.mark.rule("IB-05")
def test_nobody_draws_after_the_last_round() -> None:
    table = to_status(Tabletop(sided(replace(SCENARIO, rounds=1), draws=1)))
    assert table.game.over(table.state)
    scoring = Scoring(conditions=("hold the mill",))
    table = to_status(Tabletop(sided(replace(SCENARIO, rounds=1, scoring=scoring), draws=1)))
    assert table.american.asked("draw") is None, "while it is asked who has won"


@pytest.mark.rule("IB-06")
@pytest.mark.parametrize(
    ("american", "german", "winner"), [(("Town",), (), BLUE), ((), ("Town",), RED), ((), (), None)]
)
def test_the_winner_by_victory_points_is_named(
    american: tuple[str, ...], german: tuple[str, ...], winner: Seat | None
) -> None:
    table = Tabletop(replace(SCENARIO, rounds=1))
    table.round(american, german)
    assert (table.last(ScenarioWon).seat, table.last(ScenarioWon).by) == (winner, "points")
    assert isinstance(table.journal[-1], AllRoundsPlayed)
    headline = Words().say(table.game.view(table.state).headline)
    assert headline == ("The scenario is over" if winner is None else f"{winner.capitalize()} has won")


@pytest.mark.rule("IB-06")
@pytest.mark.parametrize(("answer", "winner"), [("nobody", None), ("red", RED)])
def test_other_conditions_are_shown_and_asked(answer: str, winner: Seat | None) -> None:
    scoring = Scoring(objectives=True, conditions=("hold the mill", "lose no tank"))
    table = to_status(Tabletop(replace(SCENARIO, rounds=1, scoring=scoring)))
    (asked,) = (prompt for prompt in table.prompts() if prompt.key == "winner")
    assert (asked.seat, asked.hold) == (None, True)
    assert "hold the mill; lose no tank" in Words().say(asked.ask)
    table.german.answers("winner", answer)
    assert not table.events_of(ScenarioWon), "one seat alone names no winner"
    assert (table.german.asked("winner.agree"), table.american.asked("winner")) == (None, None)
    table.american.answers("winner.agree", "yes")
    assert (table.last(ScenarioWon).seat, table.last(ScenarioWon).by) == (winner, "said")
    assert table.game.over(table.state)


@pytest.mark.rule("IB-06")
def test_a_winner_that_the_other_seat_does_not_agree_on_is_asked_for_again() -> None:
    table = to_status(Tabletop(replace(SCENARIO, rounds=1, scoring=Scoring(conditions=("hold the mill",)))))
    table.german.answers("winner", "red")
    table.american.answers("winner.agree", "no")
    assert (table.events_of(ScenarioWon), table.german.asked("winner.agree")) == ([], None)
    table.american.answers("winner", "blue")
    table.german.answers("winner.agree", "yes")
    assert table.last(ScenarioWon).seat is BLUE


@pytest.mark.rule("IB-06")
def test_a_scenario_that_reports_nothing_of_it_names_nobody() -> None:
    table = Tabletop(replace(SCENARIO, rounds=1, scoring=Scoring()))
    table.round()
    assert not table.events_of(ScenarioWon)
    assert table.game.over(table.state)


class TestActsOfACard:
    @staticmethod
    def resolving() -> Tabletop:
        table = spending()
        table.american.answers("card", "barrage")
        balance(table.state)
        return table

    def moved(self, table: Tabletop) -> tuple[tuple[HandOut, ...], tuple[HandBack, ...]]:
        balance(table.state)
        event = table.journal[-1]
        return table.game.hand_outs(event), table.game.hand_backs(table.state, event)

    @pytest.mark.rule("IB-07")
    @pytest.mark.parametrize("key", ["gain.take", "gain.cost"])
    def test_a_card_takes_no_more_command_than_the_enemy_has(self, key: str) -> None:
        table = spending(rich(german=3))
        table.american.answers("card", "barrage")
        table.american.answers("effect", key)
        asked = table.american.asked(key)
        assert isinstance(asked, Number)
        assert asked.most == 3
        assert table.american.tries(key, 4).rule == "IB-07"

    @pytest.mark.rule("IB-07")
    def test_command_goes_from_the_enemy_to_its_owner(self) -> None:
        table = self.resolving()
        table.american.answers("effect", "gain.take")
        assert table.american.tries("gain.take", 10).rule == "IB-07", "the enemy has nine"
        table.american.answers("gain.take", 4)
        assert table.last(CommandTransferred) == CommandTransferred(RED, 4)
        assert (table.american.side.available, table.german.side.available) == (11, 5)
        assert self.moved(table) == ((HandOut(BLUE, "command", 4),), (HandBack(RED, "command", 4),))

    @pytest.mark.rule("IB-07")
    def test_command_of_the_enemy_goes_to_the_pile(self) -> None:
        table = self.resolving()
        table.american.uses_card_to("gain.cost", 9)
        assert table.last(CommandLost) == CommandLost(RED, 9)
        assert table.german.side.available == 0
        assert self.moved(table) == ((), (HandBack(RED, "command", 9),))
        assert "gain.cost" not in table.american.offered("effect")

    @pytest.mark.rule("IB-07")
    def test_a_marker_comes_off(self) -> None:
        table = Tabletop(rich())
        table.fight()
        table.control(german=("Well",))
        table.american.answers("card", "barrage")
        table.american.uses_card_to("gain.marker", "well")
        assert table.last(ControlEnded) == ControlEnded(RED, "well", "Well", "W1")
        assert table.german.holds == []
        assert "gain.marker" not in table.american.offered("effect")

    @pytest.mark.rule("IB-07")
    def test_an_initiative_card_has_more_or_less(self) -> None:
        table = self.resolving()
        table.american.answers("effect", "gain.initiative")
        assert table.american.offered("gain.initiative") == ["blue.1", "red.1"], "none has less than nothing"
        table.american.answers("gain.initiative", "red.1")
        assert table.last(InitiativeCardChanged) == InitiativeCardChanged(RED, 1, 1)
        assert self.moved(table) == ((HandOut(RED, "command", 1),), ())
        table.american.uses_card_to("gain.initiative", "red.-1")
        assert table.german.side.on_initiative == 0
        assert self.moved(table) == ((), (HandBack(RED, "command", 1),))

    @pytest.mark.rule("IB-07")
    def test_an_act_that_became_impossible_holds_nothing_up(self) -> None:
        table = Tabletop(rich(german=1))
        table.american.answers("card", "ambush")
        table.american.answers("effect", "gain.take")
        table.german.answers("card", "raid")
        table.american.answers("order", "blue")
        assert table.american.tries("gain.take", 1).rule == "IB-07", "the enemy has paid its last command"
        table.american.resolves()

    @pytest.mark.rule("IB-07")
    def test_only_while_it_is_resolved_and_only_by_its_owner(self) -> None:
        table = self.resolving()
        assert table.german.asked("effect") is None
        table.american.resolves()
        for key, value in (("gain.take", 1), ("gain.cost", 1), ("gain.initiative", "red.1")):
            assert table.american.tries(key, value).rule == "IB-07"


@pytest.mark.rule("TI-36")
def test_done_stands_first_and_is_held_and_a_card_is_bought_by_holding_too() -> None:
    table = spending()
    asked = [prompt for prompt in table.prompts() if prompt.seat is BLUE and not prompt.standing]
    assert [prompt.key for prompt in asked] == ["spent", "card", "initiative"]
    assert all(prompt.hold for prompt in asked)


@pytest.mark.slow
@pytest.mark.rule("IB-08")
@pytest.mark.parametrize(("system", "asks"), [("tide_of_iron", False), ("legion_2024", True)])
def test_where_nothing_is_rolled_no_number_is_asked_for(system: str, asks: bool) -> None:
    """Matches by chance in which nobody dials before they are asked; Legion draws tokens out of a blind pool."""
    played = next(one for one in systems() if one.game.system == system)
    match = RandomMatch(played.game, played.sides(random.Random(1)), (), seed=1, restless=10**9)
    turns = 0
    while match.turn() and turns < 150:
        turns += 1
        assert match.state.awaiting <= asks
    assert match.state.awaiting is asks
    assert match.state.numbered is asks
