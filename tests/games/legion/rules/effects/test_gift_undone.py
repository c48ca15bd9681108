"""The use of a card that is undone is there again (LA-63, TB-73)."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.card_acts.act_events import GiftUsed
from table.games.legion.rules.consent import ConsentAsked
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.model.acts import Act, CardAct
from table.rules.seats import BLUE, RED
from tests.games.legion.rules.kit import LEIA, REBELS, VEERS, army, card, slots
from tests.rules.match.table import MatchTable


@pytest.mark.rule("LA-63")
@pytest.mark.rule("TB-73")
def test_the_use_of_a_card_that_is_undone_is_free_again_and_once() -> None:
    gift = replace(card("Gift", 1, slots(1)), acts=(CardAct(Act.EXTRA_ORDER, "any"),))
    sides = (army(VEERS, REBELS, REBELS, cards=[gift]), army(LEIA, REBELS))
    table = MatchTable(hoppers=(), game=Legion2024(), sides=sides, sealing="select").dialled()
    table.locks(BLUE, gift.id)
    table.locks(RED, "legion.card.push")
    table.opens(BLUE, RED)
    table.answers(BLUE, "order.extra", "2")
    table.answers(BLUE, f"match.hand.{table.job}")
    table.answers(RED, "match.undo")
    table.answers(BLUE, "match.undo.agree", "yes")
    table.answers(BLUE, "order.extra", "3")
    assert len([event for event in table.events if isinstance(event, GiftUsed)]) == 2
    assert not [event for event in table.events if isinstance(event, ConsentAsked)]
    table.answers(BLUE, "order.extra", "2")
    assert isinstance(table.events[-1], ConsentAsked)
