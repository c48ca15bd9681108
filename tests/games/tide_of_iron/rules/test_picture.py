"""The public view of a battle, and its story."""

import pytest
from msgspec.structs import replace

from table.games.tide_of_iron.rules.cards.strategy_cards import EffectResolved, LastingCardRemoved
from table.games.tide_of_iron.rules.command.initiative_count import InitiativeDetermined
from table.games.tide_of_iron.rules.game import evolve
from table.games.tide_of_iron.rules.model.battle_labels import listed
from table.games.tide_of_iron.rules.model.battle_state import Reason
from table.games.tide_of_iron.rules.model.scenario import CommandUse
from table.games.tide_of_iron.rules.objectives.objective_control import ControlTaken, UnitsReported
from table.games.tide_of_iron.rules.objectives.objective_income import CommandReceived, VictoryPointsScored
from table.games.tide_of_iron.rules.phases.action_phase import OrderDecided
from table.rules.game import Event
from table.rules.prompts import takes_hold
from table.rules.seats import BLUE, RED
from table.rules.view import View
from table.words import Words
from tests.games.tide_of_iron.kit import FARM, HILL, WELL, Tabletop, rich, spending

WORDS = Words("en")


def seen(table: Tabletop) -> View:
    return table.game.view(table.state)


def headline(table: Tabletop) -> str:
    return WORDS.say(seen(table).headline)


def test_the_headline_reports_what_is_going_on() -> None:
    table = Tabletop(rich())
    assert headline(table) == "Play the Action Phase"
    table.fight()
    assert headline(table) == "Who captures which objectives?"
    table.american.captures("Hill")
    assert headline(table) == "Who captures which objectives?", "red is still asked, and reads what it read before"
    table.german.captures()
    assert headline(table) == "Check the captured objectives"
    table.german.answers("sheet.agree", "agreed")
    assert headline(table) == "Blue spends command"
    table.american.answers("card", "barrage")
    assert headline(table) == "Blue resolves a strategy card"
    table.american.resolves()
    table.american.answers("spent")
    assert headline(table) == "Red spends command"
    table.save()
    for _ in range(2):
        table.round()
    assert headline(table) == WORDS.sentences["tide.headline.over"]


def test_nothing_captured_is_nothing_to_check() -> None:
    table = Tabletop()
    table.fight()
    table.american.captures()
    assert headline(table) == "Who captures which objectives?"


@pytest.mark.rule("TI-42")
def test_the_headline_names_who_decides_an_order() -> None:
    table = Tabletop(rich())
    table.american.answers("card", "barrage")
    table.german.answers("card", "raid")
    assert seen(table).headline.key == "tide.headline.order"
    assert headline(table).startswith("Blue")


@pytest.mark.rule("TI-42")
def test_the_order_is_entered_by_holding_so_that_no_press_meant_for_the_list_beside_it_reports_it() -> None:
    """The other seat brings this question up, while the initiative's owner marks units."""
    table = Tabletop(rich())
    table.american.answers("card", "barrage")
    table.german.answers("card", "raid")
    (order,) = (prompt for prompt in table.prompts() if prompt.key == "order")
    assert takes_hold(order, "blue")


def test_steps_are_done_now_or_ahead() -> None:
    table = Tabletop()
    assert [step.state for step in seen(table).steps] == ["done", "now", *["ahead"] * 5]
    table.fight()
    assert [step.state for step in seen(table).steps] == ["done", "done", "now", *["ahead"] * 4]


@pytest.mark.rule("TI-20")
@pytest.mark.rule("TI-21")
def test_objectives_stand_with_who_holds_them_and_those_that_give_no_command_have_a_sign() -> None:
    table = Tabletop()
    table.round(american=("Farm", "Town"), german=("Gate",))
    american, german = (
        [(piece.name, piece.state, piece.badges) for piece in seat.pieces] for seat in seen(table).seats
    )
    idle = ("sign.refused",)
    assert american == [
        ("Farm (F1)", "ordered", idle), ("Town (T1)", "ordered", ()), ("Hill (H1)", "", ()), ("Well (W1)", "", ()),
    ]  # fmt: skip
    assert german == [("Gate (G1)", "ordered", ()), ("Hill (H1)", "", idle), ("Well (W1)", "", ())]


def test_objectives_in_words() -> None:
    assert WORDS.say(listed(())) == "nothing"
    assert WORDS.say(listed((HILL,))) == "Hill (H1)"
    assert WORDS.say(listed((HILL, FARM, WELL))) == "Hill (H1), Farm (F1), Well (W1)"


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (CommandReceived(BLUE, 9, Reason.START), "Blue starts with 9 command"),
        (CommandReceived(BLUE, 2, Reason.OBJECTIVES), "Blue receives 2 command"),
        (CommandReceived(BLUE, 0, Reason.OBJECTIVES), None),
        (VictoryPointsScored(RED, 2, 4, 4, False, Reason.SCENARIO), "Red scores 2: victory marker on 4"),
        (VictoryPointsScored(RED, 2, 14, 4, True, Reason.SCENARIO), "Red scores 2: victory marker on 4, side +10"),
        (VictoryPointsScored(RED, 0, 4, 4, False, Reason.SCENARIO), None),
        (ControlTaken(BLUE, "hill", "Hill", "H1", False, Reason.UNITS), "Blue takes control of Hill (H1)"),
        (ControlTaken(BLUE, "hill", "Hill", "H1", True, Reason.UNITS), "Blue takes Hill (H1) from the enemy"),
        (InitiativeDetermined(RED, 1, 2, "TI-40"), "Red has the initiative: blue 1, red 2"),
        (EffectResolved(BLUE, "x", "Trenches", True), "Trenches stays in the play area"),
        (EffectResolved(BLUE, "x", "Barrage", False), "Barrage was resolved and leaves the game"),
        (UnitsReported(BLUE, ()), None),
    ],
)
def test_the_story_in_words(event: Event, line: str | None) -> None:
    story_line = spending().game.line(event)
    assert (story_line and WORDS.say(story_line)) == line


class TestFinePrint:
    """What waits for nobody, what is held, and what an event leaves behind."""

    @pytest.mark.rule("TB-92")
    def test_what_a_card_can_do_is_in_sight_and_how_much_is_entered_by_holding(self) -> None:
        table = spending()
        table.american.answers("card", "barrage")
        given = ["gain.command", "gain.points", "gain.control"]
        acts = ["gain.take", "gain.cost", "gain.initiative"]
        assert table.american.offered("effect") == ["done", *given, *acts]
        for key in ("gain.command", "gain.points"):
            table.american.answers("effect", key)
            asked = table.american.asked(key)
            assert asked is not None
            assert (asked.standing, asked.hold) == (False, True)
            assert table.american.tries(key, 0).rule == "TB-92"
            assert table.american.tries(key, 10).rule == "TB-92"
            assert table.american.asked("effect") is None, "it says first how much"
            table.american.answers(key, 1)
        assert table.last(VictoryPointsScored).count == 1

    @pytest.mark.rule("TI-32")
    def test_a_card_is_asked_for_while_command_is_spent_and_possible_at_any_other_time(self) -> None:
        asked = spending().american.asked("card")
        assert asked is not None
        assert (asked.rule, asked.standing) == ("TI-32", False)
        asked = Tabletop(rich()).american.asked("card")
        assert asked is not None
        assert (asked.rule, asked.standing) == ("TI-37", True)

    @pytest.mark.rule("TI-36")
    def test_being_done_is_entered_by_holding(self) -> None:
        asked = spending().american.asked("spent")
        assert asked is not None
        assert asked.hold

    @pytest.mark.rule("TB-83")
    def test_a_disputed_sheet_is_filled_in_again(self) -> None:
        table = Tabletop()
        table.fight()
        table.american.captures("Hill")
        table.german.captures("Farm")
        table.american.answers("sheet.agree", "agreed")
        table.german.answers("sheet.agree", "again")
        assert [(table.state.acts(seat).units, table.state.acts(seat).agreed) for seat in (BLUE, RED)] == [
            (None, False), (None, False),
        ]  # fmt: skip

    @pytest.mark.rule("TB-87")
    def test_lasting_cards_lie_beside_each_other(self) -> None:
        state = spending().state
        side = replace(state.blue, headquarters=("trenches",), in_play=("barrage",), removed=("ambush",))
        state = replace(state, blue=side)
        resolved = evolve(state, EffectResolved(BLUE, "trenches", "Trenches", True)).blue
        removed = evolve(state, LastingCardRemoved(BLUE, "barrage", "Barrage")).blue
        assert (resolved.in_play, resolved.removed) == (("barrage", "trenches"), ("ambush",))
        assert (removed.in_play, removed.removed) == ((), ("ambush", "barrage"))

    @pytest.mark.rule("TI-42")
    def test_one_effect_has_no_order_to_be_decided(self) -> None:
        table = Tabletop(rich())
        table.american.answers("card", "barrage")
        assert not evolve(table.state, OrderDecided(BLUE)).decided
        table.german.answers("card", "raid")
        assert evolve(table.state, OrderDecided(RED)).decided

    @pytest.mark.rule("TI-31")
    def test_a_use_of_either_side_that_takes_the_last_of_the_command(self) -> None:
        lorry = CommandUse("lorry", "A lorry", 9, "")
        table = spending(replace(rich(), uses=(lorry,)))
        assert table.american.offered("use") == ["lorry"]
        table.american.answers("use", "lorry")
        assert table.american.side.available == 0

    def test_the_table_rolls_nothing(self) -> None:
        table = spending()
        assert table.game.questions(table.state) == 0
