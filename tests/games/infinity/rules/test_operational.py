"""Operational uses: in the own active turn, as often as there are tokens."""

import pytest

from table.games.infinity.rules.game import Infinity
from table.games.infinity.rules.model.forces import Order
from table.games.infinity.rules.troopers.casualties import TrooperBack
from table.games.infinity.rules.turn.order_count import RetreatIgnored
from table.games.infinity.rules.uses.use_effects import (
    FireteamCreated,
    GutsSettled,
    OrderCoordinated,
    OrderExchanged,
    RerollBought,
)
from table.games.infinity.rules.uses.use_parts import CommandTokenSpent, UseDetailed, UseDropped
from table.games.infinity.rules.uses.wip_rerolls import RerollsEnded, WipRolled
from table.rules.prompts import Number
from table.rules.seats import BLUE
from table.rules.text import text
from table.rules.tokens import HandOut
from tests.games.infinity.kit import Tabletop, force, opened, troop, trooper


@pytest.mark.rule("IN-30")
def test_only_in_the_own_active_turn() -> None:
    table = opened("orders")
    assert table.blue.asked("use")
    assert table.red.asked("use") is None
    assert table.red.tries("use", "guts").rule == "IN-30"
    table.turn_of(table.red)
    assert table.blue.tries("use", "guts").rule == "IN-30"
    assert table.red.asked("use")


@pytest.mark.rule("TB-102")
def test_every_part_of_a_use_is_reported_and_a_wrong_one_refused_in_its_own_words() -> None:
    table = opened("orders")
    table.blue.answers("use", "guts")
    assert table.blue.tries("use.trooper", "nobody").why == text("infinity.refused.part.trooper")
    for part, stated in (("trooper", table.blue.ids("Ranger 1")[0]), ("result", "failed")):
        (detailed, *_) = table.blue.answers(f"use.{part}", stated)
        assert detailed == UseDetailed(BLUE, part, stated)


@pytest.mark.rule("IN-30")
@pytest.mark.parametrize("step", ["facts", "initiative", "deploy", "logistical"])
def test_not_before_the_first_turn(step: str) -> None:
    table = Tabletop(force(*troop(3), bonus=None)).to(step)
    assert table.blue.tries("use", "guts").rule == "IN-30"


@pytest.mark.rule("IN-31")
def test_as_often_as_there_are_tokens_and_the_same_again() -> None:
    table = opened("orders")
    for _ in range(4):
        table.blue.spends("guts", trooper="Ranger 1", result="failed")
    assert len(table.events_of(CommandTokenSpent)) == 4
    assert table.blue.asked("use") is None
    assert table.blue.tries("use", "guts").rule == "IN-31"
    assert [spent.use for spent in table.blue.side.spent] == ["guts"] * 4


@pytest.mark.rule("IN-32")
def test_a_coordinated_order_spends_a_regular_order_of_the_group() -> None:
    table = opened("orders")
    table.blue.spends("coordinate", pool="2", troopers=("Gunner 1", "Gunner 3"))
    assert table.last(OrderCoordinated) == OrderCoordinated(BLUE, 2, table.blue.ids("Gunner 1", "Gunner 3"))
    assert table.blue.pools == {1: 6, 2: 3}
    assert table.blue.tokens == 3


@pytest.mark.rule("IN-32")
def test_its_troopers_are_of_one_group_and_four_at_most() -> None:
    table = opened("orders")
    table.blue.spends("coordinate", pool="1")
    assert table.blue.tries("use.troopers", table.blue.ids(*[f"Ranger {n}" for n in range(1, 6)])).rule == "IN-32"
    assert table.blue.tries("use.troopers", table.blue.ids("Ranger 1", "Gunner 1")).rule == "IN-32"
    assert table.blue.tries("use.troopers", ()).rule == "IN-32"
    table.blue.answers("use.troopers", table.blue.ids(*[f"Ranger {n}" for n in range(1, 5)]))


@pytest.mark.rule("IN-32")
def test_without_a_regular_order_there_is_none() -> None:
    table = opened("orders", blue=force(trooper("One"), trooper("Wild", 2, Order.IRREGULAR)))
    assert table.blue.asked("use")
    table.blue.answers("order", "group.1")
    assert "coordinate" not in table.blue.offered("use")
    assert table.blue.tries("use", "coordinate").rule == "IN-32"


@pytest.mark.rule("IN-33")
@pytest.mark.parametrize("result", ["passed", "failed"])
def test_a_guts_roll_is_what_its_player_reports(result: str) -> None:
    table = opened("orders")
    table.blue.spends("guts", trooper="Gunner 2", result=result)
    assert table.last(GutsSettled).result == result
    assert table.chance.questions == [], "whatever the die says"


@pytest.mark.rule("IN-34")
def test_an_irregular_order_becomes_a_regular_one_of_its_group_for_that_turn() -> None:
    table = opened("orders")
    table.blue.spends("exchange", trooper="Berserker", isolated="no")
    assert table.last(OrderExchanged).group == 2
    assert table.blue.pools == {1: 6, 2: 5}
    assert not table.blue.member("Berserker").own_order
    assert table.outs[-1] == HandOut(BLUE, "regular", 1), "its token is exchanged"
    assert table.blue.tries("use", "exchange").rule == "IN-34", "there is no other"
    table.turn_of(table.red).turn_of(table.blue)
    assert table.blue.pools == {1: 6, 2: 4}
    assert table.blue.member("Berserker").own_order


@pytest.mark.rule("IN-34")
def test_not_of_an_isolated_trooper() -> None:
    table = opened("orders")
    table.blue.spends("exchange", trooper="Berserker", isolated="yes")
    assert table.last(UseDropped).rule == "IN-34"
    assert (table.blue.tokens, table.blue.pools) == (4, {1: 6, 2: 4})


@pytest.mark.rule("IN-34")
def test_only_an_irregular_troopers_order_that_is_not_spent() -> None:
    table = opened("orders")
    table.blue.answers("use", "exchange")
    assert table.blue.offered("use.trooper") == ["Berserker"]
    table.blue.answers("use.drop")
    table.blue.answers("order", f"own.{table.blue.member('Berserker').id}")
    assert table.blue.tries("use", "exchange").rule == "IN-34"


@pytest.mark.rule("IN-34")
def test_also_of_one_that_is_irregular_since_the_lieutenant_is_lost() -> None:
    table = opened("checks")
    table.blue.answers("checks", ("lieutenant_lost",))
    table.red.answers("strategic", "none")
    table.blue.answers("use", "exchange")
    assert {"Ranger 1", "Gunner 4", "Berserker"} <= set(table.blue.offered("use.trooper"))
    table.blue.answers("use.trooper", table.blue.member("Ranger 1").id)
    table.blue.answers("use.isolated", "no")
    assert (table.blue.pools, table.blue.member("Ranger 1").own_order) == ({1: 1}, False)


@pytest.mark.rule("IN-34")
@pytest.mark.rule("TB-108")
def test_not_of_one_that_was_off_the_table_when_the_orders_were_counted() -> None:
    table = opened("orders", blue=force(*troop(3), trooper("Diver", 1, Order.IRREGULAR, hidden=True)))
    table.blue.answers("arrive", "1")
    assert table.blue.member("Diver").own_order
    assert table.blue.tries("use", "exchange").rule == "IN-34", "its order is in no count, and has no token to give"


@pytest.mark.rule("IN-35")
def test_one_trooper_ignores_retreat_for_the_rest_of_the_game() -> None:
    table = opened("orders")
    table.blue.spends("no_retreat", trooper="Ranger 4")
    assert table.last(RetreatIgnored).name == "Ranger 4"
    table.turn_of(table.red).turn_of(table.blue)
    assert table.blue.member("Ranger 4").steady
    table.blue.answers("use", "no_retreat")
    assert "Ranger 4" not in table.blue.offered("use.trooper")


@pytest.mark.rule("IN-35")
@pytest.mark.parametrize(("found", "pools"), [(("retreat",), {1: 1}), (("retreat", "lieutenant_lost"), {})])
def test_retreat_alone_changes_no_order_of_his_the_loss_of_the_lieutenant_does(
    found: tuple[str, ...], pools: dict[int, int]
) -> None:
    table = opened("checks")
    table.blue.spends("no_retreat", trooper="Ranger 4")
    table.blue.answers("checks", found)
    table.to("orders")
    assert table.blue.pools == pools


@pytest.mark.rule("IN-36")
def test_the_texts_example_the_doctor_fails_again_and_her_last_token_buys_one_more_roll() -> None:
    """She has two tokens left. The second roll fails, the third would be the last one anyway: it passes."""
    table = opened("orders", chance=(17, 4))
    table.blue.loses("Ranger 3")
    for _ in range(2):
        table.blue.spends("guts", trooper="Ranger 1", result="passed")
    table.blue.spends("doctor", trooper="Ranger 3", cube="yes", who="Ranger 1", wip=13, failed=15)
    orders = table.blue.pools
    table.blue.answers("reroll")
    assert table.last(WipRolled) == WipRolled(BLUE, "18", False, 0, False)
    table.blue.answers("reroll.again", "yes")
    assert table.blue.tokens == 0
    table.blue.answers("reroll")
    assert table.last(WipRolled).passed
    assert table.last(TrooperBack).name == "Ranger 3"
    assert len(table.events_of(RerollBought)) == 2
    assert table.blue.pools == orders, "no new order is spent"


@pytest.mark.rule("IN-36")
def test_the_die_stays_on_the_screen_until_the_turn_is_over() -> None:
    """A roll with the last token may end its step at once: it must be seen all the same."""
    table = opened("orders", chance=(4,))
    table.blue.loses("Ranger 3")
    table.blue.spends("doctor", trooper="Ranger 3", cube="yes", who="Ranger 1", wip=13, failed=15)
    table.blue.answers("reroll")
    for step in ("orders", "states"):
        rolled = table.to(step).game.view(table.state).rolled
        assert rolled is not None
        assert (rolled.face, rolled.past) == ("5", False)
    after = table.turn_of(table.red).game.view(table.state).rolled
    assert after is not None
    assert after.past


@pytest.mark.rule("IN-36")
def test_without_a_token_the_second_failure_stands() -> None:
    table = opened("orders", chance=(19,))
    for _ in range(3):
        table.blue.spends("guts", trooper="Ranger 1", result="passed")
    table.blue.loses("Ranger 3")
    table.blue.spends("doctor", trooper="Ranger 3", cube="yes", who="Ranger 1", wip=13, failed=15)
    table.blue.answers("reroll")
    assert table.last(RerollsEnded).use == "doctor"
    assert table.blue.asked("reroll.again") is None
    assert table.blue.asked("order")


@pytest.mark.rule("IN-36")
def test_not_without_a_cube_and_not_for_a_roll_that_did_not_fail() -> None:
    table = opened("orders")
    table.blue.spends("doctor", trooper="Ranger 3", cube="no")
    assert table.last(UseDropped).rule == "IN-36"
    table.blue.spends("doctor", trooper="Ranger 3", cube="yes", who="Ranger 1", wip=13)
    assert table.blue.tries("use.failed", 13).rule == "IN-36", "13 or less is a success"
    table.blue.answers("use.failed", 14)
    assert table.blue.tokens == 3


@pytest.mark.rule("TB-75")
@pytest.mark.rule("IN-36")
def test_at_a_table_that_rolls_by_hand_the_number_is_typed_in() -> None:
    table = Tabletop(game=Infinity(rolls_by_hand=True)).to("orders")
    table.blue.spends("doctor", trooper="Ranger 3", cube="yes", who="Ranger 1", wip=12, failed=15)
    asked = table.blue.asked("reroll")
    assert isinstance(asked, Number)
    assert (asked.least, asked.most) == (1, 20)
    assert table.blue.tries("reroll").rule == "TB-75"
    assert table.blue.tries("reroll", 21).rule == "IN-36"
    table.blue.answers("reroll", 12)
    assert (table.last(WipRolled).passed, table.last(WipRolled).by_hand) == (True, True)


@pytest.mark.rule("IN-37")
def test_the_engineer_rolls_again_for_a_trooper_with_remote_presence() -> None:
    table = opened("orders")
    table.blue.spends("engineer", trooper="Gunner 1", remote="yes", who="Ranger 1", wip=12, failed=20)
    table.blue.answers("reroll", "12")
    assert table.last(WipRolled) == WipRolled(BLUE, "12", True, 0, True)
    assert not table.events_of(TrooperBack), "it was not out"
    assert table.blue.tokens == 3


@pytest.mark.rule("IN-37")
def test_not_for_one_without() -> None:
    table = opened("orders")
    table.blue.spends("engineer", trooper="Gunner 1", remote="no")
    assert table.last(UseDropped).rule == "IN-37"
    assert table.blue.tokens == 4


@pytest.mark.rule("IN-38")
def test_a_new_fireteam_has_a_leader_if_the_chart_allows_it() -> None:
    table = opened("orders")
    table.blue.spends("fireteam", trooper="Ranger 2", chart="no")
    assert table.last(UseDropped).rule == "IN-38"
    table.blue.spends("fireteam", trooper="Ranger 2", chart="yes")
    assert table.last(FireteamCreated).name == "Ranger 2"
    assert table.blue.member("Ranger 2").leader
    assert table.blue.tokens == 3
