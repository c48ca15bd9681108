"""The requirements of an orders line for its units: LG-43, LG-45."""

import pytest

from table.games.legion.rules.model.armies import Rank, Slot
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.slots import fits
from table.games.legion.rules.model.state import Troop
from tests.games.legion.rules.kit import SNOWTROOPERS, keyword

DROIDS = Troop(keyword(Keyword.AI, SNOWTROOPERS), "Droids", Rank.CORPS)


@pytest.mark.rule("LG-45")
def test_of_several_keywords_one_is_enough() -> None:
    assert fits(Slot(keywords=(Keyword.TRANSPORT, Keyword.AI)), DROIDS)
    assert not fits(Slot(keywords=(Keyword.TRANSPORT, Keyword.CUNNING)), DROIDS)
