"""Change of Plans (LA-43), and a card that replaces the one just revealed (LA-44)."""

import pytest

from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Timing
from table.games.legion.rules.model.command_events import PlansChanged, RevealedReplaced
from table.games.legion.rules.model.events import CardPlayed, EffectResolved, PriorityGiven
from table.rules.seats import BLUE, RED
from tests.games.legion.rules.kit import LEIA, REBELS, VEERS, Tabletop, army, card, does, own

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
    assert [event.name for event in table.told(CardPlayed)] == ["Plans", "Effect", "Ambush", "Push"]
    assert not table.told(EffectResolved), "neither card's other effects"
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
    table = Tabletop(army(LEIA, REBELS, cards=[PLANS]), army(VEERS))
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
