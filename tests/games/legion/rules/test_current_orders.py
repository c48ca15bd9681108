"""Nominations, orders and the pools that follow: docs/play/rules/legion_2024.md, LG-40 to LG-61; TB-49."""

import pytest

from table.games.legion.rules.model.armies import Rank, Slot, Timing
from table.games.legion.rules.orders.order_events import (
    CommanderFell,
    CommanderMissing,
    CommanderNominated,
    OrderIssued,
    OrdersFinished,
)
from table.games.legion.rules.pools.pool_events import PassPoolCreated
from table.rules.prompts import ChooseOne, Option
from table.rules.seats import BLUE, RED
from tests.games.legion.rules.kit import (
    AT_ST,
    DARK_TROOPERS,
    LEIA,
    REBELS,
    SNOWTROOPERS,
    VADER,
    VEERS,
    Tabletop,
    affiliated,
    army,
    card,
    own,
    skirmish,
    slots,
    unit,
)

ID10 = unit("ID10", None, "droid trooper")


def _options(prompt: object) -> tuple[Option, ...]:
    assert isinstance(prompt, ChooseOne)
    return prompt.options


@pytest.mark.rule("LG-40")
def test_a_units_card_nominates_that_unit_whatever_its_rank() -> None:
    troopers = own("Snowtroopers", card("Cold", 1, slots(1)))
    table = Tabletop(army(VEERS, VADER, SNOWTROOPERS, cards=[troopers]), army(LEIA, REBELS))
    table.both_play("Cold", "Push")
    assert [e.name for e in table.events_of(CommanderNominated) if e.seat is BLUE] == ["Snowtroopers"]
    assert table.blue.asked("nominate") is None


@pytest.mark.rule("LG-41")
def test_any_one_undefeated_commander_can_be_nominated_and_no_operative() -> None:
    table = Tabletop(army(VEERS, VADER, unit("Tagge", Rank.COMMANDER), unit("Tarkin", Rank.COMMANDER)), army(LEIA))
    table.blue.answers("defeat", "Tarkin")
    table.both_play("Push", "Push")
    table.blue.answers("roll")
    assert table.blue.side.play.commander == "1", "Veers, since it makes no difference (TB-129)"
    assert table.blue.offered("nominate") == ["Tagge"]
    assert table.blue.tries("nominate", "Vader").rule == "LG-41"
    table.blue.answers("nominate", "Tagge")
    assert table.events_of(CommanderNominated)[-1].name == "Tagge"


@pytest.mark.rule("TB-129")
def test_another_commander_can_be_nominated_until_an_order_is_issued() -> None:
    table = Tabletop(army(VEERS, unit("Tagge", Rank.COMMANDER), SNOWTROOPERS), army(LEIA))
    table.both_play("Assault", "Ambush")
    table.issue_until(lambda: bool(table.blue.asked("orders")))
    nominate = table.blue.asked("nominate")
    assert nominate is not None
    assert nominate.standing
    table.blue.answers("orders", ("Veers", "Tagge", "Snowtroopers"))
    assert table.blue.asked("nominate") is None


@pytest.mark.rule("TB-129")
@pytest.mark.rule("LA-37")
def test_which_commander_it_is_is_asked_where_they_reach_different_units() -> None:
    wicket = affiliated("Ewok", unit("Wicket", Rank.COMMANDER))
    table = Tabletop(army(VEERS, wicket, affiliated("Ewok", SNOWTROOPERS)), army(LEIA))
    table.both_play("Push", "Push")
    table.blue.answers("roll")
    nominate = table.blue.asked("nominate")
    assert nominate is not None
    assert not nominate.standing


@pytest.mark.rule("LG-42")
def test_both_nominate_then_the_player_with_priority_issues_all_orders_first() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA, affiliated("Ewok", unit("Mon", Rank.COMMANDER)), REBELS))
    table.both_play("Push", "Ambush")
    assert table.red.asked("nominate")
    assert table.red.tries("orders", "Rebels").rule == "LG-42"
    table.red.answers("nominate", "Leia")
    assert table.blue.tries("orders", "Veers").rule == "LG-42"
    table.red.answers("orders", "Rebels")
    assert table.red.asked("orders") is None
    table.blue.answers("orders", "Veers")
    table.blue.answers("orders", "Snowtroopers")
    assert [event.seat for event in table.events_of(OrderIssued)] == [RED, BLUE, BLUE]


@pytest.mark.rule("LG-43")
def test_the_card_states_how_many_orders() -> None:
    table = skirmish()
    table.both_play("Push", "Assault")
    table.blue.answers("orders", "AT-ST")
    table.blue.answers("orders", "Vader")
    assert table.blue.tries("orders", "Veers").rule == "LG-42", "blue is done"
    assert len(table.events_of(OrderIssued)) == 2


@pytest.mark.rule("LG-43")
def test_the_card_states_to_which_units() -> None:
    named = card("Named", 1, (Slot(names=("Vader",)), Slot(ranks=(Rank.HEAVY,))))
    table = skirmish(cards=[named])
    table.both_play("Named", "Push")
    assert table.blue.offered("orders") == ["Vader", "AT-ST"]
    table.blue.answers("orders", "Vader")
    assert table.blue.offered("orders") == ["AT-ST"]


@pytest.mark.rule("LG-44")
def test_no_unit_gets_a_second_order() -> None:
    table = skirmish()
    table.both_play("Push", "Assault")
    table.blue.answers("orders", "AT-ST")
    assert "AT-ST" not in table.blue.offered("orders")
    assert table.blue.tries("orders", "AT-ST").rule == "LG-44"


@pytest.mark.rule("LG-45")
def test_the_type_on_the_card_must_match() -> None:
    table = skirmish(cards=[card("Infantry", 1, slots(2, types=("trooper",)))])
    table.both_play("Infantry", "Push")
    assert table.blue.offered("orders") == ["Veers", "Vader", "Snowtroopers 1", "Snowtroopers 2"]
    assert table.blue.tries("orders", "AT-ST").rule == "LG-45"


@pytest.mark.rule("LG-45")
def test_a_type_is_a_word_of_the_units_type_and_a_longer_one_is_all_its_words() -> None:
    clones = unit("Clones", Rank.CORPS, "clone trooper")
    droids = unit("Droids", Rank.CORPS, "heavy droid trooper")
    line = (Slot(types=("trooper",)), Slot(types=("droid trooper",)))
    table = Tabletop(army(VEERS, clones, droids, AT_ST, cards=[card("Mixed", 1, line)]), army(LEIA))
    table.both_play("Mixed", "Push")
    assert table.blue.offered("orders") == ["Veers", "Clones", "Droids"]
    table.blue.answers("orders", "Clones")
    assert table.blue.offered("orders") == ["Droids"]


@pytest.mark.rule("LG-46")
def test_an_order_is_a_face_up_token_of_the_units_rank() -> None:
    table = skirmish()
    table.both_play("Ambush", "Push")
    (option,) = [o for o in _options(table.blue.asked("orders")) if o.id == table.blue.unit("AT-ST").unit.id]
    assert (option.icon, option.card) == ("rank.heavy", "legion.unit.at-st")
    table.blue.answers("orders", "AT-ST")
    assert table.last(OrderIssued).rank is Rank.HEAVY
    assert table.blue.unit("AT-ST").face_up
    assert [(out.seat, out.kind, out.count) for out in table.game.hand_outs(table.last(OrderIssued))] == [
        (BLUE, "heavy", 1)
    ]


@pytest.mark.rule("LG-47")
def test_all_orders_must_be_issued_and_only_those_in_excess_are_lost() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA, REBELS))
    table.both_play("Assault", "Standing Orders")
    assert table.blue.tries("orders", None).rule == "LG-47", "there is no stopping early"
    table.blue.answers("orders", "Veers")
    table.blue.answers("orders", "Snowtroopers")
    assert table.last(OrdersFinished) == OrdersFinished(BLUE, 1)


@pytest.mark.rule("LG-47")
def test_slots_are_not_bound_so_that_every_order_of_choices_reaches_the_greatest_number() -> None:
    line = (Slot(), Slot(names=("Vader",)))
    for first in ("Vader", "Snowtroopers 1"):
        table = skirmish(cards=[card("Two", 1, line)])
        table.both_play("Two", "Push")
        table.blue.answers("orders", first)
        offered = table.blue.offered("orders")
        assert ("Vader" in offered) is (first != "Vader")
        assert ("Veers" in offered) is (first == "Vader")
        table.blue.answers("orders", offered[0])
        assert table.last(OrdersFinished) == OrdersFinished(BLUE, 0)


@pytest.mark.rule("LG-47")
def test_with_an_operative_and_a_generic_card_there_is_nobody_to_nominate_and_the_orders_are_lost() -> None:
    table = skirmish()
    table.blue.answers("defeat", "Veers")
    table.both_play("Assault", "Push")
    assert table.last(CommanderMissing) == CommanderMissing(BLUE, 3)
    table.red.answers("orders", "Leia")
    table.red.answers("orders", "Rebels 1")
    assert {event.seat for event in table.events_of(OrderIssued)} == {RED}
    assert table.step == "activation"


@pytest.mark.rule("LG-43")
def test_a_unit_promoted_after_its_order_has_used_its_slot() -> None:
    heavy = card("Heavy", 1, (Slot(ranks=(Rank.HEAVY,)), Slot(ranks=(Rank.CORPS,))))
    table = Tabletop(army(VEERS, DARK_TROOPERS, DARK_TROOPERS, SNOWTROOPERS, cards=[heavy]), army(LEIA))
    table.both_play("Heavy", "Push")
    table.blue.answers("orders", "Dark Troopers 1")
    table.blue.with_consent("promote", "Dark Troopers 1")
    assert table.blue.offered("orders") == ["Snowtroopers"]
    table.blue.answers("orders", "Snowtroopers")
    assert table.events_of(OrdersFinished)[0] == OrdersFinished(BLUE, 0)


@pytest.mark.rule("LG-48")
def test_an_order_from_another_source_need_not_fit_the_card_but_no_unit_gets_two() -> None:
    table = skirmish(cards=[card("Infantry", 1, slots(1, types=("trooper",)), Timing.UNTIMED)])
    table.both_play("Infantry", "Push")
    table.blue.with_consent("order.extra", "AT-ST")
    assert table.last(OrderIssued).extra
    assert table.blue.unit("AT-ST").face_up
    assert table.blue.tries("order.extra", "AT-ST").rule == "LG-48"
    table.blue.answers("effect")
    table.blue.answers("orders", "Veers")
    assert table.events_of(OrdersFinished)[0] == OrdersFinished(BLUE, 0), "the extra order took none of the card's"
    assert "Veers" not in table.blue.offered("order.extra")
    table.blue.with_consent("token.back", "Veers")
    assert table.blue.tries("order.extra", "Veers").rule == "LG-48", "its token is gone, its order was given"


@pytest.mark.rule("LG-50")
def test_the_pool_has_a_token_of_its_rank_for_each_undefeated_unit_without_an_order() -> None:
    table = Tabletop(army(VEERS, VADER, SNOWTROOPERS, SNOWTROOPERS, SNOWTROOPERS, AT_ST, ID10), army(LEIA, REBELS))
    table.blue.answers("defeat", "Snowtroopers 3")
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Vader")
    table.issue_all()
    assert table.blue.pool == {"commander": 1, "corps": 2, "heavy": 1}
    assert table.red.pool == {}


@pytest.mark.rule("LG-60")
@pytest.mark.parametrize(("blue", "red", "added"), [(8, 12, 3), (8, 9, 0), (8, 8, 0), (8, 10, 1)])
def test_the_side_with_fewer_units_adds_one_fewer_than_the_difference(blue: int, red: int, added: int) -> None:
    few, many = [VEERS] + [SNOWTROOPERS] * (blue - 1), [LEIA] + [REBELS] * (red - 1)
    table = Tabletop(army(*few), army(*many))
    table.command_phase("Ambush", "Push")
    assert [(event.seat, event.count) for event in table.events_of(PassPoolCreated)] == [(BLUE, added), (RED, 0)]
    assert (table.blue.side.play.passes, table.red.side.play.passes) == (added, 0)


@pytest.mark.rule("LG-60")
@pytest.mark.rule("TB-44")
def test_defeated_units_and_counterparts_are_not_counted() -> None:
    table = Tabletop(army(VEERS, ID10, ID10, SNOWTROOPERS), army(LEIA, *[REBELS] * 4))
    table.blue.answers("defeat", "Snowtroopers")
    table.command_phase("Ambush", "Push")
    assert table.blue.side.play.passes == 3


@pytest.mark.rule("LG-61")
def test_after_the_pools_the_activation_phase_begins_with_priority() -> None:
    table = skirmish()
    table.command_phase("Push", "Ambush")
    assert table.game.view(table.state).phase.key == "legion.phase.activation"
    assert isinstance(table.red.asked("turn"), ChooseOne)
    assert table.blue.asked("turn") is None


@pytest.mark.rule("TB-49")
def test_the_orders_that_a_defeated_commander_has_not_issued_are_lost() -> None:
    table = skirmish()
    table.both_play("Assault", "Standing Orders")
    table.blue.answers("orders", "AT-ST")
    table.blue.answers("defeat", "Veers")
    assert table.last(CommanderFell) == CommanderFell(BLUE, "1", "Veers", 2)
    assert table.blue.unit("AT-ST").face_up, "what was issued stays"
    assert table.blue.asked("orders") is None


@pytest.mark.rule("TB-49")
def test_the_other_seat_issues_its_orders_first_and_a_leader_that_is_back_by_then_issues_its_own() -> None:
    for back in (False, True):
        table = skirmish()
        table.both_play("Ambush", "Push")
        table.red.answers("defeat", "Leia")
        assert not table.events_of(CommanderFell), "it is blue's turn"
        if back:
            table.red.answers("restore", "Leia")
            table.red.answers("restore.why", "slip")
        table.blue.answers("orders", "Veers")
        assert bool(table.events_of(CommanderFell)) is not back
        assert (table.red.asked("orders") is not None) is back
