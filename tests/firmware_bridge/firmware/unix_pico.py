"""Tests the Pico's board code with fake pins on MicroPython's unix port. Prints `held` if all checks pass."""

import os
import sys

from tests.firmware_bridge.firmware.unix_device import Device, mount, unmount

PINS: "dict[int, Pin]" = {}


class Pin:
    IN, OUT, PULL_UP, IRQ_RISING, IRQ_FALLING = 0, 1, 2, 4, 8

    def __init__(self, number: int, mode: int = -1, pull: int = 0, value: int = 1) -> None:
        self.mode = mode
        self.pull = pull
        self.level = value
        self.handler: object = None
        PINS[number] = self

    def value(self, level: "int | None" = None) -> int:
        if level is not None:
            self.level = int(level)
        return self.level

    def irq(self, handler: object, trigger: int, hard: bool) -> None:
        assert hard
        assert trigger == Pin.IRQ_RISING | Pin.IRQ_FALLING
        self.handler = handler

    def show(self, level: int) -> None:
        """The world changes the pin."""
        self.level = level
        self.handler(self)  # type: ignore[operator]


class PWM:
    def __init__(self, pin: Pin, freq: int, duty_ns: int) -> None:
        assert freq == 50
        pin.pwm = self  # type: ignore[attr-defined]
        self.ns = duty_ns

    def duty_ns(self, ns: int) -> None:
        self.ns = ns


class WDT:
    fed = 0

    def __init__(self, timeout: int) -> None:
        assert timeout == 8000

    def feed(self) -> None:
        WDT.fed += 1


class Ticks:
    """The Pico's counters. They stand still until the world continues, however busy this machine is."""

    us = 0

    @staticmethod
    def ticks_us() -> int:
        return Ticks.us

    @staticmethod
    def ticks_ms() -> int:
        return Ticks.us // 1000

    @staticmethod
    def ticks_diff(later: int, earlier: int) -> int:
        return later - earlier


class Reset(Exception):
    """The Pico starts again."""


class Machine:
    Pin = Pin
    PWM = PWM
    WDT = WDT

    @staticmethod
    def disable_irq() -> int:
        return 7

    @staticmethod
    def enable_irq(before: int) -> None:
        assert before == 7

    @staticmethod
    def reset() -> None:
        raise Reset


DEVICE = Device(64)


def flash() -> Device:
    return DEVICE


class Rp2:
    Flash = staticmethod(flash)


sys.modules["machine"] = Machine  # type: ignore[assignment]
sys.modules["rp2"] = Rp2  # type: ignore[assignment]

from firmware_bridge import wire  # noqa: E402
from firmware_bridge.firmware import pico  # noqa: E402
from firmware_bridge.firmware.app import App  # noqa: E402
from firmware_bridge.firmware.wiring import HOPPERS, Hopper  # noqa: E402

pico.time = Ticks  # type: ignore[assignment,attr-defined]

WIRED = [
    Hopper(forward=2, backward=3, barrier=4, level=5, stall=6, barrier_dark="low"),
    Hopper(forward=7, barrier=8, servo=True, barrier_dark="low"),
    Hopper(forward=9, barrier=10, barrier_dark="low", dark_ms=90),
    Hopper(
        forward=11,
        backward=12,
        barrier=13,
        level=14,
        stall=15,
        level_filled="low",
        stalled="low",
        brake=False,
    ),
]


def a_motor_turns_both_ways_and_stops(board: pico.Pico) -> None:
    for direction, levels in ((1, (1, 0)), (-1, (0, 1)), (0, (1, 1))):
        board.drive(0, direction)
        assert (PINS[2].level, PINS[3].level) == levels, "it brakes"
    for direction, levels in ((1, (1, 0)), (-1, (0, 1)), (0, (0, 0))):
        board.drive(3, direction)
        assert (PINS[11].level, PINS[12].level) == levels, "it coasts"
    board.drive(2, 1)
    assert PINS[9].level == 1
    board.drive(2, -1)
    assert PINS[9].level == 0, "one wire turns one way"


def a_servo_turns_both_ways_and_stops(board: pico.Pico) -> None:
    signal = PINS[7].pwm  # type: ignore[attr-defined]
    assert signal.ns == 1_500_000
    for direction, ns in ((1, 2_000_000), (-1, 1_000_000), (0, 1_500_000)):
        board.drive(1, direction)
        assert signal.ns == ns


def sensors_are_read_where_there_are_some(board: pico.Pico) -> None:
    for level in (0, 1):
        PINS[5].level = PINS[6].level = PINS[14].level = PINS[15].level = level
        assert board.has_tokens(0) is bool(level)
        assert board.is_stalled(0) is bool(level)
        assert board.has_tokens(3) is not board.has_tokens(0)
        assert board.is_stalled(3) is not board.is_stalled(0)
    assert board.has_tokens(1) is None
    assert board.is_stalled(1) is None
    assert PINS[4].pull == Pin.PULL_UP
    PINS[4].level = PINS[13].level = 1
    assert (board.is_dark(0), board.is_dark(3)) == (False, True)
    PINS[13].level = 0
    assert not board.is_dark(3)


def a_hopper_has_the_timings_of_its_line() -> None:
    assert [settings.dark_ms for settings in pico.settings_of(WIRED)] == [60, 60, 90, 60]


def the_builders_own_file_is_read_before_the_one_that_was_shipped() -> None:
    assert pico.wired() is HOPPERS
    with open("/hoppers.py", "w") as file:
        file.write("HOPPERS = [7]\n")
    sys.path.insert(0, "/")
    try:
        assert pico.wired() == [7]  # type: ignore[comparison-overlap]
    finally:
        os.remove("/hoppers.py")


def steps(app: App, for_ms: int) -> None:
    """Let time continue by milliseconds, with one turn of the loop in each."""
    for _ in range(for_ms):
        Ticks.us += 1000
        app.step()


def the_firmware_pays_out_on_it(board: pico.Pico) -> None:
    """By hand: the token is a level on the barrier's pin."""
    sent: list[bytes] = []
    asked: list[bytes] = []
    board.write = sent.append  # type: ignore[method-assign,assignment]
    board.read = lambda: asked.pop(0) if asked else b""  # type: ignore[method-assign]
    PINS[6].level = 0
    settings = pico.settings_of(WIRED)
    for each in settings:
        each.settle_ms = 30
    app = App(board, settings)
    steps(app, 60)
    asked += [wire.encode("hello", 1), wire.encode("enable", 2, board.boot), wire.encode("pay", 3, "a", 0, 1, 0)]
    steps(app, 4)
    assert PINS[2].level == 1
    PINS[4].show(0)
    steps(app, 20)
    PINS[4].show(1)
    steps(app, 1)
    assert PINS[3].level == 1, "it brakes at once"
    steps(app, 60)
    assert b"job 0 a 0 1 1 done 1" in sent[-1]
    assert WDT.fed > 10


def the_console_opens_with_all_motors_off(board: pico.Pico) -> None:
    board.drive(0, 1)
    board.drive(1, 1)
    try:
        board.open_console()
    except Reset:
        pass
    else:
        raise AssertionError("it went on")
    assert PINS[2].level == PINS[3].level
    assert PINS[7].pwm.ns == 1_500_000  # type: ignore[attr-defined]
    pico.start()  # Once not at all: the wire is the console's.


def play() -> None:
    unmount("/")
    mount(DEVICE, "/")
    board = pico.Pico(WIRED)
    assert 1 <= board.boot < 1 << 30
    a_motor_turns_both_ways_and_stops(board)
    a_servo_turns_both_ways_and_stops(board)
    sensors_are_read_where_there_are_some(board)
    the_firmware_pays_out_on_it(board)
    the_console_opens_with_all_motors_off(board)
    a_hopper_has_the_timings_of_its_line()
    the_builders_own_file_is_read_before_the_one_that_was_shipped()
    pico.Pico(HOPPERS)
    sys.stdout.write("held\n")


play()
