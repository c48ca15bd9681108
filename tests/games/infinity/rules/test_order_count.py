"""The count of orders, and who spends them."""

import re

import pytest

from table.games.infinity.rules.game import EVENTS
from table.games.infinity.rules.model.forces import Order, Trooper
from table.games.infinity.rules.turn.order_spending import OrdersEnded, OrderTakenBack, orders_left
from table.games.infinity.rules.uses.use_effects import OrdersTaken
from table.rules.prompts import ChooseOne
from table.rules.seats import BLUE
from table.rules.text import text
from table.rules.tokens import HandBack
from table.words import Words
from tests.games.infinity.kit import (
    SCOUTS,
    Tabletop,
    force,
    opened,
    troop,
    trooper,
)


@pytest.mark.rule("IA-07")
@pytest.mark.parametrize("step", ["checks", "impetuous", "states"])
def test_a_coordinated_order_is_one_of_the_orders_phase(step: str) -> None:
    table = opened(step)
    assert "coordinate" not in table.blue.offered("use")
    assert table.blue.tries("use", "coordinate").rule == "IA-07"


@pytest.mark.rule("IA-09")
def test_the_orders_on_the_screen_are_those_that_are_judged_and_can_be_spent() -> None:
    table = opened("checks", blue=SCOUTS)
    table.blue.answers("checks", ())
    left = dict(table.game.view(table.state).headline.args)["left"]
    assert left == table.state.turn.counted == orders_left(table.blue.side) == 10
    assert table.red.tries("strategic", "take_orders").rule == "IN-13", "ten, and the hidden ones do not count"
    table.to("orders")
    asked = table.blue.asked("orders.end")
    assert asked is not None
    headline = table.game.view(table.state).headline
    table.blue.answers("orders.end")
    line = EVENTS.line(table.last(OrdersEnded))
    assert line is not None
    for language in ("en", "de", "es"):
        for sentence in (headline, asked.ask, line):
            assert re.findall(r"\d+", Words(language).say(sentence)) == ["10"], "the Lieutenant's is told apart"


@pytest.mark.rule("IA-09")
def test_the_lieutenants_order_is_distinguished_from_the_only_other_one() -> None:
    table = opened(blue=force(*troop(2)))
    table.blue.answers("order", "group.1")
    assert Words().say(table.game.view(table.state).headline) == "Blue's turn: one order left, and the Lieutenant's"
    table.blue.answers("order", "group.1")
    assert Words().say(table.game.view(table.state).headline) == "Blue's turn: 0 orders left, and the Lieutenant's"
    asked = table.blue.asked("orders.end")
    assert asked is not None
    assert Words().say(asked.ask) == "End your orders? 0 unused, and the Lieutenant's"


@pytest.mark.rule("IA-09")
@pytest.mark.rule("IN-13")
def test_a_correction_of_the_counted_orders_changes_the_one_by_which_more_than_ten_are_judged() -> None:
    table = Tabletop().to("recount")
    for key, value in (("correct", "pool.1"), ("correct.to", 4), ("correct.why", "rule")):
        table.blue.answers(key, value)
    table.red.answers("correct.agree", "yes")
    assert dict(table.game.view(table.state).headline.args)["left"] == 9
    assert dict(table.red.tries("strategic", "take_orders").why.args)["count"] == 9


@pytest.mark.rule("IA-09")
@pytest.mark.rule("IN-13")
def test_who_is_revealed_or_lost_after_the_count_changes_nothing_of_it_while_orders_can_be_taken() -> None:
    berserker = trooper("Berserker", 2, Order.IRREGULAR, tactical=True)
    table = Tabletop(force(*troop(8), berserker, trooper("Shade", 2, hidden=True))).to("recount")

    def reported() -> set[object]:
        view = table.game.view(table.state)
        pools = sum(n for pool in view.seats[0].pools for _, n in pool.counts)
        return {
            dict(view.headline.args)["left"],
            pools,
            dict(table.red.tries("strategic", "take_orders").why.args)["count"],
        }

    assert reported() == {10}
    table.blue.answers("arrive", "1")
    table.blue.loses("Berserker")
    assert reported() == {10}
    table.red.answers("strategic", "none")
    table.to("orders")
    assert orders_left(table.blue.side) == 9, "eight, and the revealed one's own"


@pytest.mark.rule("IA-10")
def test_orders_that_are_taken_are_asked_back_as_tokens() -> None:
    table = opened("recount")
    table.red.begins("strategic", "take_orders", taken="1", taken_too="2")
    assert table.last(OrdersTaken).seat is BLUE
    assert HandBack(BLUE, "regular", 2) in table.backs
    assert table.blue.side.regular_out == sum(table.blue.pools.values()) == 8


def nco() -> Trooper:
    return trooper("Sergeant", 2, Order.IRREGULAR, tactical=True, nco=True)


class TestSpending:
    @pytest.mark.rule("TB-118")
    def test_an_order_is_spent_by_holding(self) -> None:
        asked = opened().blue.asked("order")
        assert isinstance(asked, ChooseOne)
        assert asked.hold

    @pytest.mark.rule("TB-110")
    def test_every_order_that_is_left_is_offered_with_its_sign(self) -> None:
        table = opened(blue=force(*troop(2), trooper("Chief", 2, tactical=True), nco()))
        chief, sergeant = table.blue.ids("Chief", "Sergeant")
        asked = table.blue.asked("order")
        assert isinstance(asked, ChooseOne)
        every = {
            "group.1": "token.order", "group.2": "token.order", f"own.{sergeant}": "order.irregular",
            f"tactical.{chief}": "order.tactical", f"tactical.{sergeant}": "order.tactical",
            "lieutenant": "order.lieutenant", f"nco.{sergeant}": "order.lieutenant",
        }  # fmt: skip
        assert [(option.id, option.icon) for option in asked.options] == list(every.items())
        for option in ("lieutenant", f"own.{sergeant}", f"tactical.{sergeant}"):
            table.blue.answers("order", option)
        left = ["group.1", "group.2", f"tactical.{chief}"]
        assert sorted(table.blue.offered("order")) == left
        table.blue.loses("Chief")
        assert sorted(table.blue.offered("order")) == left[:2]

    @pytest.mark.rule("TB-110")
    @pytest.mark.rule("TB-111")
    def test_what_is_not_spent_is_gone_with_the_orders_phase(self) -> None:
        table = opened(blue=force(*troop(2), nco()))
        table.blue.answers("orders.end")
        sergeant = table.blue.member("Sergeant")
        assert (table.blue.pools, table.blue.side.lieutenant_left) == ({}, 0)
        assert (sergeant.own_order, sergeant.tactical_order, table.state.turn.orders_done) == (False, False, True)
        assert table.blue.asked("order") is None
        assert table.last(OrdersEnded).unused == 4

    @pytest.mark.rule("TB-118")
    def test_the_group_that_was_spent_last_comes_first(self) -> None:
        table = opened()
        table.blue.answers("order", "group.2")
        assert table.blue.offered("order")[:2] == ["group.2", "group.1"]

    @pytest.mark.rule("TB-118")
    def test_a_group_without_orders_asks_which_one_is_next_and_that_spends_nothing(self) -> None:
        table = opened(blue=force(*troop(1), *troop(2, 2, "Gunner"), *troop(2, 3, "Diver")))
        table.blue.answers("order", "group.1")
        assert table.blue.offered("order.group") == ["group.2", "group.3", "lieutenant", "any"]
        asked = table.blue.asked("order.group")
        assert asked is not None
        assert not asked.hold
        assert asked.ask == text("infinity.ask.order.group", group=1)
        table.blue.answers("order.group", "any")
        assert table.blue.pools == {2: 2, 3: 2}
        assert table.blue.asked("order.group") is None

    @pytest.mark.rule("TB-118")
    def test_the_next_one_is_spent_by_a_press_and_its_player_alone_takes_it_back(self) -> None:
        table = opened(blue=force(*troop(1), *troop(2, 2, "Gunner"), nco()))
        table.blue.answers("order", "group.1")
        before = table.state
        sergeant = table.blue.ids("Sergeant")[0]
        for option in ("group.2", f"own.{sergeant}", f"tactical.{sergeant}", "lieutenant", f"nco.{sergeant}"):
            table.blue.answers("order.group", option)
            assert table.state != before
            assert table.red.asked("order.back") is None
            table.blue.answers("order.back")
            assert table.state == before, option
            assert table.last(OrderTakenBack).option == option

    @pytest.mark.rule("TB-118")
    @pytest.mark.rule("IA-24")
    def test_what_is_taken_back_ends_no_suppressive_fire(self) -> None:
        table = opened("window", red=force(*troop(2), nco()))
        table.red.begins("strategic", "suppress", trooper="Sergeant")
        table.turn_of(table.red)
        table.red.answers("order", f"own.{table.red.ids('Sergeant')[0]}")
        assert not table.red.member("Sergeant").suppressive
        table.red.answers("order.back")
        assert table.red.member("Sergeant").suppressive

    @pytest.mark.rule("TB-118")
    def test_several_are_taken_back_one_after_the_other_until_a_group_goes_on(self) -> None:
        table = opened(blue=force(*troop(1), *troop(3, 2, "Gunner"), nco()))
        table.blue.answers("order", "group.1")
        table.blue.answers("order.group", "lieutenant")
        table.blue.answers("order.group", "group.2")
        for _ in range(2):
            table.blue.answers("order.back")
        assert (table.blue.pools, table.blue.side.lieutenant_left) == ({2: 3}, 1)
        table.blue.answers("order.group", "group.2")
        table.blue.answers("order", "group.2")
        assert table.blue.asked("order.back") is None

    @pytest.mark.rule("TB-118")
    def test_it_can_go_on_with_another_order(self) -> None:
        table = opened(blue=force(*troop(1), *troop(2, 2, "Gunner")))
        table.blue.answers("order", "group.1")
        table.blue.answers("order.group", "any")
        assert table.blue.asked("order.group") is None

    @pytest.mark.rule("TB-118")
    def test_so_it_is_asked_where_no_group_has_any_left_and_what_is_chosen_comes_first(self) -> None:
        others = (trooper("Berserker", 2, Order.IRREGULAR), trooper("Corsair", 2, Order.IRREGULAR))
        table = opened(blue=force(*troop(1), *others))
        table.blue.answers("order", "group.1")
        berserker, corsair = (f"own.{id}" for id in table.blue.ids("Berserker", "Corsair"))
        assert table.blue.offered("order.group") == [berserker, corsair, "lieutenant", "any"]
        table.blue.answers("order.group", corsair)
        assert table.blue.offered("order.group") == [berserker, "lieutenant", "any"]

    @pytest.mark.rule("TB-118")
    def test_after_a_single_order_it_is_asked_before_any_other_is_spent(self) -> None:
        table = opened(blue=force(*troop(2), trooper("Berserker", 2, Order.IRREGULAR)))
        (berserker,) = table.blue.ids("Berserker")
        table.blue.answers("order", f"own.{berserker}")
        assert table.blue.offered("order.group") == ["group.1", "lieutenant", "any"]
        table.blue.answers("order.group", "lieutenant")
        assert table.blue.offered("order.group") == ["group.1", "any"]
        table.blue.answers("order.group", "group.1")
        assert table.blue.offered("order") == ["group.1"]

    @pytest.mark.rule("TB-118")
    def test_whoever_spends_another_groups_order_without_that_question_goes_on_with_that_group(self) -> None:
        table = opened(blue=force(*troop(2), trooper("Berserker", 2, Order.IRREGULAR)))
        table.blue.answers("order", f"own.{table.blue.ids('Berserker')[0]}")
        table.blue.answers("order", "group.1")
        assert table.blue.asked("order.group") is None
        assert table.blue.offered("order")[0] == "group.1"


@pytest.mark.rule("TB-109")
def test_where_nobody_is_impetuous_the_phase_passes_and_else_it_reports_who_is() -> None:
    table = opened("impetuous")
    asked = table.blue.asked("impetuous")
    assert asked is not None
    assert dict(asked.ask.args) == {"names": "Berserker"}
    calm = opened("checks", blue=force(*troop(3)))
    steps = set()
    while calm.step != "orders":
        steps.add(calm.step)
        calm._on()
    assert "impetuous" not in steps
