"""An evening at the hall's desk, and the reckoning that its standings are compared with."""

import pytest

from lab.campaigns.hall import desk_figures
from lab.campaigns.hall.bot_tables import PlayedOutcome
from lab.campaigns.hall.desk_evening import PLAYERS, DeskRound, missing
from lab.campaigns.hall.desk_figures import again, differing, reckoning
from table.rules.seats import BLUE, RED

ANN, BOB, CID = PLAYERS[:3]
FIRST = DeskRound({"table-1": (ANN, BOB)}, [CID], {"table-1": PlayedOutcome(9, 4, BLUE)})
SECOND = DeskRound({"table-1": (CID, ANN)}, [BOB], {"table-1": PlayedOutcome(5, 5, None)})


@pytest.mark.hall
@pytest.mark.timeout(300)
def test_its_standings_are_those_of_another_reckoning() -> None:
    if missing():
        pytest.skip(missing())
    figures = {each.name: each for each in desk_figures.measure(1)}
    for name in ("hall.desk", "hall.desk.again"):
        assert figures[name].value == 0, figures[name]
    assert figures["hall.desk.control"].ok


def test_the_reckoning_is_right() -> None:
    """Ann: 3 for a win and 1 for a draw; her opponents Bob and Cid have 3 and 4."""
    found = reckoning([FIRST, SECOND])
    assert found[ANN] == (2, "4", "1 – 1 – 0", "3.50", "5")
    assert found[BOB] == (3, "3", "0 – 0 – 1 (+1)", "4.00", "-5")
    assert found[CID] == (1, "4", "0 – 1 – 0 (+1)", "4.00", "0")
    assert found[PLAYERS[3]] == (4, "0", "0 – 0 – 0", "0.00", "0")


def test_a_row_that_differs_is_found() -> None:
    rows = [[str(each) for each in (place, name, *rest)] for name, (place, *rest) in reckoning([FIRST]).items()]
    assert differing(rows, [FIRST]) == []
    assert differing(rows[1:], [FIRST]) == [ANN]
    lost = FIRST._replace(outcomes={"table-1": PlayedOutcome(9, 4, RED)})
    assert set(differing(rows, [lost])) >= {ANN, BOB}


def test_a_rematch_and_a_second_bye_are_found() -> None:
    assert again([FIRST, SECOND]) == []
    assert len(again([FIRST, FIRST])) == 2
