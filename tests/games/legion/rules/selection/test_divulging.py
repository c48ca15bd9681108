"""Cards that are divulged (LA-41), and those that cannot be selected (LA-40)."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.card_acts.act_events import EffectResolved
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Rank, Timing
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.state import with_play
from table.games.legion.rules.selection.selection_events import CardDivulged
from table.rules.seats import BLUE, RED
from tests.games.legion.rules.kit import (
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
    unit,
)

SNEAK = does(card("Sneak Attack", 2, timing=Timing.SETUP), Act.DIVULGE_AT, "setup")
FUN = does(card("Fun", 3, timing=Timing.SETUP), Act.DIVULGE_AT, "setup")
DARKNESS = does(
    replace(does(card("Darkness", 1), Act.DIVULGE_AT, "setup"), permanent=True), Act.MUST_BE_SELECTED, "round1"
)
COVER = replace(DARKNESS, id="legion.card.cover", name="Cover")
MASTER = does(replace(does(card("Master", 2), Act.DIVULGE_AT, "setup"), permanent=True), Act.MUST_DIVULGE)
FEAR = replace(does(card("Fear", 2), Act.DIVULGE_AT, "setup"), permanent=True)


def laid(*cards: object, red: tuple[object, ...] = ()) -> Tabletop:
    return Tabletop(army(VEERS, SNOWTROOPERS, cards=cards), army(LEIA, REBELS, cards=red))  # type: ignore[arg-type]


@pytest.mark.rule("LA-41")
def test_as_many_as_a_player_likes_are_divulged_before_the_first_selection_and_go_back_to_the_hand() -> None:
    table = laid(SNEAK, FUN)
    assert table.blue.asked("select") is None
    assert table.red.asked("select") is None
    table.blue.answers("divulge", SNEAK.id)
    assert table.blue.asked("divulge") is None, "one effect after the other"
    table.blue.answers("divulge.effect")
    assert table.last(EffectResolved).timing is Timing.SETUP
    table.blue.answers("divulge", FUN.id)
    table.blue.answers("divulge.effect")
    assert {"Sneak Attack", "Fun"} <= set(table.blue.hand)
    assert table.blue.asked("select"), "nothing more can be divulged"
    table.both_play("Sneak Attack", "Push")
    assert table.state.play(BLUE).card == SNEAK.id


@pytest.mark.rule("LA-41")
def test_blue_divulges_first() -> None:
    table = laid(SNEAK, red=(SNEAK,))
    assert table.blue.asked("divulge")
    assert table.red.asked("divulge") is None
    table.blue.answers("divulge", "none")
    assert table.red.asked("divulge")
    assert table.blue.asked("select") is None
    table.red.answers("divulge", "none")
    assert table.blue.asked("select")


@pytest.mark.rule("LA-41")
def test_an_opportunity_that_is_declined_is_gone() -> None:
    table = laid(SNEAK)
    table.blue.answers("divulge", "none")
    table.command_phase("Ambush", "Push")
    assert table.blue.asked("divulge") is None
    table.end_round()
    assert table.blue.asked("divulge") is None
    assert table.blue.asked("select")


@pytest.mark.rule("LA-41")
def test_of_two_that_must_be_selected_one_is_divulged_and_no_other_card_can_be_selected() -> None:
    table = laid(DARKNESS, COVER)
    table.blue.answers("divulge", COVER.id)
    table.blue.answers("divulge.effect")
    assert table.blue.asked("divulge") is None
    assert table.game.sealable(table.state, BLUE, COVER.id)
    assert not table.game.sealable(table.state, BLUE, DARKNESS.id)
    assert not table.game.sealable(table.state, BLUE, table.blue.card("Push"))
    assert table.game.sealable(table.state, RED, table.red.card("Push"))
    table.both_play("Cover", "Push")
    assert table.state.play(BLUE).card == COVER.id


@pytest.mark.rule("LA-41")
def test_a_card_that_must_be_selected_binds_in_the_first_round_and_only_if_it_was_divulged() -> None:
    table = laid(DARKNESS)
    table.blue.answers("divulge", "none")
    assert table.game.sealable(table.state, BLUE, table.blue.card("Push"))


@pytest.mark.rule("LA-41")
def test_one_that_must_be_divulged_is_by_itself_and_stays_in_play_out_of_the_hand() -> None:
    table = laid(MASTER)
    assert [(event.seat, event.name, event.stays) for event in table.events_of(CardDivulged)] == [
        (BLUE, "Master", True)
    ]
    table.blue.answers("divulge.effect")
    assert "Master" not in table.blue.hand
    assert table.blue.side.lasting == (MASTER.id,)
    table.command_phase("Ambush", "Push")
    table.end_round()
    assert table.blue.side.lasting == (MASTER.id,)


@pytest.mark.rule("LA-41")
def test_a_permanent_one_stays_and_one_that_must_be_selected_goes_back() -> None:
    table = laid(FEAR, DARKNESS)
    table.blue.answers("divulge", FEAR.id)
    table.blue.answers("divulge.effect")
    table.blue.answers("divulge", DARKNESS.id)
    table.blue.answers("divulge.effect")
    assert table.blue.side.lasting == (FEAR.id,)
    assert "Darkness" in table.blue.hand


@pytest.mark.rule("LA-41")
def test_one_whose_divulged_half_alone_is_permanent_stays_too_and_is_discarded_if_it_is_played() -> None:
    half = does(does(card("Half", 2), Act.DIVULGE_AT, "setup"), Act.PERMANENT, "divulged")
    table = laid(half)
    table.blue.answers("divulge", half.id)
    assert table.game.view(table.state).headline.key == "legion.headline.effect", "it acts now"
    table.blue.answers("divulge.effect")
    assert table.blue.side.lasting == (half.id,)
    assert not half.stays


@pytest.mark.rule("LA-40")
def test_a_card_that_states_that_it_cannot_be_selected_cannot() -> None:
    hand_thing = does(card("The Hand Thing", 1, ()), Act.CANNOT_SELECT)
    table = laid(hand_thing)
    assert not table.game.sealable(table.state, BLUE, hand_thing.id)
    assert hand_thing.id not in [option.id for option in table.game.hand(table.state, BLUE)]


@pytest.mark.rule("LA-40")
def test_one_that_cannot_be_selected_in_the_first_round_can_be_in_the_second() -> None:
    want = does(card("Want", 3), Act.CANNOT_SELECT, "round1")
    table = laid(want)
    assert not table.game.sealable(table.state, BLUE, want.id)
    table.command_phase("Ambush", "Push")
    table.end_round()
    assert table.game.sealable(table.state, BLUE, want.id)


@pytest.mark.rule("LA-40")
def test_a_card_in_the_discard_pile_cannot_be_selected_unless_it_is_brought_back() -> None:
    table = laid()
    table.command_phase("Ambush", "Push")
    table.end_round()
    ambush = table.blue.card("Ambush")
    assert not table.game.sealable(table.state, BLUE, ambush)
    table.command_phase("Push", "Ambush")
    table.blue.with_consent("card.recover", ambush)
    table.end_round()
    assert table.game.sealable(table.state, BLUE, ambush)


@pytest.mark.rule("LA-41")
def test_every_permanent_one_that_was_divulged_stays_not_the_last_alone() -> None:
    terror = replace(FEAR, id="legion.card.terror", name="Terror")
    table = laid(FEAR, terror)
    for card_id in (FEAR.id, terror.id):
        table.blue.answers("divulge", card_id)
        table.blue.answers("divulge.effect")
    assert table.blue.side.lasting == (FEAR.id, terror.id)


@pytest.mark.rule("LA-41")
def test_of_two_that_must_be_divulged_the_second_comes_when_the_first_is_resolved() -> None:
    second = replace(MASTER, id="legion.card.second", name="Second")
    table = laid(MASTER, second)
    assert [event.name for event in table.events_of(CardDivulged)] == ["Master"]
    table.blue.answers("divulge.effect")
    assert [event.name for event in table.events_of(CardDivulged)] == ["Master", "Second"]
    table.blue.answers("divulge.effect")
    assert table.blue.asked("select")


@pytest.mark.rule("LA-30")
@pytest.mark.rule("LA-41")
def test_first_it_is_known_who_has_the_commander_token_then_cards_are_divulged() -> None:
    cassian, paz = (keyword(Keyword.FIELD_COMMANDER, unit(name, Rank.OPERATIVE)) for name in ("Cassian", "Paz"))
    table = Tabletop(army(cassian, paz, REBELS, cards=[MASTER, FEAR]), army(LEIA, REBELS, cards=[FEAR]))
    assert not table.events_of(CardDivulged)
    assert table.blue.asked("divulge") is None
    table.blue.answers("token.commander", "Paz")
    assert [event.name for event in table.events_of(CardDivulged)] == ["Master"]
    assert table.red.asked("divulge") is None, "blue is first"
    table.blue.answers("divulge.effect")
    assert table.blue.offered("divulge") == [FEAR.id, "none"]
    assert table.blue.asked("divulge.effect") is None


@pytest.mark.rule("LA-41")
def test_only_a_divulged_card_that_reports_it_binds_and_only_while_it_can_be_played() -> None:
    vaders = own("Vader", replace(DARKNESS, id="legion.card.vaders", name="Vaders"))
    for what, bound in ((DARKNESS, True), (SNEAK, False), (vaders, False)):
        table = laid(what)
        table.state = with_play(table.state, BLUE, divulged=(what.id,), divulging_done=True)
        assert table.blue.may_lock("Ambush") is not bound
    barred = laid(DARKNESS)
    barred.state = with_play(barred.state, BLUE, divulged=(DARKNESS.id,), divulging_done=True, barred=(DARKNESS.id,))
    assert barred.blue.may_lock("Ambush")
