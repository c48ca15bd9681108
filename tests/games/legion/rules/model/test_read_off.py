"""The facts that players read off a card: TB-24."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.corrected_points import points
from table.games.legion.rules.model.armies import Timing
from table.games.legion.rules.model.state import CardFacts, read_off, with_play, with_side
from table.rules.seats import BLUE
from tests.games.legion.rules.kit import AMBUSH, PUSH, skirmish, slots

TWO = replace(PUSH, orders="2 units")


@pytest.mark.rule("TB-24")
def test_what_was_read_off_counts_instead_of_the_data() -> None:
    facts = CardFacts(TWO.id, 4, Timing.REVEAL, slots(2), (Timing.UNTIMED,))
    battle = replace(skirmish().state, facts=(facts,))
    read = read_off(battle, TWO)
    assert (read.priority_pips, read.timings) == (4, (Timing.REVEAL, Timing.UNTIMED))
    assert (read.slots, read.orders) == (slots(2), "2 units")
    assert read_off(battle, AMBUSH) is AMBUSH


@pytest.mark.rule("TB-24")
def test_another_orders_line_is_not_reported_in_the_words_of_the_data() -> None:
    battle = replace(skirmish().state, facts=(CardFacts(TWO.id, 2, Timing.NONE, slots(1)),))
    read = read_off(battle, TWO)
    assert (read.slots, read.orders) == (slots(1), "")


@pytest.mark.rule("TB-24")
@pytest.mark.rule("TB-76")
def test_a_card_is_read_off_again_without_what_is_not_certain() -> None:
    sure = replace(PUSH, timing=Timing.REVEAL, later=(Timing.UNTIMED,))
    assert sure.bare is sure
    slots_likely = replace(sure, likely=("slots",)).bare
    assert (slots_likely.slots, slots_likely.suggested, slots_likely.likely) == (None, PUSH.slots, ())
    assert slots_likely.timings == (Timing.REVEAL, Timing.UNTIMED)
    timing_read = replace(sure, suggested=slots(1), read=("timing",)).bare
    assert (timing_read.timings, timing_read.slots, timing_read.read) == ((), PUSH.slots, ())
    assert timing_read.suggested == slots(1), "what the data suggest of its orders stays"
    both = replace(sure, read=("priority_pips",), likely=("timing",)).bare
    assert (both.priority_pips, both.timings) == (None, ())
    assert (sure.later, both.later) == ((Timing.UNTIMED,), ())


@pytest.mark.rule("TB-76")
@pytest.mark.parametrize(
    ("facts", "offered"),
    [
        (CardFacts(PUSH.id, 3, Timing.NONE, slots(2)), True),
        (CardFacts(PUSH.id, 2, Timing.REVEAL, slots(2)), True),
        (CardFacts(PUSH.id, 2, Timing.NONE, slots(1)), True),
        (CardFacts(PUSH.id, 2, Timing.NONE, slots(2)), False),
    ],
    ids=["pips", "timing", "orders", "as the data have it"],
)
def test_what_was_read_off_otherwise_than_the_data_have_it_can_be_put_right(facts: CardFacts, offered: bool) -> None:
    battle = replace(skirmish().state, facts=(facts,), step="orders")

    def can(*, hand: tuple[str, ...] = (), card: str = "") -> bool:
        stated = with_play(with_side(battle, BLUE, hand=hand), BLUE, card=card)
        return f"card.{PUSH.id}" in [point.id for point in points(stated, BLUE)]

    assert can() is offered
    assert can(hand=(PUSH.id,)) is False, "it is hidden in the hand"
    assert can(hand=(PUSH.id,), card=PUSH.id) is offered, "it went back to the hand, and everybody saw it"
    assert can(hand=(AMBUSH.id,), card=AMBUSH.id) is offered
