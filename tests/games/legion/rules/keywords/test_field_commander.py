"""Field Commander (LA-30): an army without a commander that plays its cards all the same."""

import pytest

from table.games.legion.rules.keywords.field_commander import CommanderTokenGained
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.orders.order_events import CommanderMissing, CommanderNominated, OrderIssued
from table.games.legion.rules.priority.priority_events import PriorityGiven
from table.games.legion.rules.selection.selection_events import CannotPlay
from table.games.legion.rules.units.unit_events import UnitPromoted
from table.rules.seats import BLUE, RED
from tests.games.legion.rules.kit import (
    LEIA,
    REBELS,
    SNOWTROOPERS,
    VEERS,
    Tabletop,
    army,
    card,
    does,
    keyword,
    skirmish,
    unit,
)

CASSIAN = keyword(Keyword.FIELD_COMMANDER, unit("Cassian", Rank.OPERATIVE))
MARQUAND = keyword(Keyword.FIELD_COMMANDER, unit("Marquand", Rank.HEAVY, "ground vehicle"))
PAZ = keyword(Keyword.FIELD_COMMANDER, unit("Paz", Rank.OPERATIVE))


@pytest.mark.rule("LA-30")
def test_an_army_led_by_a_field_commander_issues_the_orders_of_a_card_that_belongs_to_no_unit() -> None:
    table = Tabletop(army(CASSIAN, REBELS, REBELS), army(LEIA, REBELS))
    table.both_play("Push", "Assault")
    assert not table.events_of(CommanderMissing)
    table.blue.answers("orders", "Cassian")
    table.blue.answers("orders", "Rebels 1")
    assert [event.name for event in table.events_of(OrderIssued)] == ["Cassian", "Rebels 1"]
    assert table.events_of(OrderIssued)[0].rank is Rank.OPERATIVE, "its order token is its own rank's"


@pytest.mark.rule("LA-30")
def test_without_commander_and_operative_the_commander_token_plays_cards() -> None:
    table = Tabletop(army(MARQUAND, SNOWTROOPERS), army(LEIA, REBELS))
    assert [(event.seat, event.name) for event in table.events_of(CommanderTokenGained)] == [(BLUE, "Marquand")]
    assert table.blue.asked("select")
    table.both_play("Ambush", "Push")
    assert table.last(PriorityGiven) == PriorityGiven(BLUE, "LG-30"), "pips are compared as ever"
    assert [event.name for event in table.events_of(CommanderNominated) if event.seat is BLUE] == ["Marquand"]


@pytest.mark.rule("LA-30")
@pytest.mark.rule("LG-11")
def test_once_it_is_defeated_the_army_plays_no_card() -> None:
    table = Tabletop(army(MARQUAND, SNOWTROOPERS), army(LEIA, REBELS))
    table.blue.answers("defeat", "Marquand")
    assert [(event.seat, event.why) for event in table.events_of(CannotPlay)] == [(BLUE, "leaderless")]


@pytest.mark.rule("LA-30")
def test_beside_a_commander_nobody_has_the_token_and_the_unit_may_be_nominated_all_the_same() -> None:
    table = Tabletop(army(VEERS, MARQUAND, SNOWTROOPERS), army(LEIA, REBELS))
    assert not table.events_of(CommanderTokenGained)
    table.both_play("Push", "Assault")
    assert table.blue.unit("Veers").unit.id == table.blue.side.play.commander
    assert table.blue.offered("nominate") == ["Marquand"]


@pytest.mark.rule("LA-30")
def test_without_the_token_it_is_no_leader_when_the_commander_is_gone() -> None:
    """The army had a commander at set-up, so that nobody ever got the token."""
    table = Tabletop(army(VEERS, MARQUAND, SNOWTROOPERS), army(LEIA, REBELS))
    table.blue.answers("defeat", "Veers")
    assert [event.why for event in table.events_of(CannotPlay)] == ["leaderless"]


@pytest.mark.rule("LA-30")
def test_of_two_field_commanders_the_player_chooses_who_has_the_token_before_anybody_selects() -> None:
    table = Tabletop(army(CASSIAN, PAZ, REBELS), army(LEIA, REBELS))
    assert table.blue.asked("select") is None
    assert table.red.asked("select") is None
    assert table.blue.offered("token.commander") == ["Cassian", "Paz"]
    table.blue.answers("token.commander", "Paz")
    assert table.blue.unit("Paz").commander_token
    assert table.blue.asked("select")
    table.both_play("Push", "Assault")
    assert table.blue.side.play.commander == table.blue.unit("Cassian").unit.id
    assert table.blue.offered("nominate") == ["Paz"], "with the token or without"


@pytest.mark.rule("LA-30")
def test_it_is_a_commander_for_nothing_else() -> None:
    cause = does(card("Cause", 1), Act.NOMINATE_ONLY, "commander")
    table = Tabletop(army(MARQUAND, SNOWTROOPERS, cards=[cause]), army(LEIA, REBELS))
    assert table.blue.unit("Marquand").rank is Rank.HEAVY
    assert not table.game.sealable(table.state, BLUE, cause.id), "the card wants a commander"


@pytest.mark.rule("LA-21")
@pytest.mark.rule("LA-30")
def test_nobody_is_promoted_while_it_has_the_commander_token() -> None:
    table = Tabletop(army(MARQUAND, SNOWTROOPERS), army(LEIA, REBELS))
    table.command_phase("Ambush", "Push")
    table.end_round()
    assert table.state.round == 2
    assert not table.events_of(UnitPromoted)
    table.command_phase("Push", "Ambush")
    table.blue.answers("defeat", "Marquand")
    table.end_round()
    assert [event.name for event in table.events_of(UnitPromoted)] == ["Snowtroopers"]


@pytest.mark.rule("LG-41")
def test_an_operative_without_the_keyword_is_still_nobody_to_nominate() -> None:
    table = Tabletop(army(unit("Jyn", Rank.OPERATIVE), REBELS), army(LEIA, REBELS))
    table.both_play("Push", "Ambush")
    assert [event.seat for event in table.events_of(CommanderMissing)] == [BLUE]


def test_no_token_is_given_in_an_army_without_the_keyword() -> None:
    table = skirmish()
    assert not table.events_of(CommanderTokenGained)
    assert table.state.side(RED).troops[0].commander_token is False
