"""The standings and the next round at the desk."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from table.network.hall.organiser.desk import desk as desk_module
from table.network.hall.organiser.folder import PAIRINGS
from table.network.hall.organiser.hall import Hall
from table.network.hall.organiser.hall_log import lines_of
from table.records.verify.file import links_of
from table.view.hall import HallScoring, TieBreak
from tests.network.hall.organiser.desk.kit import DeskOfTest

RULES = {"win": 20, "draw": 10, "loss": 1, "bye": 15, "tie_breaks": ["scored"]}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[DeskOfTest]:
    (tmp_path / PAIRINGS).write_text(
        "round,table,blue,red\n1,table-1,Ann,Bob\n1,table-2,Cid,Dee\n1,,Eve,BYE\n", "utf-8"
    )
    made = DeskOfTest(tmp_path)
    made.logs_in()
    yield made
    made.close()


def enters(desk: DeskOfTest, blue: str, red: str, winner: str | None) -> None:
    values = {"round": 1, "blue": blue, "red": red, "blue_points": 8, "red_points": 5, "reason": "On paper."}
    assert desk.does("ResultEntered", **values, winner=winner) == (200, "")


def paired(desk: DeskOfTest, *names: str) -> Any:
    return desk.answer("NextRound", players=names)


def test_points_and_tie_breaks_are_settings_of_the_hall_and_stay_after_a_restart(desk: DeskOfTest) -> None:
    assert desk.hall.view(desk.now_s).scoring == HallScoring()
    enters(desk, "Ann", "Bob", "blue")
    enters(desk, "Cid", "Dee", None)
    assert desk.does("ScoringSet", **RULES) == (200, "")
    again = Hall(links_of)
    for line in lines_of(desk.folder):
        again.remembers(line)
    again.pairings = desk.hall.pairings
    for hall in (desk.hall, again):
        view = hall.view(desk.now_s)
        assert view.scoring == HallScoring(20, 10, 1, 15, (TieBreak.SCORED,))
        assert [(each.player, each.points) for each in view.standings] == [
            ("Ann", 20), ("Eve", 15), ("Cid", 10), ("Dee", 10), ("Bob", 1)
        ]  # fmt: skip


@pytest.mark.parametrize("changed", [{"win": 1001}, {"win": 0.5}, {"tie_breaks": ["age"]}, {"more": 1}])
def test_settings_that_are_none(desk: DeskOfTest, changed: dict[str, Any]) -> None:
    assert desk.does("ScoringSet", **{**RULES, **changed})[0] == 400


def test_the_next_round_waits_for_every_result_and_names_the_missing_ones(desk: DeskOfTest) -> None:
    enters(desk, "Ann", "Bob", "blue")
    assert paired(desk, "Ann", "Bob") == {"why": "open", "values": {"names": "Cid – Dee"}}


def test_the_next_round_has_tables_and_is_taken_like_a_file(desk: DeskOfTest) -> None:
    enters(desk, "Ann", "Bob", "blue")
    enters(desk, "Cid", "Dee", "red")
    for name in ("table-2", "table-10"):
        desk.table(name)
    pairings = paired(desk, "Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gil")["pairings"]
    assert [each["table"] for each in pairings] == ["table-2", "table-10", "table-3", ""]
    assert {each["round"] for each in pairings} == {2}
    assert pairings[3]["blue"] in ("Bob", "Cid", "Fay", "Gil"), "Eve had one, and they have the least points"
    assert len(desk.hall.pairings) == 3, "nothing is taken yet"
    assert desk.does("PairingsTaken", pairings=pairings) == (200, "")
    assert len(desk.hall.pairings) == 7


def test_who_leaves_is_confirmed_when_the_round_is_taken(desk: DeskOfTest) -> None:
    enters(desk, "Ann", "Bob", "blue")
    enters(desk, "Cid", "Dee", "red")
    pairings = paired(desk, "Ann", "Dee", "Eve", "Cid")["pairings"]
    assert desk.does("PairingsTaken", pairings=pairings) == (409, "missing")
    assert desk.does("PairingsTaken", pairings=pairings, without=["Bob"]) == (200, "")


def test_a_name_that_is_there_twice_is_shown(desk: DeskOfTest) -> None:
    enters(desk, "Ann", "Bob", "blue")
    enters(desk, "Cid", "Dee", "red")
    assert paired(desk, "Ann", "Bob", "Ann") == {"why": "twice", "values": {"names": "Ann"}}


def test_a_bye_has_no_result_to_enter(desk: DeskOfTest) -> None:
    values = {"round": 1, "blue": "Eve", "red": "", "blue_points": 8, "red_points": 5, "reason": "On paper."}
    assert desk.does("ResultEntered", **values, winner="red") == (409, "pairing")
    assert len(desk.hall.view(desk.now_s).standings) == 5


def test_without_the_package_it_reports_it(desk: DeskOfTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise ModuleNotFoundError("networkx")

    monkeypatch.setattr(desk_module, "next_opponents", missing)
    enters(desk, "Ann", "Bob", "blue")
    enters(desk, "Cid", "Dee", "red")
    assert paired(desk, "Ann", "Bob") == {"why": "package", "values": {}}
