"""From the configuration to working panels."""

import pytest
from msgspec.structs import replace

from hal.events import Button, Held, LampColour, LampSetting, Pressed, ReaderEvent, TagPlaced
from hal.panels.claims import PinHeader
from hal.panels.header import BareLamp
from hal.panels.pins import PinsError
from hal.panels.settings import PanelSettings
from hal.readers import Thresholds
from sim_hardware.clock import Clock, S
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.tags import Ntag
from sim_hardware.nfc.world import Place
from sim_hardware.panel import USUAL, mock_pins
from table.config import Config
from table.config.schema import PresenceConfig, ReaderConfig, SeatsConfig
from table.config.schema import SeatConfig as SeatPlace
from table.devices.configured.device_settings import reader_settings, readers_of, real_rc522, seat_wiring, thresholds
from table.devices.configured.panel_settings import holds, panel_settings
from table.devices.devices import Devices
from table.rules.seats import BLUE, RED
from tests.config.holding import asking
from tests.hal.panels.rig import Rig


def test_the_default_wiring_gives_two_panels_that_work() -> None:
    rig = Rig(*panel_settings(Config()))
    for name in ("blue", "red"):
        rig.emulated.tap(name, "next")
        assert rig.run(0.2) == [Pressed(name, Button.NEXT)]
    rig.panels.close()


def test_a_seat_without_a_panel_has_keys_of_its_own_and_its_lamp_is_nobodys() -> None:
    none = SeatPlace(reader="blue", panel="none")
    wiring = seat_wiring(Config(world="real", seats=SeatsConfig(blue=none, red=SeatPlace(reader="none", panel="none"))))
    assert wiring.panels == {"keys of blue": BLUE, "keys of red": RED}
    assert wiring.readers == {"blue": BLUE}
    rig = Rig()
    Devices((), rig.panels, None).send(LampSetting("keys of blue", LampColour.WHITE))
    assert rig.panels.next_deadline() is None
    rig.panels.close()


def test_units_and_directions_are_the_devices_own() -> None:
    blue = replace(
        Config().panels["blue"],
        pull="down",
        lamp_common="anode",
        hold_ms=500,
        debounce_ms=20,
        pwm=False,
        brightness=0.5,
    )
    settings = panel_settings(Config(panels={"blue": blue, "spare": blue}))
    assert settings == (
        PanelSettings(
            name="blue",
            previous=17,
            next=27,
            confirm=22,
            lamp_red=5,
            lamp_green=6,
            lamp_blue=13,
            pull_up=False,
            common_anode=True,
            pwm=False,
            brightness=0.5,
            debounce_s=0.02,
            hold_s=0.5,
        ),
    )


def test_a_seat_holds_as_long_as_the_panel_before_it_asks() -> None:
    assert holds(Config()) == {BLUE: 0.8, RED: 0.8}
    assert holds(asking(1500, 300)) == {BLUE: 1.5, RED: 0.3}
    swapped = SeatsConfig(blue=SeatPlace(reader="blue", panel="red"), red=SeatPlace(reader="red", panel="blue"))
    assert holds(replace(asking(1500, 300), seats=swapped)) == {BLUE: 0.3, RED: 1.5}


def test_each_panels_button_is_held_for_its_own_time() -> None:
    rig = Rig(*panel_settings(asking(1500, 300)))
    for name in ("blue", "red"):
        rig.emulated.press(name, "confirm", USUAL)
    assert rig.run(0.29) == []
    assert rig.run(0.05) == [Held("red", Button.CONFIRM)]
    assert rig.run(1.15) == []
    assert rig.run(0.05) == [Held("blue", Button.CONFIRM)]
    rig.panels.close()


def test_readers_take_turns_where_the_file_reports_it() -> None:
    names = Config().readers
    world = ReaderWorld(Clock(), {name: Place(each.bus, each.device) for name, each in names.items()})
    (always,), (turns,) = (readers_of(Config(fields=fields), world) for fields in ("on", "in_turn"))
    assert turns.poll_interval_s == always.poll_interval_s / len(names)


def test_thresholds_of_presence_are_settings() -> None:
    assert thresholds(Config()) == Thresholds()
    config = Config(presence=PresenceConfig(reads=3, silences=5, silent_ms=250, several=4, unreadable_ms=2000))
    (settings, _) = reader_settings(config)[0]
    assert settings.thresholds == Thresholds(reads=3, silences=5, silent_s=0.25, several=4, unreadable_s=2.0)


def test_readers_of_two_buses_know_of_each_other() -> None:
    """A card that is heard by both is believed at neither."""
    clock = Clock()
    config = Config(readers={"blue": ReaderConfig(bus=0), "red": ReaderConfig(bus=1)})
    world = ReaderWorld(clock, {name: Place(each.bus, each.device) for name, each in config.readers.items()})
    for name in config.readers:
        world.lay(name, Ntag(bytes.fromhex("04A1B2C3D4E5F6")))
    events: list[ReaderEvent] = []
    buses = readers_of(config, world)
    for _ in range(40):
        for readers in buses:
            events += readers.poll(clock.now_s)
        clock.advance(int(0.04 * S))
    assert not any(isinstance(event, TagPlaced) for event in events)


@pytest.mark.parametrize("line", ["reset_pin", "irq_pin"])
def test_a_readers_pin_that_something_else_holds_is_named(line: str) -> None:
    pins = mock_pins()
    readers = {"blue": ReaderConfig(reset_pin=5 if line == "reset_pin" else 4, irq_pin=6 if line == "irq_pin" else 17)}
    lamp = BareLamp((5, 6, 13), pins, common_anode=False)
    with pytest.raises(PinsError, match=rf"readers.blue.{line}, pin [56]: "):
        real_rc522(replace(Config(), readers=readers), PinHeader(lambda: pins))
    lamp.close()
