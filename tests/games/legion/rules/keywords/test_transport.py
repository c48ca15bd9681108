"""At set-up a unit is chosen for each Transport, and in the first round that one alone gets its order: LA-62."""

import pytest

from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.keywords.transport import PassengerChosen
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.orders.order_events import OrderDeclined
from table.rules.seats import BLUE, RED
from table.rules.text import text
from tests.games.legion.rules.kit import AT_ST, LEIA, REBELS, VEERS, Tabletop, army, card, does, keyword, unit

SCOUTS = unit("Scouts", Rank.SPECIAL)
TRUCK = keyword(Keyword.TRANSPORT, unit("Truck", Rank.HEAVY, "repulsor vehicle"))


@pytest.mark.rule("LA-62")
def test_at_set_up_a_corps_or_special_forces_trooper_is_chosen_for_each_and_none_for_two() -> None:
    table = Tabletop(army(VEERS, TRUCK, TRUCK, REBELS, SCOUTS, AT_ST), army(LEIA, REBELS))
    assert table.blue.asked("select") is None, "the set-up comes first"
    assert table.red.asked("select") is None
    assert table.blue.offered("passenger") == ["Rebels", "Scouts", "none"]
    (chosen,) = table.blue.answers("passenger", "Scouts")
    assert chosen == PassengerChosen(BLUE, "2", "Truck 1", "5", "Scouts")
    assert table.game.line(chosen) == text("legion.story.passenger", name="Truck 1", passenger="Scouts")
    assert table.blue.offered("passenger") == ["Rebels", "none"]
    (nobody,) = table.blue.answers("passenger", "none")
    assert nobody == PassengerChosen(BLUE, "3", "Truck 2")
    assert table.game.line(nobody) is None
    assert table.blue.asked("select")


@pytest.mark.rule("LA-62")
def test_in_the_first_round_it_issues_an_order_to_the_chosen_one_alone() -> None:
    table = Tabletop(army(VEERS, TRUCK, REBELS, SCOUTS, AT_ST), army(LEIA, REBELS))
    table.blue.answers("passenger", "Scouts")
    table.both_play("Ambush", "Push")
    assert table.blue.markable("Veers") == ["Scouts"]
    table.blue.answers("orders", ("Veers", "Scouts"))
    table.issue_all()
    assert table.blue.unit("Scouts").face_up
    table.end_round()
    assert table.blue.asked("passenger") is None
    table.both_play("Push", "Assault")
    assert table.state.priority is BLUE
    assert table.blue.markable("Veers", "AT-ST") == []


@pytest.mark.rule("LA-62")
def test_where_nobody_was_chosen_it_issues_none() -> None:
    table = Tabletop(army(VEERS, TRUCK, REBELS), army(LEIA, REBELS))
    table.blue.answers("passenger", "none")
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Veers")
    assert table.red.asked("orders")


@pytest.mark.rule("LA-62")
@pytest.mark.rule("LG-48")
def test_nor_if_the_chosen_one_has_its_order_already() -> None:
    table = Tabletop(army(VEERS, TRUCK, REBELS, SCOUTS), army(LEIA, REBELS))
    table.blue.answers("passenger", "Rebels")
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Rebels")
    assert not table.events_of(OrderDeclined), "nobody was left to be ordered"


@pytest.mark.rule("LA-62")
def test_where_there_is_nobody_to_choose_nobody_is_asked() -> None:
    table = Tabletop(army(VEERS, TRUCK, AT_ST), army(LEIA, REBELS))
    assert table.events_of(PassengerChosen) == [PassengerChosen(BLUE, "2", "Truck")]
    assert table.blue.asked("select")


@pytest.mark.rule("LA-62")
@pytest.mark.rule("LA-41")
def test_units_are_chosen_before_cards_are_divulged() -> None:
    shown = does(card("Shown", 1), Act.DIVULGE_AT, "setup")
    table = Tabletop(army(VEERS, REBELS, cards=[shown]), army(LEIA, TRUCK, REBELS))
    assert table.blue.asked("divulge") is None
    table.red.answers("passenger", "Rebels")
    assert table.blue.asked("divulge")


@pytest.mark.rule("LA-62")
def test_the_classic_rules_ask_for_none() -> None:
    table = Tabletop(army(VEERS, TRUCK, REBELS), army(LEIA, REBELS), game=LegionClassic())
    assert [table.asked for table in (table.blue, table.red) if table.asked("passenger")] == []
    assert {prompt.seat for prompt in table.prompts() if prompt.key == "select"} == {BLUE, RED}
