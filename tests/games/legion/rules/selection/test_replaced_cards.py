"""Change of Plans (LA-43), and a card that replaces the one just revealed (LA-44)."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.card_acts.act_events import EffectResolved
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Timing
from table.games.legion.rules.model.state import with_play
from table.games.legion.rules.priority.priority_events import PriorityGiven
from table.games.legion.rules.selection.selection_events import CardPlayed, PlansChanged, RevealedReplaced
from table.rules.seats import BLUE, RED
from tests.games.legion.rules.kit import LEIA, REBELS, SNOWTROOPERS, VEERS, Tabletop, army, card, does, own

PLANS = does(
    does(does(card("Plans", 3, timing=Timing.REVEAL), Act.DISCARD_SELF), Act.SEND_BACK_OPPONENT), Act.RESELECT_BOTH
)
ACE = does(card("Ace", 2, timing=Timing.REVEAL), Act.REPLACE_REVEALED)


def plans() -> Tabletop:
    return Tabletop(army(LEIA, REBELS, cards=[PLANS]), army(VEERS, cards=[card("Effect", 1, timing=Timing.UNTIMED)]))


@pytest.mark.rule("LA-43")
def test_the_owner_may_discard_it_and_both_choose_again() -> None:
    table = plans()
    table.both_play("Plans", "Effect")
    assert table.red.asked("effect") is None
    table.blue.answers("plans", "use")
    assert table.last(PlansChanged).back_name == "Effect"
    assert PLANS.id in table.blue.side.discard
    assert "Effect" in table.red.hand
    assert table.blue.asked("select")
    assert table.red.asked("select")
    assert not table.game.sealable(table.state, RED, table.red.card("Effect")), "not in this selection"
    assert table.game.sealable(table.state, RED, table.red.card("Push"))
    table.both_play("Ambush", "Push")
    assert [event.name for event in table.events_of(CardPlayed)] == ["Plans", "Effect", "Ambush", "Push"]
    assert not table.events_of(EffectResolved), "neither card's other effects"
    assert table.last(PriorityGiven) == PriorityGiven(BLUE, "LG-30")


@pytest.mark.rule("LA-43")
def test_it_may_be_kept_and_is_the_rounds_card_then() -> None:
    table = plans()
    table.both_play("Plans", "Effect")
    table.blue.answers("plans", "keep")
    assert table.state.play(BLUE).card == PLANS.id
    table.red.answers("effect")
    assert table.last(PriorityGiven).seat is RED


@pytest.mark.rule("LA-43")
def test_the_card_that_went_back_can_be_chosen_again_in_the_next_round() -> None:
    table = plans()
    table.both_play("Plans", "Effect")
    table.blue.answers("plans", "use")
    table.command_phase("Ambush", "Push")
    table.end_round()
    assert table.game.sealable(table.state, RED, table.red.card("Effect"))


@pytest.mark.rule("LA-43")
def test_an_opponent_without_a_card_has_none_to_take_back() -> None:
    table = Tabletop(army(LEIA, REBELS, cards=[PLANS]), army(VEERS, SNOWTROOPERS))
    table.red.answers("defeat", "Veers")
    table.blue.plays("Plans")
    table.blue.answers("plans", "use")
    assert table.red.asked("select") is None
    table.blue.plays("Ambush")
    assert table.state.play(BLUE).card == table.blue.card("Ambush")


@pytest.mark.rule("LA-44")
def test_a_card_of_the_hand_takes_the_place_of_the_one_revealed_before_any_effect() -> None:
    effect = card("Effect", 3, timing=Timing.UNTIMED)
    table = Tabletop(army(LEIA, REBELS, cards=[ACE, effect]), army(VEERS, cards=[effect]))
    table.both_play("Effect", "Effect")
    assert table.blue.asked("effect") is None
    table.blue.answers("replace", ACE.id)
    assert table.last(RevealedReplaced).was_name == "Effect"
    assert "Effect" in table.blue.hand
    assert "Ace" not in table.blue.hand
    assert "Push" in table.blue.hand, "and nothing else moves"
    table.blue.answers("effect")
    table.red.answers("effect")
    assert table.last(PriorityGiven) == PriorityGiven(BLUE, "LG-30"), "the new card's pips count"


@pytest.mark.rule("LA-44")
def test_the_revealed_card_may_be_kept_and_is_not_asked_about_again() -> None:
    table = Tabletop(army(LEIA, REBELS, cards=[ACE]), army(VEERS))
    table.both_play("Ambush", "Push")
    table.blue.answers("replace", "keep")
    assert table.step == "orders"
    assert "Ace" in table.blue.hand


@pytest.mark.rule("LA-44")
def test_a_card_that_may_not_be_played_replaces_none() -> None:
    table = Tabletop(army(LEIA, REBELS, cards=[own("Lando", ACE)]), army(VEERS))
    table.both_play("Ambush", "Push")
    assert table.blue.asked("replace") is None
    assert table.step == "orders"


@pytest.mark.rule("LA-43")
def test_the_card_lies_in_the_discard_pile_beside_those_of_earlier_rounds() -> None:
    table = plans()
    table.command_phase("Ambush", "Push")
    table.end_round()
    table.both_play("Plans", "Effect")
    table.blue.answers("plans", "use")
    assert table.blue.side.discard == (table.blue.card("Ambush"), PLANS.id)


@pytest.mark.rule("LA-43")
def test_if_it_happens_twice_in_a_round_neither_card_that_went_back_can_be_chosen() -> None:
    again = replace(PLANS, id="legion.card.again", name="Again")
    table = Tabletop(army(LEIA, REBELS, cards=[PLANS, again]), army(VEERS, SNOWTROOPERS))
    table.both_play("Plans", "Ambush")
    table.blue.answers("plans", "use")
    table.both_play("Again", "Push")
    table.blue.answers("plans", "use")
    assert [name for name in ("Ambush", "Push", "Assault") if table.red.may_lock(name)] == ["Assault"]


@pytest.mark.rule("LA-43")
@pytest.mark.rule("LG-22")
def test_an_effect_of_the_new_card_is_resolved_though_the_old_ones_was() -> None:
    first, second = (card(name, 2, timing=Timing.REVEAL) for name in ("First", "Second"))
    table = Tabletop(army(VEERS, SNOWTROOPERS, cards=[first, second]), army(LEIA, REBELS, cards=[PLANS]))
    table.both_play("First", "Plans")
    table.blue.answers("effect")
    table.red.answers("plans", "use")
    table.both_play("Second", "Push")
    table.blue.answers("effect")
    assert [event.name for event in table.events_of(EffectResolved)] == ["First", "Second"]


@pytest.mark.rule("LA-43")
@pytest.mark.rule("LA-44")
def test_a_card_that_was_kept_reports_nothing_of_the_one_chosen_after_it() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, cards=[ACE]), army(LEIA, REBELS, cards=[PLANS]))
    table.both_play("Ambush", "Plans")
    table.blue.answers("replace", "keep")
    table.red.answers("plans", "use")
    table.both_play("Push", "Ambush")
    assert table.blue.offered("replace") == [ACE.id, "keep"]


@pytest.mark.rule("LA-44")
def test_a_card_is_replaced_once_even_if_the_hand_has_another_that_could() -> None:
    queen = replace(ACE, id="legion.card.queen", name="Queen")
    table = Tabletop(army(LEIA, REBELS, cards=[ACE, queen]), army(VEERS, SNOWTROOPERS))
    table.both_play("Ambush", "Push")
    table.blue.answers("replace", ACE.id)
    assert table.blue.asked("replace") is None
    assert table.blue.asked("effect")


@pytest.mark.rule("LA-44")
@pytest.mark.rule("TB-24")
def test_what_was_read_off_the_revealed_card_is_not_the_other_cards() -> None:
    unread = replace(card("Unread", 0), priority_pips=None, timing=None)
    table = Tabletop(army(LEIA, REBELS, cards=[unread, replace(ACE, timing=None)]), army(VEERS, SNOWTROOPERS))
    table.both_play("Unread", "Assault")
    table.blue.answers("read.pips", 3)
    table.blue.answers("read.timing", ("reveal",))
    table.blue.answers("replace", ACE.id)
    table.blue.answers("read.timing", ())
    table.red.answers("read.agree", "yes")
    assert table.last(PriorityGiven) == PriorityGiven(BLUE, "LG-30"), "two pips against three, and no effect"


@pytest.mark.rule("LA-44")
def test_nothing_is_replaced_while_the_other_player_chooses_again() -> None:
    table = Tabletop(army(LEIA, REBELS, cards=[PLANS, ACE]), army(VEERS, SNOWTROOPERS))
    table.both_play("Plans", "Push")
    assert table.blue.asked("plans") is None, "first it is asked whether the card is replaced"
    table.blue.answers("replace", "keep")
    table.blue.answers("plans", "use")
    assert table.blue.asked("replace") is None
    table.blue.plays("Ambush")
    assert table.blue.asked("replace") is None
    table.red.plays("Assault")
    assert table.blue.asked("replace")


@pytest.mark.rule("LA-44")
@pytest.mark.parametrize(
    "facts",
    [{"again": True}, {"resolved": (Timing.REVEAL,)}],
    ids=["the other seat lays another card", "the other seat's effect is resolved"],
)
def test_no_card_is_replaced_while_one_is_laid_again_or_once_an_effect_is_resolved(facts: dict[str, object]) -> None:
    table = Tabletop(army(LEIA, REBELS, cards=[ACE]), army(VEERS))
    table.both_play("Ambush", "Push")
    assert table.blue.asked("replace")
    revealed = table.state
    table.state = with_play(revealed, RED, **facts)
    assert table.blue.asked("replace") is None
    table.state = replace(revealed, step="orders")
    assert table.blue.asked("replace") is None


@pytest.mark.rule("LA-43")
def test_it_is_one_question_and_not_an_effect_to_be_resolved_beside_it() -> None:
    table = plans()
    table.both_play("Plans", "Effect")
    assert table.blue.asked("plans")
    assert table.blue.asked("effect") is None
    assert table.blue.asked("card.back") is None, "what it does is known"
