"""A rule set of old is loaded from its file and from an installed package; both are copies, frozen with their words."""

from pathlib import Path

import pytest

from tests.old import doors
from tests.old.kept import OLD, configured

FILE = OLD / "rule_sets" / "file" / "skirmish.py"
ROUND = """
    answer blue 1 to match.number
    answer red 2
    lock blue Scout
    lock red Dragon
    expect card red Dragon
    expect said "Red wins a token."
    expect tray command 1 within 10s
    confirm blue next
    lock red Scout
    lock blue Wizard
    expect said "Blue wins a token."
    expect agreement
"""
BEGINS = """
    answer blue skirmish to system
    answer blue north to list
    answer red south to list
    confirm blue begin
"""


@pytest.mark.slow
def test_from_a_file_it_is_offered_and_played(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    with doors.switched_on(tmp_path / "state", [str(FILE)]) as table:
        table.does(BEGINS + ROUND)


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_from_a_package_it_is_offered_and_played(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    with doors.switched_on(tmp_path / "state") as table:
        table.does(BEGINS + ROUND)


def test_its_configuration_names_it() -> None:
    checked = doors.command("check-config", FILE.with_suffix(".toml"))
    assert checked.exit_code == 0, checked.output


def test_its_cards_can_be_enrolled(tmp_path: Path) -> None:
    config = configured(tmp_path / "state", [str(FILE)])
    enrolled = doors.command("cards", "enrol", "--card", "skirmish.card.5", "--config", config, "--emulated", 1)
    assert enrolled.exit_code == 0, enrolled.output
    assert "Dragon" in enrolled.output
