"""Matches are those of their table's pairings, and a result entered by hand stays with its pairing."""

from collections.abc import Iterable

from msgspec.structs import replace

from table.network.hall.organiser.tournament.acts import ResultEntered
from table.network.hall.organiser.tournament.seating import Seating, key_of
from table.rules.seats import BLUE, RED
from table.view.hall import HallResult, MatchProof, Pairing
from tests.network.hall.organiser.test_exports import RESULT

PAIRINGS = (
    Pairing(1, "table-1", "Ann", "Bob"),
    Pairing(1, "table-2", "Cid", "Dee"),
    Pairing(2, "table-1", "Ann", "Cid"),
)


def played(table: str, match: str) -> HallResult:
    return replace(RESULT, table=table, match=match, round=0, blue_player="", red_player="")


def entry(
    number: int = 1, blue: str = "Ann", red: str = "Bob", table: str = "table-1", match: str = ""
) -> ResultEntered:
    return ResultEntered(number, blue, red, 1, 9, RED, "Read wrong.", table, match)


def seated(results: Iterable[HallResult], *entries: ResultEntered) -> Seating:
    return Seating(PAIRINGS, results, {key_of(each): each for each in entries})


def shown(seating: Seating) -> list[tuple[int, str, str, int, MatchProof]]:
    return [(each.round, each.blue_player, each.match, each.blue_points, each.proof) for each in seating.results]


def test_a_table_plays_its_pairings_one_after_the_other() -> None:
    seating = seated([played("table-1", "m1"), played("table-1", "m2"), played("table-1", "m3")])
    assert [each[:3] for each in shown(seating)] == [(1, "Ann", "m1"), (2, "Ann", "m2"), (0, "", "m3")]
    assert seating.pairing("table-2", "m9") == PAIRINGS[1]
    assert seating.pairing("table-7", "m9") is None


def test_a_correction_replaces_points_and_winner_and_is_never_proved() -> None:
    proved = replace(played("table-1", "m1"), proof=MatchProof.PROVED)
    (result,) = seated([proved], entry(match="m1")).results
    assert (result.blue_points, result.red_points, result.winner) == (1, 9, RED)
    assert (result.proof, result.reason, result.match) == (MatchProof.ENTERED, "Read wrong.", "m1")
    assert proved.winner is BLUE


def test_an_entered_result_needs_no_match_and_the_next_match_is_of_the_next_pairing() -> None:
    seating = seated([played("table-1", "m1")], entry())
    assert shown(seating) == [(2, "Ann", "m1", 8, MatchProof.PROVED), (1, "Ann", "", 1, MatchProof.ENTERED)]


def test_a_match_that_went_on_while_its_result_was_entered_stays_with_its_pairing() -> None:
    before = seated([])
    match = before.match(PAIRINGS[0], "m1")
    assert match == "m1"
    assert before.match(PAIRINGS[2], "m1") == "", "that is the next round's"
    assert shown(seated([], entry(match="m1"))) == [(1, "Ann", "m1", 1, MatchProof.ENTERED)]
    later = seated([played("table-1", "m1"), played("table-1", "m2")], entry(match="m1"))
    assert [each[:4] for each in shown(later)] == [(1, "Ann", "m1", 1), (2, "Ann", "m2", 8)]


def test_a_result_of_players_who_are_no_longer_paired_does_not_count() -> None:
    assert seated([], entry(blue="Eve")).results == ()
