"""A failed write is reported with the requested file and a remedy."""

import os
import subprocess
import sys
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
        result.output
        == f"{out} could not be written: No such file or directory. Name an existing folder with free space.\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("command", [["--help"], ["lists"]])
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_standard_output_that_takes_no_more(command: list[str], unbuffered: str, tmp_path: Path) -> None:
    program = [sys.executable, "-c", "from table.program.entry import main; main()", *command]
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            program, stdout=full, stderr=subprocess.PIPE, text=True, cwd=tmp_path, timeout=20,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )  # fmt: skip
    assert ended.returncode == 1
    assert ended.stderr == ("The output cannot be written: No space left on device. Free space there.\n")
