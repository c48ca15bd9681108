"""`command-table firmware` against the emulated dispenser; `mpremote` itself is only watched."""

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
import serial
from click.testing import CliRunner
from pytest_mock import MockerFixture

from firmware_bridge import wire
from firmware_bridge.firmware import wiring as firmware_wiring
from sim_hardware.dispenser import PtyDispenser
from table.config import Config
from table.program.commands.firmware import command
from table.program.firmware import pico, pins

HOPPER = """
class Hopper:
    def __init__(self, forward, backward=-1, barrier=-1, level=-1, stall=-1, servo=False):
        self.forward, self.backward, self.barrier = forward, backward, barrier
        self.level, self.stall, self.servo = level, stall, servo


"""


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


@pytest.mark.campaign
def test_the_self_test_names_the_hopper_that_does_not_pay(dispenser: PtyDispenser, mocker: MockerFixture) -> None:
    mocker.patch.object(pico, "LATE_S", 0.0)
    said = CliRunner().invoke(command, ["test", dispenser.path])
    assert said.exit_code == 1
    assert said.output.splitlines() == [
        "hopper 1: done",
        "hopper 2: empty, 0 tokens",
        "  Hopper 2 is empty: fill it up.",
    ]
    assert dispenser.tray == (0,)


@pytest.mark.campaign
def test_the_self_test_waits_for_tokens_that_come_late(dispenser: PtyDispenser, mocker: MockerFixture) -> None:
    mocker.patch.object(pico, "LATE_S", 1.8)
    dispenser.load(1, 5)
    dispenser.fault("late", 1)
    said = CliRunner().invoke(command, ["test", dispenser.path])
    assert said.exit_code == 1
    first, second, late, advice = said.output.splitlines()
    assert (first, second, late) == ("hopper 1: done", "hopper 2: done", "hopper 2: late, 1 token")
    assert advice.startswith("  A token fell after its payout had ended (hopper 2).")


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


PROMPT = b'\r\nMicroPython v1.26.0 on 2025-08-09; Raspberry Pi Pico with RP2040\r\nType "help()".\r\n>>> '


def a_port_that_says(
    mocker: MockerFixture, answer: bytes, error: OSError | None = None, interrupted: bytes = b""
) -> None:
    """`interrupted`: what it says to MicroPython's interrupt."""
    port, said = mocker.Mock(), [answer]

    def write(data: bytes) -> None:
        if data == pico.INTERRUPT:
            said.append(interrupted)

    port.write.side_effect = write
    port.read.side_effect = error or (lambda _: said.pop(0) if said else b"")
    mocker.patch("table.program.firmware.pico.open_serial", return_value=port)
    mocker.patch.object(pico, "CONSOLE_S", 0.01)


@pytest.mark.parametrize(
    ("answer", "resets"),
    [
        (b">>> $console 1*451b6edf\r\nTraceback (most recent call last):\r\n", False),
        (b"", False),
        (wire.encode("ok", 1), True),
    ],
    ids=["MicroPython's console", "MicroPython at work", "our firmware"],
)
def test_only_our_firmware_is_waited_for(answer: bytes, resets: bool, mocker: MockerFixture) -> None:
    run = mocker.patch("subprocess.run")
    run.return_value.returncode = 0
    a_port_that_says(mocker, answer, interrupted=PROMPT)
    waited: list[float] = []
    pico.install("/dev/ttyACM0", None, waited.append)
    assert waited == ([pico.RESET_S] if resets else [])


@pytest.mark.parametrize("says", [b"", pico.INTERRUPT, b"raspberrypi login: "], ids=["nothing", "an echo", "a login"])
def test_what_is_no_pico_is_not_copied_to(says: bytes, mocker: MockerFixture) -> None:
    """`mpremote` would wait for it for ever."""
    run = mocker.patch("subprocess.run")
    a_port_that_says(mocker, says, interrupted=says)
    said = CliRunner().invoke(command, ["install", "/dev/ttyACM0"])
    assert said.exit_code == 1
    assert "neither this firmware nor MicroPython answers on /dev/ttyACM0" in said.output
    assert "hold BOOTSEL" in said.output
    assert run.call_count == 0


@pytest.mark.parametrize("never", [False, True], ids=["fails", "never ends"])
def test_a_copy_that_does_not_succeed_is_told(never: bool, mocker: MockerFixture) -> None:
    run = mocker.patch("subprocess.run")
    run.return_value.returncode = 1
    if never:
        run.side_effect = subprocess.TimeoutExpired("mpremote", pico.COPY_S)
    a_port_that_says(mocker, b"", interrupted=PROMPT)
    said = CliRunner().invoke(command, ["install", "/dev/ttyACM0"])
    assert said.exit_code == 1
    assert "mpremote could not copy the files" in said.output


def test_a_dispenser_whose_disc_turns_is_not_interrupted(mocker: MockerFixture) -> None:
    a_port_that_says(mocker, wire.encode("no", 1, "busy"))
    said = CliRunner().invoke(command, ["install", "/dev/ttyACM0"])
    assert said.exit_code == 1
    assert "try again in a moment" in said.output


def test_a_pico_that_is_pulled_out_while_it_is_asked_is_told_with_advice(mocker: MockerFixture) -> None:
    a_port_that_says(mocker, b"", serial.SerialException("device reports readiness to read but returned no data"))
    said = CliRunner().invoke(command, ["install", "/dev/ttyACM0"])
    assert said.exit_code == 1
    assert "Check its USB cable" in said.output


@pytest.mark.parametrize(
    ("wiring", "wrong"),
    [
        ("HOPPERS = [", "this is no wiring: SyntaxError"),
        ("HOPPERS = []", "a list of 1 to 12 hoppers"),
        ("TUBES = 7", "a list of 1 to 12 hoppers"),
        ("HOPPERS = [Hopper(forward=2)]", "hopper 1's barrier cannot be -1"),
        ("HOPPERS = [Hopper(forward=2, barrier=23)]", "hopper 1's barrier cannot be 23"),
        ("HOPPERS = [Hopper(forward=2, barrier=3), Hopper(forward=3, barrier=4)]", "are both on GP3"),
    ],
)
def test_a_wiring_that_cannot_be_is_told_before_anything_is_copied(
    wiring: str, wrong: str, tmp_path: Path, mocker: MockerFixture
) -> None:
    run = mocker.patch("subprocess.run")
    mine = tmp_path / "mine.py"
    mine.write_text(HOPPER + wiring, "utf-8")
    said = CliRunner().invoke(command, ["install", "/dev/ttyACM0", "--wiring", str(mine)])
    assert said.exit_code == 1
    assert wrong in said.output
    assert run.call_count == 0


def test_the_wiring_that_comes_with_it_fits_the_pico_and_the_hoppers_of_a_table_without_a_file() -> None:
    source = Path(firmware_wiring.__file__)
    assert len(pins.read(source)) == len(Config().hoppers)


def test_version_and_test_can_be_tried_without_a_dispenser() -> None:
    said = CliRunner().invoke(command, ["version", "emulated"])
    assert (said.exit_code, said.output.split(",")[1]) == (0, f" {len(Config().hoppers)} hoppers")
    said = CliRunner().invoke(command, ["test", "nowhere"])
    assert said.exit_code == 1
