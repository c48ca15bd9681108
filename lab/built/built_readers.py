"""The readers of a table with a builder's mistakes: boards with wires to RST and IRQ, below a table top."""

from types import ModuleType
from typing import Any

from msgspec.structs import replace

from hal.readers import ReaderSettings
from hal.readers.card_reader import CardReader
from lab.built.plants import Plant, PlantedAt
from sim_hardware.clock import Clock, S
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.irq import IrqPin
from sim_hardware.nfc.mfrc522 import Mfrc522
from sim_hardware.nfc.miswired import CutWire, HalfFed, ResetWire
from sim_hardware.nfc.places import HsuPlace
from sim_hardware.nfc.spi_bus import Disturbance
from sim_hardware.nfc.tags import Ntag
from table.config import Config
from table.devices.configured.device_settings import other_readers, reader_settings
from table.emulation.connections import reader_places
from table.rules.errors import OwnerError

UID = bytes.fromhex("04A1B2C3D4E5F6")
TOP_MM, THICK_MM = 3.0, 22.0
"""The thickness of a usual table top, and of one that is too thick."""
WEAK = 0.33
"""The strength of a bad antenna, and of one above metal."""
NEVER_NS = 3_600 * S


class NoSuchWireError(OwnerError, ValueError):
    """A mistake cannot be planted, because this table does not have these wires."""


class BuiltReaders:
    """The readers before the seats. A mistake affects the first one, or both."""

    def __init__(self, config: Config, clock: Clock, plant: Plant | None) -> None:
        self.world = ReaderWorld(clock, reader_places(config))
        self._config, self._clock, self._plant = config, clock, plant
        self.names = tuple(config.readers)
        self.first, self.second = self.names[:2]
        at = PlantedAt.ANY if plant is None else plant.at
        place = reader_places(config)[self.first]
        if at is PlantedAt.RC522 and self.first not in self.world.chips:
            raise NoSuchWireError(
                f"{plant} is a mistake at an RC522's wires, and the {self.first} reader is not an RC522"
            )
        if at is PlantedAt.PN532 and not isinstance(place, HsuPlace):
            raise NoSuchWireError(f"{plant} is a mistake at a PN532's lead, and the {self.first} reader has none")
        if at is PlantedAt.PCSC and self.first not in self.world.usb:
            raise NoSuchWireError(f"{plant} is a mistake of PC/SC, and the {self.first} reader has no part in it")
        self._place = place
        self.tag = Ntag(UID)
        self._lies: str | None = None
        self._top_mm = dict.fromkeys(self.names, TOP_MM)
        self.dark: frozenset[str] = frozenset()
        """The boards whose own lamp is dark."""
        self._built(plant)

    def _built(self, plant: Plant | None) -> None:
        world, first = self.world, self.first
        field = world.fields[first]
        match plant:
            case Plant.WEAK_ANTENNA | Plant.METAL:
                field.strength = WEAK
            case Plant.DEAD_ANTENNA:
                field.strength = 0.0
            case Plant.THICK_TOP:
                self._top_mm[first] = THICK_MM
            case Plant.LINES_CROSSED if isinstance(self._place, HsuPlace):
                world.lines[self._place.path].crossed = True
            case Plant.LEAD_OUT:
                world.unplug(first)
            case Plant.NO_DAEMON:
                world.daemon.running = False
            case _ if plant is not None and plant.at is PlantedAt.RC522:
                self._miswired(world.chips[first], plant)
            case _:
                pass

    def _miswired(self, chip: Mfrc522, plant: Plant | None) -> None:
        world, first = self.world, self.first
        match plant:
            case Plant.READER_NO_POWER | Plant.READER_NO_GROUND:
                world.unplug(first)
                self.dark = frozenset((first,))
            case Plant.WRONG_SELECT | Plant.DATA_SWAPPED:
                world.unplug(first)
            case Plant.RESET_LOW:
                chip.hold_reset(True)
            case Plant.HALF_FED:
                world.buses[self._config.readers[first].bus].attach(self._config.readers[first].device, HalfFed(chip))
            case Plant.MISO_CONTENDED:
                place = self._config.readers[first]
                world.buses[place.bus].disturbed[place.device] = Disturbance(1.0)
            case Plant.DEAF_BOARD:
                chip.shortest_reset_ns = NEVER_NS
                chip.hold_reset(True)
                chip.hold_reset(False)
            case _:
                pass

    def spidev(self) -> ModuleType:
        errors: dict[Plant | None, type[OSError]] = {Plant.SPI_OFF: FileNotFoundError, Plant.NO_GROUP: PermissionError}
        error = errors.get(self._plant, OSError)
        if self._plant not in errors:
            return self.world.spidev

        class Closed:
            def open(self, _bus: int, _device: int) -> None:
                raise error

        module = ModuleType("spidev")
        module.SpiDev = Closed  # type: ignore[attr-defined]
        return module

    def settings(self) -> tuple[ReaderSettings, ...]:
        buses = reader_settings(self._config)
        return tuple(
            replace(each, reset=self._reset(each.name), irq=self._irq(each.name))
            for bus in buses.values()
            for each in bus
        )

    def others(self) -> tuple[CardReader, ...]:
        """Return the readers other than RC522."""
        return other_readers(self._config, self.world)

    def _reset(self, name: str) -> Any:
        chips = self.world.chips
        if self._plant is Plant.RESETS_SWAPPED:
            return ResetWire(chips[self._other(name)])
        cut = (self._plant is Plant.RESET_LOW and name == self.first) or name in self._unplugged()
        return CutWire(self._clock) if cut else ResetWire(chips[name])

    def _irq(self, name: str) -> Any:
        if self._plant is Plant.IRQ_WRONG and name == self.first:
            return CutWire(self._clock)
        return IrqPin(self._clock, self.world.chips[name])

    def _unplugged(self) -> tuple[str, ...]:
        gone = (Plant.READER_NO_POWER, Plant.READER_NO_GROUND, Plant.WRONG_SELECT, Plant.DATA_SWAPPED)
        return (self.first,) if self._plant in gone else ()

    # What hands do.

    def take_reset_off(self, name: str) -> None:
        """Pull the RST wire off the board, whose own resistor then holds the chip out of reset."""
        if self._plant is Plant.RESET_LOW and name == self.first:
            self.world.chips[name].hold_reset(False)

    def swap_data(self, name: str) -> None:
        if self._plant is Plant.DATA_SWAPPED and name == self.first:
            self.world.plug(name)

    def lay(self, seat: str) -> None:
        """Lay the card in its place before a seat."""
        self.take_off()
        self._lies = self._other(seat) if self._plant is Plant.READERS_SWAPPED else seat
        self.world.lay(self._lies, self.tag, self._top_mm[self._lies])

    def lay_bare(self) -> None:
        self.slide(0.0, bare=True)

    def lift_board(self) -> None:
        if self._plant is Plant.METAL:
            self.world.fields[self.first].strength = 1.0
        self.slide(0.0, bare=True)

    def slide(self, aside_mm: float, *, bare: bool = False) -> None:
        if self._lies is not None:
            self.world.push(self._lies, self.tag, aside_mm + (0.0 if bare else self._top_mm[self._lies]))

    def take_off(self) -> None:
        if self._lies is not None:
            self.world.lift(self._lies, self.tag)
        self._lies = None

    def _other(self, name: str) -> str:
        return self.second if name == self.first else self.first
