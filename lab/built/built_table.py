"""A whole table with at most one mistake of its builder, in virtual time, as the interactive doctor opens it."""

from msgspec.structs import replace

from hal.dispenser import Link, Port
from lab.built.built_readers import BuiltReaders
from lab.built.plants import Plant, PlantedAt
from sim_hardware.clock import Clock, S
from sim_hardware.dispenser import EmulatedDispenser
from sim_hardware.dispenser.vocabulary import HopperMistakeWord, PicoFaultWord
from sim_hardware.panel import EmulatedPanels, PanelWires
from table.config import Config
from table.config.schema import HopperConfig, ReaderConfig
from table.devices.configured.device_settings import reader_pins
from table.devices.configured.panel_settings import panel_settings
from table.devices.hands_on.dialogue import DoctorTime
from table.devices.hands_on.parts import BuiltParts
from table.emulation.connections import hopper_contents, panel_wires

PICO, BOOT_ROM = "2e8a:0005", "2e8a:0003"
HUB = "2109:3431"
"""The USB id of a hub in every Pi 4, which is not a dispenser."""
TOKENS = 30
UNDERVOLTED = 0x50005
BOOTED_S = 4
FAULTS = {
    Plant.NO_FIRMWARE: PicoFaultWord.NO_FIRMWARE,
    Plant.OTHER_FIRMWARE: PicoFaultWord.OLD_FIRMWARE,
    Plant.BARRIER_INVERTED: HopperMistakeWord.BARRIER_SWAPPED,
    Plant.MOTOR_UNPOWERED: HopperMistakeWord.MOTOR_DEAD,
    Plant.NO_COMMON_GROUND: HopperMistakeWord.MOTOR_DEAD,
    Plant.MOTOR_REVERSED: HopperMistakeWord.MOTOR_SWAPPED,
}
"""The word of the emulated dispenser for a builder's mistake, at the first hopper."""


def built_config(plant: Plant | None = None) -> Config:
    """Return the configuration of the built table: two hoppers, and readers of a kind that can have this mistake.

    An RC522 has RST and IRQ wired.
    """
    readers = {
        "blue": ReaderConfig(device=0, reset_pin=4, irq_pin=18),
        "red": ReaderConfig(device=1, reset_pin=25, irq_pin=19),
    }
    at = PlantedAt.ANY if plant is None else plant.at
    if at is PlantedAt.PN532:
        readers = {name: ReaderConfig(kind="pn532") for name in readers}
    elif at is PlantedAt.PCSC:
        readers = {name: ReaderConfig(kind="pcsc") for name in readers}
    hoppers = (
        HopperConfig(number=0, kind="corps", content=TOKENS),
        HopperConfig(number=1, kind="special", content=TOKENS),
    )
    return replace(Config(), readers=readers, hoppers=hoppers)


class BuiltTable:
    """An emulated table with at most one mistake in it. One thread uses it."""

    def __init__(self, plant: Plant | None = None, config: Config | None = None) -> None:
        self.plant = plant
        self.config = built_config(plant) if config is None else config
        self.clock = Clock()
        self.readers = BuiltReaders(self.config, self.clock, plant)
        self.panels = built_panels(panel_wires(self.config), self.config.seats.blue.panel, self.clock, plant)
        self.dispenser = EmulatedDispenser(self.clock, hopper_contents(self.config))
        self.good_cable = plant is not Plant.CHARGE_ONLY
        self.clock.advance(BOOTED_S * S)
        if plant in FAULTS:
            self.dispenser.fault(FAULTS[plant])
        self.time = DoctorTime(lambda: self.clock.now_s, lambda pause_s: self.clock.advance(int(pause_s * S)))

    def parts(self) -> BuiltParts:
        return BuiltParts(
            panels=panel_settings(self.config),
            hoppers=frozenset(hopper.number for hopper in self.config.hoppers),
            taken=reader_pins(self.config.readers),
            port=self.config.dispenser_port,
            rotation=self.config.screen.rotation,
            muted=self.config.sound.silent,
            spidev=self.readers.spidev,
            other_readers=self.readers.others,
            readers=self.readers.settings,
            pins=lambda: self.panels.pin_factory,
            link=lambda: None if self.config.dispenser_port == "none" else Link(self._port),
            usb=self._usb,
            throttled=lambda: UNDERVOLTED if self.plant is Plant.BROWN_OUT else 0,
            picture=BuiltPicture(self.plant),
            loudspeaker=lambda: "",
            name="hands",
        )

    def lay_ground_wire(self) -> None:
        """Join the minus of the motors' supply with the Pico's ground."""
        if self.plant is Plant.NO_COMMON_GROUND:
            self.dispenser.fault(HopperMistakeWord.REWIRE)

    def _port(self) -> Port:
        if self.plant in (Plant.CHARGE_ONLY, Plant.BOOTSEL, Plant.PORT_NAME):
            raise FileNotFoundError(self.config.dispenser_port)
        return self.dispenser.port()

    def _usb(self) -> frozenset[str]:
        if not self.good_cable:
            return frozenset((HUB,))
        return frozenset((HUB, BOOT_ROM if self.plant is Plant.BOOTSEL else PICO))


class BuiltPicture:
    def __init__(self, plant: Plant | None) -> None:
        self._plant = plant

    def opened(self) -> str:
        return "EGL not initialized" if self._plant is Plant.SCREEN_CLOSED else ""

    def close(self) -> None:
        """Do nothing: there is no window."""


SPARE_PIN = 26
"""A pin that no part of the emulated table uses."""


def built_panels(right: dict[str, PanelWires], first: str, clock: Clock, plant: Plant | None) -> EmulatedPanels:
    """Return correctly wired panels, except for a mistake at the first one."""
    wires = {**right, first: _miswired(right[first], plant)}
    panels = EmulatedPanels(wires, clock)
    if plant is Plant.BUTTON_STUCK:
        panels.pin_factory.pin(wires[first].buttons["next"]).held = not wires[first].pull_up
    return panels


def _miswired(wires: PanelWires, plant: Plant | None) -> PanelWires:
    buttons, (red, green, blue) = wires.buttons, wires.lamp
    match plant:
        case Plant.WRONG_PULL:
            return replace(wires, pull_up=not wires.pull_up)
        case Plant.BUTTONS_SWAPPED:
            return replace(wires, buttons={**buttons, "previous": buttons["next"], "next": buttons["previous"]})
        case Plant.BUTTON_PIN:
            return replace(wires, buttons={**buttons, "confirm": SPARE_PIN})
        case Plant.LAMP_COMMON:
            return replace(wires, common_anode=not wires.common_anode)
        case Plant.COLOUR_DEAD:
            return replace(wires, lamp=(red, SPARE_PIN, blue))
        case Plant.COLOURS_SWAPPED:
            return replace(wires, lamp=(green, blue, red))
        case _:
            return wires
