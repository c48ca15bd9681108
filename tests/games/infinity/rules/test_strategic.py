"""Strategic uses: deployment, the opponent's first Tactical Phase, speedballs."""

import pytest

from table.games.infinity.rules.model.forces import Order
from table.games.infinity.rules.model.uses import ALL, UseWindow
from table.games.infinity.rules.setup.force_facts import CommandTokensReceived
from table.games.infinity.rules.setup.mission_start import ReserveDeployed
from table.games.infinity.rules.uses.use_effects import OrdersTaken, TokensLimited, TrooperSetAside
from table.games.infinity.rules.uses.use_parts import CommandTokenSpent
from table.rules.seats import BLUE, RED
from table.rules.tokens import HandBack, HandOut
from tests.games.infinity.kit import RANGERS, Tabletop, force, opened, troop, trooper

SURGEON = force(
    trooper("Surgeon"), trooper("Mule", order=Order.NONE, peripheral_of="Surgeon"), *troop(3), trooper("Scout", 2)
)


@pytest.mark.rule("IN-01")
def test_each_player_begins_with_four_tokens() -> None:
    table = Tabletop()
    assert table.events_of(CommandTokensReceived) == [CommandTokensReceived(BLUE, 4), CommandTokensReceived(RED, 4)]
    assert table.outs == [HandOut(BLUE, "command", 4), HandOut(RED, "command", 4)]


@pytest.mark.rule("IN-02")
def test_a_lieutenant_with_the_skill_brings_one_more() -> None:
    table = Tabletop(force(*troop(3), bonus=True))
    assert (table.blue.tokens, table.red.tokens) == (5, 4)


@pytest.mark.rule("IN-02")
def test_where_the_list_does_not_say_it_its_player_does() -> None:
    table = Tabletop(force(*troop(3), bonus=None), force(*troop(3), bonus=None))
    before = table.blue.tokens
    assert before is None
    table.blue.answers("facts.bonus", "yes")
    table.red.answers("facts.bonus", "no")
    assert (table.blue.tokens, table.red.tokens) == (5, 4)


@pytest.mark.rule("IN-03")
def test_every_use_is_strategic_executive_or_operational() -> None:
    kinds = {
        "strategic": {UseWindow.PROCEDURAL, UseWindow.STRATEGIC, UseWindow.LOGISTICAL},
        "executive": {UseWindow.EXECUTIVE},
        "operational": {UseWindow.OPERATIONAL},
    }
    found = {kind: {use.rule for use in ALL if use.window in windows} for kind, windows in kinds.items()}
    assert found == {
        "strategic": {"IN-11", "IN-13", "IN-14", "IN-15", "IN-16"},
        "executive": {"IN-21", "IN-23"},
        "operational": {"IN-32", "IN-33", "IN-34", "IN-35", "IN-36", "IN-37", "IN-38"},
    }


@pytest.mark.rule("IN-10")
def test_one_procedural_and_one_logistical_use_a_player() -> None:
    table = Tabletop().to("deploy")
    table.blue.begins("procedural", "set_aside", trooper="Ranger 1")
    assert table.blue.asked("procedural") is None
    assert table.blue.tries("procedural", "set_aside").rule == "IN-10"
    table.to("logistical")
    table.blue.begins("logistical", "speedballs")
    assert table.blue.tries("logistical", "speedballs").rule == "IN-10"
    assert table.blue.tokens == 2


@pytest.mark.rule("IN-10")
def test_the_second_player_has_one_procedural_use_too() -> None:
    table = opened("window")
    table.red.begins("strategic", "suppress", trooper="Docker 1")
    assert table.red.tries("strategic", "limit").rule == "IN-10"
    table.to("impetuous")
    assert len(table.events_of(CommandTokenSpent)) == 1


@pytest.mark.rule("IN-11")
def test_the_first_player_sets_one_trooper_aside_and_deploys_it_after_the_opponent() -> None:
    table = Tabletop(SURGEON).to("deploy")
    table.blue.begins("procedural", "set_aside", trooper="Surgeon")
    assert table.last(TrooperSetAside) == TrooperSetAside(BLUE, "1", "Surgeon")
    assert [m.name for m in table.blue.side.members if m.aside] == ["Surgeon", "Mule"], "with its peripherals"
    table.blue.answers("deploy")
    assert table.blue.asked("reserve") is None, "red has not deployed"
    table.red.answers("deploy")
    table.blue.answers("reserve")
    assert table.last(ReserveDeployed).seat is BLUE
    assert not any(member.aside for member in table.blue.side.members)
    assert (table.step, table.blue.tokens) == ("logistical", 3)


@pytest.mark.rule("IN-11")
def test_not_the_second_player_and_not_after_the_own_deployment() -> None:
    table = Tabletop(SURGEON).to("deploy")
    assert "Mule" not in table_offers(table), "a peripheral comes with its controller"
    assert table.red.tries("procedural", "set_aside").rule == "IN-11"
    table.blue.answers("deploy")
    assert table.blue.tries("procedural", "set_aside").rule == "IN-11"
    table.red.answers("deploy")
    assert table.step == "logistical", "nothing was set aside"


def table_offers(table: Tabletop) -> list[str]:
    table.blue.answers("procedural", "set_aside")
    offered = table.blue.offered("use.trooper")
    table.blue.answers("use.drop")
    return offered


@pytest.mark.rule("IN-12")
def test_the_window_is_the_opponents_first_tactical_phase() -> None:
    table = opened("window")
    assert table.red.asked("strategic")
    assert table.blue.asked("strategic") is None
    assert table.blue.tries("strategic", "limit").rule == "IN-12"
    assert table.blue.asked("executive") is None, "red decides before blue's executive use"
    table.red.answers("strategic", "none")
    assert table.step == "checks"
    assert table.red.tries("strategic", "limit").rule == "IN-12"


@pytest.mark.rule("IN-12")
def test_it_opens_again_right_after_the_order_count_and_never_again() -> None:
    table = opened("window").to("recount")
    assert table.red.offered("strategic") == ["none", "take_orders", "limit", "suppress"]
    table.red.answers("strategic", "none")
    seen = 0
    while not table.state.over:
        seen += table.step in ("window", "recount")
        table._on()
    assert seen == 0


@pytest.mark.rule("IN-13")
def test_two_regular_orders_are_taken_right_after_the_order_count() -> None:
    table = opened("recount")
    table.red.begins("strategic", "take_orders", taken="1", taken_too="2")
    assert table.events_of(OrdersTaken) == [OrdersTaken(BLUE, (1, 2))]
    assert table.blue.pools == {1: 5, 2: 3}
    assert table.red.tokens == 3
    table.turn_of(table.red).turn_of(table.blue)
    assert table.blue.pools == {1: 6, 2: 4}, "for that turn only"


@pytest.mark.rule("IN-13")
def test_both_can_come_from_one_group_if_it_has_two() -> None:
    lone = force(*troop(9), trooper("Lone", 2), trooper("Berserker", 2, Order.IRREGULAR))
    table = opened("recount", blue=lone)
    table.red.begins("strategic", "take_orders", taken="2")
    assert table.red.offered("use.taken_too") == ["1"], "the only one of group 2 is taken"
    assert table.red.tries("use.taken_too", "2").rule == "IN-13"
    table.red.answers("use.taken_too", "1")
    assert table.blue.pools == {1: 8}


@pytest.mark.rule("IN-13")
def test_not_at_the_start_of_the_phase() -> None:
    table = opened("window")
    assert table.red.tries("strategic", "take_orders").rule == "IN-13"
    assert table.red.offered("strategic") == ["none", "limit", "suppress"]


@pytest.mark.rule("IN-13")
@pytest.mark.parametrize(("irregular", "tactical", "offered"), [(0, 0, False), (1, 0, True), (0, 1, True)])
def test_only_if_more_than_ten_orders_of_all_three_kinds_were_counted(
    irregular: int, tactical: int, offered: bool
) -> None:
    extra = [trooper(f"Extra {n}", 2, Order.IRREGULAR) for n in range(irregular)]
    captain = trooper("Captain", 2, tactical=bool(tactical))
    table = opened("recount", blue=force(*troop(9), captain, *extra))
    assert ("take_orders" in table.red.offered("strategic")) is offered
    if not offered:
        assert table.red.tries("strategic", "take_orders").rule == "IN-13"


@pytest.mark.rule("IN-13")
def test_hidden_and_airborne_troopers_are_not_counted() -> None:
    lurking = force(*troop(6), *troop(4, 2, "Gunner"), trooper("Scout", 2, hidden=True))
    table = opened("recount", blue=lurking)
    assert table.state.turn.counted == 10
    assert table.red.tries("strategic", "take_orders").rule == "IN-13"


@pytest.mark.rule("IN-13")
def test_two_must_be_there_to_be_taken() -> None:
    wild = force(trooper("One"), *[trooper(f"Wild {n}", 1 + n % 2, Order.IRREGULAR) for n in range(10)])
    table = opened("recount", blue=wild)
    assert table.state.turn.counted == 11
    assert table.red.tries("strategic", "take_orders").rule == "IN-13"


@pytest.mark.rule("IN-14")
def test_the_opponent_uses_one_token_at_most_in_that_turn() -> None:
    table = opened("window")
    table.red.begins("strategic", "limit")
    assert table.last(TokensLimited).seat is BLUE
    table.to("orders")
    table.blue.spends("guts", trooper="Ranger 1", result="passed")
    assert table.blue.asked("use") is None
    assert table.blue.tries("use", "guts").rule == "IN-14"
    table.turn_of(table.red).turn_of(table.blue)
    table.blue.spends("guts", trooper="Ranger 1", result="passed")
    table.blue.spends("guts", trooper="Ranger 1", result="failed")
    assert table.blue.tokens == 1, "the next turn is free again"


@pytest.mark.rule("IN-14")
def test_an_executive_use_counts_and_tokens_spent_before_the_turn_do_not() -> None:
    table = Tabletop().to("logistical")
    table.blue.begins("logistical", "speedballs")
    table.to("window")
    table.red.begins("strategic", "limit")
    table.blue.begins("executive", "regroup", trooper="Ranger 1", group="2")
    assert table.blue.asked("executive") is None, "no second one is possible"
    assert table.blue.tries("executive", "regroup").rule == "IN-14"
    table.to("orders")
    assert table.blue.tries("use", "guts").rule == "IN-14"


@pytest.mark.rule("IN-15")
def test_one_trooper_of_the_takers_list_goes_into_suppressive_fire_with_its_peripherals() -> None:
    table = opened("window", red=SURGEON)
    table.red.begins("strategic", "suppress", trooper="Surgeon")
    assert [m.name for m in table.red.side.members if m.suppressive] == ["Surgeon", "Mule"]
    assert table.red.tokens == 3


@pytest.mark.rule("IN-15")
def test_suppressive_fire_is_one_troopers_state_and_a_proxy_is_a_trooper() -> None:
    jumpers = force(trooper("Twin"), trooper("Proxy", order=Order.NONE, proxy_of="Twin"), *troop(3))
    table = opened("window", red=jumpers)
    table.red.answers("strategic", "suppress")
    assert table.red.offered("use.trooper")[:2] == ["Twin", "Proxy"]
    table.red.answers("use.trooper", table.red.member("Twin").id)
    assert [m.name for m in table.red.side.members if m.suppressive] == ["Twin"]


@pytest.mark.rule("IN-16")
def test_each_may_spend_one_for_two_speedballs_in_initiative_order() -> None:
    table = Tabletop().to("initiative")
    table.blue.answers("first", "red")
    table.red.answers("first", "red")
    table.to("logistical")
    assert table.blue.asked("logistical") is None
    assert table.blue.tries("logistical", "speedballs").rule == "IN-16", "red has the initiative"
    table.red.begins("logistical", "speedballs")
    assert (table.red.side.speedballs, table.red.tokens) == (2, 3)
    assert table.outs[-1] == HandOut(RED, "speedball", 2)
    assert table.backs[-1] == HandBack(RED, "command", 1, later=True)
    table.blue.answers("logistical", "none")
    assert (table.blue.side.speedballs, table.blue.tokens) == (0, 4)
    assert table.step == "window"


@pytest.mark.rule("IN-16")
def test_not_before_both_have_deployed() -> None:
    table = Tabletop(RANGERS).to("deploy")
    table.blue.answers("deploy")
    assert table.blue.tries("logistical", "speedballs").rule == "IN-16"
