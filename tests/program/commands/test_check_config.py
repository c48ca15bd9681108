"""`check-config`: the configuration, and the players' own files in the folder that it names."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from table.program.cli import main


def checked(folder: Path) -> Result:
    file = folder / "table.toml"
    file.write_text(f"[state]\nfolder = '{folder}'\n")
    return CliRunner().invoke(main, ["check-config", str(file)])


def test_a_table_without_problems(tmp_path: Path) -> None:
    result = checked(tmp_path)
    assert (result.exit_code, result.output) == (0, "No problems.\n")


def test_without_a_file_the_one_that_setup_wrote_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    none = CliRunner().invoke(main, ["check-config"])
    assert none.exit_code == 2
    assert "command-table setup" in none.output
    written = tmp_path / "command-table" / "table.toml"
    written.parent.mkdir()
    written.write_text("colour = 1\n")
    checked_now = CliRunner().invoke(main, ["check-config"])
    assert checked_now.exit_code == 1
    assert "colour" in checked_now.output


@pytest.mark.rule("TB-81")
def test_scenarios_and_lists_that_are_broken_are_reported_all_at_once(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "lists" / "infinity").mkdir(parents=True)
    (tmp_path / "scenarios" / "street.toml").write_text('name = "A street"\nrounds = 0\ninitiative = "x"\n[sides]\n')
    (tmp_path / "lists" / "cut.json").write_text('{"units": [')
    (tmp_path / "lists" / "infinity" / "odd.toml").write_text("[[trooper]]\nnam = 'A'\n")
    result = checked(tmp_path)
    assert result.exit_code == 1
    street = [line for line in result.output.splitlines() if "street.toml" in line]
    assert any("street.toml:2: rounds = 0: expected a whole number from 1 to 20" in line for line in street)
    assert len(street) >= 3
    assert "cut.json: " in result.output
    assert "odd.toml: " in result.output


def test_a_folder_of_a_broken_configuration_is_not_looked_into(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("[state]\nfolder = 'here'\n")
    result = CliRunner().invoke(main, ["check-config", str(file)])
    assert result.exit_code == 1
    assert len(result.output.splitlines()) == 2
