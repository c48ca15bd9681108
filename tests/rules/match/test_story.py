"""The lines of the story that a match tells by itself."""

import pytest

from table.rules.match.events import NumberDialled
from table.rules.match.story import tell
from table.rules.seats import BLUE, RED
from table.rules.text import text


@pytest.mark.rule("TB-07")
def test_who_leaves_the_number_to_the_table_is_not_said_to_have_chosen_one() -> None:
    assert tell(NumberDialled(BLUE, 0)) == text("story.no_number", seat=text("seat.blue"))
    assert tell(NumberDialled(RED, 7)) == text("story.number", seat=text("seat.red"), number=7)
