"""A whole state folder of old, left behind by kill -9: lists, scenarios, cards, matches and the dispenser's memory."""

import hashlib
import json
from pathlib import Path

import pytest

from tests.old import doors
from tests.old.kept import checked, configured, facts, otherwise, state, unmeant

THEN = facts("states/evening.json")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return state(tmp_path / "state")


@pytest.fixture
def lobby(tmp_path: Path, request: pytest.FixtureRequest) -> doors.Table:
    """The lobby of a table over this state folder, by the fixture that is meant for everybody's tests."""
    state(tmp_path / "table")
    table: doors.Table = request.getfixturevalue("emulated_table")
    return table


def options(table: doors.Table, question: str) -> list[str]:
    asked = doors.published(table)["asked"]
    return next(list(each["options"]) for name, each in asked.items() if name.endswith(f" {question}"))


def but_for_the_notes(table: doors.Table) -> doors.Plain:
    """What it publishes, without its word that the old notes on cards are set aside: they say not who made them."""
    now = doors.published(table)
    assert "state.notes_aside" in now["faults"]
    return now | {"faults": [fault for fault in now["faults"] if fault != "state.notes_aside"]}


@pytest.mark.slow
def test_the_table_goes_on_with_the_match_that_was_played_last(folder: Path) -> None:
    """A token was on its way as the table was killed; the dispenser's own memory says what is known of it."""
    with doors.switched_on(folder) as table:
        assert unmeant(otherwise(THEN["published"], but_for_the_notes(table))) == []
        table.does("wait 5s")
        assert unmeant(otherwise(THEN["settled"], but_for_the_notes(table))) == []
        table.does(THEN["line"])
        table.does("expect no fault journal.unwritable")


def test_the_lobby_offers_what_it_offered(lobby: doors.Table) -> None:
    assert set(THEN["systems"]) <= set(options(lobby, "system"))
    for system, offers in THEN["offered"].items():
        lobby.does(f"answer blue {system} to system")
        assert set(offers) <= set(options(lobby, "list"))
        lobby.does("confirm blue back")


def test_another_match_that_was_not_finished_goes_on_from_the_lobby(lobby: doors.Table) -> None:
    match = THEN["systems"][1]
    lobby.does(f"answer blue {match} to system")
    assert lobby.now.match == match.removeprefix("resume.")
    assert lobby.now.view is not None


BEGUN = """
    answer blue legion_2024 to system
    answer blue "own:Echo evening.json" to list
    answer red own:Walkers.json to list
    confirm blue begin
    answer blue 7 to match.number
    answer red 42
    lock blue "No Time for Sorrows"
    lock red Push
    expect card blue "No Time for Sorrows"
    expect no prompt blue read.timing
"""


def test_an_own_list_is_played_and_what_was_read_off_a_card_counts_no_longer(lobby: doors.Table) -> None:
    """Nobody can tell whether people or bots have read it."""
    lobby.does(BEGUN)
    lobby.does("expect prompt blue read.suggested")


@pytest.mark.slow
def test_its_owner_takes_it_in_again_and_it_is_not_asked(lobby: doors.Table, tmp_path: Path) -> None:
    config = configured(tmp_path / "table")
    assert doors.command("cards", "take-in", "--config", config).exit_code == 0
    lobby.does(BEGUN)
    lobby.does("""
        expect no prompt blue read.suggested
        expect no prompt blue read.whom
    """)


@pytest.mark.slow
def test_each_match_is_exported_as_it_was_and_verified(folder: Path) -> None:
    config, out = configured(folder), folder.with_name("match.jsonl")
    for match, then in THEN["matches"].items():
        assert (folder / then["room"] / f"{match}.match").exists()
        assert doors.command("export", match, "--config", config, "--out", out).exit_code == 0
        assert hashlib.sha256(out.read_bytes()).hexdigest() == then["sha256"]
        told = json.loads(doors.command("verify", out, "--json").stdout)
        known = {check["part"]: check["state"] for check in told["checks"] if check["part"] != "known"}
        assert known == checked(out.read_bytes(), then["checks"])


@pytest.mark.slow
def test_nothing_in_it_is_complained_about(folder: Path) -> None:
    checked = doors.command("check-config", configured(folder))
    assert checked.exit_code == 0, checked.output
    for name in ("Echo evening", "Walkers"):
        assert doors.command("hand", name, "--lists", folder / "lists").exit_code == 0


@pytest.mark.slow
def test_its_cards_are_listed(folder: Path) -> None:
    listed = doors.command("cards", "list", "--config", configured(folder)).stdout
    assert [line.split("\t")[:2] for line in listed.splitlines()] == [each[:2] for each in THEN["enrolled"]]
