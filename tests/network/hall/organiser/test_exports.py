"""Results for other programs."""

import csv
import io
import json

import pytest
from msgspec.structs import replace

from table.network.hall.organiser.exports import COLUMNS, FORMS, as_csv, as_json, pairings_csv
from table.rules.match.events import MatchEnd
from table.rules.seats import BLUE
from table.view.hall import HallResult, HallTable, MatchProof, Pairing

RESULT = HallResult(
    "table-1", "m1", 1, "skirmish", "Echo", "Hoth", "Ann", "Bob", 8, 5, BLUE, "points", MatchEnd.FINISHED,
    "ab" * 32, MatchProof.PROVED,
)  # fmt: skip


def test_lines_of_commas_have_a_heading() -> None:
    (row,) = csv.DictReader(io.StringIO(as_csv([RESULT])))
    assert tuple(row) == COLUMNS
    assert (row["blue_player"], row["winner"], row["blue_points"], row["proof"]) == ("Ann", "blue", "8", "proved")
    assert as_csv([]).strip() == ",".join(COLUMNS)


def test_no_name_is_a_formula() -> None:
    """Else a player's name would be worked out by the organiser's spreadsheet."""
    for name in ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1+1"):
        (row,) = csv.DictReader(io.StringIO(as_csv([replace(RESULT, blue_player=name, winner=None, blue_points=-2)])))
        assert (row["blue_player"], row["winner"], row["blue_points"]) == ("'" + name.replace("\t", " "), "", "-2")


def test_no_part_of_a_name_is_a_formula_where_a_spreadsheet_splits_cells_at_another_sign() -> None:
    """A German or Spanish one splits lines of commas at each semicolon, also between quotes."""
    name = "Ann;=1+1;\t@a;x,=2"
    for form in (FORMS["plain"], FORMS["t3"]):
        lines = pairings_csv(HallTable(pairings=(Pairing(1, "table-1", name, "Smith-Jones, B; 2"),)), form)
        for between in ",;\t":
            for cell in next(csv.reader(lines.splitlines()[1:], delimiter=between, quoting=csv.QUOTE_NONE)):
                assert not cell.startswith(("=", "@")) or between == form.between
        assert "Smith-Jones, B; 2" in lines


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n", "\u2028"])
def test_no_name_begins_another_line(end: str) -> None:
    """Else a table could add results of its own to the organiser's file."""
    forged = f"Ann{end}table-9,m9,1,skirmish,Echo,Hoth,Eve,Bob,99,0,blue,points,finished,,proved"
    lines = as_csv([replace(RESULT, blue=forged, reason=forged)])
    assert len(lines.splitlines()) == 2
    (row,) = csv.DictReader(io.StringIO(lines, newline=""))
    assert (row["table"], row["blue_player"]) == ("table-1", "Ann")


def test_every_proof_is_a_word_of_its_own_in_both_forms() -> None:
    """So that a program can count the proved results alone."""
    results = [replace(RESULT, proof=proof) for proof in MatchProof]
    words = ["none", "chain", "reported", "proved", "open", "forged", "other", "no_result", "twice", "entered"]
    assert [row["proof"] for row in csv.DictReader(io.StringIO(as_csv(results)))] == words
    assert [row["proof"] for row in json.loads(as_json(results))] == words


def test_json_is_a_list_of_objects() -> None:
    (found,) = json.loads(as_json([RESULT]))
    assert (found["table"], found["winner"], found["end"]) == ("table-1", "blue", "finished")


def test_pairings_have_the_points_of_results_that_count() -> None:
    pairings = (Pairing(1, "table-1", "Ann", "Bob"), Pairing(1, "table-2", "Cid", "Dee"))
    forged = replace(RESULT, table="table-2", blue_player="Cid", red_player="Dee", proof=MatchProof.FORGED)
    lines = pairings_csv(HallTable(pairings=pairings, results=(RESULT, forged)), FORMS["plain"]).splitlines()
    assert [line.split(",")[2:] for line in lines[1:]] == [["Ann", "8", "Bob", "5"], ["Cid", "", "Dee", ""]]
