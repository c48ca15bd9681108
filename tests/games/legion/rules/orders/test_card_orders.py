"""Cards that change their orders, or who issues them (LA-45, LA-46, LA-47)."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.card_acts.act_events import EffectResolved
from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Rank, Slot, Timing
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.orders.order_events import (
    CommanderMissing,
    OrderIssued,
    OrdersDeclined,
    OrdersFinished,
    RangeJudged,
)
from table.rules.prompts import ChooseSome, Confirm
from table.rules.seats import BLUE, RED
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
    card,
    does,
    keyword,
    own,
    slots,
    unit,
)

LOGRAY = affiliated("ewok", unit("Logray", Rank.COMMANDER))


@pytest.mark.rule("LA-46")
def test_an_effect_lasts_while_its_seat_issues_and_is_over_before_the_other_begins() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, cards=[card("March", 1, slots(2), Timing.ISSUING)]), army(LEIA, REBELS))
    table.both_play("March", "Push")
    effect = table.blue.asked("effect")
    assert isinstance(effect, Confirm)
    assert effect.standing, "it goes with the orders"
    table.blue.answers("orders", "Veers")
    table.blue.answers("orders", "Snowtroopers")
    effect = table.blue.asked("effect")
    assert isinstance(effect, Confirm)
    assert not effect.standing
    assert table.red.asked("orders") is None
    table.blue.answers("effect")
    assert table.red.asked("orders")


@pytest.mark.rule("LA-46")
def test_the_second_players_effect_comes_after_the_first_players_orders() -> None:
    march = card("March", 1, slots(1), Timing.ISSUING)
    table = Tabletop(army(VEERS, cards=[replace(march, priority_pips=3)]), army(LEIA, REBELS, cards=[march]))
    table.both_play("March", "March")
    assert table.blue.asked("effect") is None
    table.red.answers("orders", "Rebels")
    table.red.answers("effect")
    assert table.blue.asked("effect")
    assert [event.seat for event in table.events_of(EffectResolved)] == [RED]


@pytest.mark.rule("LA-46")
def test_while_the_other_seat_issues_it_is_not_the_moment_of_an_effect_of_ones_own() -> None:
    march = card("March", 3, slots(1), Timing.ISSUING)
    table = Tabletop(army(VEERS, SNOWTROOPERS, cards=[march]), army(LEIA, REBELS))
    table.both_play("March", "Ambush")
    assert table.state.play(BLUE).commander, "it is nominated already"
    assert table.blue.asked("effect") is None
    table.red.answers("orders", "Leia")
    assert table.blue.asked("effect")


@pytest.mark.rule("LA-46")
def test_an_effect_at_the_opponents_orders_belongs_to_the_opponents_moment() -> None:
    watch = does(card("Watch", 1, slots(1), Timing.ISSUING), Act.ON_ENEMY_ORDER)
    table = Tabletop(army(VEERS, cards=[watch]), army(LEIA, REBELS))
    table.both_play("Watch", "Push")
    assert table.blue.asked("effect") is None
    table.blue.answers("orders", "Veers")
    assert table.blue.asked("effect")
    table.red.answers("orders", "Leia")
    table.red.answers("orders", "Rebels")
    assert table.step == "orders"
    table.blue.answers("effect")
    assert table.step == "activation"


@pytest.mark.rule("LA-45")
def test_orders_that_a_card_lets_go_may_be_left_unissued() -> None:
    discretion = does(card("Discretion", 1, slots(3)), Act.MAY_DECLINE_ORDERS, "2")
    table = Tabletop(army(VEERS, SNOWTROOPERS, SNOWTROOPERS, cards=[discretion]), army(LEIA, REBELS))
    table.both_play("Discretion", "Push")
    assert "none" not in table.blue.offered("orders"), "one of three must be issued"
    table.blue.answers("orders", "Veers")
    table.blue.answers("orders", "none")
    assert [event.number for event in table.events_of(OrdersDeclined)] == [2]
    assert [(event.seat, event.lost) for event in table.events_of(OrdersFinished)] == [(BLUE, 0)]
    assert table.red.asked("orders")


@pytest.mark.rule("LA-45")
def test_the_opponents_card_can_allow_fewer_orders_even_if_it_comes_later() -> None:
    jam = does(card("Jam", 3, slots(1)), Act.OPPONENT_ORDERS_LIMIT, "1")
    table = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA, REBELS, cards=[jam]))
    table.both_play("Push", "Jam")
    table.blue.answers("orders", "Veers")
    assert table.blue.asked("orders") is None
    assert [(event.seat, event.lost) for event in table.events_of(OrdersFinished)] == [(BLUE, 0)]


@pytest.mark.rule("LA-45")
def test_an_operative_may_lead_where_the_card_reports_it() -> None:
    aggression = does(card("Aggression", 1, slots(2)), Act.OPERATIVE_MAY_LEAD)
    table = Tabletop(army(VADER, SNOWTROOPERS, cards=[aggression]), army(LEIA, REBELS))
    table.both_play("Aggression", "Push")
    assert not table.events_of(CommanderMissing)
    table.blue.answers("orders", "Vader")
    table.blue.answers("orders", "Snowtroopers")
    assert len(table.events_of(OrderIssued)) == 2


@pytest.mark.rule("LA-45")
def test_beside_an_operative_a_commander_leads_as_ever() -> None:
    aggression = does(card("Aggression", 1, slots(2)), Act.OPERATIVE_MAY_LEAD)
    table = Tabletop(army(VEERS, VADER, SNOWTROOPERS, cards=[aggression]), army(LEIA, REBELS))
    table.both_play("Aggression", "Push")
    assert (table.blue.side.play.commander, table.blue.offered("nominate")) == ("1", ["Vader"])


@pytest.mark.rule("LA-45")
def test_only_the_commander_that_the_card_names_is_nominated_and_without_one_it_cannot_be_played() -> None:
    tribe = does(card("Tribe", 1, slots(1)), Act.NOMINATE_ONLY, "Ewok commander")
    table = Tabletop(army(LEIA, LOGRAY, REBELS, cards=[tribe]), army(VEERS))
    table.both_play("Tribe", "Push")
    assert table.state.play(BLUE).commander == table.blue.unit("Logray").unit.id
    table = Tabletop(army(LEIA, LOGRAY, REBELS, cards=[tribe]), army(VEERS))
    table.blue.answers("defeat", "Logray")
    assert not table.game.sealable(table.state, BLUE, tribe.id)


@pytest.mark.rule("LA-45")
def test_any_commander_is_enough_where_the_card_wants_a_commander() -> None:
    cause = does(card("Cause", 1, slots(1)), Act.NOMINATE_ONLY, "commander")
    table = Tabletop(army(LEIA, REBELS, cards=[cause]), army(VEERS))
    assert table.game.sealable(table.state, BLUE, cause.id)
    table = Tabletop(army(VADER, REBELS, cards=[cause]), army(VEERS))
    assert not table.game.sealable(table.state, BLUE, cause.id), "an operative is none"


@pytest.mark.rule("LA-45")
def test_a_card_with_a_range_asks_who_is_near_enough() -> None:
    fight = does(card("Fight", 1, slots(2)), Act.ORDER_RANGE_LIMIT, "1")
    table = Tabletop(army(VEERS, SNOWTROOPERS, SNOWTROOPERS, cards=[fight]), army(LEIA, REBELS))
    table.both_play("Fight", "Push")
    table.blue.answers("orders", "Snowtroopers 2")
    assert table.blue.offered("orders") == ["Veers"], "who is not marked is not in range; the nominated unit is"


@pytest.mark.rule("LA-45")
def test_it_asks_about_every_unit_that_any_part_of_the_orders_line_means() -> None:
    line = (Slot(ranks=(Rank.CORPS,)), Slot(ranks=(Rank.HEAVY,)))
    fight = does(card("Fight", 1, line), Act.ORDER_RANGE_LIMIT, "1")
    table = Tabletop(army(VEERS, VADER, SNOWTROOPERS, AT_ST, cards=[fight]), army(LEIA, REBELS))
    table.both_play("Fight", "Push")
    assert table.blue.offered("orders") == ["Snowtroopers", "AT-ST"]
    assert table.blue.markable("Snowtroopers") == ["AT-ST"]


@pytest.mark.rule("LG-43")
def test_a_card_without_orders_issues_none() -> None:
    silent = card("Silent", 1, ())
    table = Tabletop(army(VEERS, SNOWTROOPERS, cards=[silent]), army(LEIA, REBELS))
    table.both_play("Silent", "Push")
    assert [(event.seat, event.lost) for event in table.events_of(OrdersFinished)] == [(BLUE, 0)]
    assert table.red.asked("orders")


@pytest.mark.rule("LA-47")
def test_of_the_units_that_a_card_belongs_to_one_is_nominated() -> None:
    both = replace(own("Vader", card("Both", 1, (Slot(),))), belongs_to=("Vader", "Veers"))
    table = Tabletop(army(VEERS, VADER, cards=[both]), army(LEIA))
    table.both_play("Both", "Push")
    assert table.blue.offered("nominate") == ["Veers", "Vader"]


@pytest.mark.rule("LA-47")
@pytest.mark.parametrize(("joined_by_and", "playable"), [(False, True), (True, False)])
def test_one_of_them_is_enough_where_they_are_joined_by_or_and_all_are_needed_by_and(
    joined_by_and: bool, playable: bool
) -> None:
    both = replace(card("Both", 1), belongs_to=("Vader", "Veers"), belongs_to_all=joined_by_and)
    table = Tabletop(army(VEERS, VADER, cards=[both]), army(LEIA))
    assert table.game.sealable(table.state, BLUE, both.id)
    table.blue.answers("defeat", "Vader")
    assert table.game.sealable(table.state, BLUE, both.id) is playable


@pytest.mark.rule("LA-45")
def test_no_order_of_another_card_is_left_unissued_not_even_the_last() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, SNOWTROOPERS), army(LEIA, REBELS))
    table.both_play("Push", "Assault")
    table.blue.answers("orders", "Veers")
    assert table.blue.offered("orders") == ["Snowtroopers 1", "Snowtroopers 2"]


@pytest.mark.rule("LA-45")
def test_of_two_cards_that_allow_fewer_orders_the_stricter_counts() -> None:
    """One stays in play from the first round on."""
    watch = replace(does(card("Watch", 2), Act.OPPONENT_ORDERS_LIMIT, "2"), permanent=True)
    jam = does(card("Jam", 3), Act.OPPONENT_ORDERS_LIMIT, "1")
    table = Tabletop(army(VEERS, SNOWTROOPERS, SNOWTROOPERS), army(LEIA, REBELS, cards=[watch, jam]))
    table.both_play("Assault", "Watch")
    table.issue_all()
    assert [event.seat for event in table.events_of(OrderIssued)].count(BLUE) == 2
    table.end_round()
    table.command_phase("Push", "Jam")
    assert [event.seat for event in table.events_of(OrderIssued)].count(BLUE) == 2 + 1


@pytest.mark.rule("LA-45")
@pytest.mark.rule("LA-32")
def test_a_range_that_the_card_limits_does_not_limit_an_order_beside_it() -> None:
    near = does(card("Near", 1, slots(1)), Act.ORDER_RANGE_LIMIT, "2")
    dooku = keyword(Keyword.DIRECT, LEIA, Slot(names=("Rebels",)))
    table = Tabletop(army(dooku, REBELS, REBELS, cards=[near]), army(VEERS))
    table.both_play("Near", "Push")
    asked = table.blue.asked("orders")
    assert isinstance(asked, ChooseSome)
    assert asked.rule == "LA-45"
    table.blue.answers("orders", ("Rebels 1", "Rebels 2"))
    assert [len(event.units) for event in table.events_of(RangeJudged)] == [1]
    assert sorted(event.giver for event in table.events_of(OrderIssued)) == ["", "Leia"]


@pytest.mark.rule("LC-35")
def test_the_classic_rules_limit_the_distance_by_themselves() -> None:
    table = Tabletop(army(LEIA, REBELS), army(VEERS), (), LegionClassic())
    table.both_play("Push", "Push")
    while not (asked := table.blue.asked("orders")):
        table.first_offered()
    assert asked.rule == "LC-35"


@pytest.mark.rule("LA-46")
def test_the_question_for_orders_reports_that_the_card_acts_meanwhile() -> None:
    march = card("March", 1, slots(2), Timing.ISSUING)
    table = Tabletop(army(VEERS, SNOWTROOPERS, SNOWTROOPERS, cards=[march]), army(LEIA, REBELS))
    table.both_play("March", "Push")
    asked = table.blue.asked("orders")
    assert asked is not None
    assert asked.ask.key == "legion.orders.ask.acts"
    table.blue.answers("effect")
    asked = table.blue.asked("orders")
    assert asked is not None
    assert asked.ask.key == "legion.orders.ask", "it is resolved"
    watch = does(card("Watch", 1, slots(2), Timing.ISSUING), Act.ON_ENEMY_ORDER)
    other = Tabletop(army(VEERS, SNOWTROOPERS, cards=[watch]), army(LEIA, REBELS))
    other.both_play("Watch", "Push")
    asked = other.blue.asked("orders")
    assert asked is not None
    assert asked.ask.key == "legion.orders.ask", "it acts at the opponent's orders"
