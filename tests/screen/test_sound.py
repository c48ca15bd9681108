"""Short cues that say what kind of thing happened, and nothing of a card."""

import os
import queue
import threading
from array import array
from pathlib import Path

import pygame.mixer
import pytest
from msgspec.structs import replace
from pytest_mock import MockerFixture

from hal.events import Fault, PartEvent, PartFailed, PartWorks
from table.devices.sound.speaker import Speaker, devices, why_silent
from table.devices.sound.tones import CUES, PEAK, RATE_HZ, samples
from table.devices.watchdog import STUCK_S, Pulse, Watchdog
from table.rules.seats import BLUE, RED
from table.rules.view import Card
from table.screen.motion import Motion
from table.screen.sound.cues import Cues
from table.view.published import Desk, FaultNote, Published, ReaderState, Resumed
from tests.patience import PATIENCE_S
from tests.screen import scenes


def heard(*shown: tuple[Published, float]) -> list[str]:
    """The cues of an evening: what was published, and when it was drawn."""
    cues, motion, all_ = Cues(), Motion(), []
    for published, now_s in shown:
        motion.see(published, now_s)
        cue = cues.heard(published, motion.act(now_s))
        if cue:
            all_.append(cue)
    return all_


def lying(blue: bool, red: bool) -> Published:
    return replace(scenes.sealing(), desks=(Desk(BLUE, ReaderState.CARD, blue), Desk(RED, ReaderState.CARD, red)))


def test_a_lock_a_reveal_and_a_roll_have_each_their_cue_in_the_order_in_which_they_are_seen() -> None:
    rolled = scenes.rolled()
    evening = [(lying(False, False), 0.0), (lying(True, False), 1.0), (rolled, 2.0), (rolled, 2.5), (rolled, 6.2)]
    assert heard(*evening, (rolled, 7.0), (rolled, 11.0)) == ["locked", "reveal", "die"]


def test_whose_turn_it_is_sounds_when_it_is_seen() -> None:
    """After the die, not with it: the cue may not tell before the screen does who won."""
    nominate = scenes.nominate()
    shown = heard((scenes.tie(), 0.0), (nominate, 1.0), (nominate, 2.0), (nominate, 9.0))
    assert shown == ["die", "turn"]


def test_a_fault_sounds_at_once_even_while_the_die_rolls() -> None:
    broken = replace(scenes.rolled(), faults=(FaultNote("dispenser.jam", "3"),))
    assert heard((scenes.tie(), 0.0), (scenes.rolled(), 1.0), (broken, 1.2)) == ["die", "fault"]
    assert heard((scenes.activation(), 0.0), (scenes.unknown(), 1.0))[0] == "fault"


@pytest.mark.slow
def test_a_reveal_sounds_the_same_whatever_the_cards_are() -> None:
    """The right ones, one that was sent back, one alone; named long or short, with a note or without one."""
    view = scenes.reveal().view
    assert view is not None
    cards = (scenes.VADER, scenes.LUKE, Card("X"), replace(scenes.LUKE, counts=False, pips=None), None)
    pairs = [(blue, red) for blue in cards for red in cards if blue or red]
    for blue, red in pairs:
        seats = (replace(view.seats[0], card=blue), replace(view.seats[1], card=red))
        shown = replace(scenes.reveal(), view=replace(view, seats=seats))
        assert heard((lying(True, True), 0.0), (shown, 1.0), (shown, 1.5), (shown, 9.0)) == ["reveal"]
    assert samples("reveal") == samples("reveal")


def test_a_match_that_goes_on_makes_no_sound_of_its_own() -> None:
    shown = replace(scenes.sealing(), resumed=Resumed((BLUE,)))
    assert heard((shown, 0.0), (shown, 1.0), (shown, 60.0)) == []


def test_nothing_sounds_twice_and_nothing_at_the_start() -> None:
    assert heard((lying(True, False), 0.0), (lying(True, False), 0.1)) == []
    assert heard((scenes.lobby(), 0.0), (scenes.fault(), 1.0), (scenes.fault(), 1.1)) == []


@pytest.mark.parametrize("cue", CUES)
@pytest.mark.slow
def test_a_cue_is_short_does_not_clip_and_ends_quietly(cue: str) -> None:
    wave = array("h", samples(cue))
    assert 0.1 <= len(wave) / RATE_HZ <= 1.2
    assert max(map(abs, wave)) == pytest.approx(PEAK * 32_767, abs=2)
    assert max(map(abs, wave[-40:])) < 400
    assert samples(cue) == wave.tobytes(), "the same every time"


@pytest.mark.slow
def test_cues_differ() -> None:
    assert len({samples(cue) for cue in CUES}) == len(CUES)


def sounding() -> int:
    """How many threads there are that play."""
    return sum(thread.name == "sound" for thread in threading.enumerate())


def test_with_the_sound_off_no_thread_is_started() -> None:
    before = sounding()
    speaker = Speaker(0.0)
    speaker.play("turn")
    assert speaker.silent
    assert sounding() == before
    speaker.close()


class Reports:
    """The changes that a speaker reports, which another thread adds."""

    def __init__(self) -> None:
        self.heard: queue.SimpleQueue[PartEvent] = queue.SimpleQueue()

    def next(self) -> PartEvent:
        return self.heard.get(timeout=PATIENCE_S)


def test_a_sound_device_that_cannot_be_opened_is_one_fault(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no_such_driver")
    pygame.mixer.quit()  # a speaker that is closed at once may have left it open
    reports = Reports()
    speaker = Speaker(0.8, report=reports.heard.put)
    speaker.begin()
    failed = reports.next()
    assert isinstance(failed, PartFailed)
    assert (failed.fault.code, failed.fault.part) == ("sound.failed", "sound")
    for _ in range(3):
        speaker.play("turn")
    speaker.close(PATIENCE_S)
    assert reports.heard.empty()
    assert len(caplog.records) == 1


def test_a_machine_without_sound_has_a_fault_only_for_a_device_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.devices.sound.speaker.may_sound", lambda: False)
    for device, faults in (("", []), ("USB speaker", [PartFailed(Fault("sound.absent", "sound", "USB speaker"))])):
        reports = Reports()
        speaker = Speaker(0.8, device=device, report=reports.heard.put)
        speaker.begin()
        speaker.close(PATIENCE_S)
        assert [reports.next() for _ in range(reports.heard.qsize())] == faults


def test_the_programs_that_hold_a_busy_device_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def busy(*_: object, **__: object) -> None:
        raise pygame.error("ALSA: Couldn't open audio device: Device or resource busy")

    (tmp_path / "pcmC0D0p").touch()
    monkeypatch.setenv("SDL_AUDIODRIVER", "alsa")
    monkeypatch.setattr("pygame.mixer.init", busy)
    monkeypatch.setattr("table.devices.sound.speaker.DEVICES", str(tmp_path))
    reports = Reports()
    with (tmp_path / "pcmC0D0p").open():
        speaker = Speaker(0.8, device="HDMI", report=reports.heard.put)
        speaker.begin()
        failed = reports.next()
    speaker.close(PATIENCE_S)
    assert isinstance(failed, PartFailed)
    assert failed.fault.detail.startswith("HDMI: ALSA: Couldn't open audio device: Device or resource busy: ")
    assert failed.fault.detail.endswith(f"(process {os.getpid()})")


class LostSound:
    """A device that is gone while `lost` is true."""

    lost = True

    def __init__(self, buffer: bytes) -> None:
        if LostSound.lost:
            raise pygame.error("the device is gone")

    def set_volume(self, volume: float) -> None:
        pass

    def play(self) -> None:
        pass


@pytest.mark.slow
def test_a_device_that_fails_in_mid_evening_is_a_fault_and_works_again_with_a_later_cue(
    monkeypatch: pytest.MonkeyPatch, mocker: MockerFixture
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(LostSound, "lost", True)
    mocker.patch("pygame.mixer.Sound", LostSound)
    reports = Reports()
    speaker = Speaker(0.5, report=reports.heard.put)
    speaker.play("locked")
    assert reports.next() == PartFailed(Fault("sound.failed", "sound", "the device is gone"))
    LostSound.lost = False
    speaker.play("turn")
    assert reports.next() == PartWorks("sound")
    speaker.close(PATIENCE_S)
    assert reports.heard.empty()


def test_a_sound_card_that_is_pulled_out_in_play_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, mocker: MockerFixture
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    there = [True]
    monkeypatch.setattr("table.devices.sound.speaker.may_sound", lambda: there[0])
    reports, played = Reports(), threading.Event()
    mocker.patch("pygame.mixer.Sound").return_value.play.side_effect = played.set
    speaker = Speaker(0.5, report=reports.heard.put)
    speaker.play("turn")
    assert played.wait(PATIENCE_S)
    there[0] = False
    speaker.play("turn")
    assert reports.next() == PartFailed(Fault("sound.absent", "sound", "/dev/snd"))
    there[0] = True
    speaker.play("turn")
    assert reports.next() == PartWorks("sound")
    speaker.close(PATIENCE_S)


def test_a_device_that_hangs_is_named_and_one_that_waits_for_a_cue_is_not(
    monkeypatch: pytest.MonkeyPatch, mocker: MockerFixture
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    clock, hangs, go = [0.0], threading.Event(), threading.Event()

    def opens(*_: int, **__: int) -> None:
        hangs.set()
        assert go.wait(PATIENCE_S)

    mocker.patch("pygame.mixer.init", opens)
    sound = mocker.patch("pygame.mixer.Sound")
    played = threading.Event()
    sound.return_value.play.side_effect = played.set
    pulse = Pulse("sound", lambda: clock[0])
    named: list[tuple[str, ...]] = []
    watch = Watchdog([pulse], lambda notes: named.append(tuple(note.part for note in notes)))
    speaker = Speaker(0.5, pulse=pulse)
    speaker.play("locked")
    assert hangs.wait(PATIENCE_S)
    clock[0] += STUCK_S + 1
    watch.look()
    assert named == [("sound",)]
    go.set()
    assert played.wait(PATIENCE_S)
    speaker.close(PATIENCE_S)
    clock[0] += STUCK_S + 1
    watch.look()
    assert named == [("sound",), ()]


def test_a_cue_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    before = sounding()
    speaker = Speaker(0.5)
    speaker.play("locked")
    assert sounding() == before + 1
    speaker.close(PATIENCE_S)
    assert not speaker.silent
    assert sounding() == before


def test_the_configured_device_is_the_one_that_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    asked: list[object] = []
    tried = threading.Event()

    def opens(*how: object, **_: object) -> None:
        asked.append(how[4])
        tried.set()
        raise pygame.error("no such device")

    monkeypatch.setattr("pygame.mixer.init", opens)
    for device in ("", "USB speaker"):
        tried.clear()
        speaker = Speaker(0.5, device=device)
        speaker.play("turn")
        assert tried.wait(PATIENCE_S)
        speaker.close(PATIENCE_S)
    assert list(dict.fromkeys(asked)) == [None, "USB speaker"]


def test_the_doctor_learns_which_devices_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    assert why_silent() == ""
    assert isinstance(devices(), tuple)
