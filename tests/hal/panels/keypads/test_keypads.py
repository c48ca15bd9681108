"""Two USB keypads are two panels: reported apart by their sockets, grabbed, and found again by themselves."""

import threading
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from msgspec.structs import replace

from hal.events import Button, Fault, Held, LampColour, LampSetting, PartFailed, PartWorks, Pressed
from hal.panels.keypads.claim import LONG_DOWN_S, RETRY_S
from hal.panels.keypads.input_device import EVIOCGNAME, EVIOCGPHYS, EVIOCGRAB, EVIOCSCLOCKID, LAYOUTS
from sim_hardware.keypads import EVERY_KEY, EmulatedKeypad
from tests.hal.panels.keypads.desk import BLUE, BLUE_PORT, KP4, KP5, KP6, MUTE, PAD, RED_PORT, Desk

PLACE = BLUE.place
BACK = RETRY_S + 0.1


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    assert desk.run(0.02) == []
    yield desk
    desk.panels.close()


def failed(code: str, detail: str = PLACE) -> list[PartFailed]:
    return [PartFailed(Fault(f"keypad.{code}", "keypads.blue", detail))]


def test_the_requests_have_the_numbers_of_the_kernels_headers() -> None:
    """linux/input.h on a PC and on ARM, as strace prints them."""
    assert (EVIOCGNAME, EVIOCGPHYS, EVIOCGRAB, EVIOCSCLOCKID) == (0x81004506, 0x81004507, 0x40044590, 0x400445A0)
    assert {word: layout.size for word, layout in LAYOUTS.items()} == {4: 16, 8: 24}


@pytest.mark.parametrize(("port", "seat"), [(BLUE_PORT, "blue"), (RED_PORT, "red")])
@pytest.mark.parametrize(("button", "key"), PAD.items())
def test_each_key_is_a_button_of_the_seat_at_whose_socket_the_keypad_is(
    desk: Desk, port: str, seat: str, button: str, key: int
) -> None:
    assert desk.tap(port, key) == [Pressed(seat, Button(button))]


@pytest.mark.parametrize("bits", [32, 64])
def test_programs_of_32_and_of_64_bits_read_the_same(bits: int) -> None:
    desk = Desk(bits=bits)
    desk.run(0.02)
    assert desk.tap(RED_PORT, KP6) == [Pressed("red", Button.NEXT)]
    desk.panels.close()


def test_a_key_that_is_held_repeats_and_is_one_hold(desk: Desk) -> None:
    desk.inputs.press(BLUE_PORT, KP5)
    reported = []
    for _ in range(30):
        reported += desk.run(0.033)
        desk.inputs.repeat(BLUE_PORT, KP5)
    desk.inputs.release(BLUE_PORT, KP5)
    assert reported + desk.run(1.0) == [Held("blue", Button.CONFIRM)]


def test_a_hold_shows_while_the_key_is_down(desk: Desk) -> None:
    desk.inputs.press(RED_PORT, KP5)
    began_s = desk.clock.now_s
    desk.run(0.4)
    assert desk.panels.down == (("red", Button.CONFIRM),)
    (hold,) = desk.panels.holds
    assert (hold.panel, hold.button, hold.hold_s) == ("red", Button.CONFIRM, 0.8)
    assert hold.since_s == pytest.approx(began_s, abs=0.001)


def test_the_time_of_a_key_is_the_kernels_and_not_that_of_a_late_program(desk: Desk) -> None:
    """The program slept for a second, in which CONFIRM was held for 0.9 s."""
    desk.inputs.press(BLUE_PORT, KP5)
    desk.clock.advance(900_000_000)
    desk.inputs.release(BLUE_PORT, KP5)
    desk.clock.advance(100_000_000)
    assert desk.panels.step(desk.clock.now_s) == (Held("blue", Button.CONFIRM),)


def test_no_key_of_a_grabbed_keypad_reaches_the_desktop() -> None:
    desk = Desk(knob=True)
    desk.run(0.02)
    for key in (KP4, KP5, KP6, 28, MUTE):
        desk.tap(BLUE_PORT, key)
    assert desk.inputs.at_desktop == []
    desk.panels.close()
    desk.inputs.press(BLUE_PORT, KP5)
    assert desk.inputs.at_desktop == [(KP5, 1)]  # the control: nobody grabs it any more


def test_other_keys_are_nothing(desk: Desk) -> None:
    assert desk.tap(BLUE_PORT, 28) == []


def test_a_keypad_that_reports_it_has_every_key_is_no_other() -> None:
    desk = Desk(RED_PORT)
    desk.inputs.plug(EmulatedKeypad("CH57x macro pad", (0x1189, 0x8890), EVERY_KEY), BLUE_PORT)
    desk.run(0.02)
    assert desk.tap(BLUE_PORT, KP4) == [Pressed("blue", Button.PREVIOUS)]
    desk.panels.close()


def test_a_lamp_that_is_not_there_is_asked_for_in_vain(desk: Desk) -> None:
    desk.panels.show(LampSetting("blue", LampColour.WHITE))
    assert desk.run(0.1) == []


def test_a_keypad_that_is_missing_at_the_start_is_a_fault_and_the_other_seat_plays() -> None:
    desk = Desk(RED_PORT)
    assert desk.run(0.02) == failed("missing")
    assert desk.tap(RED_PORT, KP4) == [Pressed("red", Button.PREVIOUS)]
    assert desk.panels.faults["red"] == ()
    desk.panels.close()


def test_a_keypad_that_is_unplugged_in_play_comes_back_under_another_number(desk: Desk) -> None:
    desk.inputs.unplug(BLUE_PORT)
    assert desk.run(1.0) == failed("missing")
    assert desk.tap(RED_PORT, KP4) == [Pressed("red", Button.PREVIOUS)]
    desk.inputs.plug(EmulatedKeypad(), BLUE_PORT)
    assert desk.run(BACK) == [PartWorks("keypads.blue")]
    assert desk.tap(BLUE_PORT, KP4) == [Pressed("blue", Button.PREVIOUS)]


def test_a_key_that_is_down_as_the_keypad_is_unplugged_is_neither_press_nor_hold(desk: Desk) -> None:
    desk.inputs.press(BLUE_PORT, KP5)
    desk.run(0.3)
    desk.inputs.unplug(BLUE_PORT)
    assert desk.run(2.0) == failed("missing")
    assert (desk.panels.down, desk.panels.holds) == ((), ())


def test_lost_events_release_the_keys(desk: Desk) -> None:
    desk.inputs.press(BLUE_PORT, KP5)
    desk.run(0.3)
    desk.inputs.drop(BLUE_PORT)
    assert desk.run(2.0) == []
    desk.inputs.release(BLUE_PORT, KP5)
    assert desk.tap(BLUE_PORT, KP5) == [Pressed("blue", Button.CONFIRM)]


def test_a_keypad_in_another_socket_is_named_by_its_place() -> None:
    desk = Desk(RED_PORT, "1.4")
    assert desk.run(0.02) == failed("moved", "usb-0000:01:00.0-1.4")
    desk.panels.close()


def test_the_other_seats_keypad_is_no_moved_one() -> None:
    desk = Desk(RED_PORT)
    assert desk.run(0.02) == failed("missing")
    desk.panels.close()


def test_another_device_in_the_socket_is_named_with_the_keys_that_it_lacks() -> None:
    desk = Desk(RED_PORT)
    desk.inputs.plug(EmulatedKeypad("Foot pedal", (0x3553, 0xB001), frozenset({30, 48, KP5})), BLUE_PORT)
    assert desk.run(0.02) == failed("other", "Foot pedal (75, 77)")
    desk.panels.close()


def test_a_keypad_that_another_program_has_grabbed_is_named_with_the_program() -> None:
    desk = Desk()
    desk.inputs.hold(BLUE_PORT)
    assert desk.run(0.02) == failed("held", "/dev/input/event3: sway")
    desk.inputs.let_go(BLUE_PORT)
    assert desk.run(BACK) == [PartWorks("keypads.blue")]
    desk.panels.close()


def test_a_knob_that_another_program_has_leaves_no_key_half_grabbed() -> None:
    """Else its keys would move the table, and its knob the desktop's volume."""
    desk = Desk(knob=True)
    _, interfaces = desk.inputs._plugged[BLUE_PORT]
    desk.inputs._grabbed[interfaces[1].event] = 0
    assert desk.run(0.02) == failed("held", "/dev/input/event4: sway")
    desk.inputs.press(BLUE_PORT, KP5)
    assert desk.inputs.at_desktop == [(KP5, 1)]
    desk.panels.close()


def test_a_user_outside_the_group_is_shown_the_file() -> None:
    desk = Desk(BLUE_PORT)
    desk.inputs.forbidden = True
    assert desk.run(BACK + 0.3)[1:] == failed("denied", "/dev/input/event3")
    desk.inputs.forbidden = False
    assert desk.run(BACK) == [PartWorks("keypads.blue")]
    desk.panels.close()


def test_a_device_file_whose_permissions_come_a_moment_later_is_no_fault() -> None:
    desk = Desk()
    desk.inputs.forbidden = True
    assert desk.run(0.1) == []
    desk.inputs.forbidden = False
    assert desk.run(1.0) == []
    assert desk.tap(BLUE_PORT, KP4) == [Pressed("blue", Button.PREVIOUS)]
    desk.panels.close()


def test_a_knob_that_the_kernel_shows_a_moment_after_the_keys_is_grabbed_too() -> None:
    desk = Desk()
    desk.run(0.02)
    keypad, interfaces = desk.inputs._plugged[BLUE_PORT]
    late = EmulatedKeypad(knob=frozenset({MUTE}))
    desk.inputs.plug(late, "9")
    _, (_, knob) = desk.inputs._plugged.pop("9")
    desk.inputs._plugged[BLUE_PORT] = keypad, (*interfaces, replace(knob, phys=f"{PLACE}/input1"))
    desk.inputs.press(BLUE_PORT, KP5)
    assert desk.run(BACK) == [Held("blue", Button.CONFIRM)]
    desk.inputs.release(BLUE_PORT, KP5)
    assert desk.run(0.3) == []
    desk.tap(BLUE_PORT, MUTE)
    assert desk.inputs.at_desktop == []
    assert desk.tap(BLUE_PORT, KP4) == [Pressed("blue", Button.PREVIOUS)]
    desk.panels.close()


def test_a_keypad_is_grabbed_once_no_key_is_down_so_that_the_desktop_gets_the_release() -> None:
    desk = Desk()
    desk.inputs.press(BLUE_PORT, KP5)
    assert desk.run(1.0) == []
    desk.inputs.release(BLUE_PORT, KP5)
    assert desk.inputs.at_desktop == [(KP5, 1), (KP5, 0)]
    assert desk.run(0.2) == []
    assert desk.tap(BLUE_PORT, KP5) == [Pressed("blue", Button.CONFIRM)]
    assert len(desk.inputs.at_desktop) == 2
    desk.panels.close()


def test_a_key_that_stays_down_is_a_fault_because_the_keys_reach_the_desktop() -> None:
    desk = Desk()
    desk.inputs.press(BLUE_PORT, KP4)
    assert desk.run(LONG_DOWN_S + 1.0) == failed("key_down", "SEM USB Keyboard")
    desk.inputs.release(BLUE_PORT, KP4)
    assert desk.run(0.3) == [PartWorks("keypads.blue")]
    desk.panels.close()


def test_keys_of_a_kernel_without_the_monotonic_clock_count_as_of_now(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk()
    kernel = desk.inputs.ask

    def ask(file: int, request: int, data: bytearray) -> object:
        if request == EVIOCSCLOCKID:
            raise OSError(22, "Invalid argument")
        return kernel(file, request, data)

    monkeypatch.setattr(desk.inputs, "ask", ask)
    desk.run(0.02)
    desk.inputs.press(BLUE_PORT, KP5)
    assert desk.run(0.79) == []
    assert desk.run(0.05) == [Held("blue", Button.CONFIRM)]
    desk.panels.close()


def test_a_key_ends_the_wait_of_the_panels_thread_and_so_does_a_signal(desk: Desk) -> None:
    acts: tuple[Callable[[], None], ...] = (partial(desk.inputs.press, BLUE_PORT, KP4), desk.panels.wake)
    for act in acts:
        desk.panels.step(desk.clock.now_s)
        waiting = threading.Thread(target=desk.panels.wait, args=(None,))
        waiting.start()
        act()
        waiting.join(5.0)
        assert not waiting.is_alive()
