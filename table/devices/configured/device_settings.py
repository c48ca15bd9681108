"""The configuration of the devices in the terms of their drivers. Only here the two vocabularies meet.

All of this is called while a table is built or examined, before its threads start. No chip is accessed yet.
"""

import importlib
from collections.abc import Callable, Mapping
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

from hal.packages import install_command
from hal.panels.claims import PinHeader
from hal.panels.pins import PinsError, lgpio_pins
from hal.readers import CrossTalk, Readers, ReaderSettings, Thresholds
from hal.readers.bus import AnyReaderSettings, made_reader
from hal.readers.card_reader import CardReader
from hal.readers.pcsc.service import DAEMON_SOCKET, PcscService
from hal.readers.pcsc.settings import PcscSettings
from hal.readers.pn532.settings import Pn532Settings
from hal.readers.ports import I2cDevice, ReaderPorts, kernel_holds_reader, serial_line
from hal.readers.reader_lines import HeaderLine, irq_line, reset_line
from table.config import Config
from table.config.checks import SPI_PINS
from table.config.schema import NONE, ReaderConfig
from table.devices.configured.panel_settings import panel_settings
from table.rules.errors import OwnerError
from table.rules.match.events import HopperEntry
from table.rules.seats import BLUE, RED, Seat
from table.session.ports import SeatWiring

if TYPE_CHECKING:
    from hal.readers.pn532.links import I2cLine, SerialLine


def seat_wiring(config: Config) -> SeatWiring:
    """Return the seats of readers and panels, and the levels at which hoppers are low."""
    seats = ((BLUE, config.seats.blue), (RED, config.seats.red))
    return SeatWiring(
        readers={place.reader: seat for seat, place in seats if place.reader in config.readers},
        panels={keys_of(seat) if place.panel == NONE else place.panel: seat for seat, place in seats},
        low={hopper.number: hopper.low for hopper in config.hoppers},
        dispenser=config.dispenser_port != "none",
        shared_reader=config.seats.blue.reader if config.seats.blue.reader == config.seats.red.reader else "",
    )


def keys_of(seat: Seat) -> str:
    """Return the name under which the keys of a seat without a panel report, distinct from the names of panels."""
    return f"keys of {seat}"


def turned_seats(config: Config) -> frozenset[Seat]:
    """Return the seats whose half of the screen is drawn upside down."""
    places = ((BLUE, config.seats.blue), (RED, config.seats.red))
    return frozenset(seat for seat, place in places if place.facing == "top")


def hopper_entries(config: Config) -> tuple[HopperEntry, ...]:
    """Return the hoppers; empty if there is no dispenser."""
    if config.dispenser_port == "none":
        return ()
    return tuple(HopperEntry(hopper.number, hopper.kind, hopper.content) for hopper in config.hoppers)


def reader_settings(config: Config, header: PinHeader | None = None) -> Mapping[int, tuple[ReaderSettings, ...]]:
    """Return the settings of the RC522 readers by SPI bus, with their reset and IRQ lines if there is a header."""
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
            reset=_line(reset_line, name, reader.reset_pin, header),
            irq=_line(irq_line, name, reader.irq_pin, header),
            careful=reader.careful,
            thresholds=thresholds(config),
        )
        buses[reader.bus] = (*buses.get(reader.bus, ()), settings)
    return buses


def _line(
    made: Callable[[str, int, PinHeader], HeaderLine], name: str, pin: int | None, header: PinHeader | None
) -> HeaderLine | None:
    return None if pin is None or header is None else made(name, pin, header)


def thresholds(config: Config) -> Thresholds:
    """Return when a card counts as laid, lifted or unclear. Milliseconds become seconds."""
    presence = config.presence
    return Thresholds(
        presence.reads, presence.silences, presence.silent_ms / 1000, presence.several, presence.unreadable_ms / 1000
    )


def every_reader(
    config: Config, ports: ReaderPorts, header: PinHeader | None = None
) -> tuple[tuple[AnyReaderSettings, ...], ...]:
    """Return the settings of all readers. Readers that share a bus are grouped, because one thread polls them."""
    rc522 = reader_settings(config, header)
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
    from hal.readers.pn532.links import HsuLink, I2cLink, SpiLink

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
    from hal.holders import socket_users

    real = config.world == "real"
    wanted = reader.usb if real else pcsc_name(name)
    stolen = kernel_holds_reader if real else bool

    def opened() -> PcscService:
        from hal.readers.pcsc.library import PcscLibrary  # only a table with such a reader needs it

        return PcscLibrary(ports.pcsc)

    users = partial(socket_users, DAEMON_SOCKET) if real else tuple
    return PcscSettings(name, opened, wanted, stolen, thresholds(config), users)


def pcsc_name(name: str) -> str:
    """Return the name of an emulated reader behind PC/SC."""
    return f"Emulated ACR122U {name}"


def serial_port(name: str, reader: ReaderConfig, config: Config) -> str:
    """Return the serial port of a reader with a PN532. An emulated reader has a port of the emulated world."""
    return f"emulated:{name}" if config.world == "emulated" else reader.port


def readers_of(config: Config, ports: ReaderPorts, header: PinHeader | None = None) -> tuple[Readers, ...]:
    """Return the readers of each bus and line, over the chosen world's ports."""
    groups = every_reader(config, ports, header)
    in_turn, cross_talk = config.fields == "in_turn", CrossTalk()
    return tuple(Readers(_spidev(each, ports), each, in_turn=in_turn, cross_talk=cross_talk) for each in groups)


def _spidev(group: tuple[AnyReaderSettings, ...], ports: ReaderPorts) -> ModuleType | None:
    """Return the module for SPI, loaded only if an RC522 needs it."""
    return ports.spidev if any(isinstance(each, ReaderSettings) for each in group) else None


def reader_pins(readers: Mapping[str, ReaderConfig]) -> frozenset[int]:
    """Return the pins of the header that these readers use: their reset and IRQ lines, and their SPI buses."""
    lines = {pin for reader in readers.values() for pin in (reader.reset_pin, reader.irq_pin) if pin is not None}
    return frozenset(lines).union(*(SPI_PINS[reader.bus] for reader in readers.values()))


def uses_pins(config: Config) -> bool:
    """True if a panel or a reader has a pin of the Pi's header. A table without any needs no header."""
    lines = ((reader.reset_pin, reader.irq_pin) for reader in config.readers.values() if reader.kind == "rc522")
    return bool(panel_settings(config)) or any(pins != (None, None) for pins in lines)


def real_header(config: Config) -> PinHeader:
    """Return the header of a Raspberry Pi, which is opened when a pin is claimed: a table without pins needs none."""
    return PinHeader(lambda: lgpio_pins(config.state.made()))


def real_readers(config: Config, header: PinHeader | None = None) -> tuple[Readers, ...]:
    """Return the readers over real ports, with reset and IRQ lines at the header."""
    return readers_of(config, RealPorts(), real_header(config) if header is None else header)


def lone_readers(config: Config, ports: ReaderPorts, header: PinHeader | None = None) -> tuple[CardReader, ...]:
    """Return each reader by itself, for an examination."""
    groups = every_reader(config, ports, header)
    return tuple(made_reader(_spidev((each,), ports), each) for group in groups for each in group)


def other_readers(config: Config, ports: ReaderPorts) -> tuple[CardReader, ...]:
    """Return the readers that are no RC522, each by itself, for an examination."""
    groups = every_reader(config, ports)
    others = (each for group in groups for each in group if not isinstance(each, ReaderSettings))
    return tuple(made_reader(None, each) for each in others)


def real_rc522(config: Config, header: PinHeader) -> tuple[ReaderSettings, ...]:
    """Return the settings of the RC522 readers. Raises PinsError if a reset or IRQ line cannot be had."""
    every = tuple(each for bus in reader_settings(config, header).values() for each in bus)
    for line in (line for each in every for line in (each.reset, each.irq)):
        if isinstance(line, HeaderLine) and line.fault is not None:
            why = f"{line.part}, pin {line.fault.detail}: does another program use it, or an overlay?"
            raise PinsError(why, line.fault.code, line.fault.detail)
    return every


class RealPorts:
    """The ports of this computer (`ReaderPorts`)."""

    @property
    def spidev(self) -> ModuleType:
        """Return the module spidev. Without it, return one with which each device file raises NoSpidevError."""
        try:
            return real_spidev()
        except NoSpidevError as error:
            return _without_spidev(str(error))

    def serial(self, path: str) -> "SerialLine":
        return serial_line(path)

    def i2c(self, bus: int) -> "I2cLine":
        return I2cDevice(bus)

    @property
    def pcsc(self) -> Any:
        from hal.readers.pcsc.library import real_library

        return real_library()


class NoSpidevError(OwnerError, OSError):
    """The package spidev cannot be loaded. The message says what to install."""

    code = "reader.no_spidev"


def _without_spidev(why: str) -> ModuleType:
    def refused() -> None:
        raise NoSpidevError(why)

    module = ModuleType("spidev")
    vars(module)["SpiDev"] = refused
    return module


def real_spidev() -> ModuleType:
    """Return the module spidev. Raises NoSpidevError."""
    try:
        return importlib.import_module("spidev")
    except ImportError as error:
        raise NoSpidevError(
            f"the package spidev cannot be loaded ({error}). Run: {install_command('spidev')}. "
            "It is compiled: sudo apt install gcc python3-dev"
        ) from error
