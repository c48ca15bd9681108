"""The only module that imports `mfrc522`, with the chosen world's `spidev` and an inert `RPi.GPIO` beside it.

If the package is not installed, our own access replaces it, without a difference for the code above.
"""

import importlib
import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from types import ModuleType
from typing import Any, Protocol

from hal.readers.own_access import OwnAccess

log = logging.getLogger(__name__)

PACKAGE = "mfrc522"
LOADING = Lock()
"""Held while `mfrc522` is loaded: each bus has a thread, and all share the modules of the process."""


class Spi(Protocol):
    """The package's SPI handle: one chip-select frame a call. A tuple goes in and a sequence comes out."""

    def xfer2(self, frame: Sequence[int]) -> Sequence[int]: ...


class Package(Protocol):
    """The parts of `mfrc522.MFRC522` that are used."""

    spi: Spi

    def MFRC522_Init(self) -> None: ...  # noqa: N802 (the package's own name)


def open_package(spidev: ModuleType, bus: int, device: int, speed_hz: int) -> Package:
    """Return an `MFRC522` on /dev/spidev<bus>.<device>.

    Raises OSError if that cannot be opened; a missing chip is not detected. Each call loads the package again, so that
    two worlds in one process never share its `spidev`.
    """
    with LOADING, _modules(spidev):
        try:
            made = importlib.import_module(PACKAGE).MFRC522
        except ModuleNotFoundError as error:
            if error.name != PACKAGE:
                raise
            log.debug("the package mfrc522 is not installed: our own access to the chip takes its place")
            return OwnAccess(spidev, bus, device, speed_hz)
        reader: Package = made(bus=bus, device=device, spd=speed_hz)
    # Each call of its constructor adds a stream handler to one logger: every message would be printed n times.
    logging.getLogger("mfrc522Logger").handlers.clear()
    return reader


def close_package(package: Package) -> None:
    """Close the SPI device. The package's own Close would reset every pin of the process."""
    spi: Any = package.spi
    spi.close()


@contextmanager
def _modules(spidev: ModuleType) -> Iterator[None]:
    gpio = _inert_gpio()
    rpi = ModuleType("RPi")
    rpi.GPIO = gpio  # type: ignore[attr-defined]
    lent = {"spidev": spidev, "RPi": rpi, "RPi.GPIO": gpio}
    own = [name for name in sys.modules if name == "mfrc522" or name.startswith("mfrc522.")]
    kept = {name: sys.modules.pop(name) for name in (*lent, *own) if name in sys.modules}
    sys.modules.update(lent)
    try:
        yield
    finally:
        for name in [*lent, *(name for name in sys.modules if name.partition(".")[0] == "mfrc522")]:
            sys.modules.pop(name, None)
        sys.modules.update(kept)


def _inert_gpio() -> ModuleType:
    """Return a module with enough for the constructor. It moves no pin: only gpiozero drives the reset line."""
    gpio = ModuleType("RPi.GPIO")
    inert: dict[str, Any] = {
        "BOARD": 10,
        "BCM": 11,
        "OUT": 0,
        "getmode": lambda: 10,
        "setmode": lambda mode: None,  # noqa: ARG005
        "setup": lambda pin, direction: None,  # noqa: ARG005
        "output": lambda pin, level: None,  # noqa: ARG005
        "cleanup": lambda: None,
    }
    vars(gpio).update(inert)
    return gpio
