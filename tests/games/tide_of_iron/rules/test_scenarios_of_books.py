"""Scenarios as books have them: decks, discards, objectives put down later, victory in any round (IB-09 to IB-15)."""

from typing import Any

import pytest
from msgspec.structs import replace

from table.games.tide_of_iron.rules.cards.deck_draws import CardDrawn
from table.games.tide_of_iron.rules.cards.strategy_cards import LastingCardRemoved, StrategyCardReturned
from table.games.tide_of_iron.rules.command.command_spending import CommandSpent
from table.games.tide_of_iron.rules.model.battle_state import Reason
from table.games.tide_of_iron.rules.model.scenario import (
    CommandUse,
    Deck,
    Kind,
    Scenario,
    Scoring,
    StrategyCard,
    Victory,
)
from table.games.tide_of_iron.rules.objectives.objective_control import ControlTaken, ObjectivePlaced
from table.games.tide_of_iron.rules.objectives.objective_income import CommandReceived, VictoryPointsScored
from table.games.tide_of_iron.rules.phases.status_phase import RoundBegan
from table.games.tide_of_iron.rules.phases.victory import AllRoundsPlayed, ScenarioWon
from table.rules.prompts import ChooseOne
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.rules.tokens import HandOut
from table.words import Words
from tests.games.tide_of_iron.kit import (
    AMERICAN,
    GERMAN,
    RAID,
    SCENARIO,
    Tabletop,
    balance,
    card,
    objective,
    rich,
    spending,
)


def of_deck(deck: str, name: str, number: int = 1) -> StrategyCard:
    made = card(name, 1, face_up=False, deck=deck)
    return made if number == 1 else replace(made, id=f"{made.id}.{number}", copy_of=made.id)


MORALE = (of_deck("morale", "Cheer"), of_deck("morale", "Song"))
COMMAND = (of_deck("command", "Runner"), of_deck("command", "Runner", 2), of_deck("command", "Radio"))
THREE = tuple(objective(name, kind=Kind.VICTORY) for name in ("Hill", "Town", "Cross"))
ALL = tuple(each.id for each in THREE)


def decks(**facts: object) -> Scenario:
    """The American draws from two decks, the German from one that both have."""
    two = (Deck("morale", "Morale I"), Deck("command", "Command I"))
    given: dict[str, Any] = {"cards": (*MORALE, *COMMAND), "decks": two, "draws": 1, **facts}
    american = replace(AMERICAN, **given)
    german = replace(GERMAN, cards=(RAID, *COMMAND), decks=(Deck("command", "Command I"),), draws=1)
    return replace(SCENARIO, sides=(american, german))


def to_status(scenario: Scenario) -> Tabletop:
    table = Tabletop(scenario)
    to_end_of_round(table)
    return table


def to_end_of_round(table: Tabletop, american: tuple[str, ...] = (), german: tuple[str, ...] = ()) -> None:
    table.fight()
    table.control(american, german)
    table.save()


class TestDecks:
    @pytest.mark.rule("IB-09")
    def test_the_table_draws_blindly_from_a_deck_that_the_side_names(self) -> None:
        table = to_status(decks())
        assert table.american.offered("draw") == [
            "deck:morale",
            "deck:command",
            "none",
            "cheer",
            "song",
            "runner",
            "radio",
        ]
        assert table.german.offered("draw") == ["deck:command", "none", "runner", "radio"]
        table.chance.numbers.append(1)
        table.american.answers("draw", "deck:morale")
        assert table.last(CardDrawn) == CardDrawn(BLUE, "song", "Song", by_table=True)
        assert table.american.side.headquarters == ("song",)
        assert (table.chance.questions, table.game.questions(table.state)) == ([0], 1)
        balance(table.state)

    @pytest.mark.rule("IB-09")
    def test_copies_in_a_deck_count_each_and_the_next_draw_is_another_question(self) -> None:
        table = to_status(decks())
        table.chance.numbers += [1, 1]
        table.american.answers("draw", "deck:command")
        assert table.american.side.headquarters == ("runner.2",)
        table.german.answers("draw", "deck:command")
        assert table.german.side.headquarters == ("raid", "radio"), "of the two cards that are left"
        assert table.chance.questions == [0, 1]

    @pytest.mark.rule("IB-09")
    def test_a_drawn_card_is_entered_and_asks_for_no_chance(self) -> None:
        table = to_status(decks())
        table.american.answers("draw", "cheer")
        assert table.last(CardDrawn) == CardDrawn(BLUE, "cheer", "Cheer")
        assert (table.chance.questions, table.game.questions(table.state)) == ([], 0)

    @pytest.mark.rule("IB-09")
    def test_a_draw_by_the_table_is_held_and_a_named_card_is_not(self) -> None:
        asked = to_status(decks()).american.asked("draw")
        assert asked is not None
        assert asked.rule == "IB-05"
        assert isinstance(asked, ChooseOne)
        assert {option.id for option in asked.options if option.hold} == {"deck:morale", "deck:command"}
        assert "The table draws: Morale I" in [Words().say(option.label) for option in asked.options]

    @pytest.mark.rule("IB-09")
    def test_a_deck_that_both_sides_have_is_one_pile(self) -> None:
        table = to_status(decks())
        table.american.answers("draw", "radio")
        assert table.german.offered("draw") == ["deck:command", "none", "runner"]
        assert table.german.side.elsewhere == ("radio",)
        balance(table.state)
        table.american.answers("card.away", "radio")
        assert table.german.offered("draw") == ["deck:command", "none", "runner", "radio"], "it is in the pile again"
        assert not table.german.side.elsewhere

    @pytest.mark.rule("IB-09")
    def test_equal_cards_of_no_named_deck_are_two_cards(self) -> None:
        late = card("Late", 1, face_up=False)
        sides = (replace(AMERICAN, cards=(late,), draws=1), replace(GERMAN, cards=(late,), draws=1))
        table = to_status(replace(SCENARIO, sides=sides))
        table.american.answers("draw", "late")
        assert table.german.offered("draw") == ["deck:", "none", "late"]

    @pytest.mark.rule("IB-09")
    def test_a_deck_is_drawn_from_in_its_rounds(self) -> None:
        scenario = decks(decks=(Deck("morale", "Morale I", 1, 1), Deck("command", "Command I", 2)))
        table = to_status(scenario)
        assert table.american.offered("draw") == ["deck:morale", "none", "cheer", "song"]
        table.american.answers("draw", "none")
        table.german.answers("draw", "none")
        to_end_of_round(table)
        assert table.american.offered("draw") == ["deck:command", "none", "runner", "radio"]

    @pytest.mark.rule("IB-09")
    def test_an_empty_deck_asks_nothing(self) -> None:
        scenario = decks(cards=(MORALE[0],), decks=(Deck("morale", "Morale I"),))
        table = to_status(scenario)
        table.american.answers("draw", "cheer")
        table.german.answers("draw", "none")
        assert table.last(RoundBegan).number == 2
        to_end_of_round(table)
        assert table.american.asked("draw") is None

    @pytest.mark.rule("IB-10")
    def test_a_side_draws_its_first_cards_during_setup(self) -> None:
        table = Tabletop(decks(starts=2, draws=1))
        assert table.step == "setup", "the board is ready, the cards are not"
        assert table.german.asked("draw") is None
        first = table.american.asked("draw")
        assert first is not None
        assert first.rule == "IB-10"
        table.american.answers("draw", "cheer")
        table.american.answers("draw", "song")
        assert (table.step, table.american.side.headquarters) == ("action", ("cheer", "song"))
        to_end_of_round(table)
        table.american.answers("draw", "radio")
        assert table.american.asked("draw") is None, "one more in the Status Phase"


class TestPlayAreaAndDiscards:
    @pytest.mark.rule("IB-11")
    def test_a_card_lies_in_the_play_area_from_the_start(self) -> None:
        beast = card("Beast", 2, in_play=True)
        table = Tabletop(replace(SCENARIO, sides=(replace(AMERICAN, cards=(beast,)), GERMAN)))
        assert (table.american.side.in_play, table.american.side.headquarters) == (("beast",), ())
        table.american.answers("card.remove", "beast")
        assert table.american.side.removed == ("beast",)

    @pytest.mark.rule("IB-11")
    def test_a_card_leaves_the_play_area_in_its_round(self) -> None:
        landing = card("Landing", 0, in_play=True, until=2)
        table = to_status(replace(SCENARIO, sides=(replace(AMERICAN, cards=(landing,)), GERMAN)))
        assert (table.state.round, table.american.side.in_play) == (2, ("landing",))
        to_end_of_round(table)
        assert table.events_of(LastingCardRemoved) == [LastingCardRemoved(BLUE, "landing", "Landing")]

    @pytest.mark.rule("IB-12")
    def test_a_discarded_card_comes_back_when_its_owner_reports_it(self) -> None:
        table = spending()
        assert table.american.asked("card.return") is None
        table.american.answers("card", "barrage")
        table.american.resolves()
        assert table.german.asked("card.return") is None
        table.american.answers("card.return", "barrage")
        assert table.last(StrategyCardReturned) == StrategyCardReturned(BLUE, "barrage", "Barrage")
        assert (table.american.side.removed, table.american.offered("card")) == ((), ["trenches", "barrage"])
        balance(table.state)

    @pytest.mark.rule("IB-12")
    @pytest.mark.parametrize("to_play", [False, True])
    def test_retrieved_for_command_the_card_is_there(self, to_play: bool) -> None:
        beast = card("Beast", 2, in_play=True)
        fetch = CommandUse("fetch", "Fetch the beast", 1, "american", returns="beast", to_play=to_play)
        scenario = replace(SCENARIO, sides=(replace(AMERICAN, cards=(beast,), command=5), GERMAN), uses=(fetch,))
        table = Tabletop(scenario)
        to_spend(table)
        assert table.american.asked("use") is None, "it is not among the discards"
        assert table.american.tries("use", "fetch").rule == "TI-31"
        table.american.answers("card.remove", "beast")
        events = table.american.answers("use", "fetch")
        pile = "in_play" if to_play else "headquarters"
        assert events == (
            CommandSpent(BLUE, "fetch", "Fetch the beast", 1),
            StrategyCardReturned(BLUE, "beast", "Beast", pile),
        )
        assert getattr(table.american.side, pile) == ("beast",)
        assert (table.american.side.available, table.american.side.removed) == (4, ())
        assert table.american.asked("use") is None
        balance(table.state)


def to_spend(table: Tabletop) -> None:
    table.fight()
    table.control()
    assert table.step == "spend"


class TestObjectivesPutDownLater:
    ZONE = objective("Zone", 2, "american", placed_by="american", held_by="american")

    def table(self) -> Tabletop:
        return Tabletop(replace(SCENARIO, objectives=(*SCENARIO.objectives, self.ZONE)))

    @pytest.mark.rule("IB-13")
    def test_before_it_is_put_down_it_is_nowhere(self) -> None:
        table = self.table()
        assert table.american.holds == []
        assert all(piece.id != "zone" for seat in table.game.view(table.state).seats for piece in seat.pieces)
        table.fight()
        assert all("zone" not in player.offered("units") for player in (table.american, table.german))
        assert table.american.asked("place") is None, "in the Action Phase alone"
        assert table.american.tries("place", "zone").rule == "IB-13"
        table.control()
        assert table.american.side.received == 0

    @pytest.mark.rule("IB-13")
    def test_its_side_puts_it_down_and_is_paid_from_then_on(self) -> None:
        table = self.table()
        assert table.german.asked("place") is None
        asked = table.american.asked("place")
        assert asked is not None
        assert (asked.standing, asked.hold) == (True, True)
        table.american.answers("place", "zone")
        assert table.last(ObjectivePlaced) == ObjectivePlaced(BLUE, "zone", "Zone", "Z1")
        assert table.last(ControlTaken) == ControlTaken(BLUE, "zone", "Zone", "Z1", lost=False, by=Reason.SCENARIO)
        assert table.american.asked("place") is None
        table.round()
        assert (table.american.side.received, table.german.side.received) == (2, 0)

    @pytest.mark.rule("IB-13")
    def test_a_second_one_leaves_the_first_where_it_is(self) -> None:
        camp = replace(self.ZONE, id="camp", name="Camp")
        table = Tabletop(replace(SCENARIO, objectives=(*SCENARIO.objectives, self.ZONE, camp)))
        table.american.answers("place", "zone")
        assert table.american.offered("place") == ["camp"]
        table.american.answers("place", "camp")
        assert table.american.holds == ["Zone", "Camp"]
        assert table.american.asked("place") is None

    @pytest.mark.rule("IB-13")
    def test_without_a_holder_it_is_captured_like_any_other(self) -> None:
        zone = replace(self.ZONE, held_by="", placed_by="german")
        table = Tabletop(replace(SCENARIO, objectives=(*SCENARIO.objectives, zone)))
        assert table.american.asked("place") is None
        table.german.answers("place", "zone")
        assert not table.events_of(ControlTaken)
        table.fight()
        assert "zone" in table.american.offered("units")


def won_by(*wins: Victory, rounds: int = 3, acts: bool = False) -> Tabletop:
    return Tabletop(replace(SCENARIO, objectives=THREE, rounds=rounds, scoring=Scoring(wins=wins, acts=acts)))


class TestVictory:
    SWEEP = Victory("holds all three", holds=ALL, least=3, any_round=True)
    TWO = Victory("the Germans hold two", "german", ALL, 2)
    ELSE = Victory("the Americans stopped them", "american", otherwise=True)

    @pytest.mark.rule("IB-14")
    @pytest.mark.parametrize("seat", [BLUE, RED])
    def test_at_the_end_of_any_round_the_condition_names_its_winner(self, seat: str) -> None:
        table = won_by(self.SWEEP, self.TWO, self.ELSE)
        all_three = ("Hill", "Town", "Cross")
        to_end_of_round(table, *((all_three, ()) if seat == BLUE else ((), all_three)))
        won = table.last(ScenarioWon)
        assert (won.seat, won.by, won.condition) == (seat, Reason.CONDITION, "holds all three")
        assert table.journal[-1] == AllRoundsPlayed(1)
        assert table.game.decided(table.state) is not None
        line = table.game.line(won)
        assert line is not None
        assert Words().say(line) == f"{seat.capitalize()} has won: holds all three"

    @pytest.mark.rule("IB-14")
    def test_two_of_three_go_on_until_the_last_round(self) -> None:
        table = won_by(self.SWEEP, self.TWO, self.ELSE)
        to_end_of_round(table, german=("Hill", "Town"))
        to_end_of_round(table)
        assert not table.events_of(ScenarioWon)
        to_end_of_round(table)
        assert (table.last(ScenarioWon).seat, table.last(ScenarioWon).condition) == (RED, "the Germans hold two")

    @pytest.mark.rule("IB-14")
    def test_a_condition_of_one_side_is_not_met_by_the_other(self) -> None:
        table = won_by(self.TWO, self.ELSE, rounds=1)
        to_end_of_round(table, american=("Hill", "Town"))
        won = table.last(ScenarioWon)
        assert (won.seat, won.by, won.condition) == (BLUE, Reason.OTHERWISE, "the Americans stopped them")

    @pytest.mark.rule("IB-14")
    def test_a_condition_that_both_meet_names_nobody(self) -> None:
        table = won_by(Victory("holds one", holds=ALL, least=1), rounds=1)
        to_end_of_round(table, ("Hill",), ("Town",))
        won = table.last(ScenarioWon)
        assert (won.seat, won.by) == (None, Reason.CONDITION)
        assert table.game.line(won) == text("tide.tell.nobody_won")
        assert table.game.over(table.state)

    @pytest.mark.rule("IB-14")
    @pytest.mark.parametrize(("points", "wins"), [(3, False), (4, True), (5, True)])
    def test_points_end_the_match_in_any_round(self, points: int, wins: bool) -> None:
        table = won_by(Victory("has four points", points=4, any_round=True), acts=True)
        table.german.answers("act.points", points)
        to_end_of_round(table)
        assert [won.seat for won in table.events_of(ScenarioWon)] == ([RED] if wins else [])

    @pytest.mark.rule("IB-14")
    def test_points_decide_the_last_round_where_no_condition_is_met(self) -> None:
        table = won_by(self.SWEEP, rounds=1, acts=True)
        table.german.answers("act.points", 1)
        to_end_of_round(table)
        assert (table.last(ScenarioWon).seat, table.last(ScenarioWon).by) == (RED, Reason.POINTS)

    @pytest.mark.rule("IB-14")
    def test_what_the_table_cannot_judge_is_claimed_in_any_round_and_agreed(self) -> None:
        table = won_by(Victory("a tank left by the east edge", any_round=True))
        (asked,) = (prompt for prompt in table.prompts() if prompt.key == "winner.claim")
        assert isinstance(asked, ChooseOne)
        assert (asked.standing, asked.hold, [option.id for option in asked.options]) == (True, True, ["blue", "red"])
        assert (asked.rule, asked.ask.key) == ("IB-14", "tide.winner.claim.ask")
        assert "a tank left by the east edge" in Words().say(asked.ask)
        table.american.answers("winner.claim", "blue")
        assert table.american.asked("winner.claim") is None, "one claim at a time"
        assert not table.events_of(ScenarioWon), "one seat alone names no winner"
        table.german.answers("winner.agree", "no")
        assert not table.events_of(ScenarioWon)
        table.american.answers("winner.claim", "blue")
        table.german.answers("winner.agree", "yes")
        assert (table.last(ScenarioWon).seat, table.last(ScenarioWon).by) == (BLUE, Reason.SAID)
        assert (table.journal[-1], table.game.over(table.state)) == (AllRoundsPlayed(1), True)

    @pytest.mark.rule("IB-14")
    @pytest.mark.parametrize("step", ["action", "control", "receive", "spend", "status"])
    def test_a_claim_is_agreed_in_every_step(self, step: str) -> None:
        win = Victory("a tank left", any_round=True)
        american = replace(AMERICAN, draws=1, command=5)
        scenario = replace(SCENARIO, sides=(american, GERMAN), scoring=Scoring(wins=(win,), asked=True))
        table = Tabletop(scenario)
        moves = (table.fight, table.control, lambda: count_points(table), table.save)
        for move in moves[: ["action", "control", "receive", "spend", "status"].index(step)]:
            move()
        assert table.step == step
        table.german.answers("winner.claim", "red")
        assert table.step == step, "the claim waits for its answer"
        table.american.answers("winner.agree", "yes")
        assert table.last(ScenarioWon).seat is RED
        assert table.game.over(table.state)

    @pytest.mark.rule("IB-14")
    def test_after_the_last_round_the_players_are_asked(self) -> None:
        table = won_by(Victory("a tank left", any_round=True), Victory("no tank is left"), rounds=1)
        assert "no tank" not in Words().say(next(p for p in table.prompts() if p.key == "winner.claim").ask)
        to_end_of_round(table)
        asked = table.german.asked("winner")
        assert isinstance(asked, ChooseOne)
        assert (asked.rule, asked.ask.key, asked.standing) == ("IB-06", "tide.winner.ask", False)
        assert [option.id for option in asked.options] == ["nobody", "blue", "red"]
        assert "a tank left; no tank is left" in Words().say(asked.ask)
        assert table.german.asked("winner.claim") is None
        assert not table.game.keeps_points(table.state)


@pytest.mark.rule("TB-95")
@pytest.mark.parametrize(("scoring", "kept", "counted"), [
    (Scoring(), True, None),
    (Scoring(objectives=True), False, (0, 0)),
    (Scoring(conditions=("a tank left",)), False, None),
    (Scoring(wins=(Victory("holds one", holds=ALL, least=1),)), False, None),
])  # fmt: skip
def test_the_players_keep_points_where_the_scenario_has_neither_points_nor_conditions(
    scoring: Scoring, kept: bool, counted: tuple[int, int] | None
) -> None:
    table = Tabletop(replace(SCENARIO, scoring=scoring))
    assert table.game.keeps_points(table.state) is kept
    assert table.game.victory_points(table.state) == counted


def count_points(table: Tabletop) -> None:
    for player in (table.american, table.german):
        player.answers("points", 0)


class TestActs:
    @pytest.mark.rule("IB-15")
    def test_an_officer_gains_command_without_a_card(self) -> None:
        table = Tabletop(rich())
        table.german.answers("act.command", 2)
        event = table.last(CommandReceived)
        assert event == CommandReceived(RED, 2, Reason.ACT)
        assert (table.american.side.available, table.german.side.available) == (9, 11)
        assert table.game.hand_outs(event) == (HandOut(RED, "command", 2),)
        assert not table.state.acts(RED).received, "the income of the round is still to come"
        balance(table.state)

    @pytest.mark.rule("IB-15")
    def test_a_unit_gains_victory_points_for_its_own_side(self) -> None:
        table = Tabletop(replace(SCENARIO, scoring=Scoring(acts=True)))
        table.american.answers("act.points", 3)
        scored = table.last(VictoryPointsScored)
        assert (scored.seat, scored.count, scored.total, scored.by) == (BLUE, 3, 3, Reason.ACT)
        assert (table.american.side.points, table.german.side.points) == (3, 0)
        assert not table.state.acts(BLUE).scored, "the scenario's points of the round are still to come"

    @pytest.mark.rule("IB-15")
    def test_a_scenario_without_points_gives_none_and_setup_gives_nothing(self) -> None:
        table = Tabletop(replace(SCENARIO, scoring=Scoring()))
        assert table.american.tries("act.points", 1).rule == "IB-15"
        table = Tabletop(decks(starts=1))
        assert table.step == "setup"
        assert table.american.tries("act.command", 1).rule == "IB-15"

    @pytest.mark.rule("IB-15")
    def test_while_a_card_is_resolved_the_cards_own_gains_are_asked(self) -> None:
        table = spending()
        assert table.american.asked("act.command") is not None
        table.american.answers("card", "barrage")
        assert (table.american.asked("act.command"), table.american.asked("act.points")) == (None, None)
        assert "gain.command" in table.american.offered("effect")
