"""The doctor's look at keypads, and that of `check-config`, at an emulated kernel in virtual time."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from hal.panels.keypads.input_device import InputKernel
from hal.panels.keypads.settings import KeypadSettings
from sim_hardware.clock import Clock, S
from sim_hardware.keypads import EVERY_KEY, EmulatedInputs, EmulatedKeypad
from table.config import Config, load
from table.config.schema import KeypadConfig, real_table
from table.devices.configured.panel_settings import keypad_settings
from table.devices.hands_on.dialogue import DoctorTime
from table.program.commands.check_config import _about_keypads
from table.program.doctor.changing import ask_about
from table.program.doctor.finding import ConfigChange, Finding, FindingState
from table.program.doctor.keypads import keypads
from table.words import Words

PLACE = "usb-0000:01:00.0-"
PADS = {
    seat: KeypadConfig(place=f"{PLACE}{port}", usb="1a2c:2d43", previous=75, next=77, confirm=76)
    for seat, port in (("blue", "1.1"), ("red", "1.2"))
}
CONFIG = real_table({}, keypads=PADS)


def wired(config: Config) -> tuple[tuple[KeypadSettings, ...], set[str]]:
    return keypad_settings(config), {keypad.place for keypad in config.keypads.values()}


class Desk:
    def __init__(self, *ports: str) -> None:
        self.clock = Clock()
        self.inputs = EmulatedInputs(self.clock)
        for port in ports:
            self.inputs.plug(EmulatedKeypad(), port)

    def found(self, config: Config = CONFIG) -> list[Finding]:
        inputs: InputKernel = self.inputs
        return list(keypads(*wired(config), inputs, DoctorTime(lambda: self.clock.now_s, self._pause)))

    def _pause(self, seconds: float) -> None:
        self.clock.advance(int(seconds * S))


def to_mend(findings: list[Finding]) -> list[str]:
    return [Words().say(finding.words) for finding in findings if finding.state is FindingState.MEND]


def test_two_equal_keypads_are_well_and_distinguished_by_their_sockets() -> None:
    found = Desk("1.1", "1.2").found()
    assert [finding.words.key for finding in found] == [
        "doctor.keypad.well", "doctor.keypad.well", "doctor.keypad.equal",
    ]  # fmt: skip


def test_a_missing_keypad_is_named_with_its_place() -> None:
    (stated,) = to_mend(Desk("1.2").found())
    assert stated.startswith(f"The keypad keypads.blue is not plugged in at {PLACE}1.1.")


def test_a_keypad_in_another_socket_is_offered_and_written(tmp_path: Path) -> None:
    desk = Desk("1.2", "1.4")
    (moved,) = (finding for finding in desk.found() if finding.change is not None)
    assert moved.change == ConfigChange(("keypads", "blue", "place"), f"{PLACE}1.4", ours=True)
    file = tmp_path / "table.toml"
    lines = [f'place = "{PLACE}1.1"', 'usb = "1a2c:2d43"', "previous = 75", "next = 77", "confirm = 76"]
    seats = '[seats.red]\npanel = "none"\n'
    file.write_text("\n".join(['world = "real"', seats, "[keypads.blue]", *lines]))
    assert ask_about((moved.change,), file, Words(), lambda _: None, None) == {moved.change}
    loaded = load(file)
    assert loaded.problems == ()
    assert loaded.config.keypads["blue"].place == f"{PLACE}1.4"


def test_a_keypad_that_another_program_keeps_is_named() -> None:
    desk = Desk("1.1", "1.2")
    desk.inputs.hold("1.2")
    (stated,) = to_mend(desk.found())
    assert stated.startswith("Another program keeps the keypad keypads.red for itself (/dev/input/event4")


def test_a_user_outside_the_group_is_shown_the_command() -> None:
    desk = Desk("1.1", "1.2")
    desk.inputs.forbidden = True
    assert all("sudo usermod -aG input" in stated for stated in to_mend(desk.found()))
    assert len(to_mend(desk.found())) == 2


def test_another_device_in_the_socket_is_named_with_its_keys() -> None:
    desk = Desk("1.2")
    desk.inputs.plug(EmulatedKeypad("Foot pedal", (0x3553, 0xB001), frozenset({30, 48, 46})), "1.1")
    assert "Foot pedal (75, 76, 77)" in to_mend(desk.found())[0]


def test_a_keypad_whose_keys_reach_the_desktop_is_named() -> None:
    """Neither a key that hangs nor a keypad of nobody's can be grabbed."""
    desk = Desk("1.1", "1.2", "1.3")
    desk.inputs.press("1.1", 75)
    sentences = [Words().say(finding.words) for finding in desk.found()]
    assert any("its keys still go to the desktop" in each for each in sentences)
    assert any(f"SEM USB Keyboard at {PLACE}1.3 belongs to no seat" in each for each in sentences)


def test_a_keyboard_is_no_keypad_of_nobodys() -> None:
    desk = Desk("1.1", "1.2")
    desk.inputs.plug(EmulatedKeypad("Keyboard", (1, 2), EVERY_KEY), "1.3")
    assert "doctor.keypad.unused" not in [finding.words.key for finding in desk.found()]


def test_the_doctor_gives_every_keypad_back() -> None:
    desk = Desk("1.1", "1.2")
    desk.found()
    desk.inputs.press("1.1", 75)
    assert desk.inputs.at_desktop == [(75, 1)]


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_check_config_reports_what_the_doctor_reports(language: str) -> None:
    desk, words = Desk("1.2"), Words(language)
    missing, equal = (words.say(each) for each in _about_keypads(*wired(CONFIG), desk.inputs))
    assert f"{PLACE}1.1" in missing
    assert "USB" in equal
    assert list(_about_keypads(*wired(replace(CONFIG, keypads={})), desk.inputs)) == []
