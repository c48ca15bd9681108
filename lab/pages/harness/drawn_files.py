"""Write the harnesses' sources into `docs/build/kit/harness` (`make docs`)."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from firmware_bridge.firmware.wiring import HOPPERS
from lab.pages.harness import pi, pico_wires
from lab.pages.harness.drawn import Connector, Harness, HarnessCable
from table.config import load

MADE = "# Made by `make docs` from the example configurations and the firmware's wiring. Do not change it here.\n"
MARGIN = "tweak:\n  append: 'pad=0.5'"
"""Graphviz reckons with narrower letters than a reader's: without a margin the last words at the edge are cut off."""


def source(harness: Harness) -> str:
    """Return the whole file."""
    return "\n".join(_lines(harness)) + "\n"


def _lines(harness: Harness) -> Iterator[str]:
    yield MADE + f"metadata:\n  title: {_word(harness.title)}"
    yield "connectors:"
    for each in harness.connectors:
        yield from _connector(each)
    yield "cables:"
    for cable in harness.cables:
        yield from _cable(cable)
    yield "connections:"
    for cable in harness.cables:
        yield f"  - - {_word(cable.first)}: {_pins(wire.first for wire in cable.wires)}"
        yield f"    - {_word(cable.name)}: {json.dumps(list(range(1, len(cable.wires) + 1)))}"
        yield f"    - {_word(cable.second)}: {_pins(wire.second for wire in cable.wires)}"
    yield MARGIN


def _connector(connector: Connector) -> Iterator[str]:
    yield f"  {_word(connector.name)}:"
    yield f"    type: {_word(connector.bought)}"
    yield f"    pins: {_pins(pin.number for pin in connector.pins)}"
    if any(pin.signal != pin.number for pin in connector.pins):
        yield f"    pinlabels: {_list(pin.signal for pin in connector.pins)}"
    if connector.note:
        yield f"    notes: {_word(connector.note)}"


def _cable(cable: HarnessCable) -> Iterator[str]:
    yield f"  {_word(cable.name)}:"
    yield f"    wirecount: {len(cable.wires)}"
    yield f"    length: {cable.most_m:g}"
    yield f"    colors: {_list(wire.colour for wire in cable.wires)}"
    yield f"    notes: {_word(cable.note or 'at most this long')}"


def _word(word: str) -> str:
    return json.dumps(word)


def _list(words: Iterator[str]) -> str:
    return json.dumps(list(words))


def _pins(numbers: Iterator[str]) -> str:
    """Return pins for WireViz, which takes a number for the same pin only if both are written without quotes."""
    return json.dumps([int(each) if each.isdigit() else each for each in numbers])


FOLDER = Path("build") / "kit" / "harness"
WIRED, ON_USB = Path("examples") / "raspberry-pi.toml", Path("examples") / "usb-readers.toml"


def harnesses(checkout: Path) -> tuple[Harness, ...]:
    """Return all drawings of the table that the examples and the firmware's wiring describe."""
    wired, _ = load(checkout / WIRED)
    on_usb, _ = load(checkout / ON_USB)
    ours = (pi.usb_readers(on_usb), pi.rc522(wired), pi.panels(wired), pi.panel_inside())
    at_the_pico = (*pico_wires.hoppers(HOPPERS), pico_wires.by_transistor(HOPPERS[0]), pico_wires.supply(HOPPERS))
    return (*ours, *at_the_pico)


def files(checkout: Path) -> Mapping[str, str]:
    """Return the content of each file by its name."""
    return {f"{each.name}.yml": source(each) for each in harnesses(checkout)}
