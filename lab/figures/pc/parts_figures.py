"""Measure a table without each of its parts, in virtual time."""

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

from hal.panels.pins import lgpio_pins
from lab.figure import Figure, control_of, none_of
from lab.figures.pc.edges import Trouble
from lab.figures.pc.missing_parts import PartVerdict, parts, verdict
from table.config import Config
from table.devices.devices import Devices
from table.program.backends import real_devices
from table.records.temporary import temporary_folder

SHOWN = 3
"""The most findings in a figure's note."""


def measure(seed: int) -> Iterator[Figure]:
    """Measure every part once missing, busy and forbidden, at the start and in play. `seed` changes nothing."""
    del seed
    logging.disable(logging.CRITICAL)
    try:
        with temporary_folder() as folder:
            yield from _stops(folder)
    finally:
        logging.disable(logging.NOTSET)


def _stops(folder: Path) -> Iterator[Figure]:
    verdicts: dict[str, PartVerdict] = {}
    for number, part in enumerate(parts(folder)):
        for trouble in Trouble:
            for in_play in (False, True):
                state = folder / f"{number}-{trouble}-{in_play}"
                name = f"{part.name} {trouble} {'in play' if in_play else 'at the start'}"
                verdicts[name] = verdict(part, trouble, state, in_play=in_play)
    stopped = [f"{name}: {each.stopped}" for name, each in verdicts.items() if each.stopped]
    unnamed = [name for name, each in verdicts.items() if not each.named]
    yield none_of("parts.stop_the_table", stopped, "tables", len(verdicts), "; ".join(stopped[:SHOWN]))
    yield none_of("parts.without_a_place", unnamed, "tables", len(verdicts), "; ".join(unnamed[:SHOWN]))
    chip = next(part for part in parts(folder) if part.name == "gpiochip")
    strict = [verdict(chip, trouble, folder / f"control {trouble}", _strict, in_play=False) for trouble in Trouble]
    found = sum(bool(each.stopped) for each in strict)
    yield control_of("parts.stop_the_table.control", found, "tables", len(strict), "pins opened before the table")


def _strict(config: Config, now_s: Callable[[], float]) -> Devices:
    """Return the devices of a table that opens the chip first, and so does not open without it."""
    lgpio_pins(config.state.made())
    return real_devices(config, now_s)
