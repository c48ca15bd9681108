"""Battle cards that are rules, by name: LA-88."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.keywords.reminders import Reminded
from table.games.legion.rules.model.armies import Rank, Unit
from table.games.legion.rules.model.battle_cards import BattleCard
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.orders.order_events import OrderIssued
from table.rules.seats import BLUE, RED
from tests.games.legion.rules.kit import LEIA, REBELS, SNOWTROOPERS, VADER, VEERS, Tabletop, army, keyword, unit

DROIDS = keyword(Keyword.AI, unit("Droids"), words="Attack")
CLONES = replace(unit("Clones", unit_type="clone trooper"), faction="republic")
TANK = replace(unit("Tank", Rank.HEAVY, "ground vehicle"), faction="republic")


def table_with(card: BattleCard, *units: Unit, enemy: tuple[Unit, ...] = (LEIA, REBELS)) -> Tabletop:
    """Return a table on which blue's battle card is in play."""
    table = Tabletop(replace(army(*units), battle_cards=(card,)), army(*enemy))
    table.blue.answers("battle.cards", (card,))
    return table


def next_round(table: Tabletop, blue: str, red: str) -> None:
    table.issue_all()
    table.end_round()
    table.both_play(blue, red)


@pytest.mark.rule("LA-88")
def test_only_a_card_that_is_in_play_is_a_rule() -> None:
    cards = (BattleCard.COMMAND_OVERRIDE, BattleCard.ADVANCED_INTEL)
    table = Tabletop(replace(army(VEERS, DROIDS), battle_cards=cards), army(LEIA))
    assert table.blue.asked("select") is None
    assert table.blue.offered("battle.cards") == [*cards]
    table.blue.answers("battle.cards", (BattleCard.COMMAND_OVERRIDE,))
    assert table.blue.asked("select")
    table.command_phase("Push", "Assault")
    assert table.blue.side.play.passes == 0


@pytest.mark.rule("LA-88")
def test_command_override_orders_one_unit_with_ai_a_round_and_twice_a_match() -> None:
    table = table_with(BattleCard.COMMAND_OVERRIDE, VEERS, DROIDS, DROIDS, SNOWTROOPERS)
    for cards, marks in ((("Ambush", "Push"), ("Veers",)), (("Push", "Ambush"), ("Veers", "Snowtroopers"))):
        table.both_play(*cards)
        table.issue_until(lambda: bool(table.blue.asked("orders")))
        assert table.blue.markable(*marks) == ["Droids 1", "Droids 2"]
        assert table.blue.markable(*marks, "Droids 1") == [], "one a round"
        table.blue.answers("orders", (*marks, "Droids 1"))
        assert {event.giver for event in table.events_of(OrderIssued) if event.name == "Droids 1"} == {
            "Command Override"
        }
        table.issue_all()
        table.end_round()
    assert table.blue.side.battle_used == (BattleCard.COMMAND_OVERRIDE,) * 2
    table.both_play("Assault", "Assault")
    table.issue_until(lambda: bool(table.blue.asked("orders")))
    assert table.blue.markable("Veers", "Snowtroopers", "Droids 1") == []


@pytest.mark.rule("LA-88")
@pytest.mark.rule("LA-34")
def test_coordinated_strike_lets_up_to_two_units_pass_an_order_on_once_a_match() -> None:
    clones = replace(VEERS, faction="republic")
    table = table_with(BattleCard.COORDINATED_STRIKE, clones, CLONES, TANK, SNOWTROOPERS)
    table.both_play("Ambush", "Push")
    assert table.blue.offered("strike") == ["Veers", "Clones", "Tank"]
    assert table.blue.asked("orders") is None
    table.blue.answers("strike", ("Veers", "Tank"))
    assert table.blue.markable("Veers") == ["Clones", "Tank"]
    assert table.blue.markable("Veers", "Tank") == ["Clones"], "the vehicle passes it on"
    table.blue.answers("orders", ("Veers", "Clones", "Tank"))
    next_round(table, "Push", "Assault")
    assert table.blue.asked("strike") is None
    assert table.blue.side.battle_used == (BattleCard.COORDINATED_STRIKE,)


@pytest.mark.rule("LA-88")
def test_a_coordinated_strike_that_is_not_used_is_asked_again_in_the_next_round() -> None:
    table = table_with(BattleCard.COORDINATED_STRIKE, replace(VEERS, faction="republic"), CLONES)
    table.both_play("Ambush", "Push")
    table.blue.answers("strike", ())
    next_round(table, "Push", "Assault")
    assert table.blue.asked("strike")


@pytest.mark.rule("LA-88")
def test_scrambled_orders_keep_enemy_units_from_any_order_in_the_round() -> None:
    able = keyword(Keyword.AI, REBELS)
    table = table_with(BattleCard.SCRAMBLED_ORDERS, VEERS, SNOWTROOPERS, enemy=(LEIA, able, able))
    table.both_play("Push", "Push")
    assert table.blue.asked("orders") is table.red.asked("orders") is None
    table.issue_until(lambda: bool(table.blue.asked("scrambled")))
    table.blue.answers("scrambled", ("2", "3"))
    assert table.state.play(RED).scrambled == ("2", "3")
    table.issue_all()
    assert [event.name for event in table.events_of(OrderIssued) if event.seat is RED] == ["Leia"]
    table.end_round()
    table.both_play("Assault", "Assault")
    table.issue_until(lambda: bool(table.blue.asked("scrambled")))
    asked = table.blue.asked("scrambled")
    assert getattr(asked, "proposed", None) == ("2", "3"), "those of the last round are marked at first"


@pytest.mark.rule("LA-88")
def test_advanced_intel_is_a_token_more_in_the_first_activation_phase() -> None:
    table = table_with(BattleCard.ADVANCED_INTEL, VEERS, SNOWTROOPERS)
    table.command_phase("Push", "Push")
    assert (table.blue.side.play.passes, dict(table.blue.side.out)["advantage"]) == (1, 1)
    table.end_round()
    table.command_phase("Assault", "Assault")
    assert table.blue.side.play.passes == 0


@pytest.mark.rule("LA-88")
def test_no_time_to_lose_spends_a_token_once_in_each_own_activation() -> None:
    table = table_with(BattleCard.NO_TIME_TO_LOSE, VEERS, VADER, enemy=(LEIA, *[REBELS] * 4))
    table.command_phase("Push", "Assault")
    assert table.blue.side.play.passes == 2
    while not any(now.seat is BLUE for now in table.state.going_on):
        assert table.blue.asked("advantage.spend") is None
        table.first_offered()
    assert [each.keyword for each in table.events_of(Reminded) if each.keyword == "no_time_to_lose"]
    table.blue.answers("advantage.spend")
    assert table.blue.side.play.passes == 1
    assert table.blue.asked("advantage.spend") is None


@pytest.mark.rule("LA-88")
@pytest.mark.parametrize(
    ("card", "times"),
    [
        (BattleCard.ORDNANCE, ["activation", "end"]),
        (BattleCard.STRAFING_RUN, ["activation", "end"]),
        (BattleCard.RAPID_DEPLOYMENT, ["activation", "end"]),
        (BattleCard.FAILED_NEGOTIATIONS, ["activation"]),
    ],
)
def test_the_others_are_reported_at_their_moments(card: BattleCard, times: list[str]) -> None:
    table = table_with(card, VEERS, SNOWTROOPERS)
    table.both_play("Push", "Push")
    reported: list[str] = []

    def listen() -> None:
        new = sum(each.keyword == card.word for each in table.events_of(Reminded)) - len(reported)
        reported.extend([table.step] * new)

    while table.state.round == 1:
        listen()
        table.first_offered()
    assert reported == times
