"""`export` and `verify` as one calls them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.hands.bot_match import begin
from table.emulation.virtual_table import VirtualTable
from table.program.cli import main
from table.records.folder import ARCHIVE, MATCHES
from table.rules.seats import BLUE, RED
from table.rules.shown_codes import grouped
from table.rules.text import text
from table.words import Words
from tests.records.verify.played import file_of, skirmish

SIDES = {BLUE: "sample:rebels_leia_luke", RED: "sample:empire_veers_vader"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The configuration of a table that has a match in play."""
    state = tmp_path / "state"
    table = VirtualTable(Setup.of(replace(Config(), state=StateConfig(folder=str(state)))))
    begin(table, "legion_2024", SIDES)
    table.close()
    (tmp_path / "table.toml").write_text(f'[state]\nfolder = "{state}"\n', "utf-8")
    return tmp_path


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_a_match_is_exported_and_verified(folder: Path) -> None:
    out = folder / "match.jsonl"
    exported = call("export", "--last", "--config", folder / "table.toml", "--out", out)
    assert exported.exit_code == 0, exported.output
    checked = call("verify", out, "--json")
    assert checked.exit_code == 0, checked.output
    document = json.loads(checked.output)
    assert document["ok"]
    assert grouped(document["head"]) in " ".join(exported.output.split())
    assert {check["part"]: check["state"] for check in document["checks"]}["chance"] == "open"
    assert document["proved"] is False
    result = call("verify", out, "--head", document["head"][:32])
    assert result.exit_code == 0
    assert "NOT PROVED: this match has not ended" in result.output


def test_who_exports_a_match_that_is_not_over_is_notified_that_both_lists_are_in_it(folder: Path) -> None:
    exported = call("export", "--last", "--config", folder / "table.toml", "--out", folder / "match.jsonl")
    assert "This match is not over." in " ".join(exported.stderr.split())
    matches, archive = folder / "state" / MATCHES, folder / "state" / ARCHIVE
    archive.mkdir(exist_ok=True)
    for path in tuple(matches.iterdir()):
        path.rename(archive / path.name)
    again = call("export", "--last", "--config", folder / "table.toml", "--out", folder / "again.jsonl")
    assert (again.exit_code, again.stderr) == (0, "")


def test_a_forged_file_ends_with_status_1_and_the_line(folder: Path) -> None:
    out = folder / "match.jsonl"
    call("export", "--last", "--config", folder / "table.toml", "--out", out)
    out.write_bytes(out.read_bytes().replace(b'"content":8', b'"content":9', 1))
    checked = call("verify", out)
    assert checked.exit_code == 1
    assert "line 2" in checked.output


def test_rolls_are_numbered_as_they_were_on_the_screen(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    table = skirmish(tmp_path)
    file.write_bytes(file_of(tmp_path))
    table.session.close()
    output = json.loads(call("verify", file, "--json").output)["chanced"]
    assert [question for question, *_ in output] == [0]
    printed = call("verify", file, "--rolls").output
    assert f"Roll or draw 1: {output[0][2]} of 2, short code {output[0][3]}" in printed
    assert (
        Words("en").say(text("screen.rolled.proof", number=output[0][0] + 1, code=output[0][3])).startswith("Roll 1,")
    )


def test_another_end_of_the_chain_is_found(folder: Path) -> None:
    out = folder / "match.jsonl"
    call("export", "--last", "--config", folder / "table.toml", "--out", out)
    assert call("verify", out, "--head", "beef" * 8).exit_code == 1
    assert call("verify", out, "--head", "beef").exit_code == 2, "too short to tell two files apart"


def test_the_code_may_be_copied_from_the_screen_as_it_stands_there(folder: Path) -> None:
    out = folder / "match.jsonl"
    exported = call("export", "--last", "--config", folder / "table.toml", "--out", out).output
    shown = grouped(json.loads(call("verify", out, "--json").output)["head"])
    assert shown in " ".join(exported.split())
    assert "This is the file of the match" in " ".join(call("verify", out, "--head", shown.lower()).output.split())


def test_a_match_that_is_not_there_is_reported(folder: Path) -> None:
    asked = call("export", "nosuch", "--config", folder / "table.toml")
    assert asked.exit_code == 1
    assert "nosuch" in asked.output
    assert call("export", "--config", folder / "table.toml").exit_code == 2
