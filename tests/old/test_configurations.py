"""Configurations of old are read, and say what they said."""

import os

import pytest

from tests.old import doors
from tests.old.kept import OLD, facts, otherwise

THEN = facts("configurations/facts.json")
FOLDER = OLD / "configurations"


@pytest.mark.parametrize("name", THEN)
def test_a_configuration_has_the_same_values_or_is_wrong_in_the_same_keys(name: str) -> None:
    values, problems = doors.configuration(FOLDER / f"{name}.toml")
    assert set(THEN[name]["problems"]) <= set(problems)
    assert bool(problems) == bool(THEN[name]["problems"])
    values["games"] = [os.path.relpath(game, FOLDER) for game in values["games"]]
    assert otherwise(THEN[name].get("values", {}), values) == []


@pytest.mark.parametrize("name", THEN)
def test_it_is_checked_by_the_command_with_the_same_outcome(name: str) -> None:
    checked = doors.command("check-config", FOLDER / f"{name}.toml")
    assert checked.exit_code == bool(THEN[name]["problems"]), checked.output
    assert [key for key in THEN[name]["problems"] if key not in checked.output] == []


def test_every_key_that_there_was_stands_in_one_of_them_otherwise_than_without_a_file() -> None:
    """Else a key whose default is given for whatever is there would go unseen."""
    plain, every = THEN["emulated"]["values"], THEN["every_key_pi"]["values"]
    same = [f"{part}.{key}" for part in plain for key in same_keys(plain[part], every[part])]
    assert same == []


def same_keys(plain: object, every: object) -> list[str]:
    if isinstance(plain, dict) and isinstance(every, dict):
        return [key for key in plain if plain.get(key) == every.get(key)]
    return [] if plain != every else [str(plain)]
