"""A display that comes later is waited for: seldom enough, soon enough, and without filling the log."""

import logging

import pytest
from pytest_mock import MockerFixture

from table.screen.display_wait import LAST_PAUSE_S, awaited
from table.screen.window import NoDisplayError, Window
from tests.screen.fake_sdl import FakeSdl

MANY = 1000


class Look:
    """Virtual time, in which the display comes at a look, or its reason changes."""

    def __init__(self, reasons: list[str]) -> None:
        self.now_s, self.looked_s, self.reported = 0.0, list[float](), list[str]()
        self._reasons = reasons

    def __call__(self) -> Window:
        self.looked_s.append(self.now_s)
        if self._reasons:
            raise NoDisplayError(self._reasons.pop(0))
        return Window((800, 480), "table")

    def pause(self, pause_s: float) -> None:
        self.now_s += pause_s

    def until_it_is_there(self) -> None:
        awaited(self, self.reported.append, lambda: None, self.pause).close()


@pytest.fixture(autouse=True)
def display(mocker: MockerFixture) -> FakeSdl:
    return FakeSdl(mocker, "KMSDRM")


def test_a_display_that_is_there_is_opened_at_once_and_nothing_is_reported() -> None:
    look = Look([])
    look.until_it_is_there()
    assert (look.looked_s, look.reported) == ([0.0], [])


def test_a_display_that_is_a_little_late_is_found_soon() -> None:
    look = Look(["off"] * 2)
    look.until_it_is_there()
    assert look.now_s <= 5


def test_it_looks_ever_more_seldom_but_never_gives_up() -> None:
    look = Look(["off"] * MANY)
    look.until_it_is_there()
    pauses = [later - sooner for sooner, later in zip(look.looked_s, look.looked_s[1:], strict=False)]
    assert len(pauses) == MANY
    assert pauses == sorted(pauses)
    assert pauses[-1] == LAST_PAUSE_S


def test_each_reason_is_reported_once(caplog: pytest.LogCaptureFixture) -> None:
    look = Look([*["off"] * MANY, *["EGL not initialized", "off"] * MANY])
    with caplog.at_level(logging.WARNING):
        look.until_it_is_there()
    assert len(caplog.messages) == len(look.reported) == 2
    assert "off" in look.reported[0]
    assert "EGL not initialized" in look.reported[1]
