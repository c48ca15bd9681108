"""`command-table outbox`: what it needs, and that it opens nothing of the table."""

import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from pytest_mock import MockerFixture

from table.program.cli import main

HALL = '[web]\nspectators = "now"\noperations = true\n[hall]\nbroker = "127.0.0.1"\nport = 1\ntable = "table-1"\n'


@pytest.fixture
def configured(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    (tmp_path / "password").write_text("secret\n", "utf-8")
    file.write_text(f'{HALL}password_file = "{tmp_path / "password"}"\n', "utf-8")
    return file


def reported(file: Path, *more: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["outbox", "--config", str(file), *more])
    return done.exit_code, done.output


def test_a_table_without_a_hall_explains_what_to_set(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("", "utf-8")
    code, output = reported(file)
    assert code == 1
    assert "[hall] broker" in output


@pytest.mark.parametrize("name", ["", "Table 1", "hall", "a/b", "#", "x" * 33])
def test_a_name_that_a_topic_cannot_have_is_reported(name: str, configured: Path) -> None:
    configured.write_text(configured.read_text("utf-8").replace("table-1", name), "utf-8")
    code, output = reported(configured)
    assert code == 2
    assert "hall.table" in output


def test_a_password_that_is_not_there_is_reported(configured: Path) -> None:
    code, output = reported(configured, "--password", str(configured.with_name("none")))
    assert code == 1
    assert "hall init" in output


def test_a_folder_that_cannot_be_is_reported(configured: Path) -> None:
    code, output = reported(configured, "--folder", str(configured / "below a file"))
    assert code == 1
    assert "--folder" in output


def test_without_its_package_it_names_it(configured: Path, mocker: MockerFixture) -> None:
    mocker.patch.dict(sys.modules, {"aiomqtt": None})
    for name in [name for name in sys.modules if name.startswith("table.network.hall.")]:
        del sys.modules[name]
    code, output = reported(configured)
    assert code == 1
    assert "aiomqtt" in output
    assert " ".join(output.split()).endswith("-m pip install aiomqtt")


def test_it_reports_where_it_speaks_and_runs_until_it_is_ended(configured: Path, mocker: MockerFixture) -> None:
    run = mocker.patch("table.network.hall.outbox.outbox_program.OutboxProgram.run")
    code, output = reported(configured, "--folder", str(configured.parent / "own"))
    assert code == 0
    assert "table-1 speaks to the hall main" in " ".join(output.split())
    assert (configured.parent / "own/outbox").exists()
    run.assert_called_once()


@pytest.mark.parametrize("own", [True, False])
def test_it_reports_that_it_may_open_the_socket_of_phones(configured: Path, mocker: MockerFixture, own: bool) -> None:
    """Its service hides the one in the usual folder. A table without a service has one user for both."""
    mocker.patch("table.network.hall.outbox.outbox_program.OutboxProgram.run")
    mocker.patch("os.geteuid", return_value=os.geteuid() + (not own))
    feed = configured.parent / "feed"
    (feed / "phones").mkdir(parents=True)
    config = configured.read_text("utf-8").replace(
        "[hall]", f'phones = true\nlisten = "0.0.0.0"\nsockets = "{feed}"\n[hall]'
    )
    configured.write_text(config, "utf-8")
    code, output = reported(configured, "--folder", str(configured.parent / "own"))
    assert code == 0, output
    assert (f"InaccessiblePaths=-{feed}/phones" in "".join(output.split())) is not own
