"""`import` of a scenario, and what `hand` states of what has none."""

from importlib import resources
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from table.program.cli import main

SAMPLE = Path(str(resources.files("table.games.tide_of_iron.scenarios").joinpath("samples", "mill_bridge.toml")))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


@pytest.mark.slow
@pytest.mark.rule("TB-81")
def test_a_scenario_is_imported_and_kept_for_the_lobby(tmp_path: Path) -> None:
    lists = str(tmp_path / "lists")
    result = run("import", str(SAMPLE), "--save", "Our bridge", "--lists", lists)
    assert result.exit_code == 0, result.output
    assert "The mill bridge: 6 rounds, Germans begin with the initiative" in result.output
    assert "Motor pool (2)" in result.output.replace("\n", " ")
    assert (tmp_path / "scenarios" / "Our bridge.toml").read_text("utf-8") == SAMPLE.read_text("utf-8")
    again = run("import", str(SAMPLE), "--save", "Our bridge", "--lists", lists)
    assert again.exit_code == 1
    assert "--force" in again.output
    assert run("import", str(SAMPLE), "--save", "Our bridge", "--lists", lists, "--force").exit_code == 0
    assert run("import", str(SAMPLE), "--save", "../up", "--lists", lists).exit_code == 1


@pytest.mark.rule("TB-81")
def test_all_that_is_wrong_with_a_scenario_is_reported_and_it_is_not_kept(tmp_path: Path) -> None:
    broken = tmp_path / "street.toml"
    broken.write_text('name = "A street"\nrounds = 0\ninitiative = "x"\n[sides]\n')
    result = run("import", str(broken), "--save", "Street", "--lists", str(tmp_path / "lists"))
    assert result.exit_code == 1
    assert "street.toml:2: rounds = 0: expected a whole number from 1 to 20" in result.output
    assert len([line for line in result.output.splitlines() if "street.toml" in line]) >= 3
    assert not (tmp_path / "scenarios").exists()


@pytest.mark.parametrize(("source", "game"), [("sample:first_watch", "Infinity"), (str(SAMPLE), "Tide of Iron")])
def test_what_has_no_command_hand_reports_it(source: str, game: str) -> None:
    result = run("hand", source)
    assert result.exit_code == 1
    assert game in result.output
    assert "no command hand" in result.output
