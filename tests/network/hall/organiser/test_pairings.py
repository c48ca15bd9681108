"""Who plays whom, from a file that an organiser wrote in whatever program there was."""

import pytest

from table.network.hall.organiser.pairings import Pairing, PairingLine, pairing_of, read_pairings

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
        ("1,Table 1,Ann,Bob", "table"),
        ("1,hall,Ann,Bob", "table"),
        ("1,table-1,,Bob", "blue"),
        ("1,table-1,Ann", "red"),
        (f"1,table-1,Ann,{'x' * 81}", "red"),
    ],
)
def test_a_line_that_is_none_is_told_and_the_others_are_read(line: str, what: str) -> None:
    found, wrong = read_pairings(f"round,table,blue,red\n{line}\n1,table-9,Eve,Fay\n".encode())
    assert wrong == (PairingLine(2, what),)
    assert found == (Pairing(1, "table-9", "Eve", "Fay"),)


def test_a_table_has_one_pairing_in_a_round() -> None:
    assert read_pairings(f"{FILE}1,table-1,Eve,Fay\n".encode())[1] == (PairingLine(5, "twice"),)


def test_a_heading_that_is_missing_is_told() -> None:
    assert read_pairings(b"1,table-1,Ann,Bob\n")[1] == tuple(
        PairingLine(1, name) for name in ("round", "table", "blue", "red")
    )
    assert read_pairings(b"") == read_pairings(b"\n")


def test_a_table_plays_its_pairings_one_after_the_other() -> None:
    found, _ = read_pairings(FILE.encode())
    assert [pairing_of(found, "table-1", played) for played in range(3)] == [found[0], found[2], None]
    assert pairing_of(found, "table-7", 0) is None


def test_names_in_the_code_page_of_windows_are_read() -> None:
    (found,), _ = read_pairings("round,table,blue,red\n1,table-1,Jörg,Zoë\n".encode("cp1252"))
    assert (found.blue, found.red) == ("Jörg", "Zoë")


@pytest.mark.parametrize("number", ["1" + 30 * "9", "0" * 8 + "1" + "0" * 5000, "1000"])
def test_a_round_has_three_digits_at_most(number: str) -> None:
    assert read_pairings(f"round,table,blue,red\n{number},table-1,Ann,Bob\n".encode()) == (
        (),
        (PairingLine(2, "round"),),
    )


def test_a_cell_without_an_end_ends_the_pairings_and_not_the_hall() -> None:
    found, wrong = read_pairings(FILE.encode() + b'3,table-3,"' + b"x" * 200_000)
    assert len(found) == 3
    assert [each.what for each in wrong] == ["line"]
