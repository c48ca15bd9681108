"""The configuration of the devices in the terms of their drivers. Only here the two vocabularies meet.

All of this is called while a table is built or examined, before its threads start. No chip is spoken to yet.
"""

import importlib
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from hal.panels.pins import lgpio_pins
from hal.readers import CrossTalk, Readers, ReaderSettings, Thresholds
from hal.readers.reader import Reader
from hal.readers.settings import ResetLine
from hal.readers.transport import IrqLine
from table.config import Config
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
    """Return the settings of the readers by bus.

    `reset_line` makes a gpiozero output device of a pin (BCM number), `irq_line` an input device, if the world has
    pins. Whatever they raise is raised.
    """
    buses: dict[int, tuple[ReaderSettings, ...]] = {}
    for name, reader in config.readers.items():
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


def readers_of(
    config: Config,
    spidev: ModuleType,
    reset_line: Callable[[int], ResetLine | None] = lambda _: None,
    irq_line: Callable[[int], IrqLine | None] = lambda _: None,
) -> tuple[Readers, ...]:
    """Return the readers of each bus, over the chosen world's `spidev`."""
    buses = reader_settings(config, reset_line, irq_line)
    in_turn, cross_talk = config.fields == "in_turn", CrossTalk()
    return tuple(Readers(spidev, each, in_turn=in_turn, cross_talk=cross_talk) for each in buses.values())


def real_readers(config: Config, pins: Any = None) -> tuple[Readers, ...]:
    """Return the readers over spidev, with reset and IRQ lines through gpiozero. Raises OSError with what to do."""
    spidev = real_spidev()
    return readers_of(config, spidev, *_lines(lgpio_pins(config.state.made()) if pins is None else pins))


def lone_readers(config: Config, spidev: ModuleType, pins: Any = None) -> tuple[Reader, ...]:
    """Return each reader by itself, for an examination. `pins`: gpiozero's factory for reset and IRQ lines, if any.

    Raises gpiozero's errors if a line cannot be had.
    """
    buses = reader_settings(config, *_lines(pins)) if pins is not None else reader_settings(config, lambda _: None)
    return tuple(Reader(spidev, settings) for each in buses.values() for settings in each)


class NoSpidevError(OwnerError, OSError):
    """The package spidev cannot be loaded. The message says what to install."""


def real_spidev() -> ModuleType:
    """Return the module spidev. Raises NoSpidevError."""
    try:
        return importlib.import_module("spidev")
    except ImportError as error:
        raise NoSpidevError(
            f"the package spidev cannot be loaded ({error}): install Debian's python3-spidev"
        ) from error


def _lines(pins: Any) -> tuple[Callable[[int], ResetLine | None], Callable[[int], IrqLine | None]]:
    from gpiozero import DigitalInputDevice, DigitalOutputDevice

    return (
        lambda pin: DigitalOutputDevice(pin, initial_value=True, pin_factory=pins),
        lambda pin: DigitalInputDevice(pin, pull_up=True, pin_factory=pins),
    )


def _by_name(blue: str, red: str) -> Mapping[str, Seat]:
    return {blue: BLUE, red: RED}
