"""The doctor's look at the screen: a picture is opened as the table opens it."""

import pytest
from pytest_mock import MockerFixture

from table.config import Config
from table.config.schema import ScreenConfig, SoundConfig
from table.program.doctor import screen_and_sound
from table.program.doctor.finding import Finding, FindingState
from table.screen.window import PACKAGES
from table.words import Words, languages
from tests.screen.fake_sdl import FakeSdl

PI = Config(screen=ScreenConfig(fullscreen=True))


def found(config: Config = PI) -> Finding:
    (finding,) = screen_and_sound.screen(config.screen)
    return finding


def test_a_full_screen_is_opened_and_closed_again(mocker: MockerFixture) -> None:
    sdl = FakeSdl(mocker, "KMSDRM")
    finding = found()
    assert (finding.state, finding.words.key) == (FindingState.WELL, "doctor.screen.well")
    assert "a picture of 1920x1080" in Words().say(finding.words)
    assert sdl.opened == 1


@pytest.mark.parametrize("language", languages())
def test_a_display_on_which_no_picture_opens_is_a_finding_that_names_the_packages(
    mocker: MockerFixture, language: str
) -> None:
    FakeSdl(mocker, "KMSDRM").egl = False
    finding = found()
    assert (finding.state, finding.words.key) == (FindingState.MEND, "doctor.screen.closed")
    sentence = Words(language).say(finding.words)
    assert f"sudo apt-get install {PACKAGES}" in sentence
    assert "EGL not initialized" in sentence


@pytest.mark.parametrize("language", languages())
def test_where_sdl_gives_no_reason_the_doctor_reports_it(mocker: MockerFixture, language: str) -> None:
    sdl = FakeSdl(mocker, "KMSDRM")
    sdl.egl, sdl.silent = False, True
    assert Words(language).say(found().words).count("(SDL ") == 1


def test_a_full_screen_of_another_size_than_the_display_is_a_finding(mocker: MockerFixture) -> None:
    sdl = FakeSdl(mocker, "wayland", (2880, 1620))
    mocker.patch("pygame.display.get_desktop_sizes", return_value=[(1920, 1080)])
    finding = found()
    assert (finding.state, finding.words.key) == (FindingState.MEND, "doctor.screen.other_size")
    assert sdl.opened == 1


def test_a_window_need_not_fill_the_display(mocker: MockerFixture) -> None:
    FakeSdl(mocker, "x11")
    assert found(Config(screen=ScreenConfig(width=1280, height=720))).state is FindingState.WELL


def test_a_display_that_another_program_has_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """SDL then has no kmsdrm: it asks to be the display's master before it takes the driver."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")
    finding = found()
    assert (finding.state, finding.words.key) == (FindingState.MEND, "doctor.screen.none")
    assert "another table" in Words().say(finding.words)


def test_a_driver_that_was_asked_for_and_draws_for_nobody_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert (found().state, found().words.key) == (FindingState.NOTE, "doctor.screen.unseen")


def test_a_sound_device_that_is_not_there_is_named_with_those_that_are(mocker: MockerFixture) -> None:
    mocker.patch("table.devices.sound.speaker.may_sound", return_value=True)
    mocker.patch("table.devices.sound.speaker.why_silent", return_value="No such device")
    mocker.patch("table.devices.sound.speaker.devices", return_value=("HDMI 0", "USB speaker"))
    (finding,) = screen_and_sound.sound(SoundConfig(device="USB speeker"))
    assert finding.state is FindingState.MEND
    assert "HDMI 0 | USB speaker" in Words().say(finding.words)


def test_a_picture_that_is_turned_still_fills_its_display(mocker: MockerFixture) -> None:
    FakeSdl(mocker, "KMSDRM")
    assert found(Config(screen=ScreenConfig(fullscreen=True, rotation=90))).state is FindingState.WELL
