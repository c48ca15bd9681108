"""Fingers on emulated buttons, through gpiozero, to what the table is reported; and lamps, back again."""

import threading
from collections.abc import Iterator

import pytest
from gpiozero import Device
from msgspec.structs import replace

from hal.events import Button, Held, LampColour, LampPattern, LampSetting, Pressed
from hal.panels.claims import PinHeader
from hal.panels.lamps import COLOURS
from hal.panels.panels import Panels
from sim_hardware.clock import MS
from sim_hardware.panel import USUAL, Bounce
from tests.hal.panels.rig import BLUE, Rig


@pytest.fixture
def rig() -> Iterator[Rig]:
    rig = Rig()
    yield rig
    rig.panels.close()


def test_every_button_of_every_panel_is_reported_by_its_name(rig: Rig) -> None:
    for panel in ("blue", "red"):
        for button in Button:
            rig.emulated.tap(panel, button)
            assert rig.run(0.3) == [Pressed(panel, button)]


def test_usual_bounce_is_one_press(rig: Rig) -> None:
    rig.emulated.tap("blue", "next", bounce=USUAL)
    assert rig.run(0.5) == [Pressed("blue", Button.NEXT)]


def test_a_worn_contact_is_one_press(rig: Rig) -> None:
    rig.emulated.tap("red", "confirm", lasting_ns=200 * MS, bounce=Bounce(times=20, lasting_ns=60 * MS))
    assert rig.run(0.5) == [Pressed("red", Button.CONFIRM)]


def test_motor_noise_on_the_wire_is_nothing(rig: Rig) -> None:
    for _ in range(20):
        rig.emulated.spike("blue", "confirm")
        assert rig.run(0.02, every_ms=1) == []


def test_holding_confirm_is_reported_before_the_release(rig: Rig) -> None:
    rig.emulated.press("blue", "confirm", USUAL)
    assert rig.run(0.79) == []
    assert rig.run(0.05) == [Held("blue", Button.CONFIRM)]
    rig.emulated.release("blue", "confirm", USUAL)
    assert rig.run(1.0) == []


def test_holding_next_is_reported_like_holding_confirm_and_a_short_press_at_its_release(rig: Rig) -> None:
    rig.emulated.press("blue", "next", USUAL)
    assert rig.run(0.79) == []
    assert rig.run(0.05) == [Held("blue", Button.NEXT)]
    rig.emulated.release("blue", "next", USUAL)
    assert rig.run(1.0) == []
    rig.emulated.tap("blue", "next", bounce=USUAL)
    assert rig.run(0.5) == [Pressed("blue", Button.NEXT)]


def test_both_seats_at_once_keep_their_order(rig: Rig) -> None:
    rig.emulated.press("red", "previous")
    rig.clock.advance(1 * MS)
    rig.emulated.press("blue", "previous")
    rig.clock.advance(100 * MS)
    assert rig.panels.step(rig.clock.now_s) == (Pressed("red", Button.PREVIOUS), Pressed("blue", Button.PREVIOUS))


def test_a_table_that_stalls_for_seconds_still_knows_a_press_from_a_hold(rig: Rig) -> None:
    rig.emulated.tap("blue", "confirm", lasting_ns=100 * MS)
    rig.clock.advance(5_000 * MS)
    assert rig.panels.step(rig.clock.now_s) == (Pressed("blue", Button.CONFIRM),)


def test_stepping_at_deadlines_alone_is_enough(rig: Rig) -> None:
    rig.panels.show(LampSetting("blue", LampColour.BLUE, LampPattern.BLINK))
    rig.emulated.press("blue", "confirm", USUAL)
    assert rig.panels.next_deadline() is not None
    assert rig.run_by_deadlines(1.0) == [Held("blue", Button.CONFIRM)]
    lit = set()
    for _ in range(20):
        rig.run_by_deadlines(0.1)
        lit.add(rig.emulated.lamp("blue") != (0.0, 0.0, 0.0))
    assert lit == {True, False}


def test_at_rest_no_step_is_due(rig: Rig) -> None:
    rig.panels.show(LampSetting("blue", LampColour.GREEN))
    rig.run(0.1)
    assert rig.panels.next_deadline() is None


def test_a_press_wakes_the_thread_and_its_owner() -> None:
    rig = Rig()
    rig.panels.close()
    calls: list[None] = []
    panels = Panels(
        (BLUE,),
        PinHeader(lambda: rig.emulated.pin_factory),
        lambda: rig.clock.now_s,
        on_edge=lambda: calls.append(None),
    )
    rig.emulated.press("blue", "next")
    panels.wait(None)  # would hang for ever if the press did not wake it
    assert len(calls) == 1
    panels.close()


def test_lamps_show_what_they_are_set_to(rig: Rig) -> None:
    for colour, levels in COLOURS.items():
        rig.panels.show(LampSetting("red", colour))
        rig.panels.step(rig.clock.now_s)
        assert rig.emulated.lamp("red") == pytest.approx(levels)
        assert rig.emulated.lamp("blue") == (0.0, 0.0, 0.0)


def test_a_setting_shown_again_goes_on_with_its_pattern(rig: Rig) -> None:
    rig.panels.show(LampSetting("blue", LampColour.WHITE, LampPattern.BLINK))
    rig.run(0.4)
    assert rig.emulated.lamp("blue") == (0.0, 0.0, 0.0)
    rig.panels.show(LampSetting("blue", LampColour.WHITE, LampPattern.BLINK))
    rig.panels.step(rig.clock.now_s)
    assert rig.emulated.lamp("blue") == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("pwm", [True, False])
@pytest.mark.parametrize("anode", [True, False])
@pytest.mark.parametrize("pull_up", [True, False])
def test_any_wiring_gives_the_same_buttons_and_light(pwm: bool, anode: bool, pull_up: bool) -> None:
    rig = Rig(replace(BLUE, pwm=pwm, common_anode=anode, pull_up=pull_up))
    assert rig.emulated.lamp("blue") == (0.0, 0.0, 0.0)
    rig.panels.show(LampSetting("blue", LampColour.RED))
    rig.emulated.tap("blue", "previous")
    assert rig.run(0.3) == [Pressed("blue", Button.PREVIOUS)]
    assert rig.emulated.lamp("blue") == (1.0, 0.0, 0.0)
    rig.panels.close()
    assert rig.emulated.lamp("blue") == (0.0, 0.0, 0.0)


def test_a_panel_that_does_not_exist_cannot_be_lit(rig: Rig) -> None:
    with pytest.raises(KeyError, match="no panel 'green'"):
        rig.panels.show(LampSetting("green", LampColour.RED))


def test_no_thread_is_started_and_no_default_pin_factory_is_chosen(rig: Rig) -> None:
    rig.panels.show(LampSetting("blue", LampColour.AMBER, LampPattern.PULSE))
    rig.emulated.press("blue", "confirm")
    rig.run(1.0)
    assert threading.active_count() == 1
    assert Device.pin_factory is None


def test_the_lamp_grows_while_a_button_is_held_and_then_shows_its_setting_again(rig: Rig) -> None:
    rig.panels.show(LampSetting("blue", LampColour.BLUE))
    rig.emulated.press("blue", "confirm")
    rig.run(0.15)
    setting = rig.emulated.lamp("blue")
    assert setting == pytest.approx(COLOURS[LampColour.BLUE]), "a short press shows nothing"
    reds = []
    for _ in range(6):
        rig.run_by_deadlines(0.1)
        reds.append(rig.emulated.lamp("blue")[0])
    assert reds == sorted(reds)
    assert reds[0] < reds[-1] <= 1.0
    assert rig.run(0.2) == [Held("blue", Button.CONFIRM)]
    assert rig.emulated.lamp("blue") == setting


@pytest.mark.parametrize("button", [Button.CONFIRM, Button.NEXT])
def test_a_hold_is_reported_with_its_progress_until_it_counts(rig: Rig, button: Button) -> None:
    rig.emulated.press("red", button)
    rig.run(0.4)
    (hold,) = rig.panels.holds
    assert (hold.panel, hold.button) == ("red", button)
    assert hold.share(rig.clock.now_s) == pytest.approx(0.5, abs=0.02)
    rig.run(0.5)
    assert rig.panels.holds == ()


def test_previous_has_no_hold_to_report(rig: Rig) -> None:
    rig.emulated.press("red", "previous")
    rig.run(0.4)
    assert rig.panels.holds == ()
