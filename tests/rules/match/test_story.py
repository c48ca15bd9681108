"""The story says what was proposed, and not only that something was."""

import pytest

from table.rules.match.events import EndProposed, EndWay
from table.rules.match.story import tell
from table.rules.seats import BLUE
from table.words import Words


@pytest.mark.rule("TB-13")
@pytest.mark.parametrize(
    ("how", "said"),
    [
        (EndWay.FINISH, "Blue proposed to end the match."),
        (EndWay.ABANDON, "Blue proposed to end the match."),
        (EndWay.CONCEDE, "Blue wants to concede the match."),
        (EndWay.DRAW, "Blue offered a draw."),
    ],
)
def test_a_proposal_is_told_by_its_kind(how: EndWay, said: str) -> None:
    line = tell(EndProposed(BLUE, how))
    assert line is not None
    assert Words().say(line) == said
