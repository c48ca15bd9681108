"""`command-table lists`, and lists that are called by their names."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import table.games.legion.lists
from table.devices.setup import Setup, load_setup
from table.program.cli import main
from table.program.commands.lists_command import offer_called
from table.words import Words

SAMPLE = Path(table.games.legion.lists.__file__).parent / "samples/current/rebels_leia_luke.json"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    file.write_text(f'[state]\nfolder = "{tmp_path / "state"}"\n', "utf-8")
    return file


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), env={"COLUMNS": "120"}, prog_name="command-table")


def listed(config: Path, *arguments: str) -> dict[str, dict[str, object]]:
    result = run("lists", "--config", str(config), "--json", *arguments)
    assert result.exit_code == 0, result.output
    return {each["id"]: each for each in json.loads(result.output)}


def kept(config: Path, name: str, content: str) -> None:
    folder = config.parent / "state" / "lists"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(content, "utf-8")


def test_each_list_stands_with_its_game_its_name_and_its_id(config: Path) -> None:
    result = run("lists", "--config", str(config))
    assert result.exit_code == 0
    rows = [" ".join(line.replace("│", " ").split()) for line in result.output.splitlines()]
    assert "legion_2024 Echo line (Rebels, 994 pts) sample:rebels_leia_luke" in rows
    assert "tide_of_iron The mill bridge: Americans sample:mill_bridge/american" in rows


def test_ones_own_stand_beside_the_samples(config: Path) -> None:
    kept(config, "friday.json", SAMPLE.read_text("utf-8"))
    assert "own:friday.json" in listed(config, "--system", "legion_2024")
    assert not [one for one in listed(config, "--system", "infinity") if one.startswith("own:")]


def test_one_that_is_broken_gives_the_reason(config: Path) -> None:
    kept(config, "half.json", '{"listname": "Half')
    (half,) = (one for one in listed(config).values() if "half" in str(one["id"]))
    assert half["wrong"]


def test_a_game_that_is_not_there_is_answered_with_those_that_are(config: Path) -> None:
    result = run("lists", "--config", str(config), "--system", "chess")
    assert result.exit_code == 2
    assert "legion_2024" in result.output


class TestByName:
    @pytest.fixture
    def setup(self, config: Path) -> Setup:
        return load_setup(config).setup

    @pytest.mark.parametrize(
        "typed",
        ["Echo line", "echo LINE", "Echo line (994 points)", "Echo line (Rebels, 994 pts)", "sample:rebels_leia_luke"],
    )
    def test_a_list_is_called_by_its_name_or_its_id(self, setup: Setup, typed: str) -> None:
        assert offer_called(setup.games, Words(), "legion_2024", typed) == "sample:rebels_leia_luke"

    def test_the_side_of_a_scenario_is_called_by_both(self, setup: Setup) -> None:
        called = offer_called(setup.games, Words(), "tide_of_iron", "The mill bridge: Germans")
        assert called == "sample:mill_bridge/german"

    def test_a_name_that_two_have_is_nobodys(self, config: Path) -> None:
        kept(config, "one.json", SAMPLE.read_text("utf-8"))
        kept(config, "two.json", SAMPLE.read_text("utf-8"))
        assert offer_called(load_setup(config).setup.games, Words(), "legion_2024", "Echo line") == "Echo line"

    def test_the_name_under_which_a_list_was_stored_distinguishes_it_from_another_of_its_own_name(
        self, config: Path
    ) -> None:
        kept(config, "Mine.json", SAMPLE.read_text("utf-8"))
        assert offer_called(load_setup(config).setup.games, Words(), "legion_2024", "Mine") == "own:Mine.json"

    def test_what_nobody_is_called_stays_as_it_was_typed(self, setup: Setup) -> None:
        assert offer_called(setup.games, Words(), "legion_2024", "friday.json") == "friday.json"
