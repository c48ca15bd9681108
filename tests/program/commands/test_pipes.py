"""A pipe or a device where a file is read or written is reported at once, with what to do; nobody waits for it."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from table.devices.setup import load_setup
from table.emulation.world import NotAFolderError
from table.program.cli import main
from tests.session.kit import SessionTable
from tests.setups import emulated_world

NAME_ONE = "is not a regular file: name one, or copy its content into one"


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(f'world = "emulated"\n[state]\nfolder = "{tmp_path / "state"}"\n')
    return path


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.mark.slow
def test_a_report_is_not_written_into_a_pipe(pipe: Path, config: Path) -> None:
    result = run("report", "--out", pipe, "--config", config)
    assert result.exit_code == 1
    assert NAME_ONE in result.output


def test_an_export_is_not_written_over_a_pipe(pipe: Path, config: Path, tmp_path: Path) -> None:
    SessionTable(tmp_path / "state").begun().session.close()
    result = run("export", "--last", "--out", pipe, "--config", config)
    assert result.exit_code == 1
    assert NAME_ONE in result.output
    assert pipe.is_fifo()


def test_a_recording_is_not_written_into_a_pipe(pipe: Path, config: Path) -> None:
    result = run("run", "--record", pipe, "--config", config)
    assert result.exit_code == 2
    assert NAME_ONE in result.output


@pytest.mark.slow
def test_counters_are_not_written_into_a_pipe(pipe: Path, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("import spidev\nspidev.SpiDev().open(0, 0)\n")
    result = run("emulate", "--report", pipe, "--", program)
    assert result.exit_code == 1
    assert NAME_ONE in result.output


def test_a_pipe_is_not_restored_and_nobody_is_asked_to_free_the_disk(pipe: Path, config: Path) -> None:
    result = run("restore", pipe, "--config", config)
    assert result.exit_code == 1
    assert f"{pipe} {NAME_ONE}: nothing is put back" in result.output
    assert "free the disk" not in result.output


def test_a_pipe_in_place_of_the_emulated_parts_folder_is_named(config: Path, tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    os.mkfifo(tmp_path / "state" / "emulated")
    with pytest.raises(NotAFolderError, match=r"emulated is not a folder\. Remove it"):
        emulated_world(load_setup(config).setup)


@pytest.mark.slow
def test_a_report_of_a_table_with_a_pipe_beside_a_journal_does_not_wait_for_it(config: Path, tmp_path: Path) -> None:
    SessionTable(tmp_path / "state").begun().session.close()
    (journal,) = (tmp_path / "state" / "matches").glob("*.match")
    log = journal.with_name(journal.name + "-wal")
    log.unlink(missing_ok=True)
    os.mkfifo(log)
    result = run("report", "--out", tmp_path / "report.zip", "--config", config)
    assert result.exit_code == 0
