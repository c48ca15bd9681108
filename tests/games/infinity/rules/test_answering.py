"""A seat that describes a use, repeats a roll or states what became of a trooper holds up nobody else (TB-102)."""

from collections.abc import Callable

import pytest

from table.games.infinity.rules.model.mission_state import Turn
from table.games.infinity.rules.troopers.casualties import TrooperLost
from table.games.infinity.rules.turn.order_count import OrdersCounted
from table.games.infinity.rules.turn.order_spending import OrderSpent
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, Seat
from table.rules.text import text
from tests.games.infinity.kit import Player, Tabletop, force, opened, troop, trooper

BUSY: dict[str, Callable[[Player], object]] = {
    "says what became of a trooper": lambda blue: blue.is_asked_about("Ranger 1"),
    "describes a use": lambda blue: blue.answers("use", "guts"),
    "repeats a roll": lambda blue: blue.spends(
        "doctor", trooper="Ranger 1", cube="yes", who="Ranger 2", wip=13, failed=14
    ),
    "reveals a trooper": lambda blue: blue.answers("arrive", "1"),
}


def asked(table: Tabletop, player: Player) -> set[str]:
    return {prompt.key for prompt in table.prompts() if prompt.seat is player.seat}


@pytest.mark.rule("TB-102")
@pytest.mark.parametrize("begins", BUSY.values(), ids=BUSY)
def test_the_other_seat_is_asked_as_before_and_its_troopers_fall(begins: Callable[[Player], object]) -> None:
    table = opened()
    before = asked(table, table.red)
    begins(table.blue)
    assert table.state.busy_for(BLUE)
    assert not table.state.busy_for(RED)
    assert asked(table, table.red) == before - {"correct"}
    table.red.loses("Docker 1", "dead")
    assert table.last(TrooperLost).name == "Docker 1"


@pytest.mark.rule("TB-102")
@pytest.mark.parametrize("begins", BUSY.values(), ids=BUSY)
def test_nothing_else_is_asked_of_that_seat_and_what_it_answers_too_early_is_judged_later(
    begins: Callable[[Player], object],
) -> None:
    table = opened()
    begins(table.blue)
    too_early = Refusal("TB-102", text("infinity.refused.answering", seat=text("seat.blue")), later=True)
    for key, value in (("order", "group.1"), ("orders.end", None), ("lost", "2"), ("use", "guts"), ("arrive", "2")):
        assert table.blue.asked(key) is None
        assert table.blue.tries(key, value) == too_early
    assert not table.events_of(OrderSpent)


@pytest.mark.rule("TB-102")
def test_the_active_player_spends_and_ends_while_the_other_one_reports_what_became_of_a_trooper() -> None:
    table = opened()
    table.red.is_asked_about("Docker 1")
    table.blue.answers("order", "group.1")
    table.blue.answers("orders.end")
    assert table.step == "orders", "red still answers"
    table.red.answers("fate", "dead")
    assert table.step == "states"


LOST = ("lost", "1")
OPENED: dict[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "what became of a trooper": (LOST, ("fate", "dead")),
    "where a hidden one stands": (("arrive", "3"), ("arrive.where", "1.regular")),
}
SCOUTS = force(*troop(8), *troop(4, 2, "Gunner"), trooper("Shade", 2, hidden=True))


@pytest.mark.rule("TB-102")
@pytest.mark.rule("IA-06")
@pytest.mark.rule("IA-09")
@pytest.mark.parametrize("first", [BLUE, RED])
@pytest.mark.parametrize("opened_by_other", OPENED.values(), ids=OPENED)
def test_the_other_seats_open_question_changes_nothing_of_the_count_in_retreat(
    opened_by_other: tuple[tuple[str, str], tuple[str, str]], first: Seat
) -> None:
    def counted(begins: tuple[str, str] | None, ends: tuple[str, str] | None) -> tuple[OrdersCounted, Turn]:
        table = Tabletop(SCOUTS, SCOUTS)
        active, other = (table.blue, table.red) if first is BLUE else (table.red, table.blue)
        table.turn_of(active, "checks")
        active.answers("checks", ("retreat",))
        if begins == LOST:
            other.is_asked_about("Gunner 1")
        elif begins is not None:
            other.answers(*begins)
        active.answers("count.steady", active.ids("Ranger 1"))
        if ends is not None:
            assert table.step == "count", "the step waits"
            other.answers(*ends)
        assert table.step != "count"
        return table.last(OrdersCounted), table.state.turn

    assert counted(*opened_by_other) == counted(None, None)


@pytest.mark.rule("TB-102")
@pytest.mark.parametrize("checked", [(), ("lieutenant_lost",)])
def test_a_question_that_is_open_at_the_checks_holds_their_step_and_nothing_is_asked_twice(
    checked: tuple[str, ...],
) -> None:
    table = opened("checks")
    table.red.is_asked_about("Docker 1")
    table.blue.answers("checks", checked)
    assert {prompt.key for prompt in table.prompts() if not prompt.standing} == {"fate"}
    assert not table.events_of(OrdersCounted)
    table.red.answers("fate", "nothing")
    assert table.events_of(OrdersCounted)


@pytest.mark.rule("IA-09")
@pytest.mark.rule("IN-13")
def test_who_is_revealed_while_the_other_seat_answers_is_not_in_the_count_and_no_use_comes_before_two_are_taken() -> (
    None
):
    table = Tabletop(SCOUTS).to("checks")
    table.blue.answers("checks", ("retreat",))
    table.red.is_asked_about("Docker 1")
    table.blue.answers("count.steady", tuple(member.id for member in table.blue.side.members))
    table.blue.answers("arrive", "1")
    assert table.blue.member("Shade").own_order, "to be spent in this turn"
    pools = table.game.view(table.state).seats[0].pools
    assert sum(n for pool in pools for _, n in pool.counts) == table.state.turn.counted == 12
    assert table.blue.asked("use") is None
    assert table.blue.tries("use", "guts").rule == "IN-30"
    table.red.answers("fate", "nothing")
    table.red.begins("strategic", "take_orders", taken="1", taken_too="2")
    assert table.blue.pools == {1: 7, 2: 3}
    assert table.blue.asked("use") is not None


@pytest.mark.rule("TB-102")
def test_both_reveal_and_lose_troopers_at_once_while_they_deploy() -> None:
    table = Tabletop(force(*troop(6)), force(*troop(6))).to("deploy")
    table.blue.answers("arrive", "1")
    table.red.answers("arrive", "2")
    table.red.answers("arrive.where", "1.regular")
    table.red.answers("deploy")
    assert table.step == "deploy"
    table.blue.answers("arrive.where", "2.regular")
    table.blue.answers("deploy")
    assert table.step != "deploy"


@pytest.mark.rule("TB-102")
@pytest.mark.rule("TB-76")
def test_a_correction_waits_for_either_seat_and_reports_for_which() -> None:
    table = opened()
    table.red.is_asked_about("Docker 1")
    refused = table.blue.tries("correct", "command")
    assert (refused.rule, refused.later) == ("TB-102", False)
    assert dict(refused.why.args) == {"seat": text("seat.red")}
    table.red.answers("fate", "nothing")
    table.blue.answers("correct", "command")


@pytest.mark.rule("TB-102")
def test_a_wrong_answer_to_what_is_asked_keeps_its_own_words() -> None:
    table = opened()
    table.blue.answers("use", "guts")
    assert table.blue.tries("use.trooper", "nobody").why == text("infinity.refused.part.trooper")
    assert table.blue.tries("executive", "none").rule != "TB-102", "this step never asks it"


@pytest.mark.rule("IA-02")
@pytest.mark.rule("IA-04")
def test_a_group_that_is_full_with_a_hidden_trooper_is_offered_as_any_other_and_refused_as_it_is_chosen() -> None:
    table = opened("checks", blue=force(*troop(9), *troop(3, 2, "Gunner"), trooper("Shade", 1, hidden=True)))
    table.blue.begins("executive", "regroup", trooper="Gunner 1")
    assert table.blue.offered("use.group") == ["1"]
    assert table.blue.tries("use.group", "1").rule == "IA-02"
    table.blue.answers("use.drop")
    table.blue.loses("Gunner 1", "dead")
    table.blue.answers("back", table.blue.member("Gunner 1").id)
    assert table.blue.offered("fate") == ["into.2", "into.1", "nothing"]
    assert table.blue.tries("fate", "into.1").rule == "IA-02"
    table.blue.answers("fate", "into.2")
    table.blue.answers("correct", "group.")
    table.blue.answers("correct.which", f"group.{table.blue.member('Gunner 2').id}")
    assert table.blue.tries("correct.to", "1").rule == "IA-02"
    assert table.blue.side.size(1) == 10
