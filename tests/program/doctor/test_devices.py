"""The doctor's look at readers, panels and dispenser, over emulated parts in virtual time."""

from collections.abc import Iterator

import pytest

from firmware_bridge.firmware.settings import VERSION
from hal.dispenser import Link
from hal.events import DispenserUp
from hal.panels.claims import PinHeader
from hal.panels.pins import PinsError
from sim_hardware.clock import Clock, S
from sim_hardware.dispenser import EmulatedDispenser
from sim_hardware.nfc import Noise, ReaderWorld
from sim_hardware.nfc.mfrc522 import self_test
from sim_hardware.nfc.noise import QUIET
from sim_hardware.nfc.tags import NTAG213, Ntag
from sim_hardware.panel import EmulatedPanels, mock_pins
from table.config import Config
from table.devices.configured.device_settings import lone_readers
from table.devices.configured.panel_settings import panel_settings
from table.devices.hands_on.dialogue import DoctorTime
from table.emulation.connections import panel_wires, reader_places
from table.program.doctor import devices
from table.program.doctor.finding import Finding, FindingState, named
from table.words import Words


def tag() -> Ntag:
    return Ntag(b"\x04\x11\x22\x33\x44\x55\x66", NTAG213)


class Bench:
    def __init__(self, noise: Noise = QUIET, **versions: int) -> None:
        self.clock = Clock()
        self.config = Config()
        self.world = ReaderWorld(self.clock, reader_places(self.config), noise=noise, versions=versions)
        self.time = DoctorTime(lambda: self.clock.now_s, lambda pause_s: self.clock.advance(int(pause_s * S)))

    def blue(self) -> list[Finding]:
        reader, _ = lone_readers(self.config, self.world)
        return list(devices.readers((reader,), self.time))


def keys(findings: list[Finding]) -> list[str]:
    return [finding.words.key.removeprefix("doctor.") for finding in findings]


def test_a_sound_reader_on_which_nothing_lies() -> None:
    findings = Bench().blue()
    assert keys(findings) == ["chip.well", "signal.quiet"]
    assert {finding.state for finding in findings} == {FindingState.WELL}


def test_a_card_that_rests_there_is_heard_well() -> None:
    bench = Bench()
    bench.world.lay("blue", tag())
    assert keys(bench.blue()) == ["chip.well", "signal.well"]


@pytest.mark.parametrize("version", [0x82, 0x12, 0x81, 0x11])
def test_a_version_with_a_bit_missing_is_another_board_on_miso_and_no_clone(version: int) -> None:
    (finding, *_) = Bench(blue=version).blue()
    assert (finding.state, finding.words.key) == (FindingState.MEND, "doctor.chip.contended")
    assert f"version {version:#04x}" in Words().say(finding.words)


def test_a_version_1_passes_its_own_self_test() -> None:
    assert keys(Bench(blue=0x91).blue())[0] == "chip.well"


def test_a_clone_cannot_be_judged_and_is_not_called_broken() -> None:
    findings = Bench(blue=0x88).blue()
    assert (keys(findings)[0], findings[0].state) == ("chip.clone", FindingState.NOTE)
    assert "FM17522" in Words().say(findings[0].words)


@pytest.mark.parametrize("version", [0x89, 0x1C, 0xEE])
def test_a_version_of_no_known_chip_is_a_joint_first(version: int) -> None:
    """People who met these numbers had a bad joint, and bought another board in vain."""
    (finding, *_) = Bench(blue=version).blue()
    assert (finding.state, finding.words.key) == (FindingState.MEND, "doctor.chip.strange")
    assert "solder" in Words().say(finding.words)


def test_a_copy_that_reports_it_is_the_real_one_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(self_test.RESULTS, 0x92, self_test.RESULTS[0x92][:-1] + b"\0")
    findings = Bench().blue()
    assert (keys(findings)[0], findings[0].state) == ("chip.failed", FindingState.MEND)


def test_a_reader_that_is_not_there_explains_what_to_do() -> None:
    bench = Bench()
    bench.world.unplug("blue")
    (finding,) = bench.blue()
    assert (finding.state, "seven wires" in Words().say(finding.words)) == (FindingState.MEND, True)


def test_a_bus_full_of_noise() -> None:
    bench = Bench(noise=Noise(mangled=0.5))
    bench.world.lay("blue", tag())
    assert keys(bench.blue())[1] == "signal.noisy"


def test_a_card_at_the_antennas_edge() -> None:
    bench = Bench(noise=Noise(lost=0.08))
    bench.world.lay("blue", tag())
    assert keys(bench.blue())[1] == "signal.weak"


def panels(press: tuple[str, str] | None = None) -> list[Finding]:
    clock, config = Clock(), Config()
    fingers = EmulatedPanels(panel_wires(config), clock)

    def pause(pause_s: float) -> None:
        """A mock pin forgets what drove it before it was opened: the contact closes now."""
        if press is not None:
            fingers.press(*press)
        clock.advance(int(pause_s * S))

    return list(
        devices.panels(
            panel_settings(config), PinHeader(lambda: fingers.pin_factory), DoctorTime(lambda: clock.now_s, pause)
        )
    )


def test_panels_at_rest_and_one_with_a_button_that_hangs() -> None:
    assert keys(panels()) == ["panel.well", "panel.well"]
    findings = panels(("blue", "confirm"))
    assert keys(findings) == ["panel.stuck", "panel.well"]
    assert "confirm" in Words().say(findings[0].words)


def test_pins_that_cannot_be_opened_say_why() -> None:
    def closed() -> object:
        raise PinsError("can not open gpiochip", "pins.denied", "/dev/gpiochip0")

    clock = Clock()
    time = DoctorTime(lambda: clock.now_s, lambda _: None)
    (finding,) = devices.panels(panel_settings(Config()), PinHeader(closed), time)
    assert finding.state is FindingState.MEND
    assert "group gpio" in Words().say(finding.words)


def test_a_pin_that_something_else_holds_is_named_and_the_other_panel_is_well() -> None:
    pins, clock = mock_pins(), Clock()
    pins.pin(Config().panels["red"].lamp_green).refuses = "GPIO busy"
    time = DoctorTime(lambda: clock.now_s, lambda _: None)
    findings = list(devices.panels(panel_settings(Config()), PinHeader(lambda: pins, lambda _: "spi1 CS2"), time))
    assert keys(findings) == ["fault", "panel.well"]
    assert "Pin 20: spi1 CS2" in Words().say(findings[0].words)


def dispensers(hoppers: int, plugged: bool = True, mistake: str = "", built: int = 9) -> Iterator[Finding]:
    clock = Clock()
    dispenser = EmulatedDispenser(clock, (5,) * hoppers)
    if plugged:
        dispenser.fault("plug")
    if mistake:
        dispenser.fault(mistake, 2)
    time = DoctorTime(lambda: clock.now_s, lambda pause_s: clock.advance(int(pause_s * S)))
    whole = Config()
    return devices.dispenser(frozenset(hopper.number for hopper in whole.hoppers[:built]), Link(dispenser.port), time)


def test_a_barrier_that_is_the_other_way_round_is_found_without_a_payout() -> None:
    found = list(dispensers(9, mistake="barrier-swapped"))
    assert keys(found) == ["dispenser.well", "hoppers.well", "fault"]
    assert found[-1].state is FindingState.MEND
    assert "hopper 3" in Words().say(found[-1].part)
    assert "barrier_dark" in Words().say(found[-1].words)


def test_a_hopper_that_nobody_has_built_yet_is_no_mistake() -> None:
    assert keys(list(dispensers(9, mistake="barrier-swapped", built=2))) == ["dispenser.well", "hoppers.well"]


def test_a_pico_without_our_firmware_is_shown_how_to_get_it() -> None:
    (found,) = dispensers(9, mistake="no-firmware")
    assert "command-table firmware install" in Words().say(found.words)


def test_timings_of_its_own_are_a_note_and_nothing_to_mend() -> None:
    stated = DispenserUp(7, VERSION, 9, tuned=True)
    found = list(devices._greeted(named("dispenser"), frozenset(range(4)), stated))
    assert (keys(found)[1], found[1].state) == ("dispenser.tuned", FindingState.NOTE)


def test_a_dispenser_with_all_its_hoppers_one_with_too_few_and_none() -> None:
    assert keys(list(dispensers(9))) == ["dispenser.well", "hoppers.well"]
    assert keys(list(dispensers(8))) == ["dispenser.well", "hoppers.missing"]
    (gone,) = dispensers(9, plugged=False)
    assert "USB cable" in Words().say(gone.words)
    clock = Clock()
    (none,) = devices.dispenser(frozenset(), None, DoctorTime(lambda: clock.now_s, lambda _: None))
    assert none.state is FindingState.SKIPPED
