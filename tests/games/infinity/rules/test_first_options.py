"""The focus never stands on something that spends: a press too many costs nothing."""

import pytest

from table.games.infinity.rules.uses.use_windows import NONE
from table.rules.commands import Answer
from table.rules.prompts import ChooseOne, Number
from table.rules.seats import BLUE
from table.session.focus import SeatFocus
from table.view.published import Focus
from tests.games.infinity.kit import DOCKERS, RANGERS, Tabletop, force, opened, troop


@pytest.mark.rule("TB-118")
@pytest.mark.parametrize("step", ["logistical", "window", "recount"])
def test_the_first_option_of_a_window_spends_no_token(step: str) -> None:
    table = opened(step)
    asked = [p for p in table.prompts() if isinstance(p, ChooseOne) and not p.standing]
    assert asked
    assert all(prompt.options[0].id == NONE for prompt in asked)


@pytest.mark.rule("TB-103")
@pytest.mark.rule("TB-118")
def test_a_press_too_many_after_a_failed_roll_buys_no_other() -> None:
    table = opened("orders", chance=(18,))
    table.blue.spends("doctor", trooper="Ranger 1", cube="yes", who="Ranger 2", wip=13, failed=17)
    table.blue.answers("reroll")
    again = table.blue.asked("reroll.again")
    assert isinstance(again, ChooseOne)
    assert [option.id for option in again.options] == ["no", "yes"]


@pytest.mark.rule("TB-118")
def test_an_order_is_held_and_a_hold_too_many_spends_none_of_the_next_group() -> None:
    table = Tabletop(force(*troop(1), *troop(2, 2, "Gunner")), DOCKERS).to("orders")
    order = table.blue.asked("order")
    assert order is not None
    assert order.hold
    table.blue.answers("order", "group.1")
    asked = table.blue.asked("order.group")
    assert asked is not None
    focus = SeatFocus(BLUE, table.prompts())
    assert focus.hold(Focus("order.group", 0)) == (Focus("order.group", 0), None), "a hold too many"
    assert focus.press(Focus("order.group", 0))[1] == Answer(BLUE, "order.group", "group.2")
    assert table.blue.offered("order.group") == ["group.2", "lieutenant", "any"], (
        "no order of group 2 is spent by one press more"
    )
    assert table.blue.pools == {2: 2}


@pytest.mark.rule("TB-118")
def test_a_table_that_starts_again_asks_which_order_is_next_and_stands_on_none_that_a_hold_spends() -> None:
    table = Tabletop(force(*troop(1), *troop(2, 2, "Gunner")), DOCKERS).to("orders")
    table.blue.answers("order", "group.1")
    nothing_known = SeatFocus(BLUE, table.prompts()).attend(None, frozenset())
    assert nothing_known == Focus("order.group", 0)


@pytest.mark.rule("TB-104")
def test_what_is_usual_comes_first_in_the_questions_about_a_list() -> None:
    silent = force(*troop(2, order=None, tactical=None), bonus=None, lieutenant_orders=None)
    table = Tabletop(silent, RANGERS)
    orders, bonus = table.blue.asked("facts.lieutenant"), table.blue.asked("facts.bonus")
    assert isinstance(orders, Number)
    assert isinstance(bonus, ChooseOne)
    assert (orders.first, bonus.options[0].id) == (1, "no")


@pytest.mark.rule("IN-36")
def test_the_dial_of_a_wip_begins_at_the_usual_one_and_then_at_each_troopers_own() -> None:
    table = opened("orders", chance=(0, 0))

    def begins(name: str) -> int:
        table.blue.begins("use", "doctor", trooper="Ranger 6", cube="yes", who=name)
        dial = table.blue.asked("use.wip")
        assert isinstance(dial, Number)
        return dial.first

    assert begins("Ranger 1") == 13
    for key, value in (("use.wip", 15), ("use.failed", 17), ("reroll", None)):
        table.blue.answers(key, value)
    assert begins("Ranger 2") == 15, "what was said last"
    for key, value in (("use.wip", 11), ("use.failed", 17), ("reroll", None)):
        table.blue.answers(key, value)
    assert begins("Ranger 1") == 15, "its own"
