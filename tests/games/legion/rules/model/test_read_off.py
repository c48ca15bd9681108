"""The facts that players read off a card: TB-24."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.model.armies import Timing
from table.games.legion.rules.model.state import CardFacts, read_off
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
def test_another_orders_line_is_not_told_in_the_words_of_the_data() -> None:
    battle = replace(skirmish().state, facts=(CardFacts(TWO.id, 2, Timing.NONE, slots(1)),))
    read = read_off(battle, TWO)
    assert (read.slots, read.orders) == (slots(1), "")
