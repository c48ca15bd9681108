"""`command-table import` and `command-table hand`."""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pytest_mock import MockerFixture

import table.games.legion.lists
from table.games.legion.data.catalogue import load
from table.games.legion.lists.shelf import LegionShelf
from table.games.legion.rules.model.armies import Army
from table.program.cli import main

LINK = "https://legionhq2.com/list/empire/1000:1au,1fn,3az,1ay,1ba,1be,1bg,bl,bw,bk,bs,bj,bn"
SAMPLE = (Path(table.games.legion.lists.__file__).parent / "samples/current/rebels_leia_luke.json").read_text("utf-8")


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    return tmp_path / "state" / "lists"


def run(lists: Path, *arguments: str, given: str | bytes = "") -> Result:
    environment = {"COLUMNS": "200"}
    result = CliRunner().invoke(main, [*arguments, "--lists", str(lists)], input=given, env=environment)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def sample(**changes: object) -> str:
    return json.dumps(json.loads(SAMPLE) | changes)


def test_import_shows_what_was_matched_to_what(lists: Path) -> None:
    result = run(lists, "import", "-", given=SAMPLE.replace("Fleet Troopers", "fleet-trooper"))
    assert result.exit_code == 0
    lines = [" ".join(line.split()) for line in result.output.splitlines()]
    assert "2 │ Rebel Troopers │ Rebel Troopers │ unit │" in lines
    assert "1 │ fleet-trooper │ Fleet Troopers │ unit │ spelled differently; is it the same?" in lines
    assert "1 │ Push │ Push │ command card │" in lines
    assert "Echo line: army of the Rebels, 11 units, 7 command cards in hand." in lines
    assert lines[-1] == "The hand keeps rules LC-01 to LC-06."


def test_import_reports_what_was_not_matched_and_what_comes_closest(lists: Path) -> None:
    result = run(
        lists, "import", "-", given=SAMPLE.replace("Fleet Troopers", "Fleet [red]Cadets").replace("Push", "X1")
    )
    assert result.exit_code == 0, "the list is played without them"
    assert "Fleet [red]Cadets" in result.output
    assert "Fleet Troopers" in result.output
    assert 'Command card "X1" is not known. The list is played without it.' in result.output
    # Six known cards are no broken rule: the seventh may be any.
    assert "LC-01" not in result.output


@pytest.mark.parametrize("command", ["import", "hand"])
@pytest.mark.rule("TB-15")
def test_a_half_typed_list_is_no_fault_of_the_tables(lists: Path, command: str) -> None:
    result = run(lists, command, "-", given="Echo\n994/1000\nCorps:\n")
    assert result.exit_code == 1
    assert "TB-15  The list names no unit. Write each unit on its own line" in result.output


@pytest.mark.parametrize(
    ("command", "reader", "given"),
    [
        ("import", "legion.lists.command_line.read_list", SAMPLE),
        ("import", "infinity.lists.force_format.read_force", "[[trooper]]\nname = 'Ana'\n"),
        ("import", "tide_of_iron.scenarios.scenario_format.of_document", "name = 'A street'\n[sides]\n"),
        ("hand", "legion.lists.command_line.read_list", SAMPLE),
    ],
)
def test_a_fault_of_the_tables_over_a_file_is_reported_to_be_one(
    lists: Path, command: str, reader: str, given: str, mocker: MockerFixture
) -> None:
    """In one line, with what to do, and never with what the error itself states: that may quote a secret."""
    mocker.patch(f"table.games.{reader}", side_effect=KeyError("Ana leads them"))
    result = run(lists, command, "-", given=given)
    assert result.exit_code == 1
    (line,) = result.output.splitlines()
    assert line.startswith("TB-15  The table failed to read this file (KeyError, ")
    assert line.endswith("This is a fault of the table. Remove the file for now, and report the fault with it.")
    assert "Ana" not in line


@pytest.mark.slow
def test_import_reads_a_file_and_a_link(lists: Path, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text(f"Sunday: {LINK}\n", "utf-8")
    for source in (str(file), LINK, LINK.removeprefix("https://")):
        result = run(lists, "import", source)
        assert result.exit_code == 0, result.output
        assert "General Veers" in result.output


@pytest.mark.slow
def test_a_saved_list_is_offered_by_the_lobby_and_found_by_its_name(lists: Path) -> None:
    assert run(lists, "import", f"look: {LINK} !", "--save", "hoth").exit_code == 0
    assert run(lists, "import", "-", "--save", "Echo 1.json", given=SAMPLE).exit_code == 0
    assert (lists / "hoth.txt").read_text("utf-8") == f"{LINK}\n"
    assert (lists / "Echo 1.json").read_text("utf-8") == SAMPLE
    assert sorted(path.name for path in lists.iterdir()) == ["Echo 1.json", "hoth.txt"]
    shelf = LegionShelf(load(), lists)
    link = next(offer for offer in shelf.offers("legion") if offer.id == "own:hoth.txt")
    assert (link.name.key, dict(link.name.args)) == ("list.offer", {"name": "hoth"})
    army = shelf.fetch("legion", link.id)
    assert isinstance(army, Army)
    assert (army.name, len(army.units)) == ("hoth", 9)
    for name in ("hoth", "own:hoth.txt", "sample:empire_veers_vader"):
        assert run(lists, "hand", name).exit_code == 0


@pytest.mark.slow
def test_a_stored_list_is_never_replaced_unasked(lists: Path) -> None:
    run(lists, "import", LINK, "--save", "hoth")
    for again in (LINK.replace("3az", "2az"), SAMPLE):
        result = run(lists, "import", "-", "--save", "hoth", given=again)
        assert result.exit_code == 1
        assert "--force" in result.output
        assert {path.name: path.read_text("utf-8") for path in lists.iterdir()} == {"hoth.txt": f"{LINK}\n"}
    assert run(lists, "import", "-", "--save", "hoth", "--force", given=SAMPLE).exit_code == 0
    assert {path.name: path.read_text("utf-8") for path in lists.iterdir()} == {"hoth.json": SAMPLE}


def test_a_list_that_cannot_be_played_is_not_saved(lists: Path) -> None:
    result = run(lists, "import", "-", "--save", "short", given=sample(commandCards=["Push"]))
    assert result.exit_code == 1
    assert "Not saved" in result.output
    assert not lists.exists()


@pytest.mark.slow
def test_a_list_can_be_called_as_people_call_theirs(lists: Path) -> None:
    result = run(lists, "import", "-", "--save", "Tom's list (v3), final", given=SAMPLE)
    assert result.exit_code == 0, result.output
    assert [path.name for path in lists.iterdir()] == ["Tom's list (v3), final.json"]
    assert run(lists, "hand", "Tom's list (v3), final").exit_code == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["", ".hidden", "../up", "a/b", "-x", "a" * 61, "a\nb", "a\x1b[2J", "/root", "a\u202eb", "a:b"]
)
def test_a_name_never_leaves_the_folder(lists: Path, name: str) -> None:
    result = run(lists, "import", LINK, f"--save={name}")
    assert result.exit_code == 1
    assert "cannot be the name of a list" in result.output
    assert not lists.exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run(tmp_path / "file" / "lists", "import", LINK, "--save", "hoth")
    assert result.exit_code == 1
    assert "hoth.txt cannot be written: " in result.output


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "stated"),
    [
        ("nowhere.json", 'TB-15  "nowhere.json" is not a file, a link'),
        (".", "TB-15  "),
        ("x" * 5000, "TB-15  "),
        ("https://example.org/list", "TB-15  A link to example.org cannot be read without that site"),
        (f"{LINK} {LINK},bl", "TB-15  The text contains several Legion HQ links."),
        ("{", "TB-15  The file is not valid JSON"),
        ("legionhq2.com/list/rebels/1", 'TB-15  The link is damaged: "1"'),
    ],
)
@pytest.mark.parametrize("command", ["import", "hand"])
def test_what_cannot_be_read_is_reported_in_one_line(lists: Path, command: str, source: str, stated: str) -> None:
    result = run(lists, command, source)
    assert result.exit_code == 1
    assert result.output.startswith(stated)
    assert len(result.output.splitlines()) == 1


@pytest.mark.parametrize("given", [b"", b"\xff\x00\x01", b"{" * 100_000, b" " * 300_000])
def test_whatever_comes_in_by_standard_input_is_answered(lists: Path, given: bytes) -> None:
    result = run(lists, "import", "-", given=given)
    assert result.exit_code == 1
    assert result.output.startswith("TB-15  ")


def test_hand_names_every_broken_rule_at_once(lists: Path) -> None:
    cards = ["Push", "Push", "Assault", "Implacable", "Coordinated Bombardment", "Coordinated Bombardment", "Ambush"]
    result = run(lists, "hand", "-", given=sample(commandCards=[*cards, "Ambush"]))
    assert result.exit_code == 1
    rules = [line.split()[0] for line in result.output.splitlines() if line.startswith("LC-")]
    assert set(rules) == {"LC-01", "LC-02", "LC-03", "LC-05"}
    assert "Implacable" in result.output


def test_rank_limits_are_notes_and_never_refuse(lists: Path) -> None:
    result = run(lists, "hand", "-", given=sample(units=json.loads(SAMPLE)["units"][:2]))
    assert "Note: Corps: 0, where a standard army has 3 to 6." in result.output
    assert result.exit_code == 0


@pytest.mark.slow
def test_each_edition_has_its_own_cards_and_points(lists: Path) -> None:
    classic = run(lists, "import", "-", "--edition", "classic", given=SAMPLE)
    assert "where a standard army has at most 800" in classic.output
    only_classic = sample(commandCards=["Sorry About the Mess", "An Entire Legion"])
    unknown = '"An Entire Legion" is not known'
    assert unknown in run(lists, "hand", "-", given=only_classic).output
    assert unknown not in run(lists, "hand", "-", "--edition", "classic", given=only_classic).output


def test_lists_lie_in_the_state_folder_unless_configured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("platformdirs.user_state_path", lambda *_, **__: tmp_path)
    result = CliRunner().invoke(main, ["import", LINK, "--save", "hoth"])
    assert result.exit_code == 0
    assert (tmp_path / "lists" / "hoth.txt").exists()


@pytest.mark.slow
def test_a_text_from_the_clipboard_is_imported_saved_and_offered(lists: Path) -> None:
    pasted = "Hoth\n700/1000\nGeneral Veers (90)\nSnowtroopers (48)\n - Flametrooper (20)\n\nCommands:\n•Ambush\n"
    unknown = run(lists, "import", "-", given=pasted.replace("Snowtroopers", "Schneetruppen"))
    assert 'Unit "Schneetruppen" is not known. The list is played without it.' in unknown.output
    assert "Hoth: army of the Empire, 1 units, 2 command cards in hand." in unknown.output
    assert unknown.exit_code == 1, "the hand lacks cards"
    assert "LC-01  Cards in the hand: 2; it must have 7." in unknown.output
    hand = "•Implacable\n••Push\n••Evasive Maneuvers\n•••Assault\n•••Imperial Discipline\n••••Standing Orders\n"
    whole = (pasted + hand).replace("Snow", "Darth Vader The Emperor’s Apprentice\nSnow")
    result = run(lists, "import", "-", "--save", "hoth", given=whole)
    assert result.exit_code == 0, result.output
    assert (lists / "hoth.txt").read_text("utf-8") == whole
    assert any(offer.id == "own:hoth.txt" and not offer.wrong for offer in LegionShelf(load(), lists).offers("legion"))
    tail = LINK.partition("/list/empire/")[2]
    assert run(lists, "import", tail, "--save", "tail").exit_code == 0
    assert run(lists, "hand", "tail").exit_code == 0


@pytest.mark.slow
def test_a_list_is_found_by_the_name_that_the_lobby_shows(lists: Path) -> None:
    assert run(lists, "hand", "echo line").output == run(lists, "hand", "sample:rebels_leia_luke").output
    run(lists, "import", "sample:rebels_leia_luke", "--save", "Mine")
    assert run(lists, "hand", "Mine").exit_code == 0
    guessed = run(lists, "hand", "echo line")
    assert guessed.exit_code == 1, "two have that name now: neither is guessed"
    stated = " ".join(guessed.output.split())
    assert 'called "echo line". Name one by its id: sample:rebels_leia_luke, own:Mine.json.' in stated
    assert run(lists, "hand", "own:Mine.json").exit_code == 0


def test_a_name_that_nothing_has_is_reported_with_those_that_there_are(lists: Path) -> None:
    result = run(lists, "hand", "Nobody's")
    assert result.exit_code == 1
    assert "or a stored list. Stored lists: " in result.output
    assert "Echo line" in result.output


def test_a_pipe_in_the_place_of_unit_data_is_not_waited_for(lists: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "units.json")
    result = run(lists, "import", "-", "--units", str(tmp_path / "units.json"), given="Echo")
    assert result.exit_code == 2
    assert "units.json is not a regular file" in " ".join(result.output.split())
