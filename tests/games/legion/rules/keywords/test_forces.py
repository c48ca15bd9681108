"""The effects of a battle force in a match: LA-71 to LA-73, LA-75, LA-76, LA-78."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.keywords.reminders import Reminded
from table.games.legion.rules.model.armies import Army, Rank, Unit
from table.games.legion.rules.model.forces import FEATS_OF_VALOR, GUNS_FOR_HIRE, RAPID_DEPLOYMENT
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.orders.order_events import OrdersFinished
from table.games.legion.rules.round_events import RoundEnded
from table.rules.seats import BLUE
from table.rules.tokens import HandBack, HandOut
from tests.games.legion.rules.kit import (
    AT_ST,
    LEIA,
    REBELS,
    SNOWTROOPERS,
    VADER,
    VEERS,
    Tabletop,
    affiliated,
    army,
    keyword,
    unit,
)

EWOKS = affiliated("ewok", unit("Ewoks"))
REBEL_LEIA = replace(LEIA, faction="rebels")
SCOUTS = unit("Scouts", Rank.SPECIAL)
WARRIORS = affiliated("Mandalorians", unit("Mandalorian Warriors"))
TRUCK = affiliated("raider", unit("WLO-5 Speeder Tank", Rank.HEAVY, "repulsor vehicle"))
ENEMY = army(VEERS, SNOWTROOPERS)


def of(force: str, *units: Unit) -> Army:
    return replace(army(*units), battle_force=force)


@pytest.mark.rule("LA-71")
def test_in_bright_tree_village_a_rebel_commander_orders_the_ewoks() -> None:
    table = Tabletop(of("Bright Tree Village", REBEL_LEIA, EWOKS, EWOKS), ENEMY)
    table.both_play("Push", "Assault")
    assert table.blue.offered("orders") == ["Leia", "Ewoks 1", "Ewoks 2"]
    plain = Tabletop(of("Echo Base Defenders", REBEL_LEIA, EWOKS, EWOKS), ENEMY)
    plain.both_play("Push", "Assault")
    assert plain.blue.tries("orders", "Ewoks 1").rule == "LA-37"


@pytest.mark.rule("LA-71")
def test_a_mercenary_commander_gains_nothing_by_it() -> None:
    table = Tabletop(of("Bright Tree Village", replace(LEIA, faction="mercenary"), EWOKS), ENEMY)
    assert not table.blue.unit("Leia").has(Keyword.ALLIES_OF_CONVENIENCE)


@pytest.mark.rule("LA-72")
def test_in_the_imperial_remnant_the_table_asks_who_is_near_and_the_rest_is_lost() -> None:
    table = Tabletop(of("Imperial Remnant", VEERS, SNOWTROOPERS, SNOWTROOPERS, SNOWTROOPERS), army(LEIA, REBELS))
    table.both_play("Assault", "Ambush")
    table.issue_until(lambda: table.blue.asked("orders") is not None)
    asked = table.blue.asked("orders")
    assert asked is not None
    assert (asked.rule, dict(asked.ask.args)["range"]) == ("LA-72", "2")
    table.blue.answers("orders", ("Veers", "Snowtroopers 1"))
    assert [each.lost for each in table.events_of(OrdersFinished) if each.seat is BLUE] == [1]


@pytest.mark.rule("LA-72")
def test_each_of_its_units_is_independent_where_no_commander_is_near() -> None:
    table = Tabletop(of("Imperial Remnant", VEERS, SNOWTROOPERS), army(LEIA, REBELS))
    table.both_play("Ambush", "Push")
    table.issue_all()
    (reported,) = table.events_of(Reminded)
    assert (reported.keyword, {words for _, words in reported.units}) == ("independent_alone", {"Aim 1 or Dodge 1"})


@pytest.mark.rule("LA-73")
def test_in_the_shadow_collective_a_transport_orders_whom_it_carries() -> None:
    truck = keyword(Keyword.TRANSPORT, unit("Truck", Rank.HEAVY, "repulsor vehicle"))
    pykes = affiliated("pyke", unit("Pykes"))
    carrier = affiliated("black sun", truck)
    table = Tabletop(of("Shadow Collective", VEERS, carrier, pykes), army(LEIA, REBELS))
    table.blue.answers("passenger", "Pykes")
    table.both_play("Ambush", "Push")
    assert table.blue.markable("Veers") == ["Pykes"]
    plain = Tabletop(army(VEERS, carrier, pykes), army(LEIA, REBELS))
    plain.blue.answers("passenger", "Pykes")
    plain.both_play("Ambush", "Push")
    assert plain.blue.markable("Veers") == []


def tempest() -> Tabletop:
    table = Tabletop(of("Tempest Force", VEERS, SCOUTS, AT_ST, SNOWTROOPERS), army(LEIA, REBELS))
    assert table.blue.asked("select") is None, "the set-up comes first"
    assert table.blue.offered("aside.units") == ["Scouts"], "special forces or support alone"
    return table


@pytest.mark.rule("LA-75")
def test_a_unit_of_the_tempest_force_is_placed_in_place_of_its_activation() -> None:
    table = tempest()
    (aside,) = table.blue.answers("aside.units", ("2",))
    assert table.game.hand_outs(aside) == (HandOut(BLUE, "advantage", 1),)
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Scouts")
    table.issue_all()
    table.blue.answers("turn", "Scouts")
    before = table.state
    placed, *_ = table.blue.answers("place", "yes")
    assert table.game.hand_backs(before, placed) == (HandBack(BLUE, "advantage", 1),)
    scouts = table.blue.unit("Scouts")
    assert (scouts.activations, scouts.face_up, table.blue.side.set_aside) == (1, False, ())
    assert not table.state.going_on, "it has activated"


@pytest.mark.rule("LA-75")
def test_a_unit_that_cannot_be_placed_stays_aside_and_keeps_its_token_at_the_end_of_the_round() -> None:
    table = tempest()
    table.blue.answers("aside.units", ("2",))
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Scouts")
    table.issue_all()
    table.blue.answers("turn", "Scouts")
    table.blue.answers("place", "no")
    assert table.blue.asked("place") is None
    table.blue.answers("turn.end")
    table.end_round()
    assert table.events_of(RoundEnded)
    assert table.blue.side.set_aside == ("2",)
    assert dict(table.blue.side.out) == {"advantage": 1}


@pytest.mark.rule("LA-75")
@pytest.mark.rule("LA-78")
def test_a_clan_with_rapid_deployment_sets_up_to_two_units_aside() -> None:
    table = Tabletop(of("Custom Clan", VEERS, SCOUTS, SNOWTROOPERS, SNOWTROOPERS), army(LEIA, REBELS))
    assert table.blue.offered("clan") == [RAPID_DEPLOYMENT, GUNS_FOR_HIRE, FEATS_OF_VALOR]
    table.blue.answers("clan", (RAPID_DEPLOYMENT,))
    asked = table.blue.asked("aside.units")
    assert asked is not None
    assert (asked.ask.args, len(table.blue.offered("aside.units"))) == ((("most", 2),), 4)
    table.blue.answers("aside.units", ())
    assert table.blue.asked("select")


@pytest.mark.rule("LA-78")
def test_with_guns_for_hire_a_tank_is_a_mandalorian_and_passes_orders_on() -> None:
    table = Tabletop(of("Custom Clan", VEERS, TRUCK, WARRIORS), army(LEIA, REBELS))
    table.blue.answers("clan", (GUNS_FOR_HIRE, FEATS_OF_VALOR))
    tank = table.blue.unit("WLO-5 Speeder Tank")
    assert (tank.unit.affiliation, tank.has("independent")) == ("mandalorians", True)
    table.both_play("Ambush", "Push")
    assert table.blue.tries("orders", "WLO-5 Speeder Tank").rule == "LA-37", "Veers is no Mandalorian"
    leads = Tabletop(of("Custom Clan", affiliated("Mandalorians", VEERS), TRUCK, WARRIORS), army(LEIA, REBELS))
    leads.blue.answers("clan", (GUNS_FOR_HIRE,))
    leads.both_play("Ambush", "Push")
    assert leads.blue.markable("WLO-5 Speeder Tank") == ["Mandalorian Warriors"]


@pytest.mark.rule("LA-76")
def test_one_commander_of_the_experimental_droids_gains_surge_tokens_before_the_first_turn() -> None:
    table = Tabletop(of("Experimental Droids", VEERS, VADER, SNOWTROOPERS), army(LEIA, REBELS))
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Snowtroopers")
    table.issue_until(lambda: table.step == "activation")
    assert table.blue.asked("turn") is None
    assert table.blue.offered("surges") == ["Veers", "none"]
    table.blue.answers("surges", "Veers")
    assert counted(table) == [("legion.counter.surges", 3)]
    assert table.blue.asked("turn")
    table.end_activation()
    assert counted(table) == []


def counted(table: Tabletop) -> list[tuple[str, int]]:
    counters = table.game.view(table.state).seats[0].counters
    return [(each.label.key, each.value) for each in counters if each.label.key == "legion.counter.surges"]


@pytest.mark.rule("LA-71")
def test_the_classic_rules_know_no_battle_force() -> None:
    table = Tabletop(of("Bright Tree Village", REBEL_LEIA, EWOKS), ENEMY, game=LegionClassic())
    assert not table.blue.unit("Leia").has(Keyword.ALLIES_OF_CONVENIENCE)
