"""Executive uses: another combat group, and a trooper that is possessed no longer."""

import pytest

from table.games.infinity.rules.model.forces import Order
from table.games.infinity.rules.uses.use_effects import PossessionCancelled, Regrouped
from table.games.infinity.rules.uses.use_parts import CommandTokenSpent, UseDropped
from table.rules.seats import BLUE
from tests.games.infinity.kit import force, opened, troop, trooper

TWIN = force(
    trooper("Twin"), trooper("Proxy 1", order=Order.NONE, proxy_of="Twin"),
    trooper("Proxy 2", order=Order.NONE, proxy_of="Twin"), *troop(3), *troop(9, 2, "Gunner"),
)  # fmt: skip
SURGEON = force(
    trooper("Surgeon"), trooper("Mule", order=Order.NONE, peripheral_of="Surgeon"), *troop(2), *troop(9, 2, "Gunner")
)


@pytest.mark.rule("IN-20")
def test_only_in_the_executive_step_of_the_own_tactical_phase() -> None:
    table = opened("checks")
    assert table.red.tries("executive", "regroup").rule == "IN-20"
    table.to("orders")
    assert table.blue.tries("executive", "regroup").rule == "IN-20"
    table.turn_of(table.red, "checks")
    assert table.blue.tries("executive", "regroup").rule == "IN-20"
    assert table.red.asked("executive")


@pytest.mark.rule("IN-20")
def test_as_many_as_there_are_tokens_for() -> None:
    table = opened("checks")
    for n in range(1, 5):
        assert table.step == "checks"
        table.blue.begins("executive", "regroup", trooper=f"Ranger {n}", group="2")
    assert (table.step, table.blue.tokens) == ("checks", 0)


@pytest.mark.rule("IN-21")
def test_a_trooper_changes_the_combat_group_for_good() -> None:
    table = opened("checks")
    table.blue.begins("executive", "regroup", trooper="Ranger 1", group="2")
    assert table.last(Regrouped) == Regrouped(BLUE, "1", "Ranger 1", 2)
    table.to("orders")
    assert table.blue.pools == {1: 5, 2: 5}, "the executive step comes before the order count"
    table.turn_of(table.red).turn_of(table.blue)
    assert table.blue.pools == {1: 5, 2: 5}


@pytest.mark.rule("IN-21")
def test_with_all_its_peripherals() -> None:
    small = force(trooper("Surgeon"), trooper("Mule", order=Order.NONE, peripheral_of="Surgeon"), *troop(2))
    table = opened("checks", blue=small)
    table.blue.answers("executive", "regroup")
    assert "Mule" not in table.blue.offered("use.trooper")
    table.blue.answers("use.trooper", "1")
    table.blue.answers("use.group", "2")
    assert [m.group for m in table.blue.side.members] == [2, 2, 1, 1]


@pytest.mark.rule("IN-21")
def test_no_group_holds_more_than_ten_members() -> None:
    table = opened("checks", blue=SURGEON)
    table.blue.answers("executive", "regroup")
    assert "Surgeon" in table.blue.offered("use.trooper"), "nine, and a peripheral takes no place"
    assert "Ranger 1" in table.blue.offered("use.trooper")
    table.blue.answers("use.trooper", table.blue.member("Ranger 1").id)
    table.blue.answers("use.group", "2")
    table.blue.answers("executive", "regroup")
    assert "Ranger 2" not in table.blue.offered("use.trooper"), "group 2 is full"
    assert table.blue.tries("use.trooper", table.blue.member("Ranger 2").id).rule == "IN-21"


@pytest.mark.rule("IN-21")
def test_it_moves_to_another_group() -> None:
    table = opened("checks")
    table.blue.begins("executive", "regroup", trooper="Ranger 1")
    assert table.blue.tries("use.group", "1").rule == "IN-21"


@pytest.mark.rule("IN-22")
def test_a_jumper_moves_with_all_its_proxies_and_they_count_as_one() -> None:
    table = opened("checks", blue=TWIN)
    table.blue.begins("executive", "regroup", trooper="Twin", group="2")
    assert [m.name for m in table.blue.side.members if m.group == 2][:3] == ["Twin", "Proxy 1", "Proxy 2"]
    assert table.blue.side.size(2) == 10, "nine and one, not nine and three"


@pytest.mark.rule("IN-22")
def test_any_of_the_proxies_can_be_named() -> None:
    table = opened("checks", blue=TWIN)
    table.blue.begins("executive", "regroup", trooper="Proxy 2", group="2")
    assert {m.group for m in table.blue.side.family("1")} == {2}


@pytest.mark.rule("IN-23")
def test_a_trooper_is_possessed_no_more() -> None:
    table = opened("checks")
    table.blue.begins("executive", "release", trooper="Ranger 2", possessed="yes")
    assert table.last(PossessionCancelled).name == "Ranger 2"
    assert table.blue.tokens == 3


@pytest.mark.rule("IN-23")
def test_a_possessed_trooper_that_was_marked_as_out_is_released_and_back() -> None:
    table = opened("checks")
    table.blue.loses("Ranger 2")
    table.blue.begins("executive", "release", trooper="Ranger 2", possessed="yes")
    assert not table.blue.member("Ranger 2").lost
    assert table.to("orders").blue.pools[1] == 6, "it gives its order again"


@pytest.mark.rule("IN-23")
def test_who_is_not_possessed_costs_no_token() -> None:
    table = opened("checks")
    table.blue.begins("executive", "release", trooper="Ranger 2", possessed="no")
    assert table.last(UseDropped).rule == "IN-23"
    assert not table.events_of(CommandTokenSpent)
    assert table.blue.tokens == 4
