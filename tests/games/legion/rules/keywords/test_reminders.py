"""Independent (LA-35), units that are not deployed (LA-60), orders outside the step (LA-63), cards used out of hand."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.consent import ConsentAsked
from table.games.legion.rules.effects.effect_events import (
    CardDiscarded,
    CardStays,
    HandCardDiscarded,
    LastingCardDiscarded,
)
from table.games.legion.rules.keywords.reminders import Reminded
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Rank, Timing
from table.games.legion.rules.model.state import with_play
from table.games.legion.rules.orders.order_events import OrderIssued
from table.rules.seats import BLUE, RED, Seat
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
    slots,
    unit,
)

BANE = unit("Bane", Rank.OPERATIVE)
GUERILLAS = keyword("independent", REBELS, words="Aim 1")


@pytest.mark.rule("LA-35")
def test_players_are_reminded_of_their_independent_units_without_an_order_as_the_phase_begins() -> None:
    table = Tabletop(army(LEIA, GUERILLAS, GUERILLAS), army(VEERS, SNOWTROOPERS))
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Rebels 1")
    assert not table.events_of(Reminded)
    table.issue_all()
    assert table.events_of(Reminded) == [Reminded(BLUE, (("Rebels 2", "Aim 1"),))]


@pytest.mark.rule("LA-35")
def test_a_unit_whose_order_goes_before_the_first_turn_is_reported_and_no_unit_twice() -> None:
    table = Tabletop(army(LEIA, GUERILLAS, GUERILLAS), army(VEERS, SNOWTROOPERS))
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Rebels 1")
    table.issue_all()
    table.blue.with_consent("token.back", "Rebels 1")
    reported = [each.units for each in table.events_of(Reminded)]
    assert reported == [(("Rebels 2", "Aim 1"),), (("Rebels 1", "Aim 1"),)]


@pytest.mark.rule("LA-35")
def test_nobody_is_reminded_where_each_such_unit_has_an_order() -> None:
    table = Tabletop(army(LEIA, GUERILLAS), army(VEERS, SNOWTROOPERS))
    table.command_phase("Push", "Assault")
    assert table.blue.unit("Rebels").face_up
    assert not table.events_of(Reminded)


@pytest.mark.rule("LA-35")
@pytest.mark.rule("LA-08")
def test_a_token_that_was_turned_face_down_is_a_token_too() -> None:
    table = Tabletop(army(LEIA, GUERILLAS), army(VEERS, SNOWTROOPERS))
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Rebels")
    table.blue.with_consent("token.down", "Rebels")
    table.issue_all()
    assert not table.events_of(Reminded)


@pytest.mark.rule("LA-60")
def test_every_undefeated_unit_counts_and_can_be_ordered_wherever_it_is() -> None:
    """The table asks neither where a unit stands nor whether it is deployed."""
    table = Tabletop(army(VEERS, SNOWTROOPERS, SNOWTROOPERS), army(LEIA, REBELS, REBELS, REBELS, REBELS))
    table.both_play("Push", "Ambush")
    assert table.red.offered("orders") == ["Leia", "Rebels 1", "Rebels 2", "Rebels 3", "Rebels 4"]
    table.issue_all()
    assert sum(table.red.pool.values()) == 4
    assert table.blue.side.play.passes == 5 - 3 - 1


@pytest.mark.rule("LA-63")
@pytest.mark.rule("TB-51")
def test_an_ability_issues_an_order_outside_the_step_if_the_opponent_agrees() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, AT_ST), army(LEIA, REBELS))
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Veers")
    table.issue_all()
    (issued,) = table.blue.with_consent("order.extra", "Snowtroopers")
    assert isinstance(issued, OrderIssued)
    assert (issued.extra, issued.pooled) == (True, True)
    assert table.blue.unit("Snowtroopers").face_up
    assert table.blue.pool == {"heavy": 1}, "its token lies beside it"
    assert table.blue.tries("order.extra", "Snowtroopers").rule == "LG-48"


@pytest.mark.rule("LA-63")
def test_a_card_that_was_shown_gives_its_unit_an_order_before_the_command_phase_and_it_gets_no_other() -> None:
    here = does(card("Rules Now", 3, ()), Act.ORDER_OUTSIDE_STEP, "Bane")
    table = Tabletop(army(VEERS, BANE, SNOWTROOPERS, cards=[here]), army(LEIA, REBELS))
    assert table.step == "select"
    assert table.blue.asked("order.extra") is None, "nobody has seen the card yet"
    table.command_phase("Rules Now", "Push")
    table.end_round()
    assert table.step == "select"
    assert table.blue.offered("order.extra") == ["Bane"]
    table.blue.answers("order.extra", "Bane")
    assert not table.events_of(ConsentAsked)
    assert table.blue.unit("Bane").face_up
    table.both_play("Push", "Assault")
    assert table.blue.offered("orders") == ["Veers", "Snowtroopers"]
    assert table.blue.tries("orders", "Bane").rule == "LG-44"
    table.issue_all()
    assert table.blue.pool == {}, "its token lies beside it"


@pytest.mark.rule("LA-63")
@pytest.mark.rule("TB-51")
def test_while_a_card_is_to_be_locked_nobody_is_asked_to_agree_to_an_order() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA, REBELS))
    assert table.blue.asked("order.extra") is None
    assert table.blue.tries("order.extra", "Snowtroopers").rule == "LG-48"


@pytest.mark.rule("LA-63")
@pytest.mark.rule("LA-41")
def test_a_card_that_was_divulged_has_been_shown_too() -> None:
    here = does(does(card("Rules Now", 3, ()), Act.DIVULGE_AT, "setup"), Act.ORDER_OUTSIDE_STEP, "Bane")
    table = Tabletop(army(VEERS, BANE, cards=[here]), army(LEIA, REBELS))
    table.blue.answers("divulge", here.id)
    table.blue.answers("divulge.effect")
    assert table.blue.asked("select")
    assert table.blue.offered("order.extra") == ["Bane"]


@pytest.mark.rule("LA-49")
def test_a_card_is_used_out_of_the_hand_by_discarding_it_in_the_others_turn_too() -> None:
    thing = does(card("The Hand Thing", 1, ()), Act.DISCARD_FROM_HAND)
    table = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA, REBELS, cards=[thing]))
    table.command_phase("Ambush", "Push")
    assert table.state.turn is BLUE
    held = len(table.red.hand)
    table.red.answers("hand.discard", thing.id)
    assert table.last(HandCardDiscarded).name == "The Hand Thing"
    assert len(table.red.hand) == held - 1
    assert thing.id in table.red.side.discard
    assert table.state.play(RED).card == table.red.card("Push"), "it is not played"
    assert table.red.asked("hand.discard") is None


@pytest.mark.rule("LA-49")
def test_no_card_is_used_out_of_the_hand_while_anybody_selects_one() -> None:
    """Red has no leader and selects none, and might know more than blue by its card."""
    thing = does(card("The Hand Thing", 1, ()), Act.DISCARD_FROM_HAND)
    table = Tabletop(army(VEERS, SNOWTROOPERS, cards=[thing]), army(LEIA, REBELS, cards=[thing]))
    assert table.blue.asked("hand.discard") is None
    table.red.answers("defeat", "Leia")
    assert table.red.asked("hand.discard") is None


@pytest.mark.rule("LA-49")
def test_nor_while_both_choose_again() -> None:
    thing = does(card("The Hand Thing", 1, ()), Act.DISCARD_FROM_HAND)
    plans = does(card("Plans", 3, timing=Timing.REVEAL), Act.RESELECT_BOTH)
    table = Tabletop(army(VEERS, SNOWTROOPERS, cards=[plans]), army(LEIA, REBELS, cards=[thing]))
    table.both_play("Plans", "Push")
    assert table.red.asked("hand.discard")
    table.blue.answers("plans", "use")
    assert table.red.asked("hand.discard") is None


@pytest.mark.rule("TB-37")
def test_a_card_that_states_that_it_stays_is_not_discarded_at_the_end_of_the_round() -> None:
    mines = does(card("Mines", 1), Act.NOT_DISCARDED)
    table = Tabletop(army(VEERS, cards=[mines]), army(LEIA))
    table.command_phase("Mines", "Push")
    table.end_round()
    assert [event.name for event in table.events_of(CardStays)] == ["Mines"]
    assert [event.name for event in table.events_of(CardDiscarded)] == ["Push"]


@pytest.mark.rule("TB-37")
def test_one_that_stays_until_the_opponent_plays_again_leaves_then() -> None:
    probe = does(card("Probe", 1), Act.NOT_DISCARDED, "until opponent plays again")
    table = Tabletop(army(VEERS, cards=[replace(probe)]), army(LEIA))
    table.command_phase("Probe", "Push")
    table.end_round()
    assert not table.events_of(LastingCardDiscarded)
    table.both_play("Push", "Ambush")
    assert [event.name for event in table.events_of(LastingCardDiscarded)] == ["Probe"]
    assert probe.id in table.blue.side.discard


@pytest.mark.rule("LA-49")
def test_a_card_that_is_used_lies_in_the_discard_pile_beside_the_others() -> None:
    thing = does(card("The Hand Thing", 1, ()), Act.DISCARD_FROM_HAND)
    table = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA, REBELS, cards=[thing]))
    table.command_phase("Ambush", "Push")
    table.end_round()
    table.command_phase("Push", "Ambush")
    table.red.answers("hand.discard", thing.id)
    assert table.red.side.discard == (table.red.card("Push"), thing.id)


@pytest.mark.rule("LA-35")
@pytest.mark.parametrize(("cards", "seats"), [(("Ambush", "Push"), [BLUE, RED]), (("Push", "Ambush"), [RED, BLUE])])
def test_the_player_with_priority_is_reminded_first(cards: tuple[str, str], seats: list[Seat]) -> None:
    table = Tabletop(army(LEIA, *[GUERILLAS] * 3), army(VEERS, *[GUERILLAS] * 3))
    table.command_phase(*cards)
    assert [event.seat for event in table.events_of(Reminded)] == seats


@pytest.mark.rule("LA-35")
def test_a_defeated_unit_gains_nothing() -> None:
    table = Tabletop(army(LEIA, GUERILLAS, GUERILLAS), army(VEERS, SNOWTROOPERS))
    table.both_play("Ambush", "Push")
    table.blue.answers("defeat", "Rebels 2")
    table.blue.answers("orders", "Leia")
    table.issue_all()
    assert table.events_of(Reminded) == [Reminded(BLUE, (("Rebels 1", "Aim 1"),))]


@pytest.mark.rule("LA-49")
def test_nor_while_one_seat_alone_chooses_again() -> None:
    thing = does(card("The Hand Thing", 1, ()), Act.DISCARD_FROM_HAND)
    table = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA, REBELS, cards=[thing]))
    table.both_play("Ambush", "Push")
    asked = table.red.asked("hand.discard")
    assert asked is not None
    assert asked.standing, "nobody waits for it"
    # As after a card that has red choose again.
    table.state = with_play(replace(table.state, step="resolve", priority=None), RED, card="", again=True)
    assert table.red.asked("select")
    assert table.red.asked("hand.discard") is None


PINNED = does(card("Pinned Down", 1, slots(2), Timing.ACTIVATION), Act.TOKEN_TO_POOL, "enemy")


@pytest.mark.rule("LA-35")
def test_who_loses_its_order_after_the_first_turn_gains_nothing() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, cards=[PINNED]), army(LEIA, GUERILLAS))
    table.command_phase("Pinned Down", "Push")
    assert table.red.unit("Rebels").face_up
    table.blue.activates("Veers")
    table.blue.answers("token.back", f"enemy:{table.red.unit('Rebels').unit.id}")
    assert not table.red.unit("Rebels").face_up
    table.end_activation()
    assert not table.events_of(Reminded)


@pytest.mark.rule("LA-35")
def test_who_loses_it_before_the_first_turn_is_reminded_then() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, cards=[PINNED]), army(LEIA, GUERILLAS))
    table.command_phase("Pinned Down", "Push")
    table.blue.answers("token.back", f"enemy:{table.red.unit('Rebels').unit.id}")
    assert table.events_of(Reminded) == [Reminded(RED, (("Rebels", "Aim 1"),))]


@pytest.mark.rule("LA-35")
def test_effects_at_the_start_of_the_phase_come_before_the_reminder() -> None:
    fall = does(card("Fall", 1, slots(2), Timing.START_OF_ACTIVATION), Act.TOKEN_TO_POOL, "2 enemy")
    table = Tabletop(army(VEERS, SNOWTROOPERS, cards=[fall]), army(LEIA, GUERILLAS, GUERILLAS))
    table.command_phase("Fall", "Push")
    struck = next(troop for troop in table.red.side.troops if troop.name != "Leia" and troop.face_up)
    table.blue.answers("token.back", f"enemy:{struck.unit.id}")
    assert not table.events_of(Reminded), "not while they are resolved"
    table.blue.answers("effect")
    (reminded,) = table.events_of(Reminded)
    assert [name for name, _ in reminded.units] == ["Rebels 1", "Rebels 2"]
