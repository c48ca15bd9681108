"""Find the pins of panels and readers that the kernel uses for something else, by `config.txt` or by their kind."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hal.overlays import KERNEL_USES, claimed_pins
from table.config.checks import I2C_BUS, I2C_PINS, SPI_PINS, wired_pins
from table.config.schema import Config
from table.config.toml.document import read
from table.config.toml.problems import Problem
from table.config.toml.struct_reader import ReadValues, note_values
from table.config.toml.toml_keys import Key, KeyLines, dotted
from table.rules.text import Text, text


class ClaimedPin(NamedTuple):
    key: Key
    pin: int
    entry: str
    """The entry of `config.txt`, such as `dtoverlay=w1-gpio`."""


def claimed(config: Config, root: Path) -> Iterator[ClaimedPin]:
    """Yield the pins in use that `config.txt` gives to another driver; none on a computer without that file."""
    claims = claimed_pins(root)
    for key, pin, bus in (*((key, pin, "") for key, pin in _wired(config)), *_on_buses(config)):
        entry = claims.get(pin, "")
        if entry and not (bus and bus in entry):
            yield ClaimedPin(key, pin, entry)


def shared(config: Config) -> Iterator[Text]:
    """Yield a line for each function of the kernel that may need a pin of a panel or of a reader."""
    for use, pins in KERNEL_USES.items():
        if keys := [f"{dotted(key)} = {pin}" for key, pin in _wired(config) if pin in pins]:
            yield text("config.shared_pins", use=use, keys=", ".join(keys))


def claimed_pins_problems(file: Path, config: Config, root: Path = Path("/")) -> Iterator[Problem]:
    """Yield a problem of the configuration file for each claimed pin of a real table."""
    claims = tuple(claimed(config, root)) if config.world == "real" else ()
    lines = KeyLines(read(file)) if claims else None
    for key, pin, entry in claims:
        right = text("config.right.claimed_pin", entry=entry)
        yield Problem(str(file), right, dotted(key), str(pin), None if lines is None else lines.of(key))


def _wired(config: Config) -> Iterator[tuple[Key, int]]:
    """Yield the key and the pin of each button, lamp, reset line and IRQ line."""
    found = ReadValues()
    note_values(config, (), found)
    return wired_pins(found)


def _on_buses(config: Config) -> Iterator[tuple[Key, int, str]]:
    """Yield the pins of the buses that readers use, each with the key that names the bus, and with the bus."""
    for name, reader in config.readers.items():
        if reader.on_spi:
            yield from ((("readers", name, "bus"), pin, "spi") for pin in SPI_PINS[reader.bus])
        elif reader.kind == "pn532" and (reader.link, reader.i2c) == ("i2c", I2C_BUS):
            yield from ((("readers", name, "i2c"), pin, "i2c") for pin in I2C_PINS)
