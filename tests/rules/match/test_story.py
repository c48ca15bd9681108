"""The story states what was proposed or chosen, and not only that something was."""

import pytest

from table.rules.match.events import EndProposed, EndWay, NumberDialled
from table.rules.match.story import line
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.words import Words


@pytest.mark.rule("TB-13")
@pytest.mark.parametrize(
    ("how", "stated"),
    [
        (EndWay.FINISH, "Blue proposed to end the match."),
        (EndWay.ABANDON, "Blue proposed to end the match."),
        (EndWay.CONCEDE, "Blue wants to concede the match."),
        (EndWay.DRAW, "Blue offered a draw."),
    ],
)
def test_a_proposal_is_reported_by_its_kind(how: EndWay, stated: str) -> None:
    proposal = line(EndProposed(BLUE, how))
    assert proposal is not None
    assert Words().say(proposal) == stated


@pytest.mark.rule("TB-07")
def test_who_leaves_the_number_to_the_table_is_not_reported_to_have_chosen_one() -> None:
    assert line(NumberDialled(BLUE, 0)) == text("story.no_number", seat=text("seat.blue"))
    assert line(NumberDialled(RED, 7)) == text("story.number", seat=text("seat.red"), number=7)
