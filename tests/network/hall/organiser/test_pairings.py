"""Pairings from files that organisers wrote with any program."""

import random

import pytest

from table.network.hall.organiser.pairings import (
    MOST_SHOWN,
    PairingLine,
    SheetWish,
    read_pairings,
    read_sheet,
    written,
)
from table.view.hall import Pairing

FILE = "round,table,blue,red\n1,table-1,Ann,Bob\n2,table-1,Ann,Cid\n1,table-2,Cid,Dee\n"


def test_a_line_is_a_pairing() -> None:
    found, wrong = read_pairings(FILE.encode())
    assert found == (
        Pairing(1, "table-1", "Ann", "Bob"),
        Pairing(1, "table-2", "Cid", "Dee"),
        Pairing(2, "table-1", "Ann", "Cid"),
    )
    assert wrong == ()


@pytest.mark.parametrize(
    "raw",
    [
        b"\xef\xbb\xbf" + FILE.encode(),
        FILE.replace(",", ";").encode(),
        FILE.replace("\n", "\r\n").encode(),
        FILE.replace("\n", "\r").encode(),
        FILE.replace(",", "\t").encode("utf-16"),
        b"Round , Table,Blue,RED,points\n1,table-1,Ann,Bob,\n\n2, table-1 ,Ann,Cid,\n1,table-2,Cid,Dee,7\n",
    ],
)
def test_as_spreadsheets_write_it(raw: bytes) -> None:
    assert read_pairings(raw) == read_pairings(FILE.encode())


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("0,table-1,Ann,Bob", "round"),
        ("one,table-1,Ann,Bob", "round"),
        ("1,Table one,Ann,Bob", "table"),
        ("1,table-1,Smith, Ann,Bob", "line"),
        ("1,hall,Ann,Bob", "table"),
        ("1,table-1,,Bob", "blue"),
        ("1,table-1,Ann", "red"),
        (f"1,table-1,Ann,{'x' * 81}", "red"),
    ],
)
def test_a_line_that_is_none_is_reported_and_the_others_are_read(line: str, what: str) -> None:
    found, wrong = read_pairings(f"round,table,blue,red\n{line}\n1,table-9,Eve,Fay\n".encode())
    assert wrong == (PairingLine(2, what, line[:MOST_SHOWN]),)
    assert found == (Pairing(1, "table-9", "Eve", "Fay"),)


def test_a_table_has_one_pairing_in_a_round() -> None:
    assert read_pairings(f"{FILE}1,table-1,Eve,Fay\n".encode())[1] == (PairingLine(5, "twice", "1,table-1,Eve,Fay"),)


def test_a_heading_that_is_missing_is_reported() -> None:
    assert read_pairings(b"1,table-1,Ann,Bob\n")[1] == tuple(
        PairingLine(1, name, "1,table-1,Ann,Bob") for name in ("round", "table", "blue", "red")
    )
    assert read_pairings(b"") == read_pairings(b"\n")


def test_names_in_the_code_page_of_windows_are_read() -> None:
    (found,), _ = read_pairings("round,table,blue,red\n1,table-1,Jörg,Zoë\n".encode("cp1252"))
    assert (found.blue, found.red) == ("Jörg", "Zoë")


@pytest.mark.parametrize("number", ["1" + 30 * "9", "0" * 8 + "1" + "0" * 5000, "1000"])
def test_a_round_has_three_digits_at_most(number: str) -> None:
    assert read_pairings(f"round,table,blue,red\n{number},table-1,Ann,Bob\n".encode()) == (
        (),
        (PairingLine(2, "round", f"{number},table-1,Ann,Bob"[:MOST_SHOWN]),),
    )


def test_a_cell_without_an_end_ends_the_pairings_and_not_the_hall() -> None:
    found, wrong = read_pairings(FILE.encode() + b'3,table-3,"' + b"x" * 200_000)
    assert len(found) == 3
    assert [each.what for each in wrong] == ["line"]


FORMS = {
    "command-table": FILE,
    "best coast pairings, a guess": (
        '"Round","Table","Player 1","Player 1 Points","Player 2","Player 2 Points"\n'
        '"1","1","Ann","","Bob",""\n"2","1","Ann","","Cid",""\n"1","2","Cid","","Dee",""\n'
    ),
    "longshanks, a guess": (
        "Round,Table number,Player A,Faction,Player B,Faction\n1,1,Ann,,Bob,\n2,1,Ann,,Cid,\n1,2,Cid,,Dee,\n"
    ),
    "t3, a guess": (
        "Club-Turnier 2026\n\nRunde;Tisch;Spieler 1;Spieler 2\n"
        "Runde 1;Tisch 1;Ann;Bob\nRunde 2;Tisch 1;Ann;Cid\n1;2;Cid;Dee\n"
    ),
    "a Spanish sheet": "Ronda;Mesa;Jugador 1;Jugador 2\n1;Mesa 1;Ann;Bob\n2;1;Ann;Cid\n1;2;Cid;Dee\n",
    "a plain sheet": "Rd\tTable #\tPlayer\tOpponent\n1\t1\tAnn\tBob\n2\t1\tAnn\tCid\n1\t2\tCid\tDee\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_read_alike(form: str) -> None:
    assert read_pairings(FORMS[form].encode()) == read_pairings(FILE.encode())


def test_names_in_two_columns_are_joined_and_quoted_commas_are_part_of_them() -> None:
    heading = "Round,Table,Player 1 First Name,Player 1 Last Name,Player 2 First Name,Player 2 Last Name"
    found, wrong = read_pairings(f'{heading}\n3,7,Ann,"Smith, Jr.",Bob,O\'Neil\n'.encode())
    assert (found, wrong) == ((Pairing(3, "table-7", "Ann Smith, Jr.", "Bob O'Neil"),), ())


def test_a_stray_quote_costs_its_own_line_alone() -> None:
    lines = [f"1,{n},Player {n},Other {n}" for n in range(1, 17)]
    lines[2], lines[9] = '1,3,"Player 3,Other 3', '1,10,"Player "Ace" 10",Other 10'
    found, wrong = read_pairings("\n".join(("round,table,blue,red", *lines)).encode())
    assert [each.table for each in found] == [f"table-{n}" for n in range(1, 17) if n not in (3, 10)]
    assert wrong == (PairingLine(4, "line", lines[2]), PairingLine(11, "line", lines[9]))


@pytest.mark.parametrize("cell", [" " * 500_000 + "x", "0" * 500_000 + "x"])
def test_a_cell_of_any_length_is_looked_at_quickly(cell: str) -> None:
    """A pattern that tries all lengths of its repeats would take hours, with the hall waiting for it."""
    found, wrong = read_pairings(f"round,table,blue,red\n1,t{cell},Ann,Bob\n1,{cell},Cid,Dee\n".encode())
    assert found == ()
    assert [each.line for each in wrong] == [2, 3]


def test_without_rounds_a_file_is_the_first_round() -> None:
    assert read_pairings(b"Table;Player;Opponent\n4;Ann;Bob\n") == ((Pairing(1, "table-4", "Ann", "Bob"),), ())


@pytest.mark.parametrize("word", ["BYE", "bye", "Freilos", "Descanso"])
@pytest.mark.parametrize("line", ["3,7,Ann,{}", "3,,{},Ann"])
def test_a_player_without_an_opponent_has_a_bye(word: str, line: str) -> None:
    found, wrong = read_pairings(f"round,table,blue,red\n{line.format(word)}\n".encode())
    assert (found, wrong) == ((Pairing(3, "", "Ann", ""),), ())


def test_a_player_has_one_pairing_in_a_round() -> None:
    assert read_pairings(f"{FILE}1,table-7,Eve,Dee\n".encode())[1] == (PairingLine(5, "twice", "1,table-7,Eve,Dee"),)


def test_what_was_written_is_read_again() -> None:
    pairings = (Pairing(1, "table-1", 'Ann "A", Lee', "=Bob"), Pairing(1, "", "Cid; Dee", ""))
    assert read_pairings(written(pairings)) == (pairings, ())


def test_two_columns_with_headings_of_the_same_kind_are_not_guessed() -> None:
    found, wrong = read_pairings(b"Round,Table,Player,Player 1,Opponent\n1,1,Ann,Eve,Bob\n")
    assert (found, [each.what for each in wrong]) == ((), ["blue"])


@pytest.mark.parametrize("above", ["1,1,Zoe,BYE", "1,1,Zoe,Ann", '"Zoe,"'])
def test_a_line_above_the_heading_is_shown_unless_it_is_a_title(above: str) -> None:
    found, wrong = read_pairings(f"Friday's tournament\n{above}\nRound,Table,Player 1,Player 2\n1,2,Bob,Cid\n".encode())
    assert [(each.blue, each.red) for each in found] == [("Bob", "Cid")]
    assert [(each.line, "Zoe" in each.text) for each in wrong] == ([(2, True)] if above[0] == "1" else [])


def test_without_a_heading_the_first_line_counts_as_well() -> None:
    wish = SheetWish(columns=("blue", "red"), headed=False, tables=("a", "b", "c"))
    sheet = read_sheet(b"Zoe,\nAnn,Bob\nCid,Dee\n", wish)
    assert {*(each.blue for each in sheet.pairings), *(each.text for each in sheet.wrong)} == {"Zoe,", "Ann", "Cid"}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(20))
def test_no_name_is_lost_in_silence(form: str, seed: int) -> None:
    """Cells are emptied, taken out or added: each name is in a pairing, or in a line that is shown."""
    rng, lines = random.Random(seed), FORMS[form].splitlines()
    at = next(n for n, line in enumerate(lines) if "Ann" in line)
    for line in rng.sample(range(at, len(lines)), rng.randint(1, 3)):
        between = max(",;\t", key=lines[line].count)
        cells = lines[line].split(between)
        cell = rng.randrange(len(cells))
        cells[cell : cell + 1] = rng.choice(([""], [], [cells[cell], "x"], ["", "", cells[cell]]))
        lines[line] = between.join(cells)
    content = "\n".join(lines)
    found, wrong = read_pairings(content.encode())
    kept = " ".join([*(f"{each.blue} {each.red}" for each in found), *(each.text for each in wrong)])
    written = " ".join(lines[at:])
    assert all(kept.count(name) == written.count(name) for name in ("Ann", "Bob", "Cid", "Dee"))
