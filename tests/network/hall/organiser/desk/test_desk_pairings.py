"""The pairings that an organiser takes at the desk: seen before, complete, and in the file of the hall."""

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from table.network.hall.organiser.folder import PAIRINGS
from table.network.hall.organiser.hall import Hall
from table.network.hall.organiser.hall_log import lines_of
from table.network.hall.organiser.pairings import read_pairings
from table.network.hall.organiser.tournament.acts import PairingsTaken, act_in
from table.records.verify.file import links_of
from table.rules.match.events import MatchEnd
from table.rules.seats import BLUE
from table.view.hall import Pairing
from table.view.hall_events import MatchOver
from tests.network.hall.organiser.desk.kit import DeskOfTest

FIRST = (Pairing(1, "table-1", "Ann", "Bob"), Pairing(1, "table-2", "Cid", "Dee"))
SECOND = (Pairing(2, "table-1", "Ann", "Cid"), Pairing(2, "table-2", "Bob", "Dee"))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[DeskOfTest]:
    made = DeskOfTest(tmp_path)
    made.logs_in()
    yield made
    made.close()


def plain(*pairings: Pairing) -> list[dict[str, Any]]:
    return [{name: getattr(each, name) for name in each.__struct_fields__} for each in pairings]


def takes(desk: DeskOfTest, *pairings: Pairing, **more: Any) -> tuple[int, str]:
    return desk.does("PairingsTaken", pairings=plain(*pairings), **more)


def over(match: str) -> MatchOver:
    return MatchOver(match, MatchEnd.FINISHED, BLUE, "", 8, 5, "")


def ends(desk: DeskOfTest, table: str, match: str) -> None:
    """Let a match end at a table."""
    desk.hall.matches.takes(table, over(match))


class TestRead:
    def asked(self, desk: DeskOfTest, content: str, **wish: Any) -> dict[str, Any]:
        return desk.answer("PairingsFile", file=b64encode(content.encode()).decode(), **wish)

    def test_what_is_recognised_is_shown_and_nothing_is_taken(self, desk: DeskOfTest) -> None:
        answer = self.asked(desk, "Round;Tisch;Spieler 1;Spieler 2;Verein\n1;4;Ann;Bob;\n1;5;Cid;;\n")
        assert answer == {
            "heading": ["Round", "Tisch", "Spieler 1", "Spieler 2", "Verein"],
            "columns": ["round", "table", "blue", "red", ""],
            "pairings": plain(Pairing(1, "table-4", "Ann", "Bob")),
            "wrong": [{"line": 3, "what": "red", "text": "1;5;Cid;;"}],
            "more": 0,
        }
        assert desk.hall.pairings == ()

    def test_columns_that_are_not_recognised_are_mapped_by_hand(self, desk: DeskOfTest) -> None:
        content = "Hraci;Kdo;Proti\nA;Ann;Bob\nA;Cid;Dee\n"
        unknown = self.asked(desk, content)
        assert (unknown["heading"], unknown["columns"]) == (["Hraci", "Kdo", "Proti"], ["", "", ""])
        assert (unknown["pairings"], len(unknown["wrong"])) == ([], 4)
        desk.table("table-10")
        desk.table("table-9")
        mapped = self.asked(desk, content, columns=["", "blue", "red"], round=3)
        assert mapped["pairings"] == plain(Pairing(3, "table-9", "Ann", "Bob"), Pairing(3, "table-10", "Cid", "Dee"))

    def test_a_title_above_an_unknown_heading_is_not_the_heading(self, desk: DeskOfTest) -> None:
        content = "Club evening;;\nNr;Heim;Gast\n1;Ann;Bob\n"
        assert self.asked(desk, content)["heading"] == ["Nr", "Heim", "Gast"]

    def test_a_file_without_a_heading_loses_no_line(self, desk: DeskOfTest) -> None:
        desk.table("table-1")
        found = self.asked(desk, "Ann,Bob\nCid,Dee\n", columns=["blue", "red"], headed=False)
        assert found["pairings"] == plain(*FIRST)

    def test_tables_are_those_of_the_file_or_in_the_order_of_its_lines(self, desk: DeskOfTest) -> None:
        content = "table,blue,red\n7,Ann,Bob\n,Cid,bye\n3,Eve,Fay\n"
        desk.table("table-1")
        tables = [
            [each["table"] for each in self.asked(desk, content, in_order=own)["pairings"]] for own in (False, True)
        ]
        assert tables == [["table-7", "", "table-3"], ["table-1", "", "table-2"]]

    def test_a_column_in_two_parts_is_one_name(self, desk: DeskOfTest) -> None:
        found = self.asked(desk, "a,b,c\nAnn,Lee,Bob\n", columns=["blue", "blue", "red"])
        assert found["pairings"] == plain(Pairing(1, "table-1", "Ann Lee", "Bob"))

    @pytest.mark.parametrize("columns", [["blue"], ["blue", "blue", "red", "red"], ["blue", "", ""]])
    def test_columns_that_do_not_fit_take_nothing(self, desk: DeskOfTest, columns: list[str]) -> None:
        assert self.asked(desk, "a,b,c\nAnn,Lee,Bob\n", columns=columns)["pairings"] == []

    def test_a_file_that_is_too_large_is_refused_and_not_cut(self, desk: DeskOfTest) -> None:
        assert self.asked(desk, "blue,red\n" + 200_000 * "Ann,Bob\n")["why"] == "large"

    def test_a_file_of_very_many_invalid_lines_is_cut_counted_and_taken_without_them(self, desk: DeskOfTest) -> None:
        found = self.asked(desk, "round,table,blue,red\n1,table-1,Ann,Bob\n" + 5000 * "1,table-9,Cid,\n")
        assert (len(found["wrong"]), found["more"]) == (1000, 4000)
        left_out = [each["text"] for each in found["wrong"]]
        assert desk.does(
            "PairingsTaken", pairings=found["pairings"], left_out=left_out, more_left_out=found["more"]
        ) == (200, "")
        (*_, last) = [act_in(line) for line in lines_of(desk.folder)]
        assert last is not None
        assert isinstance(last.act, PairingsTaken)
        assert (len(last.act.left_out), last.act.more_left_out) == (1000, 4000)

    def test_only_the_open_desk_is_answered(self, desk: DeskOfTest) -> None:
        desk.token = "another"
        assert self.asked(desk, "blue,red\nAnn,Bob\n") == {"why": "token"}


class TestTaken:
    def test_they_are_the_pairings_of_their_round_in_the_file_of_the_hall(self, desk: DeskOfTest) -> None:
        assert takes(desk, *FIRST) == (200, "")
        assert takes(desk, *SECOND) == (200, "")
        assert desk.hall.pairings == (*FIRST, *SECOND)
        moved = Pairing(1, "table-9", "Ann", "Bob")
        assert takes(desk, moved, FIRST[1]) == (200, "")
        assert desk.hall.pairings == (moved, FIRST[1], *SECOND)
        assert read_pairings((desk.folder / PAIRINGS).read_bytes()) == (desk.hall.pairings, ())

    def test_they_are_in_the_log_with_the_lines_that_were_left_out(self, desk: DeskOfTest) -> None:
        takes(desk, *FIRST, left_out=["1;5;Cid;;"])
        line = [*lines_of(desk.folder)][-1]
        act = act_in(line)
        assert act is not None
        assert act.act == PairingsTaken(FIRST, (), ("1;5;Cid;;",))

    def test_no_player_of_the_round_before_vanishes_in_silence(self, desk: DeskOfTest) -> None:
        takes(desk, *FIRST)
        only = Pairing(2, "table-1", "Ann", "Bobby")
        answer = desk.asks("/desk/act", {"type": "PairingsTaken", "pairings": plain(only)})
        assert (answer.status, answer.body) == (
            409, b'{"why":"missing","values":{"names":"Bob\\nCid\\nDee"}}',
        )  # fmt: skip
        assert takes(desk, only, without=["Bob", "Cid"]) == (409, "missing")
        assert desk.hall.pairings == FIRST
        assert takes(desk, only, without=["Bob", "Cid", "Dee"]) == (200, "")

    def test_a_file_of_several_rounds_is_asked_about_each(self, desk: DeskOfTest) -> None:
        late = Pairing(2, "table-1", "Ann", "Cid")
        assert takes(desk, *FIRST, late) == (409, "missing")
        assert takes(desk, *FIRST, late, without=["Bob", "Dee"]) == (200, "")
        assert takes(desk, *FIRST, *SECOND) == (200, "")
        assert takes(desk, *FIRST, late) == (409, "missing")

    def test_a_pairing_with_a_result_stays(self, desk: DeskOfTest) -> None:
        takes(desk, *FIRST)
        ends(desk, "table-1", "m1")
        assert takes(desk, Pairing(1, "table-9", "Ann", "Bob"), FIRST[1]) == (409, "played")
        assert takes(desk, FIRST[0], Pairing(1, "table-7", "Cid", "Dee")) == (200, "")

    @pytest.mark.parametrize(
        "pairing",
        [
            Pairing(1, "table-2", "Eve", "Fay"),
            Pairing(1, "table-3", "Ann", "Fay"),
            Pairing(1, "table-3", "Eve", "Eve"),
            Pairing(1, "", "Eve", "Fay"),
            Pairing(1, "Table one", "Eve", "Fay"),
            Pairing(0, "table-3", "Eve", "Fay"),
            Pairing(1000, "table-3", "Eve", "Fay"),
            Pairing(1, "table-3", "", "Fay"),
            Pairing(1, "table-3", "E\nve", "Fay"),
            Pairing(1, "table-3", "E" * 81, "Fay"),
        ],
    )
    def test_what_cannot_be_a_pairing_is_refused(self, desk: DeskOfTest, pairing: Pairing) -> None:
        assert takes(desk, *FIRST, pairing) == (409, "line")
        assert not (desk.folder / PAIRINGS).exists()

    @pytest.mark.parametrize(
        "pairings",
        [
            b"",
            b'{"round":1}',
            b'{"round":1%s,"table":"table-1","blue":"Ann","red":"Bob"}' % (5000 * b"0"),
            b'{"round":1,"table":"table-1","blue":"\\ud800","red":"Bob"}',
        ],
    )
    def test_a_body_that_has_none_is_refused(self, desk: DeskOfTest, pairings: bytes) -> None:
        assert desk.asks("/desk/act", b'{"type":"PairingsTaken","pairings":[%s]}' % pairings).status == 400
        assert desk.hall.pairings == ()

    def test_a_bye_has_no_table_and_a_table_typed_as_a_number_has_its_name(self, desk: DeskOfTest) -> None:
        assert takes(desk, Pairing(1, "7", "=Ann", "Bob, Jr."), Pairing(1, "table-3", "Cid", "")) == (200, "")
        assert desk.hall.pairings == (Pairing(1, "table-7", "=Ann", "Bob, Jr."), Pairing(1, "", "Cid", ""))

    def test_a_match_that_was_over_before_is_not_theirs_and_stays_so_after_a_restart(self, desk: DeskOfTest) -> None:
        ends(desk, "table-1", "warm-up")
        takes(desk, *FIRST)
        ends(desk, "table-1", "m1")

        def played(hall: Hall) -> list[tuple[str, int, str]]:
            return [(each.match, each.round, each.blue_player) for each in hall.seating().results]

        assert played(desk.hall) == [("warm-up", 0, ""), ("m1", 1, "Ann")]
        takes(desk, *FIRST)
        assert played(desk.hall) == [("warm-up", 0, ""), ("m1", 1, "Ann")], "taken once more, they are the same"
        again = Hall(links_of)
        again.matches.takes("table-1", over("warm-up"))
        for line in lines_of(desk.folder):
            again.remembers(line)
        again.matches.takes("table-1", over("m1"))
        again.pairings = desk.hall.pairings
        assert played(again) == [("warm-up", 0, ""), ("m1", 1, "Ann")]
