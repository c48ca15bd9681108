"""Write the harnesses' sources into `docs/build/kit/harness` (`make docs`)."""

from collections.abc import Mapping
from pathlib import Path

from firmware_bridge.firmware.wiring import HOPPERS
from lab.pages.harness import pi, pico_wires
from lab.pages.harness.drawn import Harness
from lab.pages.harness.wireviz import source
from table.config import load

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
