"""Standings of small tournaments that can be reckoned by hand."""

from msgspec.structs import replace

from table.network.hall.organiser.tournament.standings import open_pairings, standings
from table.rules.seats import BLUE, RED, Seat
from table.view.hall import HallResult, HallScoring, MatchProof, Pairing, TieBreak
from tests.network.hall.organiser.test_exports import RESULT

PAIRINGS = (
    Pairing(1, "table-1", "Ann", "Bob"),
    Pairing(1, "table-2", "Cid", "Dee"),
    Pairing(1, "", "Eve", ""),
    Pairing(2, "table-1", "Ann", "Eve"),
    Pairing(2, "table-2", "Bob", "Cid"),
    Pairing(2, "", "Dee", ""),
)


def result(pairing: Pairing, blue: int, red: int, winner: Seat | None) -> HallResult:
    return replace(
        RESULT, table=pairing.table, round=pairing.round, blue_player=pairing.blue, red_player=pairing.red,
        blue_points=blue, red_points=red, winner=winner,
    )  # fmt: skip


RESULTS = (
    result(PAIRINGS[0], 9, 4, BLUE),
    result(PAIRINGS[1], 5, 5, None),
    result(PAIRINGS[3], 6, 2, BLUE),
    result(PAIRINGS[4], 3, 8, RED),
)


def placed(
    *, scoring: HallScoring | None = None, results: tuple[HallResult, ...] = RESULTS
) -> list[tuple[int, str, int]]:
    return [(each.place, each.player, each.points) for each in standings(PAIRINGS, results, scoring or HallScoring())]


def test_points_come_first_then_the_opponents_then_the_difference() -> None:
    """Cid and Dee have 4 points each. Cid met Dee (4) and Bob (0), Dee met Cid (4) alone."""
    assert placed() == [(1, "Ann", 6), (2, "Dee", 4), (3, "Cid", 4), (4, "Eve", 3), (5, "Bob", 0)]


def test_everything_of_a_player_is_counted() -> None:
    by_name = {each.player: each for each in standings(PAIRINGS, RESULTS, HallScoring())}
    dee, cid = by_name["Dee"], by_name["Cid"]
    assert (dee.won, dee.drawn, dee.lost, dee.byes, dee.schedule, dee.difference, dee.scored) == (0, 1, 0, 1, 4, 0, 5)
    assert (cid.won, cid.drawn, cid.lost, cid.byes, cid.schedule, cid.difference, cid.scored) == (1, 1, 0, 0, 2, 5, 13)


def test_points_and_tie_breaks_are_those_of_the_organiser() -> None:
    scoring = HallScoring(win=2, draw=1, loss=-1, bye=0, tie_breaks=(TieBreak.DIFFERENCE,))
    assert placed(scoring=scoring) == [(1, "Ann", 4), (2, "Cid", 3), (3, "Dee", 1), (4, "Eve", -1), (5, "Bob", -2)]


def test_players_that_no_tie_break_orders_share_a_place() -> None:
    assert placed(results=()) == [(1, "Dee", 3), (1, "Eve", 3), (3, "Ann", 0), (3, "Bob", 0), (3, "Cid", 0)]


def test_a_disputed_result_counts_for_nobody_until_one_is_entered() -> None:
    for proof in MatchProof:
        disputed = (replace(RESULTS[0], proof=proof), *RESULTS[1:])
        counts = proof not in (MatchProof.FORGED, MatchProof.NO_RESULT, MatchProof.OTHER, MatchProof.TWICE)
        assert dict(each[1:] for each in placed(results=disputed))["Ann"] == (6 if counts else 3)
        assert (PAIRINGS[0] in open_pairings(PAIRINGS, disputed)) is not counts


def test_a_match_without_a_pairing_counts_for_nobody() -> None:
    assert placed(results=(*RESULTS, replace(RESULTS[0], round=0, blue_player="", red_player=""))) == placed()


def test_the_pairings_without_a_result_are_open_and_a_bye_is_not() -> None:
    assert open_pairings(PAIRINGS, RESULTS[:2]) == [PAIRINGS[3], PAIRINGS[4]]
