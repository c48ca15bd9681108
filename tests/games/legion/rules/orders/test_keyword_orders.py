"""Orders beside the card's: Unstoppable's token, Direct, Entourage, Coordinate."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.consent import ConsentAsked
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Rank, Slot, Timing
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.orders.order_events import OrderDeclined, OrderIssued, OrdersFinished
from table.games.legion.rules.units.unit_events import TokenAdded
from table.rules.prompts import ChooseSome
from table.rules.seats import BLUE, RED
from tests.games.legion.rules.kit import (
    AT_ST,
    LEIA,
    REBELS,
    SNOWTROOPERS,
    VEERS,
    Tabletop,
    army,
    card,
    does,
    keyword,
    own,
    slots,
    unit,
)

TROOPER = Slot(types=("trooper",))
CORPS = Slot(ranks=(Rank.CORPS,))
DOOKU = keyword(Keyword.DIRECT, unit("Dooku", Rank.COMMANDER), CORPS)
TARKIN = keyword(Keyword.ENTOURAGE, unit("Tarkin", Rank.COMMANDER), Slot(names=("Vader",)))
VADER = unit("Vader", Rank.OPERATIVE)
DROIDS = keyword(Keyword.COORDINATE, unit("Droids", Rank.CORPS, "droid trooper"), Slot(types=("droid trooper",)))
DARK_TROOPERS = keyword(Keyword.UNSTOPPABLE, unit("Dark Troopers", Rank.HEAVY, "droid trooper"))
TRUCK = keyword(Keyword.TRANSPORT, unit("Truck", Rank.HEAVY, "repulsor vehicle"))


@pytest.mark.rule("LA-31")
def test_the_second_token_of_an_unstoppable_unit_comes_by_itself() -> None:
    table = Tabletop(army(VEERS, DARK_TROOPERS, SNOWTROOPERS), army(LEIA, REBELS))
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Dark Troopers")
    table.issue_all()
    assert table.blue.pool == {"commander": 1, "corps": 1, "heavy": 1}, "one lies face up, one is in the pool"


@pytest.mark.rule("LA-31")
def test_without_an_order_both_its_tokens_are_in_the_pool_in_every_round() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, SNOWTROOPERS, DARK_TROOPERS), army(LEIA, REBELS))
    for cards in (("Ambush", "Push"), ("Push", "Ambush")):
        table.command_phase(*cards)
        assert table.blue.pool.get("heavy") == 2
        table.end_round()
    table.blue.answers("defeat", "Dark Troopers")
    table.command_phase("Assault", "Assault")
    assert "heavy" not in table.blue.pool


@pytest.mark.rule("LA-31")
def test_a_card_gives_its_unit_a_second_token_once_it_is_resolved() -> None:
    hell = replace(own("Han", card("See You in Hell", 3, timing=Timing.UNTIMED)), permanent=True)
    han = unit("Han", Rank.OPERATIVE)
    table = Tabletop(army(LEIA, han, REBELS, cards=[does(hell, Act.SECOND_TOKEN, "Han")]), army(VEERS))
    table.both_play("See You in Hell", "Push")
    assert not table.events_of(TokenAdded)
    table.blue.answers("effect")
    assert [event.name for event in table.events_of(TokenAdded)] == ["Han"]
    assert table.blue.unit("Han").turns == 2


@pytest.mark.rule("LA-32")
@pytest.mark.rule("LA-86")
def test_direct_is_marked_with_the_cards_own_orders() -> None:
    table = Tabletop(army(DOOKU, REBELS, REBELS, AT_ST), army(LEIA, REBELS))
    table.both_play("Ambush", "Push")
    assert table.blue.offered("orders") == ["Dooku", "Rebels 1", "Rebels 2", "AT-ST"]
    assert table.blue.markable("AT-ST") == ["Rebels 1", "Rebels 2"], "the card's order is taken, Direct reaches corps"
    assert table.blue.markable("Rebels 1") == ["Dooku", "Rebels 2", "AT-ST"]
    assert table.blue.markable("Rebels 1", "Rebels 2") == [], "one order each"
    assert table.red.asked("orders") is None, "the opponent's orders wait"
    table.blue.answers("orders", ("Rebels 1", "AT-ST"))
    assert [(event.name, event.giver) for event in table.events_of(OrderIssued)] == [
        ("Rebels 1", "Dooku"),
        ("AT-ST", ""),
    ]
    assert table.red.asked("orders")
    assert [event.lost for event in table.events_of(OrdersFinished)] == [0]


@pytest.mark.rule("LA-32")
def test_direct_may_be_declined_and_is_not_offered_again() -> None:
    table = Tabletop(army(DOOKU, REBELS), army(LEIA, REBELS))
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Dooku")
    assert [event.name for event in table.events_of(OrderDeclined)] == ["Dooku"]
    table.issue_all()
    assert [event.name for event in table.events_of(OrderIssued) if event.seat is BLUE] == ["Dooku"]


@pytest.mark.rule("LA-32")
def test_direct_needs_no_card() -> None:
    """Blue has no leader any more and plays no card. Its unit issues its order, in blue's turn: after red's."""
    cody = keyword(Keyword.DIRECT, unit("Cody", Rank.SUPPORT), CORPS)
    table = Tabletop(army(VEERS, cody, REBELS), army(LEIA, REBELS))
    table.blue.answers("defeat", "Veers")
    table.red.plays("Ambush")
    assert table.blue.asked("orders") is None
    table.red.answers("orders", "Leia")
    assert table.blue.offered("orders") == ["Rebels", "none"]
    assert table.blue.asked("orders").rule == "LA-32"  # type: ignore[union-attr]
    table.blue.answers("orders", "Rebels")
    assert table.blue.unit("Rebels").face_up


@pytest.mark.rule("LA-32")
def test_a_defeated_unit_directs_nobody() -> None:
    table = Tabletop(army(VEERS, DOOKU, REBELS), army(LEIA, REBELS))
    table.blue.answers("defeat", "Dooku")
    table.both_play("Ambush", "Push")
    assert table.blue.markable("Veers") == []


@pytest.mark.rule("LA-33")
def test_entourage_reaches_the_unit_that_it_names_alone() -> None:
    table = Tabletop(army(TARKIN, VADER, SNOWTROOPERS), army(LEIA, REBELS))
    table.both_play("Ambush", "Push")
    assert table.blue.markable("Snowtroopers") == ["Vader"]
    table.blue.answers("orders", ("Snowtroopers", "Vader"))
    assert table.blue.unit("Vader").face_up


@pytest.mark.rule("LA-34")
@pytest.mark.rule("LA-86")
def test_coordinate_is_laid_as_a_chain_and_issued_in_its_order() -> None:
    table = Tabletop(army(VEERS, DROIDS, DROIDS, DROIDS, AT_ST), army(LEIA, REBELS))
    table.both_play("Ambush", "Assault")
    assert table.blue.markable("Veers") == [], "no droid has an order that it could pass on"
    assert table.blue.markable("Droids 2") == ["Droids 1", "Droids 3"]
    table.blue.answers("orders", ("Droids 1", "Droids 2", "Droids 3"))
    orders = [event for event in table.events_of(OrderIssued) if event.seat is BLUE]
    assert [(event.name, event.giver) for event in orders] == [
        ("Droids 1", ""), ("Droids 2", "Droids 1"), ("Droids 3", "Droids 2")
    ]  # fmt: skip
    assert not table.events_of(OrderDeclined), "the last droid has nobody left to pass it on to"


@pytest.mark.rule("LA-86")
def test_a_chain_whose_first_unit_is_unmarked_goes_with_it() -> None:
    table = Tabletop(army(VEERS, DROIDS, DROIDS, unit("Vehicles", Rank.HEAVY)), army(LEIA, REBELS))
    table.both_play("Ambush", "Assault")
    prompt = table.blue.asked("orders")
    assert isinstance(prompt, ChooseSome)
    assert prompt.toggled(("2", "3"), "2") == ("3",), "the card reaches the other droid too"
    named = card("Named", 1, (Slot(names=("Kalani",)),))
    kalani = keyword(Keyword.COORDINATE, unit("Kalani", Rank.COMMANDER), Slot(types=("droid trooper",)))
    other = Tabletop(army(kalani, DROIDS, DROIDS, cards=[named]), army(LEIA, REBELS))
    other.both_play("Named", "Assault")
    prompt = other.blue.asked("orders")
    assert isinstance(prompt, ChooseSome)
    assert prompt.addable(()) == ("1",)
    assert prompt.proposed == ("1", "2", "3"), "all can get one"
    assert prompt.toggled(("1", "2", "3"), "1") == (), "nobody else had it from the card"
    assert prompt.toggled(("1", "2", "3"), "2") == ("1", "3"), "the other droid has it from Kalani instead"


@pytest.mark.rule("LA-86")
def test_an_order_of_the_card_that_is_not_marked_is_asked_for_again() -> None:
    table = Tabletop(army(VEERS, VADER, SNOWTROOPERS, SNOWTROOPERS, AT_ST), army(LEIA, REBELS))
    table.both_play("Assault", "Push")
    while not table.blue.asked("orders"):
        table.first_offered()
    assert table.blue.tries("orders", ()).rule == "LG-47"
    table.blue.answers("orders", ("Veers", "AT-ST"))
    assert table.blue.asked("orders"), "one is left"
    table.blue.answers("orders", "Vader")
    assert table.last(OrdersFinished) == OrdersFinished(BLUE, 0)


@pytest.mark.rule("LA-86")
def test_the_units_of_the_last_round_are_marked_at_first() -> None:
    table = Tabletop(army(VEERS, VADER, SNOWTROOPERS, SNOWTROOPERS, AT_ST), army(LEIA, REBELS))
    for name in ("Push", "Assault"):
        table.both_play(name, name)
        while not table.blue.asked("orders"):
            table.first_offered()
        asked = table.blue.asked("orders")
        assert isinstance(asked, ChooseSome)
        assert asked.proposed == (() if name == "Push" else ("1", "2", "5")), "and more where most units get one"
        table.blue.answers("orders", ("2", "5"))
        table.issue_all()
        table.end_round()


@pytest.mark.rule("LA-34")
def test_coordinate_is_one_order_whatever_the_source_of_its_own() -> None:
    table = Tabletop(army(VEERS, DROIDS, DROIDS, DROIDS), army(LEIA, REBELS))
    table.both_play("Ambush", "Push")
    table.blue.with_consent("order.extra", "Droids 1")
    assert table.blue.markable("Veers") == ["Droids 2", "Droids 3"]
    table.blue.answers("orders", "Veers")
    assert [event.name for event in table.events_of(OrderDeclined)] == ["Droids 1"]
    assert table.step == "orders"
    assert table.red.asked("orders")


@pytest.mark.rule("LA-34")
def test_an_order_that_comes_in_the_activation_phase_is_passed_on_too_out_of_the_pool() -> None:
    table = Tabletop(army(VEERS, DROIDS, DROIDS), army(LEIA, REBELS))
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Veers")
    table.issue_all()
    table.blue.with_consent("order.extra", "Droids 1")
    offer = table.blue.asked("order.offer")
    assert offer is not None
    assert offer.standing, "nobody is held up"
    table.blue.answers("order.offer", "Droids 2")
    assert table.blue.unit("Droids 2").face_up
    assert table.blue.pool == {}


@pytest.mark.rule("LG-48")
def test_nobody_gets_two_orders_whatever_is_offered() -> None:
    table = Tabletop(army(DOOKU, REBELS, AT_ST), army(LEIA, REBELS))
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Rebels")
    assert table.blue.asked("orders") is None
    assert table.step == "orders"
    assert table.red.asked("orders")


@pytest.mark.rule("LA-61")
def test_the_table_knows_no_places_and_offers_everybody_whom_a_keyword_names() -> None:
    """Whether giver and unit are both undeployed, or near enough, the players see."""
    table = Tabletop(army(DOOKU, *[REBELS] * 5), army(LEIA))
    table.both_play("Ambush", "Push")
    assert len(table.blue.markable("Dooku")) == 5


@pytest.mark.rule("LA-45")
@pytest.mark.rule("LA-63")
def test_a_card_that_issues_one_more_order_is_asked_for_it_once_and_reaches_the_kind_that_it_names() -> None:
    sync = does(card("Synchronized", 1), Act.EXTRA_ORDER, "Clone Trooper near the ordered Vehicle")
    clones = unit("Clones", unit_type="clone trooper")
    table = Tabletop(army(VEERS, AT_ST, clones, clones, cards=[sync]), army(LEIA, REBELS))
    table.both_play("Synchronized", "Push")
    table.blue.answers("orders", "AT-ST")
    assert table.blue.offered("orders") == ["Clones 1", "Clones 2", "none"]
    table.blue.answers("orders", "Clones 1")
    assert table.last(OrderIssued).giver == "Synchronized"
    assert table.blue.asked("orders") is None
    assert table.red.asked("orders")
    table.blue.with_consent("order.extra", "Clones 2")


@pytest.mark.rule("LA-63")
def test_who_is_near_the_ordered_vehicle_has_to_have_one_with_an_order() -> None:
    sync = does(card("Synchronized", 1, slots(2)), Act.EXTRA_ORDER, "Clone Trooper near the ordered Vehicle")
    clones = unit("Clones", unit_type="clone trooper")
    table = Tabletop(army(VEERS, AT_ST, clones, clones, cards=[sync]), army(LEIA, REBELS))
    table.both_play("Synchronized", "Push")
    table.blue.answers("order.extra", "Clones 1")
    assert table.events_of(ConsentAsked)
    table.red.answers("consent.agree", "no")
    assert not table.blue.unit("Clones 1").ordered
    table.blue.answers("orders", "AT-ST")
    table.blue.answers("order.extra", "Clones 1")
    assert table.blue.unit("Clones 1").ordered


@pytest.mark.rule("LA-45")
def test_a_card_with_an_order_for_each_unit_of_a_kind_offers_as_many_as_have_orders() -> None:
    incursion = does(card("Incursion", 1, slots(2)), Act.EXTRA_ORDER, "Trooper near each ordered Vehicle")
    table = Tabletop(army(VEERS, AT_ST, AT_ST, *[SNOWTROOPERS] * 3, cards=[incursion]), army(LEIA, REBELS))
    table.both_play("Incursion", "Push")
    table.blue.answers("orders", ("AT-ST 1", "AT-ST 2"))
    table.blue.answers("orders", ("Snowtroopers 1", "Snowtroopers 2"))
    assert table.blue.asked("orders") is None
    assert table.red.asked("orders")


@pytest.mark.rule("LA-45")
def test_an_order_that_a_card_gives_may_be_declined() -> None:
    sync = does(card("Synchronized", 1), Act.EXTRA_ORDER, "2")
    table = Tabletop(army(VEERS, SNOWTROOPERS, SNOWTROOPERS, cards=[sync]), army(LEIA, REBELS))
    table.both_play("Synchronized", "Push")
    table.blue.answers("orders", ("Veers", "Snowtroopers 1"))
    assert [event.name for event in table.events_of(OrderDeclined)] == ["Synchronized"]
    assert table.red.asked("orders")


@pytest.mark.rule("LA-45")
def test_a_card_that_changes_direct_lets_it_reach_any_unit() -> None:
    queen = does(card("Queen", 1), Act.ORDER_KEYWORD_CHANGE, "Direct/Coordinate")
    table = Tabletop(army(DOOKU, AT_ST, cards=[queen]), army(LEIA, REBELS))
    table.both_play("Queen", "Push")
    assert table.blue.markable("Dooku") == ["AT-ST"]


@pytest.mark.rule("LA-45")
def test_a_card_that_changes_coordinate_lets_the_order_be_passed_on_to_any_unit() -> None:
    queen = does(card("Queen", 1), Act.ORDER_KEYWORD_CHANGE, "Direct/Coordinate")
    table = Tabletop(army(VEERS, DROIDS, AT_ST, cards=[queen]), army(LEIA, REBELS))
    table.both_play("Queen", "Push")
    assert table.blue.markable("Droids") == ["Veers", "AT-ST"]


def test_the_seat_with_priority_issues_all_its_orders_first_those_of_keywords_too() -> None:
    table = Tabletop(army(DOOKU, REBELS, REBELS), army(replace(DOOKU, name="Other"), REBELS, REBELS))
    table.both_play("Push", "Ambush")
    assert table.blue.asked("orders") is None
    table.red.answers("orders", ("Other", "Rebels 1"))
    table.blue.answers("orders", ("Dooku", "Rebels 1"))
    assert [event.seat for event in table.events_of(OrderIssued)] == [RED, RED, BLUE, BLUE]


@pytest.mark.rule("LA-32")
@pytest.mark.rule("LA-33")
def test_of_several_offers_each_is_declined_once() -> None:
    both = keyword(Keyword.ENTOURAGE, DOOKU, Slot(names=("Vader",)))
    table = Tabletop(army(both, VADER, REBELS), army(LEIA, REBELS))
    table.both_play("Ambush", "Push")
    assert table.blue.markable("Dooku") == ["Vader", "Rebels"]
    table.blue.answers("orders", "Dooku")
    assert [event.offer for event in table.events_of(OrderDeclined)] == ["1:direct", "1:entourage"]
    assert table.red.asked("orders")


@pytest.mark.rule("LA-34")
def test_a_unit_that_was_activated_gets_no_order_any_more() -> None:
    table = Tabletop(army(VEERS, DROIDS, DROIDS, SNOWTROOPERS), army(LEIA, REBELS, REBELS))
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Veers")
    table.issue_all()
    table.blue.answers("turn", "draw")
    table.blue.answers("unit", "Droids 2")
    table.blue.answers("turn.end")
    table.blue.with_consent("order.extra", "Droids 1")
    assert table.blue.pool == {"corps": 1}, "a token is there, but not for Droids 2"
    assert table.blue.asked("order.offer") is None


@pytest.mark.rule("LA-31")
def test_the_second_token_is_added_to_the_pool_with_the_others_and_not_before() -> None:
    hell = replace(own("Han", card("See You in Hell", 3, timing=Timing.UNTIMED)), permanent=True)
    han = unit("Han", Rank.OPERATIVE)
    table = Tabletop(army(LEIA, han, REBELS, cards=[does(hell, Act.SECOND_TOKEN, "Han")]), army(VEERS))
    table.both_play("See You in Hell", "Push")
    table.blue.answers("effect")
    assert not table.last(TokenAdded).pooled
    table.issue_all()
    assert table.blue.pool["operative"] == 2 - table.blue.unit("Han").face_up


@pytest.mark.rule("LA-32")
def test_direct_reaches_each_kind_of_unit_that_it_names() -> None:
    giver = keyword(Keyword.DIRECT, unit("Giver", Rank.SUPPORT), CORPS, Slot(names=("Vader",)))
    table = Tabletop(army(VEERS, giver, VADER, SNOWTROOPERS), army(LEIA, REBELS))
    table.both_play("Ambush", "Push")
    assert table.blue.markable("Veers") == ["Vader", "Snowtroopers"]
