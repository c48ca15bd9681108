"""The configuration of the devices in the terms of their drivers. Only here the two vocabularies meet.

All of this is called while a table is built or examined, before its threads start. No chip is spoken to yet.
"""

import importlib
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from hal.packages import install_command
from hal.panels.pins import lgpio_pins, opening
from hal.readers import CrossTalk, Readers, ReaderSettings, Thresholds
from hal.readers.bus import AnyReaderSettings, made_reader
from hal.readers.card_reader import CardReader
from hal.readers.pcsc.service import PcscService
from hal.readers.pcsc.settings import PcscSettings
from hal.readers.pn532.links import HsuLink, I2cLine, I2cLink, SerialLine, SpiLink
from hal.readers.pn532.settings import Pn532Settings
from hal.readers.ports import I2cDevice, ReaderPorts, kernel_holds_reader, serial_line
from hal.readers.settings import ResetLine
from hal.readers.transport import IrqLine
from table.config import Config
from table.config.checks import SPI_PINS
from table.config.schema import ReaderConfig
from table.devices.configured.panel_settings import panel_settings
from table.rules.errors import OwnerError
from table.rules.match.events import HopperEntry
from table.rules.seats import BLUE, RED, Seat
from table.session.ports import SeatWiring


def seat_wiring(config: Config) -> SeatWiring:
    """Return the seats of readers and panels, and the levels at which hoppers are low."""
    return SeatWiring(
        readers=_by_name(config.seats.blue.reader, config.seats.red.reader),
        panels=_by_name(config.seats.blue.panel, config.seats.red.panel),
        low={hopper.number: hopper.low for hopper in config.hoppers},
        dispenser=config.dispenser_port != "none",
    )


def turned_seats(config: Config) -> frozenset[Seat]:
    """Return the seats whose half of the screen is drawn turned round."""
    places = ((BLUE, config.seats.blue), (RED, config.seats.red))
    return frozenset(seat for seat, place in places if place.facing == "top")


def hopper_entries(config: Config) -> tuple[HopperEntry, ...]:
    """Return the hoppers; empty if there is no dispenser."""
    if config.dispenser_port == "none":
        return ()
    return tuple(HopperEntry(hopper.number, hopper.kind, hopper.content) for hopper in config.hoppers)


def reader_settings(
    config: Config,
    reset_line: Callable[[int], ResetLine | None],
    irq_line: Callable[[int], IrqLine | None] = lambda _: None,
) -> Mapping[int, tuple[ReaderSettings, ...]]:
    """Return the settings of the RC522 readers by SPI bus.

    `reset_line` makes a gpiozero output device of a pin (BCM number), `irq_line` an input device, if the world has
    pins. Whatever they raise is raised.
    """
    buses: dict[int, tuple[ReaderSettings, ...]] = {}
    for name, reader in config.readers.items():
        if reader.kind != "rc522":
            continue
        settings = ReaderSettings(
            name,
            bus=reader.bus,
            device=reader.device,
            gain_db=reader.gain_db,
            speed_hz=reader.spi_hz,
            reset=None if reader.reset_pin is None else reset_line(reader.reset_pin),
            irq=None if reader.irq_pin is None else irq_line(reader.irq_pin),
            careful=reader.careful,
            thresholds=thresholds(config),
        )
        buses[reader.bus] = (*buses.get(reader.bus, ()), settings)
    return buses


def thresholds(config: Config) -> Thresholds:
    """Return when a card counts as laid, lifted or unclear. Milliseconds become seconds."""
    presence = config.presence
    return Thresholds(
        presence.reads, presence.silences, presence.silent_ms / 1000, presence.several, presence.unreadable_ms / 1000
    )


def every_reader(
    config: Config,
    ports: ReaderPorts,
    reset_line: Callable[[int], ResetLine | None] = lambda _: None,
    irq_line: Callable[[int], IrqLine | None] = lambda _: None,
) -> tuple[tuple[AnyReaderSettings, ...], ...]:
    """Return the settings of all readers. Those that share a bus stand together: one thread polls them."""
    rc522 = reader_settings(config, reset_line, irq_line)
    by_name: dict[str, AnyReaderSettings] = {each.name: each for bus in rc522.values() for each in bus}
    groups: dict[tuple[str, int | str], tuple[AnyReaderSettings, ...]] = {}
    group: tuple[str, int | str]
    for name, reader in config.readers.items():
        settings: AnyReaderSettings
        if reader.kind == "pcsc":
            group, settings = ("pcsc", name), _pcsc(name, reader, config, ports)
        else:
            settings = by_name.get(name) or _pn532(name, reader, config, ports)
            group = (
                ("spi", reader.bus) if reader.on_spi else (reader.link, reader.i2c if reader.link == "i2c" else name)
            )
        groups[group] = (*groups.get(group, ()), settings)
    return tuple(groups.values())


def _pn532(name: str, reader: ReaderConfig, config: Config, ports: ReaderPorts) -> Pn532Settings:
    limits = thresholds(config)
    match reader.link:
        case "hsu":
            path = serial_port(name, reader, config)
            return Pn532Settings(name, lambda: HsuLink(ports.serial(path)), path, "reader.no_port", limits)
        case "spi":
            place = f"/dev/spidev{reader.bus}.{reader.device}"
            return Pn532Settings(
                name,
                lambda: SpiLink(ports.spidev, reader.bus, reader.device, reader.spi_hz),
                place,
                "reader.no_bus",
                limits,
            )
        case "i2c":
            bus = reader.i2c
            return Pn532Settings(name, lambda: I2cLink(ports.i2c(bus)), f"/dev/i2c-{bus}", "reader.no_iic", limits)


def _pcsc(name: str, reader: ReaderConfig, config: Config, ports: ReaderPorts) -> PcscSettings:
    real = config.world == "pi"
    wanted = reader.usb if real else pcsc_name(name)
    stolen = kernel_holds_reader if real else bool

    def opened() -> PcscService:
        from hal.readers.pcsc.library import PcscLibrary  # only a table with such a reader needs it

        return PcscLibrary(ports.pcsc)

    return PcscSettings(name, opened, wanted, stolen, thresholds(config))


def pcsc_name(name: str) -> str:
    """Return the name of an emulated reader behind PC/SC."""
    return f"Emulated ACR122U {name}"


def serial_port(name: str, reader: ReaderConfig, config: Config) -> str:
    """Return the serial port of a reader with a PN532. An emulated one has a port that only its world knows."""
    return f"emulated:{name}" if config.world == "emulated" else reader.port


def readers_of(
    config: Config,
    ports: ReaderPorts,
    reset_line: Callable[[int], ResetLine | None] = lambda _: None,
    irq_line: Callable[[int], IrqLine | None] = lambda _: None,
) -> tuple[Readers, ...]:
    """Return the readers of each bus and line, over the chosen world's ports."""
    groups = every_reader(config, ports, reset_line, irq_line)
    in_turn, cross_talk = config.fields == "in_turn", CrossTalk()
    return tuple(Readers(_spidev(each, ports), each, in_turn=in_turn, cross_talk=cross_talk) for each in groups)


def _spidev(group: tuple[AnyReaderSettings, ...], ports: ReaderPorts) -> ModuleType | None:
    """Return the module for SPI, only where an RC522 needs it."""
    return ports.spidev if any(isinstance(each, ReaderSettings) for each in group) else None


def reader_pins(readers: Mapping[str, ReaderConfig]) -> frozenset[int]:
    """Return the pins of the header that these readers use: their reset and IRQ lines, and their SPI buses."""
    lines = {pin for reader in readers.values() for pin in (reader.reset_pin, reader.irq_pin) if pin is not None}
    return frozenset(lines).union(*(SPI_PINS[reader.bus] for reader in readers.values()))


def reads_by_pins(config: Config) -> bool:
    """True if a reader has a reset or an IRQ line on the Pi's pins, beside its bus."""
    return any(
        reader.kind == "rc522" and (reader.reset_pin is not None or reader.irq_pin is not None)
        for reader in config.readers.values()
    )


def uses_pins(config: Config) -> bool:
    """True if a panel or a reader has a pin of the Pi's header. A table without any needs no header."""
    return bool(panel_settings(config)) or reads_by_pins(config)


def real_readers(config: Config, pins: Any = None) -> tuple[Readers, ...]:
    """Return the readers over real ports, with reset and IRQ lines through gpiozero. Raises OSError with what to do."""
    if not reads_by_pins(config):
        return readers_of(config, RealPorts())
    return readers_of(config, RealPorts(), *_lines(lgpio_pins(config.state.made()) if pins is None else pins))


def lone_readers(config: Config, ports: ReaderPorts, pins: Any = None) -> tuple[CardReader, ...]:
    """Return each reader by itself, for an examination. `pins`: gpiozero's factory for reset and IRQ lines, if any.

    Raises gpiozero's errors if a line cannot be had.
    """
    groups = every_reader(config, ports, *_lines(pins)) if pins is not None else every_reader(config, ports)
    return tuple(made_reader(_spidev((each,), ports), each) for group in groups for each in group)


def other_readers(config: Config, ports: ReaderPorts) -> tuple[CardReader, ...]:
    """Return the readers that are no RC522, each by itself, for an examination."""
    groups = every_reader(config, ports)
    others = (each for group in groups for each in group if not isinstance(each, ReaderSettings))
    return tuple(made_reader(None, each) for each in others)


def real_rc522(config: Config, pins: Any) -> tuple[ReaderSettings, ...]:
    """Return the settings of the RC522 readers, with their reset and IRQ lines. Raises gpiozero's errors."""
    return tuple(each for bus in reader_settings(config, *_lines(pins)).values() for each in bus)


class RealPorts:
    """The ports of this computer (`ReaderPorts`)."""

    @property
    def spidev(self) -> ModuleType:
        return real_spidev()

    def serial(self, path: str) -> SerialLine:
        return serial_line(path)

    def i2c(self, bus: int) -> I2cLine:
        return I2cDevice(bus)

    @property
    def pcsc(self) -> Any:
        from hal.readers.pcsc.library import real_library

        return real_library()


class NoSpidevError(OwnerError, OSError):
    """The package spidev cannot be loaded. The message says what to install."""


def real_spidev() -> ModuleType:
    """Return the module spidev. Raises NoSpidevError."""
    try:
        return importlib.import_module("spidev")
    except ImportError as error:
        raise NoSpidevError(
            f"the package spidev cannot be loaded ({error}). Run: {install_command('spidev')}. "
            "It is compiled: sudo apt install gcc python3-dev"
        ) from error


def _lines(pins: Any) -> tuple[Callable[[int], ResetLine | None], Callable[[int], IrqLine | None]]:
    from gpiozero import DigitalInputDevice, DigitalOutputDevice

    def reset_line(pin: int) -> ResetLine:
        with opening(f"a reader's reset_pin {pin}"):
            line: ResetLine = DigitalOutputDevice(pin, initial_value=True, pin_factory=pins)
            return line

    def irq_line(pin: int) -> IrqLine:
        with opening(f"a reader's irq_pin {pin}"):
            line: IrqLine = DigitalInputDevice(pin, pull_up=True, pin_factory=pins)
            return line

    return reset_line, irq_line


def _by_name(blue: str, red: str) -> Mapping[str, Seat]:
    return {blue: BLUE, red: RED}
