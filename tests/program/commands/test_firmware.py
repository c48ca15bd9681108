"""`command-table firmware` against the emulated dispenser; `mpremote` itself is only watched."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from pytest_mock import MockerFixture

from firmware_bridge.firmware import wiring as firmware_wiring
from firmware_bridge.firmware.settings import VERSION, Settings
from hal.dispenser import Link
from sim_hardware.clock import MS, Clock, S
from sim_hardware.dispenser import EmulatedDispenser, PtyDispenser
from sim_hardware.dispenser.mechanics import PRINTED
from table.config import Config
from table.devices.firmware import pico, pins
from table.program.commands.firmware import command

HOPPER = """
from firmware_bridge.firmware.wiring import Hopper as Shipped

class Hopper:
    def __init__(self, forward, backward=-1, barrier=-1, level=-1, stall=-1, servo=False):
        self.forward, self.backward, self.barrier = forward, backward, barrier
        self.level, self.stall, self.servo = level, stall, servo


"""


@pytest.fixture
def dispenser(tmp_path: Path) -> Iterator[PtyDispenser]:
    dispenser = PtyDispenser((5, 0), tmp_path, seed=1)
    until_s = time.monotonic() + 5
    while not os.path.exists(dispenser.path) and time.monotonic() < until_s:
        Event().wait(0.02)
    yield dispenser
    dispenser.close()


def test_version_reports_what_runs_there(dispenser: PtyDispenser) -> None:
    result = CliRunner().invoke(command, ["version", dispenser.path])
    assert result.exit_code == 0
    assert result.output.startswith(f"firmware {VERSION}, 2 hoppers, memory ")


@pytest.mark.campaign
def test_the_self_test_names_the_hopper_that_does_not_pay(dispenser: PtyDispenser, mocker: MockerFixture) -> None:
    mocker.patch.object(pico, "LATE_S", 0.0)
    result = CliRunner().invoke(command, ["test", dispenser.path])
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        "hopper 1: done",
        "hopper 2: empty, 0 tokens",
        "  No token came from hopper 2, and its sensor sees none. Refill it, or push the tokens in it onto the disc.",
    ]
    assert dispenser.tray == (0,)


@pytest.mark.campaign
def test_the_self_test_waits_for_tokens_that_come_late(dispenser: PtyDispenser, mocker: MockerFixture) -> None:
    mocker.patch.object(pico, "LATE_S", 1.8)
    dispenser.load(1, 5)
    dispenser.fault("late", 1)
    result = CliRunner().invoke(command, ["test", dispenser.path])
    assert result.exit_code == 1
    first, second, late, advice = result.output.splitlines()
    assert (first, second, late) == ("hopper 1: done", "hopper 2: done", "hopper 2: late, 1 token")
    assert advice.startswith("  A token fell after its payout had ended (hopper 2).")


def test_the_self_test_waits_as_long_as_a_hoppers_own_timings_say(mocker: MockerFixture) -> None:
    clock = Clock()
    dispenser = EmulatedDispenser(clock, (0, 5))
    for settings in dispenser.pico.settings:
        settings.feed_timeout_ms = 10_000
    dispenser.fault("plug")
    mocker.patch.object(pico, "open_serial", return_value=dispenser.port())
    mocker.patch.object(pico, "time", mocker.Mock(monotonic=lambda: clock.now_s))
    mocker.patch.object(Link, "wait", lambda _, wait_s: clock.advance(int(max(wait_s, 0.005) * S)))
    assert list(pico.self_test("/dev/ttyACM0", "slow")) == [(0, "empty, 0 tokens"), (1, "done")]


def printed_hopper(mocker: MockerFixture, pocket_ms: int, tokens: int = 30) -> EmulatedDispenser:
    """Put a dispenser with one printed hopper at every port, in virtual time."""
    clock = Clock()
    mechanics = replace(PRINTED, pocket_ns=pocket_ms * MS, jams=0.0)
    dispenser = EmulatedDispenser(clock, (tokens,), seed=1, mechanics=mechanics)
    dispenser.fault("plug")
    mocker.patch.object(pico, "open_serial", return_value=dispenser.port())
    mocker.patch.object(pico, "time", mocker.Mock(monotonic=lambda: clock.now_s))
    mocker.patch.object(Link, "wait", side_effect=lambda _: clock.advance(2 * MS))
    return dispenser


@pytest.mark.parametrize(
    ("pocket_ms", "turn_s", "feed_timeout_ms", "reverse_ms"),
    [(400, 2.0, Settings().feed_timeout_ms, Settings().reverse_ms), (800, 4.0, 5250, 1250)],
    ids=["motor of the kit", "half as fast"],
)
def test_the_timings_of_a_motor_follow_from_its_measured_turn(
    mocker: MockerFixture, pocket_ms: int, turn_s: float, feed_timeout_ms: int, reverse_ms: int
) -> None:
    dispenser = printed_hopper(mocker, pocket_ms)
    printed = CliRunner().invoke(command, ["test", "/dev/ttyACM0", "--turn", "1"])
    assert printed.output.splitlines() == [
        f"hopper 1: a turn of {PRINTED.pockets} pockets takes {turn_s} s",
        f"In its line of the wiring: feed_timeout_ms={feed_timeout_ms}, reverse_ms={reverse_ms}",
    ]
    assert (printed.exit_code, len(dispenser.tray)) == (0, pico.TURN_TOKENS)


def test_no_timings_come_from_a_hopper_that_cannot_pay_enough(mocker: MockerFixture) -> None:
    printed_hopper(mocker, 400, tokens=3)
    printed = CliRunner().invoke(command, ["test", "/dev/ttyACM0", "--turn", "1"])
    assert (printed.exit_code, printed.output.splitlines()[0]) == (1, "hopper 1: empty, 3 tokens")
    assert "feed_timeout_ms" not in printed.output


def test_a_port_that_is_not_there_is_reported_with_advice(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["version", str(tmp_path / "port")])
    assert result.exit_code == 1
    assert "Check its USB cable" in result.output


@pytest.mark.parametrize(
    ("wiring", "wrong"),
    [
        ("HOPPERS = [", "invalid wiring: SyntaxError"),
        ("HOPPERS = []", "a list of 1 to 12 hoppers"),
        ("TUBES = 7", "a list of 1 to 12 hoppers"),
        ("HOPPERS = [Hopper(forward=2)]", "hopper 1's barrier cannot be -1"),
        ("HOPPERS = [Hopper(forward=2, barrier=23)]", "hopper 1's barrier cannot be 23"),
        ("HOPPERS = [Shipped(forward=2, barrier=3), Shipped(forward=3, barrier=4)]", "are both on GP3"),
        ('HOPPERS = [Shipped(forward=2, barrier=3, barrier_dark="dark")]', 'barrier_dark must be "low" or "high"'),
        ('HOPPERS = [Shipped(forward=2, barrier=3, brake="no")]', "brake must be True or False, without quotes"),
        ("HOPPERS = [Shipped(forward=2, barrier=3, servo=1)]", "servo must be True or False"),
        ("HOPPERS = [Hopper(forward=True, barrier=3)]", "forward cannot be True"),
        ("HOPPERS = [Shipped(forward=2, barrier=3, feed_ms=900)]", "knows no feed_ms: there are feed_timeout_ms"),
        ("HOPPERS = [Shipped(forward=2, barrier=3, settle_ms=0)]", "settle_ms cannot be 0"),
        ("HOPPERS = [Shipped(forward=2, barrier=3, dark_ms=600)]", "shortest_us, that than dark_ms"),
    ],
)
def test_a_wiring_that_cannot_be_is_reported_before_anything_is_copied(
    wiring: str, wrong: str, tmp_path: Path, mocker: MockerFixture
) -> None:
    run = mocker.patch("subprocess.run")
    mine = tmp_path / "mine.py"
    mine.write_text(HOPPER + wiring, "utf-8")
    result = CliRunner().invoke(command, ["install", "/dev/ttyACM0", "--wiring", str(mine)])
    assert result.exit_code == 1
    assert wrong in result.output
    assert run.call_count == 0


def test_a_pipe_in_the_place_of_a_wiring_is_not_waited_for(tmp_path: Path, mocker: MockerFixture) -> None:
    run = mocker.patch("subprocess.run")
    os.mkfifo(tmp_path / "mine.py")
    result = CliRunner().invoke(command, ["install", "/dev/ttyACM0", "--wiring", str(tmp_path / "mine.py")])
    assert result.exit_code == 1
    assert "mine.py is not a regular file" in result.output
    assert run.call_count == 0


def test_the_wiring_that_comes_with_it_fits_the_pico_and_the_hoppers_of_a_table_without_a_file() -> None:
    source = Path(firmware_wiring.__file__)
    assert len(pins.read(source)) == len(Config().hoppers)


def test_version_and_test_can_be_tried_without_a_dispenser() -> None:
    result = CliRunner().invoke(command, ["version", "emulated"])
    assert (result.exit_code, result.output.split(",")[1]) == (0, f" {len(Config().hoppers)} hoppers")
    result = CliRunner().invoke(command, ["test", "nowhere"])
    assert result.exit_code == 1
