"""TB-15: a match that can continue is offered by what its players know it by."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.hands.bot_match import begin
from table.emulation.virtual_table import VirtualTable
from table.records.matches import stored
from table.records.ports import Unfinished
from table.rules.prompts import ChooseOne
from table.rules.seats import BLUE, RED
from table.session.lobby import match_starter
from table.session.lobby.choice import Lobby
from table.words import Words

NOON_S = 1_760_000_000


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    table = VirtualTable(Setup.of(replace(Config(), state=StateConfig(folder=str(tmp_path)))), seed=1)
    yield table
    table.close()


def left(table: VirtualTable, folder: Path) -> str:
    """Begin a match, pull the plug, and return to the lobby. Return its journal's id."""
    begin(table, "legion_2024", {BLUE: "sample:rebels_leia_luke", RED: "sample:empire_veers_vader"})
    match = table.now.match
    table.kill_host()
    (journal,) = stored(folder)
    for file in journal.parent.glob(f"{journal.name}*"):
        os.utime(file, (NOON_S, NOON_S))
    return match


def lines(table: VirtualTable) -> dict[str, str]:
    (prompt,) = (each for each in table.now.prompts if each.key == "system")
    assert isinstance(prompt, ChooseOne)
    return {option.id: Words().say(option.label) for option in prompt.options}


@pytest.mark.slow
@pytest.mark.rule("TB-15")
def test_it_is_offered_by_its_armies_its_round_and_its_day(table: VirtualTable, tmp_path: Path) -> None:
    match = left(table, tmp_path)
    table.session.start(resume=False)
    assert lines(table)[f"resume.{match}"] == "Continue: Echo line against Blizzard at dawn, round 1 (2025-10-09)"


@pytest.mark.slow
@pytest.mark.rule("TB-15")
def test_matches_beyond_the_last_ones_are_offered_by_their_ids(
    table: VirtualTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = left(table, tmp_path)
    monkeypatch.setattr(match_starter, "MOST_DESCRIBED", 0)
    table.session.start(resume=False)
    assert lines(table)[f"resume.{match}"] == f"Continue: Star Wars: Legion, match {match}"


@pytest.mark.rule("TB-15")
def test_one_whose_file_is_damaged_reports_it() -> None:
    (prompt,) = Lobby(("one",), (Unfinished("nax6dmqf7x", ""),)).prompts()
    assert isinstance(prompt, ChooseOne)
    assert Words().say(prompt.options[0].label) == "Continue: match nax6dmqf7x (its file is damaged)"
