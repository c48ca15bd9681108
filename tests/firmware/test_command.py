"""`command-table firmware` against the emulated dispenser; `mpremote` itself is only watched."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from click.testing import CliRunner
from pytest_mock import MockerFixture

from sim_hardware.dispenser import PtyDispenser
from table.bench import pico
from table.commands.firmware import command


@pytest.fixture
def dispenser() -> Iterator[PtyDispenser]:
    dispenser = PtyDispenser((5, 0))
    until_s = time.monotonic() + 5
    while not os.path.exists(dispenser.path) and time.monotonic() < until_s:
        Event().wait(0.02)
    yield dispenser
    dispenser.close()


def test_version_says_what_runs_there(dispenser: PtyDispenser) -> None:
    said = CliRunner().invoke(command, ["version", dispenser.path])
    assert said.exit_code == 0
    assert said.output.startswith("firmware 0.1.0, 2 hoppers, memory ")


def test_the_self_test_names_the_hopper_that_does_not_pay(dispenser: PtyDispenser) -> None:
    said = CliRunner().invoke(command, ["test", dispenser.path])
    assert said.exit_code == 1
    assert said.output.splitlines() == ["hopper 1: done", "hopper 2: empty, 0 tokens"]
    assert dispenser.tray == (0,)


def test_a_port_that_is_not_there_is_told_with_advice(tmp_path: Path) -> None:
    said = CliRunner().invoke(command, ["version", str(tmp_path / "port")])
    assert said.exit_code == 1
    assert "Check its USB cable" in said.output


def test_what_goes_onto_the_pico_is_all_that_it_imports(tmp_path: Path) -> None:
    wiring = tmp_path / "mine.py"
    wiring.write_text("HOPPERS = []\n", "utf-8")
    pico.stage(tmp_path / "stage", wiring)
    files = {str(file.relative_to(tmp_path / "stage")) for file in (tmp_path / "stage").rglob("*.py")}
    assert {"main.py", "firmware_bridge/wire.py", "firmware_bridge/firmware/pico.py"} <= files
    assert not any(name.endswith(("host.py", "lines.py")) for name in files)
    assert (tmp_path / "stage/firmware_bridge/firmware/wiring.py").read_text("utf-8") == "HOPPERS = []\n"


def test_installing_asks_the_firmware_for_its_console_first(dispenser: PtyDispenser, mocker: MockerFixture) -> None:
    run = mocker.patch("subprocess.run")
    run.return_value.returncode = 0
    waited: list[float] = []
    pico.install(dispenser.path, None, waited.append)
    assert waited == [pico.RESET_S]
    words = run.call_args.args[0]
    assert words[1:5] == ["-m", "mpremote", "connect", dispenser.path]
    assert words[-1] == "reset"
    run.return_value.returncode = 1
    with pytest.raises(pico.PicoError, match="could not copy"):
        pico.install(dispenser.path, None, waited.append)
