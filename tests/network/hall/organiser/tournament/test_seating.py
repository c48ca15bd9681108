"""Matches are those of their table's pairings, and a result entered by hand stays with its pairing."""

from collections.abc import Iterable, Mapping

import pytest
from msgspec.structs import replace

from table.network.hall.organiser.tournament.acts import MatchAssigned, NamedPairing, PairingsTaken, ResultEntered
from table.network.hall.organiser.tournament.decisions import OrganiserDecisions
from table.network.hall.organiser.tournament.seating import Seating
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


TAKEN_S, ENTERED_S, NEXT_S = 100.0, 200.0, 300.0
"""When the first round was taken, a result of it entered, and the second round taken."""


def decided(*entries: ResultEntered, taken: bool = True) -> OrganiserDecisions:
    decisions = OrganiserDecisions()
    for number, at_s in ((1, TAKEN_S), (2, NEXT_S)) if taken else ():
        decisions.add(PairingsTaken(tuple(each for each in PAIRINGS if each.round == number)), at_s, {})
    for each in entries:
        decisions.add(each, ENTERED_S, {})
    return decisions


def seated(
    results: Iterable[HallResult], *entries: ResultEntered, began_s: Mapping[str, float] | None = None
) -> Seating:
    times = began_s or {}
    return Seating(PAIRINGS, results, decided(*entries), lambda key: times.get(key[1]))


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


def test_an_entered_result_needs_no_match_and_a_match_that_began_after_it_is_of_the_next_pairing() -> None:
    seating = seated([played("table-1", "m1")], entry(), began_s={"m1": ENTERED_S})
    assert seating.pairing("table-1", "m1") == PAIRINGS[2]
    assert shown(seating) == [(2, "Ann", "m1", 8, MatchProof.PROVED), (1, "Ann", "", 1, MatchProof.ENTERED)]


def test_a_match_of_a_table_that_reports_late_is_of_the_pairing_for_which_it_was_played() -> None:
    seating = seated(
        [played("table-1", "m1"), played("table-1", "m2")], entry(), began_s={"m1": TAKEN_S, "m2": NEXT_S + 1}
    )
    assert shown(seating) == [
        (1, "Ann", "m1", 1, MatchProof.ENTERED), (2, "Ann", "m2", 8, MatchProof.PROVED)
    ]  # fmt: skip
    going_on = seated([], entry(), began_s={"m1": TAKEN_S})
    assert going_on.pairing("table-1", "m1") == PAIRINGS[0]
    assert going_on.pairing("table-1", "") == PAIRINGS[2]


@pytest.mark.parametrize("began_s", [{}, {"m1": 0.0}, {"m1": TAKEN_S - 1}])
def test_a_match_whose_time_is_unknown_or_cannot_be_is_of_no_pairing(began_s: dict[str, float]) -> None:
    seating = seated([played("table-1", "m1")], entry(), began_s=began_s)
    assert shown(seating) == [(0, "", "m1", 8, MatchProof.PROVED), (1, "Ann", "", 1, MatchProof.ENTERED)]
    assert seating.unassigned == [("table-1", "m1")]
    assert seating.pairing("table-1", "m1") is None


def test_a_match_that_may_be_of_either_round_is_of_no_pairing() -> None:
    """The second round was taken, and after it the result of the first one was entered."""
    decisions = decided()
    decisions.add(entry(), NEXT_S + 100, {})
    seating = Seating(PAIRINGS, [played("table-1", "m1")], decisions, lambda _: NEXT_S + 50)
    assert seating.unassigned == [("table-1", "m1")]
    unknown = decided(entry(), taken=False)
    assert Seating(PAIRINGS, [played("table-1", "m1")], unknown, lambda _: TAKEN_S).unassigned


def test_the_time_of_an_entry_is_its_first_one_until_it_is_withdrawn() -> None:
    decisions = decided(entry())
    decisions.add(entry(), 900.0, {})
    assert Seating(PAIRINGS, [played("table-1", "m1")], decisions, lambda _: 800.0).results[0].round == 2


def test_an_assigned_match_is_of_its_pairing_or_of_none_whatever_the_times_are() -> None:
    decisions = decided(entry())
    results = [played("table-1", "m1"), played("table-1", "m2")]
    decisions.add(MatchAssigned("table-1", "m1", NamedPairing(2, "Ann", "Cid")), 400.0, {})
    decisions.add(MatchAssigned("table-1", "m2", None), 400.0, {})
    seating = Seating(PAIRINGS, results, decisions)
    assert [each[:3] for each in shown(seating)] == [(2, "Ann", "m1"), (0, "", "m2"), (1, "Ann", "")]
    assert seating.unassigned == []
    decisions.add(MatchAssigned("table-1", "m1", NamedPairing(1, "Ann", "Bob")), 500.0, {})
    assert [each[:4] for each in shown(Seating(PAIRINGS, results, decisions))] == [
        (1, "Ann", "m1", 1),
        (0, "", "m2", 8),
    ]


def test_players_who_sat_the_other_way_round_have_the_points_of_their_sides() -> None:
    """The match file names seats and armies, so the organiser states who sat where."""
    decisions, results = decided(), [replace(played("table-1", "m1"), proof=MatchProof.PROVED)]

    def result() -> HallResult:
        return Seating(PAIRINGS, results, decisions).results[0]

    pairing = NamedPairing(1, "Ann", "Bob")
    decisions.add(MatchAssigned("table-1", "m1", pairing, swapped=True), 400.0, {})
    assert (result().blue_player, result().red_player) == ("Bob", "Ann")
    sides = (result().blue_points, result().red_points, result().winner, result().blue, result().proof)
    assert sides == (8, 5, BLUE, RESULT.blue, MatchProof.PROVED), "everything else is as in the file"
    assert Seating(PAIRINGS, results, decisions).pairing("table-1", "m1") == Pairing(1, "table-1", "Bob", "Ann")
    decisions.add(MatchAssigned("table-1", "m1", pairing), 500.0, {})
    assert (result().blue_player, result().red_player) == ("Ann", "Bob")


def test_an_entered_result_of_players_who_sat_the_other_way_round_is_theirs() -> None:
    decisions = decided(entry())
    decisions.add(MatchAssigned("table-1", "m1", NamedPairing(1, "Ann", "Bob"), swapped=True), 400.0, {})
    (result,) = Seating(PAIRINGS, [played("table-1", "m1")], decisions).results
    points = {result.blue_player: result.blue_points, result.red_player: result.red_points}
    assert (points, result.winner, result.blue_player) == ({"Ann": 1, "Bob": 9}, BLUE, "Bob")


def test_a_match_that_was_assigned_elsewhere_is_no_longer_that_of_an_entered_result() -> None:
    decisions = decided(entry(match="m1"))
    decisions.add(MatchAssigned("table-1", "m1", NamedPairing(2, "Ann", "Cid")), 400.0, {})
    seating = Seating(PAIRINGS, [played("table-1", "m1")], decisions)
    assert [each[:3] for each in shown(seating)] == [(2, "Ann", "m1"), (1, "Ann", "")]


def test_a_match_that_went_on_while_its_result_was_entered_stays_with_its_pairing() -> None:
    before = seated([])
    match = before.match(PAIRINGS[0], "m1")
    assert match == ("table-1", "m1")
    assert before.match(PAIRINGS[2], "m1") == ("table-1", ""), "that is the next round's"
    assert shown(seated([], entry(match="m1"))) == [(1, "Ann", "m1", 1, MatchProof.ENTERED)]
    later = seated([played("table-1", "m1"), played("table-1", "m2")], entry(match="m1"))
    assert [each[:4] for each in shown(later)] == [(1, "Ann", "m1", 1), (2, "Ann", "m2", 8)]


def test_an_entered_result_is_not_that_of_a_match_that_was_over_before_its_pairing() -> None:
    decisions = OrganiserDecisions()
    decisions.add(PairingsTaken(PAIRINGS), TAKEN_S, {"table-1": 1})
    assert Seating(PAIRINGS, [played("table-1", "warm-up")], decisions).match(PAIRINGS[0], "warm-up")[1] == ""
    assert Seating(PAIRINGS, [played("table-1", "warm-up")], decisions).match(PAIRINGS[0], "m1")[1] == "m1"


@pytest.mark.parametrize("known", [True, False], ids=["the later round at the desk", "the later round by hand"])
def test_a_match_keeps_its_pairing_when_an_earlier_round_gets_one_at_its_table(known: bool) -> None:
    decisions = OrganiserDecisions()
    if known:
        decisions.add(PairingsTaken(PAIRINGS[2:]), TAKEN_S, {})
    decisions.add(PairingsTaken(PAIRINGS[:2]), NEXT_S, {"table-1": 1})
    assert [each[:3] for each in shown(Seating(PAIRINGS, [played("table-1", "m1")], decisions))] == [(2, "Ann", "m1")]


def test_a_match_that_was_over_while_its_table_had_no_pairing_is_not_that_of_one_that_is_taken_again() -> None:
    decisions = OrganiserDecisions()
    for pairings, ended in ((PAIRINGS[:2], {}), (PAIRINGS[1:2], {}), (PAIRINGS[:2], {"table-1": 1})):
        decisions.add(PairingsTaken(pairings), TAKEN_S, ended)
    assert [each.round for each in Seating(PAIRINGS[:2], [played("table-1", "m1")], decisions).results] == [0]


def test_a_result_of_players_who_are_no_longer_paired_does_not_count() -> None:
    assert seated([], entry(blue="Eve")).results == ()
