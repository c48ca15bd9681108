"""The look-alike of RPi.GPIO over imaginary pins: latches, directions, and edges without a thread of its own."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from sim_hardware.gpio import names


class Board:
    """Pins that a test moves. It is notified of what the program drives."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.driven: list[tuple[int, bool]] = []
        self.wired: dict[int, bool] = {}
        self.notify: Callable[[int, bool], None] | None = None
        self.pending: list[tuple[int, bool]] = []

    def level(self, pin: int) -> bool | None:
        return self.wired.get(pin)

    def drive(self, pin: int, level: bool) -> None:
        self.driven.append((pin, level))

    def watch(self, notify: Callable[[int, bool], None]) -> None:
        self.notify = notify

    def settle(self) -> None:
        while self.pending and self.notify is not None:
            self.notify(*self.pending.pop(0))

    def wait(self, until: Callable[[], bool], timeout_s: float | None) -> bool:
        self.settle()
        return until()

    def moves(self, pin: int, level: bool) -> None:
        self.wired[pin] = level
        self.pending.append((pin, level))


@pytest.fixture
def board() -> Board:
    return Board()


class Gpio:
    """The module's names, as a program writes them."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        vars(self).update(found)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


@pytest.fixture
def gpio(board: Board) -> Any:
    made = Gpio(names(board))
    made.setmode(made.BCM)
    return made


def test_an_output_that_is_set_up_again_keeps_its_level(board: Board, gpio: Any) -> None:
    """Release 0.7.1 writes a level only where `initial` is given: else a second driver would reset the first's chip."""
    gpio.setup(25, gpio.OUT)
    gpio.output(25, gpio.HIGH)
    board.driven.clear()
    gpio.setup(25, gpio.OUT)
    assert (25, False) not in board.driven
    assert gpio.input(25) == gpio.HIGH


def test_reading_a_pin_moves_nothing(board: Board, gpio: Any) -> None:
    gpio.setup(25, gpio.OUT, initial=gpio.HIGH)
    board.driven.clear()
    assert gpio.input(25) == gpio.HIGH
    assert board.driven == []


def test_the_latch_outlives_the_direction(board: Board, gpio: Any) -> None:
    gpio.setup(25, gpio.OUT, initial=gpio.HIGH)
    gpio.setwarnings(False)
    gpio.setup(25, gpio.IN)
    gpio.setup(25, gpio.OUT)
    assert board.driven[-1] == (25, True)
    gpio.cleanup(25)
    gpio.setup(25, gpio.OUT)
    assert board.driven[-1] == (25, True)


def test_an_output_begins_low_as_after_power_up_and_initial_is_written(board: Board, gpio: Any) -> None:
    gpio.setup(25, gpio.OUT)
    assert board.driven == [(25, False)]
    gpio.setup(25, gpio.OUT, initial=gpio.HIGH)
    assert board.driven[-1] == (25, True)


def test_an_edge_is_reported_to_every_callback_and_remembered_until_it_is_asked_for(board: Board, gpio: Any) -> None:
    heard: list[int] = []
    gpio.setup(24, gpio.IN)
    gpio.add_event_detect(24, gpio.FALLING, callback=heard.append)
    board.moves(24, False)
    board.moves(24, True)
    assert gpio.event_detected(24)
    assert not gpio.event_detected(24)
    assert heard == [24], "the rising edge is another's"


def test_what_bounces_within_its_time_is_one_edge(board: Board, gpio: Any) -> None:
    heard: list[int] = []
    gpio.setup(24, gpio.IN)
    gpio.add_event_detect(24, gpio.BOTH, callback=heard.append, bouncetime=10)
    for at_s in (0.0, 0.004, 0.009, 0.011):
        board.now_s = at_s
        board.moves(24, False)
        board.settle()
    assert heard == [24, 24]


def test_a_wait_for_an_edge_reports_its_channel_or_that_none_came(board: Board, gpio: Any) -> None:
    gpio.setup(24, gpio.IN)
    assert gpio.wait_for_edge(24, gpio.FALLING, timeout=5) is None
    board.pending.append((24, False))
    assert gpio.wait_for_edge(24, gpio.FALLING, timeout=5) == 24
