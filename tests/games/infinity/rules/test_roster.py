"""The corners of a corrected order or combat group: what follows for this turn, and what does not. TB-76."""

import pytest

from table.games.infinity.rules.model.forces import Order, Trooper
from table.rules.commands import Answer
from table.rules.seats import BLUE, RED
from table.rules.tokens import HandBack, HandOut
from tests.games.infinity.kit import Tabletop, force, opened, troop, trooper


def answer(table: Tabletop, what: str, to: str) -> int:
    """Blue states it, red agrees: so many Regular Orders more are in blue's pools."""
    before = sum(table.blue.pools.values())
    table.blue.answers("correct", f"{what.partition('.')[0]}.")
    for key, value in (("which", what), ("to", to), ("why", "slip")):
        table.blue.answers(f"correct.{key}", value)
    table.does(Answer(RED, "correct.agree", "yes"))
    return sum(table.blue.pools.values()) - before


@pytest.mark.rule("TB-76")
@pytest.mark.rule("TB-108")
def test_an_order_that_is_a_troopers_own_in_this_turn_stays_so_whatever_its_kind() -> None:
    table = opened(blue=force(*troop(6), trooper("Scout", 1, hidden=True)))
    table.blue.answers("arrive", "1")
    scout = f"order.{table.blue.member('Scout').id}"
    assert table.blue.pools == {1: 6}
    for kind in ("irregular", "regular"):
        assert answer(table, scout, kind) == 0
        assert table.blue.member("Scout").own_order
    assert answer(table, scout, "none") == 0
    assert not table.blue.member("Scout").own_order
    assert table.state.turn.counted == 6, "it was not counted before"


@pytest.mark.rule("TB-76")
@pytest.mark.rule("TB-107")
def test_so_does_one_that_is_irregular_since_the_lieutenant_is_lost() -> None:
    table = opened("checks")
    table.blue.answers("checks", ("lieutenant_lost",))
    table.to("orders")
    assert answer(table, "order.1", "irregular") == 0
    assert answer(table, "order.1", "regular") == 0
    assert table.blue.member("Ranger 1").own_order
    assert answer(table, "group.1", "2") == 0
    assert table.blue.pools == {}, "it was in no pool"
    assert table.blue.member("Ranger 1").group == 2


@pytest.mark.rule("TB-76")
@pytest.mark.rule("TB-113")
def test_who_is_out_has_no_order_in_this_turn() -> None:
    table = opened()
    answer(table, "order.2", "none")
    table.blue.loses("Ranger 2")
    assert answer(table, "order.2", "regular") == 0
    assert table.state.turn.counted == 10
    answer(table, "order.2", "none")
    answer(table, "order.2", "irregular")
    assert not table.blue.member("Ranger 2").own_order


@pytest.mark.rule("TB-76")
def test_who_gives_an_order_after_all_has_it_in_this_turn_and_a_tactical_one_with_it() -> None:
    table = opened(blue=force(*troop(3), Trooper("", "Scout", 1, Order.NONE, tactical=True)))
    scout = table.blue.ids("Scout")[0]
    assert answer(table, f"order.{scout}", "irregular") == 0
    assert (table.blue.member("Scout").own_order, table.blue.member("Scout").tactical_order) == (True, True)
    assert table.state.turn.counted == 5


@pytest.mark.rule("TB-76")
def test_the_token_of_a_corrected_order_comes_from_its_heap_and_goes_back_to_it() -> None:
    table = opened()
    outs, backs = len(table.outs), len(table.backs)
    assert answer(table, "order.1", "none") == -1
    assert answer(table, "order.1", "regular") == 1
    assert table.outs[outs:] == [HandOut(BLUE, "regular", 1)]
    assert table.backs[backs:] == [HandBack(BLUE, "regular", 1, later=True)]


@pytest.mark.rule("TB-76")
def test_the_only_order_of_an_army_is_counted_once() -> None:
    table = opened(blue=force(Trooper("", "Servant", 1, Order.NONE)))
    assert table.state.turn.counted == 0
    assert answer(table, "order.1", "regular") == 1
    assert table.state.turn.counted == 1


@pytest.mark.rule("TB-76")
def test_a_tactical_order_is_counted_with_the_others_and_can_be_spent() -> None:
    table = opened(blue=force(*troop(2)))
    for to, counted in (("yes", 3), ("no", 2)):
        answer(table, "tactical.1", to)
        assert table.state.turn.counted == counted
        assert table.blue.member("Ranger 1").tactical_order is table.blue.member("Ranger 1").tactical is (to == "yes")


@pytest.mark.rule("TB-76")
@pytest.mark.rule("IN-34")
def test_a_pool_never_has_more_orders_than_troopers_to_give_them() -> None:
    table = opened(blue=force(*troop(2), trooper("Corsair", 1, Order.IRREGULAR)))
    table.blue.spends("exchange", trooper="Corsair", isolated="no")
    assert table.blue.pools == {1: 3}
    corsair = table.blue.ids("Corsair")[0]
    assert answer(table, f"group.{corsair}", "2") == 0
    assert table.blue.pools == {1: 2, 2: 1}, "its exchanged order goes with it"
    assert answer(table, f"order.{corsair}", "none") == -1
    assert table.blue.pools == {1: 2}


@pytest.mark.rule("TB-76")
def test_a_pool_that_was_corrected_to_its_most_takes_no_further_order() -> None:
    table = opened(blue=force(*troop(2), trooper("Corsair", 1, Order.IRREGULAR)))
    for key, value in (("", "pool.1"), (".to", 3), (".why", "slip")):
        table.blue.answers(f"correct{key}", value)
    table.red.answers("correct.agree", "yes")
    assert answer(table, f"order.{table.blue.ids('Corsair')[0]}", "regular") == 0
    assert table.blue.pools == {1: 3}


@pytest.mark.rule("TB-76")
def test_before_the_order_count_and_after_the_orders_nothing_of_this_turn_follows() -> None:
    for step in ("checks", "states"):
        table = opened(step)
        assert answer(table, "order.1", "irregular") == 0
        assert answer(table, "tactical.2", "yes") == 0
        assert not any(member.own_order or member.tactical_order for member in table.blue.side.members)
