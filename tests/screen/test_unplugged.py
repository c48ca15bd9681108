"""A display that is unplugged in play and returns, two of them, and a touch panel that vanishes under a finger."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest
from pytest_mock import MockerFixture

from table.config.schema import ScreenConfig
from table.program.doctor import screen_and_sound
from table.program.doctor.finding import FindingState
from table.rules.seats import RED
from table.screen.loop import LOOK_AGAIN_S
from table.screen.painter import Painter
from table.session.input import Touched
from tests.screen import scenes
from tests.screen.fake_sdl import FakeSdl
from tests.screen.test_loop import HOLD_S, Room, _room


class Cable:
    """The display's cable, at SDL's edge."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.plugged, self.tries = True, 0
        self._update, self._open = pygame.display.update, pygame.display.set_mode
        monkeypatch.setattr("pygame.display.update", self._updated)
        monkeypatch.setattr("pygame.display.set_mode", self._opened)

    def _updated(self, *changed: Any) -> None:
        if not self.plugged:
            raise pygame.error("Could not queue pageflip")
        self._update(*changed)

    def _opened(self, *how: Any) -> pygame.Surface:
        self.tries += 1
        if not self.plugged:
            raise pygame.error("No available displays")
        return self._open(*how)


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch, painter: Painter) -> Iterator[Room]:
    yield from _room(monkeypatch, painter, HOLD_S, HOLD_S)


@pytest.fixture
def cable(room: Room, monkeypatch: pytest.MonkeyPatch) -> Cable:
    room.pass_s(0.5)
    return Cable(monkeypatch)


def test_the_table_goes_on_without_a_display_and_looks_for_it_once_a_second(room: Room, cable: Cable) -> None:
    cable.plugged = False
    room.show(scenes.effects())
    assert room.pass_s(10.0) == 0
    assert cable.tries == pytest.approx(10.0 / LOOK_AGAIN_S, abs=1)


@pytest.mark.slow
def test_a_display_that_is_plugged_in_again_shows_what_is_so_now_all_of_it(room: Room, cable: Cable) -> None:
    cable.plugged = False
    room.show(scenes.effects())
    room.pass_s(3.0)
    last = scenes.orders()
    room.show(last)
    room.pass_s(3.0)
    cable.plugged = True
    assert room.pass_s(2 * LOOK_AGAIN_S) >= 1
    assert room.loop._shown is last
    room.pass_s(5.0)
    assert room.pass_s(3.0) == 0, "nothing is drawn any more while nothing changes"


def test_no_press_of_a_panel_is_lost_to_an_event_that_nobody_can_see(room: Room, cable: Cable) -> None:
    room.show(scenes.sealing())
    room.pass_s(0.5)
    room.show(scenes.reveal())
    room.turns(1)
    assert room.loop.takes_press(), "while it is seen, a press only ends it"
    cable.plugged = False
    room.pass_s(0.5)
    assert not room.loop.takes_press()


@pytest.mark.slow
def test_a_finger_under_which_the_touch_panel_vanishes_answers_once_and_the_next_one_is_heard(room: Room) -> None:
    lock = Touched(RED, "card", None, hold=True)
    room.show(scenes.sealing())
    room.pass_s(0.5)
    room.wishes.clear()
    room.finger(pygame.MOUSEBUTTONDOWN, lock)
    room.pass_s(10 * HOLD_S)
    assert room.wishes.count(lock) == 1
    room.finger(pygame.MOUSEBUTTONDOWN, lock)
    room.pass_s(2 * HOLD_S)
    assert room.wishes.count(lock) == 2


def test_of_two_displays_either_may_hold_the_picture(mocker: MockerFixture) -> None:
    sdl = FakeSdl(mocker, "KMSDRM")
    mocker.patch("pygame.display.get_desktop_sizes", return_value=[(800, 480), sdl.size])
    (finding,) = screen_and_sound.screen(ScreenConfig(fullscreen=True))
    assert finding.state is FindingState.WELL
    assert dict(finding.words.args)["size"] == "800x480 + 1920x1080"
