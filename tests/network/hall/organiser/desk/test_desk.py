"""Acts at the organiser's desk change the hall, and survive a restart."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from lab.campaigns.hall.simulated import SimulatedMatch
from table.network.hall.organiser import judge_calls
from table.network.hall.organiser.exports import FORMS, pairings_csv
from table.network.hall.organiser.folder import PAIRINGS
from table.network.hall.organiser.hall import Hall
from table.network.hall.organiser.hall_log import lines_of
from table.network.hall.organiser.matches import FileFinding
from table.network.hall.organiser.tournament.acts import (
    MatchAssigned,
    NamedPairing,
    ResultEntered,
    act_in,
    act_line,
)
from table.network.hall.organiser.tournament.standings import open_pairings
from table.network.hall.wire.messages import event_line, first_link, next_link
from table.records.verify.file import links_of
from table.rules.match.events import MatchEnd
from table.rules.seats import BLUE, RED
from table.rules.shown_codes import grouped, letters_of
from table.view.hall import MatchOutcome, MatchProof, NeedKind
from table.view.hall_events import MatchBegan, MatchOver, MatchRecord
from tests.network.hall.organiser.desk.kit import DeskOfTest


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[DeskOfTest]:
    (tmp_path / PAIRINGS).write_text("round,table,blue,red\n1,table-1,Ann,Bob\n1,table-2,Cid,Dee\n", "utf-8")
    made = DeskOfTest(tmp_path)
    made.logs_in()
    yield made
    made.close()


RESULT = {
    "round": 1,
    "blue": "Ann",
    "red": "Bob",
    "blue_points": 3,
    "red_points": 7,
    "winner": "red",
    "reason": "No power.",
}


def test_the_clock_goes_stops_and_goes_away(desk: DeskOfTest) -> None:
    desk.does("RoundClockSet", minutes=90, round=2)
    desk.does("RoundClockSet", runs=True)
    desk.clock_s += 60
    desk.does("RoundClockSet", runs=False)
    assert desk.hall.clock is not None
    assert (desk.hall.clock.left_s, desk.hall.clock.runs, desk.hall.clock.round) == (5340, False, 2)
    desk.does("RoundClockRemoved")
    assert desk.hall.clock is None


def test_a_judge_is_called_to_a_table_that_the_hall_knows(desk: DeskOfTest) -> None:
    assert desk.does("TableJudgeCalled", table="table-1") == (409, "table")
    desk.table()
    assert desk.does("TableJudgeCalled", table="table-1") == (200, "")
    (call,) = judge_calls.calls_in((desk.folder / judge_calls.FILE).read_bytes())
    assert (call.table, call.at_s) == ("table-1", 1000.0)
    assert [table for table, _ in desk.program._requests.due(0)] == ["table-1"]


def test_a_call_that_is_answered_is_shown_so_until_the_match_goes_on(desk: DeskOfTest) -> None:
    def calls() -> list[bool]:
        return [each.answered for each in desk.hall.view(desk.now_s).needs if each.kind is NeedKind.JUDGE]

    desk.table(judged=True)
    assert calls() == [False]
    assert desk.does("JudgeAnswered", table="table-1") == (200, "")
    assert calls() == [True]
    desk.table(judged=False)
    desk.table(judged=True)
    assert calls() == [False], "that is another call"
    for line in lines_of(desk.folder):
        desk.hall.remembers(line)
    assert calls() == [False], "nor is it answered after a restart"


def test_an_entered_result_counts_and_is_marked(desk: DeskOfTest) -> None:
    assert desk.does("ResultEntered", **RESULT) == (200, "")
    (result,) = desk.hall.view(desk.now_s).results
    assert (result.table, result.blue_player, result.blue_points, result.winner) == ("table-1", "Ann", 3, RED)
    assert (result.proof, result.reason) == (MatchProof.ENTERED, "No power.")


def test_the_last_entry_counts_and_can_be_withdrawn(desk: DeskOfTest) -> None:
    desk.does("ResultEntered", **RESULT)
    desk.does("ResultEntered", **{**RESULT, "blue_points": 4})
    assert [each.blue_points for each in desk.hall.view(desk.now_s).results] == [4]
    assert desk.does("ResultWithdrawn", round=1, blue="Ann", red="Bob", reason=" ") == (409, "reason")
    assert desk.does("ResultWithdrawn", round=1, blue="Ann", red="Bob", reason="Wrong table.") == (200, "")
    assert desk.hall.view(desk.now_s).results == ()
    assert desk.does("ResultWithdrawn", round=1, blue="Ann", red="Bob", reason="Again.") == (409, "pairing")


@pytest.mark.parametrize(
    ("changed", "why"), [({"reason": " "}, "reason"), ({"blue": "Eve"}, "pairing"), ({"round": 2}, "pairing")]
)
def test_no_result_without_a_reason_or_a_pairing(desk: DeskOfTest, changed: dict[str, object], why: str) -> None:
    assert desk.does("ResultEntered", **{**RESULT, **changed}) == (409, why)
    assert desk.hall.decisions.entered == {}


def plays(desk: DeskOfTest, table: str, match: str, began_s: float | None) -> None:
    """Let a match of a table be reported from its beginning to its end."""
    for event in (
        MatchBegan(match, "legion_2024", "Empire", "Rebels", began_s),
        MatchOver(match, MatchEnd.FINISHED, BLUE, "", 8, 5, "0" * 64),
    ):
        desk.hall.matches.takes(table, event)


class TestLateMatch:
    """Round 1 is taken at 1000 s, a result of it entered at 2000 s, and round 2 taken at 3000 s."""

    @pytest.fixture(autouse=True)
    def two_rounds(self, desk: DeskOfTest) -> None:
        desk.table()
        one = [{"round": 1, "table": "table-1", "blue": "Ann", "red": "Bob"}]
        desk.does("PairingsTaken", pairings=one, without=["Cid", "Dee"])
        desk.clock_s = 2000.0
        desk.does("ResultEntered", **RESULT)
        desk.clock_s = 3000.0
        assert desk.does("PairingsTaken", pairings=[{**one[0], "round": 2}]) == (200, "")

    def shown(self, hall: Hall) -> list[tuple[str, int, MatchProof]]:
        return [(each.match, each.round, each.proof) for each in hall.seating().results]

    def unassigned(self, desk: DeskOfTest) -> list[str]:
        needs = desk.hall.view(desk.now_s).needs
        return [each.values["match"] for each in needs if each.kind is NeedKind.UNASSIGNED]

    def test_it_is_of_the_round_in_which_it_began_and_stays_so_after_a_restart(self, desk: DeskOfTest) -> None:
        plays(desk, "table-1", "m1", 1500.0)
        wanted = [("m1", 1, MatchProof.ENTERED)]
        assert self.shown(desk.hall) == wanted
        again = Hall(links_of)
        for line in lines_of(desk.folder):
            again.remembers(line)
        again.pairings = desk.hall.pairings
        again.matches.all = desk.hall.matches.all
        again.matches.over = desk.hall.matches.over
        assert self.shown(again) == wanted
        desk.does("ResultWithdrawn", round=1, blue="Ann", red="Bob", reason="The table has it.")
        assert self.shown(desk.hall) == [("m1", 1, MatchProof.NONE)], "the reported result is back"

    def test_without_a_time_it_waits_until_it_is_assigned(self, desk: DeskOfTest) -> None:
        plays(desk, "table-1", "m1", None)
        assert self.shown(desk.hall) == [("m1", 0, MatchProof.NONE), ("", 1, MatchProof.ENTERED)]
        assert self.unassigned(desk) == ["m1"]
        second = {"round": 2, "blue": "Ann", "red": "Bob"}
        assert desk.does("MatchAssigned", table="table-1", match="m1", pairing=second) == (200, "")
        assert self.shown(desk.hall) == [("m1", 2, MatchProof.NONE), ("", 1, MatchProof.ENTERED)]
        assert self.unassigned(desk) == []
        assert desk.does("MatchAssigned", table="table-1", match="m1", pairing=None) == (200, "")
        assert self.shown(desk.hall)[0] == ("m1", 0, MatchProof.NONE)
        assert self.unassigned(desk) == []

    def test_a_time_that_comes_after_its_end_moves_nothing(self, desk: DeskOfTest) -> None:
        plays(desk, "table-1", "m1", None)
        plays(desk, "table-1", "m2", 3500.0)
        before = self.shown(desk.hall)
        assert before[1][:2] == ("m2", 2)
        desk.hall.matches.takes("table-1", MatchBegan("m1", "legion_2024", "Empire", "Rebels", 2500.0))
        assert self.shown(desk.hall) == before

    def test_only_a_known_match_is_assigned_to_a_known_pairing_without_another_one(self, desk: DeskOfTest) -> None:
        plays(desk, "table-1", "m1", 1500.0)
        plays(desk, "table-1", "m2", 3500.0)
        first = {"round": 1, "blue": "Ann", "red": "Bob"}
        for values, why in (
            ({"match": "m3", "pairing": first}, "match"),
            ({"match": "m2", "pairing": {**first, "blue": "Eve"}}, "pairing"),
            ({"match": "m2", "pairing": first}, "assigned"),
        ):
            assert desk.does("MatchAssigned", table="table-1", **values) == (409, why)


def test_a_result_that_is_entered_for_another_tables_match_counts_once(desk: DeskOfTest) -> None:
    """The pairing's own table then reports a match of the same name."""
    desk.table()
    plays(desk, "table-2", "m1", None)
    pairing = {"round": 1, "blue": "Ann", "red": "Bob"}
    assert desk.does("MatchAssigned", table="table-2", match="m1", pairing=pairing) == (200, "")
    assert desk.does("ResultEntered", **RESULT) == (200, "")
    plays(desk, "table-1", "m1", None)
    found = [(each.table, each.round) for each in desk.hall.seating().results]
    assert found == [("table-2", 1), ("table-1", 0)]


class TestSides:
    """Bob sat at the blue side and won, but the pairing has Ann there."""

    @pytest.fixture(autouse=True)
    def is_there(self, desk: DeskOfTest) -> None:
        desk.table()

    def assigns(self, desk: DeskOfTest, *, swapped: bool) -> None:
        pairing = {"round": 1, "blue": "Ann", "red": "Bob"}
        acted = desk.does("MatchAssigned", table="table-1", match="m1", pairing=pairing, swapped=swapped)
        assert acted == (200, "")

    def winners(self, hall: Hall) -> list[str]:
        return [each.player for each in hall.view(0.0).standings if each.won]

    def test_the_organiser_swaps_them_and_swaps_them_back(self, desk: DeskOfTest) -> None:
        plays(desk, "table-1", "m1", None)
        assert self.winners(desk.hall) == ["Ann"]
        self.assigns(desk, swapped=True)
        assert self.winners(desk.hall) == ["Bob"]
        assert "1,table-1,Ann,5,Bob,8" in pairings_csv(desk.hall.view(0.0), FORMS["plain"])
        assert open_pairings(desk.hall.pairings, desk.hall.seating().results) == [desk.hall.pairings[1]]
        self.assigns(desk, swapped=False)
        assert self.winners(desk.hall) == ["Ann"]

    def test_the_swap_is_logged_and_there_after_a_restart(self, desk: DeskOfTest) -> None:
        plays(desk, "table-1", "m1", None)
        self.assigns(desk, swapped=True)
        acts = [line.act for line in map(act_in, lines_of(desk.folder)) if line is not None]
        assert acts[-1] == MatchAssigned("table-1", "m1", NamedPairing(1, "Ann", "Bob"), swapped=True)
        again = Hall(links_of)
        for line in lines_of(desk.folder):
            again.remembers(line)
        again.pairings, again.matches, again.tables = desk.hall.pairings, desk.hall.matches, desk.hall.tables
        assert self.winners(again) == ["Bob"]

    def test_the_pairing_still_has_a_result_and_no_second_match(self, desk: DeskOfTest) -> None:
        plays(desk, "table-1", "m1", None)
        plays(desk, "table-1", "m2", None)
        self.assigns(desk, swapped=True)
        pairing = {"round": 1, "blue": "Ann", "red": "Bob"}
        assert desk.does("MatchAssigned", table="table-1", match="m2", pairing=pairing) == (409, "assigned")
        moved = [{**pairing, "table": "table-2"}, {"round": 1, "table": "table-1", "blue": "Cid", "red": "Dee"}]
        assert desk.does("PairingsTaken", pairings=moved) == (409, "played")

    def test_before_the_end_the_pairing_itself_is_changed(self, desk: DeskOfTest) -> None:
        turned = [{"round": 1, "table": "table-1", "blue": "Bob", "red": "Ann"}]
        assert desk.does("PairingsTaken", pairings=turned, without=["Cid", "Dee"]) == (200, "")
        plays(desk, "table-1", "m1", None)
        assert self.winners(desk.hall) == ["Bob"]

    def test_a_log_of_an_earlier_version_swaps_nothing(self, desk: DeskOfTest) -> None:
        plays(desk, "table-1", "m1", None)
        act = b'{"type":"MatchAssigned","table":"table-1","match":"m1","pairing":{"round":1,"blue":"Ann","red":"Bob"}}'
        desk.hall.remembers(b'{"desk":1,"at_s":1,"address":"","act":' + act + b"}")
        assert (desk.hall.damaged, self.winners(desk.hall)) == (0, ["Ann"])


def test_an_event_of_a_table_is_never_read_as_an_act_of_the_organiser(desk: DeskOfTest) -> None:
    """The message is an act of the desk as well, in the fields that an event does not have."""
    act = act_line(ResultEntered(1, "Ann", "Bob", 9, 0, BLUE, "forged"), 0.0, "127.0.0.1")
    assert act_in(act) is not None
    event = msgspec.json.encode(MatchBegan("m1", "legion_2024", "Empire", "Rebels"))
    message = event_line(
        "table-1", "0123456789abcdef", 1, next_link(first_link("table-1", "0123456789abcdef"), event), event
    )
    both = act[:-1] + b"," + message[1:]
    assert act_in(both) is not None
    taken = desk.hall.event("table-1", both, desk.now_s)
    again = Hall(links_of)
    again.remembers(taken.line)
    assert taken.line
    assert again.decisions.entered == {}


def test_after_a_restart_entered_results_are_there(desk: DeskOfTest) -> None:
    desk.does("ResultEntered", **RESULT)
    desk.does(
        "ResultEntered", round=1, blue="Cid", red="Dee", blue_points=1, red_points=1, winner=None, reason="By time."
    )
    desk.does("ResultWithdrawn", round=1, blue="Cid", red="Dee", reason="Wrong.")
    again = Hall(links_of)
    for line in lines_of(desk.folder):
        again.remembers(line)
    again.pairings = desk.hall.pairings
    assert again.damaged == 0
    assert again.view(0.0).results == desk.hall.view(desk.now_s).results


class TestCodeOfTheEnd:
    """The players enter the code that they copied from their screen: only that makes a result proved."""

    def ends(self, desk: DeskOfTest) -> SimulatedMatch:
        """Let a table report a match that is over, without its file."""
        match = SimulatedMatch("m1")
        match.goes_on()
        over = MatchOver("m1", MatchEnd.FINISHED, BLUE, "points", 8, 5, match.chain)
        desk.hall.matches.takes("table-1", over)
        return match

    def hands_in(self, desk: DeskOfTest, match: SimulatedMatch) -> MatchProof:
        """Let the table hand in this file, and return the proof once it is verified."""
        reported = desk.hall.matches.takes("table-1", MatchRecord("m1", match.file().decode()))
        assert reported is not None
        outcome = MatchOutcome("", "", "", 8, 5, MatchEnd.FINISHED, BLUE, "points")
        desk.hall.matches.found(reported, FileFinding(MatchProof.PROVED, outcome))
        return reported.proof

    def test_it_makes_a_result_proved_and_is_there_after_a_restart(self, desk: DeskOfTest) -> None:
        match = self.ends(desk)
        assert self.hands_in(desk, match) is MatchProof.REPORTED
        typed = grouped(match.chain).lower()
        assert desk.does("CodeEntered", table="table-1", match="m1", code=typed) == (200, "")
        assert desk.hall.matches.all["table-1", "m1"].proof is MatchProof.PROVED
        again = Hall(links_of)
        for line in lines_of(desk.folder):
            again.remembers(line)
        assert again.matches.all["table-1", "m1"].players_code == letters_of(match.chain)

    def test_one_that_the_file_does_not_end_with_is_refused(self, desk: DeskOfTest) -> None:
        self.hands_in(desk, self.ends(desk))
        code = letters_of("cd" * 32)
        assert desk.does("CodeEntered", table="table-1", match="m1", code=code) == (409, "code")
        assert desk.hall.matches.all["table-1", "m1"].proof is MatchProof.REPORTED

    def test_entered_before_the_file_has_come_it_decides_about_the_file(self, desk: DeskOfTest) -> None:
        match = self.ends(desk)
        code = letters_of("cd" * 32)
        assert desk.does("CodeEntered", table="table-1", match="m1", code=code) == (200, "")
        assert self.hands_in(desk, match) is MatchProof.FORGED

    def test_what_is_no_code_or_of_no_match_that_is_over_is_refused(self, desk: DeskOfTest) -> None:
        match = self.ends(desk)
        for values, why in (
            ({"match": "m1", "code": "ABC"}, "letters"), ({"match": "m1", "code": match.chain[:31]}, "letters"),
            ({"match": "m2", "code": match.chain}, "match"),
        ):  # fmt: skip
            assert desk.does("CodeEntered", table="table-1", **values) == (409, why)
