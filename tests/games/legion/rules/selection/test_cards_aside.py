"""A card has the opponent lay cards of the hand aside, face up, until it leaves play: LA-40."""

import pytest

from table.games.legion.data.catalogue import load
from table.games.legion.rules.effects.effect_events import CardLaidAside, CardsTakenUp, CardStays, LastingCardDiscarded
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Timing
from table.rules.seats import RED
from table.rules.text import text
from tests.games.legion.rules.kit import (
    LEIA,
    PUSH,
    REBELS,
    SNOWTROOPERS,
    VEERS,
    Tabletop,
    activation,
    army,
    card,
    does,
)

INVESTIGATION = does(
    does(card("Investigation", 2, timing=Timing.UNTIMED), Act.SET_ASIDE_OPPONENT_CARDS),
    Act.NOT_DISCARDED,
    "until opponent plays again",
)


def revealed() -> Tabletop:
    table = Tabletop(army(VEERS, SNOWTROOPERS, cards=[INVESTIGATION]), army(LEIA, REBELS, REBELS))
    table.both_play("Investigation", "Ambush")
    return table


def laid(*names: str) -> Tabletop:
    table = revealed()
    for name in names:
        table.red.answers("hand.aside", table.red.card(name))
    table.red.answers("hand.aside", "none")
    table.blue.answers("effect")
    return table


def counters(table: Tabletop) -> dict[str, int]:
    return {counter.label.key: counter.value for counter in table.game.view(table.state).seats[1].counters}


@pytest.mark.rule("LA-40")
def test_the_opponent_lays_cards_aside_and_everybody_sees_which() -> None:
    table = revealed()
    assert table.blue.asked("effect") is None, "first red lays them"
    assert table.blue.asked("hand.aside") is None
    assert table.red.offered("hand.aside") == [*(table.red.card(name) for name in table.red.hand), "none"]
    (aside,) = table.red.answers("hand.aside", PUSH.id)
    assert aside == CardLaidAside(RED, PUSH.id, "Push")
    assert table.game.line(aside) == text("legion.story.laid_aside", seat=text("seat.red"), name="Push")
    assert "Push" not in table.red.hand
    assert PUSH.id not in table.red.offered("hand.aside")
    assert counters(table)["legion.counter.cards_aside"] == 1
    table.red.answers("hand.aside", "none")
    assert table.red.asked("hand.aside") is None
    table.blue.answers("effect")
    assert table.step == "orders"


@pytest.mark.rule("LA-40")
def test_one_card_of_the_hand_is_left() -> None:
    table = revealed()
    for name in table.red.hand[:2]:
        table.red.answers("hand.aside", table.red.card(name))
    assert len(table.red.hand) == 1
    assert table.red.asked("hand.aside") is None
    assert table.blue.asked("effect")


@pytest.mark.rule("LA-40")
def test_what_lies_aside_cannot_be_chosen_until_the_card_has_left_play() -> None:
    table = laid("Push")
    table.issue_all()
    table.end_round()
    assert table.last(CardStays).name == "Investigation"
    assert table.step == "select"
    assert not table.red.may_lock("Push")
    assert PUSH.id not in [option.id for option in table.game.hand(table.state, RED)]
    table.both_play("Push", "Assault")
    assert table.last(LastingCardDiscarded).name == "Investigation", "red has played again"
    taken = table.last(CardsTakenUp)
    assert taken == CardsTakenUp(RED, (PUSH.id,), ("Push",))
    assert table.game.line(taken) == text("legion.story.taken_up", seat=text("seat.red"), names="Push")
    assert "Push" in table.red.hand
    assert "legion.counter.cards_aside" not in counters(table)


@pytest.mark.rule("LA-40")
def test_its_owner_may_let_the_card_go_before() -> None:
    table = laid("Push")
    table.issue_all()
    table.end_round()
    table.blue.answers("card.discard", INVESTIGATION.id)
    assert "Push" in table.red.hand
    assert table.red.may_lock("Push")


@pytest.mark.rule("LA-40")
@pytest.mark.rule("LA-50")
def test_a_card_that_lies_aside_is_refused_in_the_words_of_every_card() -> None:
    table = laid("Push")
    table.issue_all()
    table.end_round()
    assert not table.game.sealable(table.state, RED, PUSH.id)
    assert table.game.warning(table.state, RED, PUSH.id) is None


@pytest.mark.rule("LA-40")
def test_no_other_card_has_anybody_lay_cards_aside() -> None:
    table = activation()
    assert table.red.asked("hand.aside") is None
    acts = {card.name for card in load().cards if card.acts_of(Act.SET_ASIDE_OPPONENT_CARDS)}
    assert acts == {"ISB Investigation"}


@pytest.mark.rule("LA-40")
def test_cards_lie_aside_beside_each_other_and_go_back_to_those_in_the_hand() -> None:
    table = revealed()
    for name in ("Push", "Assault"):
        table.red.answers("hand.aside", table.red.card(name))
    table.blue.answers("effect")
    names = {card.id: card.name for card in table.red.side.army.hand}
    assert [names[card] for card in table.red.side.cards_aside] == ["Push", "Assault"]
    hand = set(table.red.hand)
    assert hand
    table.issue_all()
    table.end_round()
    table.both_play("Ambush", sorted(hand)[0])
    assert set(table.red.hand) >= {"Push", "Assault"} | (hand - {sorted(hand)[0]})


@pytest.mark.rule("LA-40")
def test_only_the_card_of_the_round_has_cards_laid_aside() -> None:
    """The other card in play, of an earlier round, does not matter."""
    stays = does(card("Stays", 3), Act.NOT_DISCARDED)
    table = Tabletop(army(VEERS, SNOWTROOPERS, cards=[stays, INVESTIGATION]), army(LEIA, REBELS, REBELS))
    table.command_phase("Stays", "Ambush")
    table.end_round()
    table.both_play("Investigation", "Push")
    assert table.red.asked("hand.aside")
