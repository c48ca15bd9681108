"""Pins that cannot be had: each is a fault with its number, all others work, and it is found again by itself."""

import pytest
from gpiozero import DigitalOutputDevice

from hal.events import Button, Fault, LampColour, LampSetting, PartFailed, PartWorks, Pressed
from hal.panels.claims import CHIP, RETRY_S, PinClaim, PinHeader
from hal.panels.lamps import COLOURS
from hal.panels.panels import Panels
from hal.panels.pins import PinsError
from sim_hardware.clock import Clock
from sim_hardware.panel import EmulatedPanels, mock_pins
from tests.hal.panels.rig import BLUE, RED, Rig, wires

TROUBLES = {"busy": "GPIO busy", "denied": "no permission", "failed": "bad GPIO number"}


class HeldRig(Rig):
    """Panels on a header of which one pin is refused from the start. `holder` is who has it, for the kernel."""

    def __init__(self, pin: int, words: str, holder: str = "") -> None:
        self.clock, pins = Clock(), mock_pins()
        pins.pin(pin).refuses = words
        self.pin = pins.pin(pin)
        self.emulated = EmulatedPanels({one.name: wires(one) for one in (BLUE, RED)}, self.clock, pins)
        header = PinHeader(lambda: pins, lambda number: holder if number == pin else "")
        self.panels = Panels((BLUE, RED), header, lambda: self.clock.now_s)


@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize(("name", "pin"), [*((str(button), pin) for button, pin in RED.buttons), *RED.lamp])
def test_any_pin_of_a_panel_is_a_fault_with_its_number_and_no_other_part_is_lost(
    name: str, pin: int, trouble: str
) -> None:
    rig = HeldRig(pin, TROUBLES[trouble])
    (failed,) = rig.run(0.02)
    assert isinstance(failed, PartFailed)
    assert (failed.fault.code, failed.fault.part) == (f"pin.{trouble}", f"panels.red.{name}")
    assert failed.fault.detail.split(":")[0] == str(pin)
    for panel in ("blue", "red"):
        for button in Button:
            rig.emulated.tap(panel, button)
            lost = panel == "red" and button == name
            assert rig.run(0.3) == ([] if lost else [Pressed(panel, button)])
    rig.panels.show(LampSetting("blue", LampColour.AMBER))
    rig.run(0.1)
    assert rig.emulated.lamp("blue") == pytest.approx(COLOURS[LampColour.AMBER])
    rig.panels.close()


def test_who_holds_a_busy_pin_is_named() -> None:
    rig = HeldRig(20, "GPIO busy", holder="spi1 CS2")
    assert rig.run(0.02) == [PartFailed(Fault("pin.busy", "panels.red.lamp_green", "20: spi1 CS2"))]
    assert rig.panels.faults == {"blue": (), "red": (Fault("pin.busy", "panels.red.lamp_green", "20: spi1 CS2"),)}


def test_a_pin_that_comes_free_is_found_by_itself() -> None:
    rig = HeldRig(RED.confirm, "GPIO busy")
    rig.run(RETRY_S + 0.1)
    rig.pin.refuses = ""
    assert rig.run(RETRY_S) == [PartWorks("panels.red.confirm")]
    rig.emulated.tap("red", "confirm")
    assert rig.run(0.3) == [Pressed("red", Button.CONFIRM)]


def test_a_lamp_without_one_of_its_colours_is_dark_until_it_has_all() -> None:
    rig = HeldRig(RED.lamp_blue, "GPIO busy")
    rig.panels.show(LampSetting("red", LampColour.WHITE))
    rig.run(0.1)
    assert rig.emulated.lamp("red") == (0.0, 0.0, 0.0)
    rig.pin.refuses = ""
    rig.run(RETRY_S)
    assert rig.emulated.lamp("red") == pytest.approx(COLOURS[LampColour.WHITE])


@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize(("name", "pin"), [*((str(button), pin) for button, pin in BLUE.buttons), *BLUE.lamp])
def test_a_pin_that_is_lost_in_play_is_a_fault_and_comes_back(name: str, pin: int, trouble: str) -> None:
    rig = Rig()
    emulated = rig.emulated.pin_factory.pin(pin)
    rig.panels.show(LampSetting("blue", LampColour.WHITE))
    assert rig.run(0.1) == []
    emulated.refuses = TROUBLES[trouble]
    rig.panels.show(LampSetting("blue", LampColour.AMBER))
    found = []
    for _ in range(10):
        found += rig.run(0.01)
        assert rig.panels.down == ()
    assert [(each.fault.code, each.fault.part) for each in found if isinstance(each, PartFailed)] == [
        (f"pin.{trouble}", f"panels.blue.{name}")
    ]
    rig.emulated.tap("red", "next")
    assert rig.run(0.3) == [Pressed("red", Button.NEXT)]
    emulated.refuses = ""
    assert rig.run(RETRY_S) == [PartWorks(f"panels.blue.{name}")]
    assert rig.emulated.lamp("blue") == pytest.approx(COLOURS[LampColour.AMBER])


def test_a_pin_that_nothing_uses_is_looked_at_now_and_then() -> None:
    pins = mock_pins()
    claim = PinClaim(
        "readers.blue.reset_pin",
        4,
        PinHeader(lambda: pins, lambda _: ""),
        lambda factory: DigitalOutputDevice(4, pin_factory=factory),
    )
    assert claim.news(0.0) == ()
    assert claim.next_deadline() is None
    pins.pin(4).refuses = "GPIO busy"
    assert claim.news(RETRY_S - 0.1) == ()
    assert claim.news(RETRY_S) == (PartFailed(Fault("pin.busy", claim.part, "4")),)


def test_a_button_that_is_lost_while_it_is_down_makes_no_press_and_no_hold() -> None:
    rig = Rig()
    rig.emulated.press("blue", "confirm")
    rig.run(0.2)
    rig.emulated.pin_factory.pin(BLUE.confirm).refuses = "GPIO busy"
    assert rig.panels.down == ()
    assert [type(each) for each in rig.run(2.0)] == [PartFailed]
    assert rig.panels.holds == ()


class LateChip:
    """A GPIO chip that cannot be opened until it is there."""

    there = False

    def __init__(self) -> None:
        self.pins = mock_pins()

    def __call__(self) -> object:
        if not self.there:
            raise PinsError("can not open gpiochip", "pins.absent", "/dev/gpiochip0")
        return self.pins


def test_a_missing_chip_is_one_fault_and_its_pins_come_with_it() -> None:
    clock, chip = Clock(), LateChip()
    panels = Panels((BLUE, RED), PinHeader(chip), lambda: clock.now_s)
    missing = Fault("pins.absent", CHIP, "/dev/gpiochip0")
    assert set(panels.step(clock.now_s)) == {PartFailed(missing)}
    assert panels.faults == {"blue": (missing,), "red": (missing,)}
    chip.there = True
    due_s = panels.next_deadline()
    assert due_s is not None
    assert set(panels.step(due_s)) == {PartWorks(CHIP)}
    assert panels.faults == {"blue": (), "red": ()}
    assert panels.next_deadline() is None


def test_a_fault_that_changes_takes_the_place_of_the_one_before() -> None:
    words = iter(["GPIO busy", "no permission"])

    def refused(_: object) -> object:
        raise OSError(next(words))

    claim = PinClaim("readers.blue.reset_pin", 4, PinHeader(mock_pins, lambda _: ""), refused)
    assert claim.news(0.0) == (PartFailed(Fault("pin.busy", claim.part, "4")),)
    assert claim.news(RETRY_S - 0.1) == ()
    assert claim.news(RETRY_S) == (PartWorks(claim.part), PartFailed(Fault("pin.denied", claim.part, "4")))
    assert claim.use(lambda _: 1, 2) == 2
