"""`command-table far`: what it needs, and that its broker alone gets the password."""

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from pytest_mock import MockerFixture

from table.config.addresses import BrokerPlace
from table.network.far.carrier import OwnBroker
from table.program.cli import main

FAR = '[far]\nurl = "mqtts://broker.example.org"\nuser = "players"\n'


@pytest.fixture
def configured(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    (tmp_path / "password").write_text("secret\n", "utf-8")
    file.write_text(f'[state]\nfolder = "{tmp_path}"\n{FAR}password_file = "{tmp_path / "password"}"\n', "utf-8")
    return file


def printed(file: Path) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["far", "--config", str(file)])
    return done.exit_code, " ".join(done.output.split())


def test_it_carries_for_the_socket_of_its_table(configured: Path, mocker: MockerFixture) -> None:
    program = mocker.patch("table.network.far.far_program.FarProgram")
    code, output = printed(configured)
    assert code == 0, output
    assert "Ctrl-C" in output
    path, own, _ = program.call_args.args
    assert path == configured.parent / "far" / "far"
    assert own == OwnBroker(BrokerPlace("broker.example.org", 8883, True), "players", "secret", "")


def test_without_a_broker_of_its_own_it_can_still_be_invited(tmp_path: Path, mocker: MockerFixture) -> None:
    program = mocker.patch("table.network.far.far_program.FarProgram")
    file = tmp_path / "table.toml"
    file.write_text("", "utf-8")
    assert printed(file)[0] == 0
    assert program.call_args.args[1] == OwnBroker(None, "", "", "")


def test_a_missing_password_is_named_with_its_key(configured: Path) -> None:
    (configured.parent / "password").unlink()
    code, output = printed(configured)
    assert code == 1
    assert "password_file under [far]" in output


@pytest.mark.parametrize("url", ["https://broker.example.org", "broker.example.org", "mqtts://a/b"])
def test_an_address_that_is_no_brokers_is_a_mistake_of_the_configuration(configured: Path, url: str) -> None:
    configured.write_text(configured.read_text("utf-8").replace("mqtts://broker.example.org", url), "utf-8")
    code, output = printed(configured)
    assert code == 2
    assert "far.url" in output


def test_a_missing_package_is_named(configured: Path, mocker: MockerFixture) -> None:
    mocker.patch.dict(sys.modules, {"aiomqtt": None})
    for name in [name for name in sys.modules if name.startswith(("table.network.far.", "table.network.broker"))]:
        del sys.modules[name]
    code, output = printed(configured)
    assert code == 1
    assert "aiomqtt" in output
