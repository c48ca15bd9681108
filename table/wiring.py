"""From the configuration to what each device is told: the one place where configuration's words meet the drivers'."""

from collections.abc import Callable, Mapping

from hal.readers import ReaderSettings
from hal.readers.settings import ResetLine
from table.config import Config
from table.games.seats import BLUE, RED, Seat
from table.match.events import HopperEntry
from table.session import Wiring


def seating(config: Config) -> Wiring:
    """Which reader and panel stand before which seat, and when a hopper is low."""
    return Wiring(
        readers=_by_name(config.seats.blue.reader, config.seats.red.reader),
        panels=_by_name(config.seats.blue.panel, config.seats.red.panel),
        low={hopper.number: hopper.low for hopper in config.hoppers},
    )


def turned_seats(config: Config) -> frozenset[Seat]:
    """Whose half of the screen is drawn turned round."""
    places = ((BLUE, config.seats.blue), (RED, config.seats.red))
    return frozenset(seat for seat, place in places if place.facing == "top")


def hopper_entries(config: Config) -> tuple[HopperEntry, ...]:
    """None, if there is no dispenser."""
    if config.dispenser_port == "none":
        return ()
    return tuple(HopperEntry(hopper.number, hopper.kind, hopper.content) for hopper in config.hoppers)


def reader_settings(
    config: Config, reset_line: Callable[[int], ResetLine | None]
) -> Mapping[int, tuple[ReaderSettings, ...]]:
    """By bus. `reset_line` makes a gpiozero output device of a pin, where the world has one."""
    buses: dict[int, tuple[ReaderSettings, ...]] = {}
    for name, reader in config.readers.items():
        settings = ReaderSettings(
            name,
            bus=reader.bus,
            device=reader.device,
            gain_db=reader.gain_db,
            speed_hz=reader.spi_hz,
            reset=None if reader.reset_pin is None else reset_line(reader.reset_pin),
        )
        buses[reader.bus] = (*buses.get(reader.bus, ()), settings)
    return buses


def _by_name(blue: str, red: str) -> Mapping[str, Seat]:
    return {blue: BLUE, red: RED}
