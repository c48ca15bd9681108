"""A whole state folder: its lists and scenarios are offered, and nothing in it is complained about."""

from pathlib import Path

import pytest

from tests.old import doors
from tests.old.kept import configured, state

OWN = {
    "infinity": {"own:Own watch.toml"},
    "legion_2024": {"own:Echo evening.json", "own:Old smugglers.json", "own:Walkers.json"},
    "tide_of_iron": {"own:Own orchard.toml/british", "own:Own orchard.toml/german"},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return state(tmp_path / "state")


@pytest.mark.parametrize("system", OWN)
def test_the_lobby_offers_its_own_lists(system: str, folder: Path) -> None:
    for match in folder.glob("*/*.match"):
        match.unlink()
    with doors.switched_on(folder) as table:
        table.does(f"answer blue {system} to system")
        asked = doors.published(table)["asked"]
        offered = next(each["options"] for name, each in asked.items() if name.endswith(" list"))
        assert set(offered) >= OWN[system]


@pytest.mark.slow
def test_nothing_in_it_is_complained_about(folder: Path) -> None:
    checked = doors.command("check-config", configured(folder))
    assert checked.exit_code == 0, checked.output
    for name in ("Echo evening", "Walkers"):
        assert doors.command("hand", name, "--lists", folder / "lists").exit_code == 0


@pytest.mark.slow
def test_its_cards_are_listed(folder: Path) -> None:
    listed = doors.command("cards", "list", "--config", configured(folder)).stdout
    assert [line.split("\t")[1] for line in listed.splitlines()] == [
        "legion.card.ambush", "legion.card.assault", "legion.card.push", "judge", "reference:My card",
        "tide_of_iron.american.medic",
    ]  # fmt: skip
