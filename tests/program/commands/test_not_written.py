"""What cannot be written is said with the file that was asked for, and what to do."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from table.program.cli import main


@pytest.mark.campaign
@pytest.mark.parametrize("command", [["backup"], ["report", "--out"]])
def test_a_folder_that_is_not_there(command: list[str], tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'world = "emulated"\n[state]\nfolder = "{tmp_path / "state"}"\n')
    out = tmp_path / "nowhere" / "out"
    result = CliRunner().invoke(main, [*command, str(out), "--config", str(config)])
    assert result.exit_code == 1
    assert (
        result.output == f"{out} is not written: No such file or directory. Name a place that is there and has room.\n"
    )
