"""Readers of every kind over the same emulated cards, for tests that hold for all of them."""

from collections.abc import Mapping

import pytest

from hal.readers import Readers, ReaderSettings
from hal.readers.bus import AnyReaderSettings
from hal.readers.pcsc.library import PcscLibrary
from hal.readers.pcsc.settings import PcscSettings
from hal.readers.pn532.links import HsuLink, I2cLink, SpiLink
from hal.readers.pn532.settings import Pn532Settings
from sim_hardware.clock import Clock
from sim_hardware.nfc import Noise, ReaderWorld
from sim_hardware.nfc.noise import QUIET
from sim_hardware.nfc.places import AnyPlace, HsuPlace, I2cPlace, PcscPlace, Place
from sim_hardware.nfc.pn532 import Quirk
from tests.hal.readers.polled import Polled

DESK = "desk"
PORT = "/dev/ttyUSB0"

PLACES: Mapping[str, AnyPlace] = {
    "rc522": Place(0, 0),
    "pn532 hsu": HsuPlace(PORT),
    "pn532 spi": Place(0, 0, pn532=True),
    "pn532 i2c": I2cPlace(1),
    "pcsc": PcscPlace("ACS ACR122U 00 00"),
}
KINDS = (
    "rc522",
    "pn532 hsu",
    pytest.param("pn532 spi", marks=pytest.mark.campaign),
    pytest.param("pn532 i2c", marks=pytest.mark.campaign),
    "pcsc",
)
"""For `parametrize`. The links of one chip differ below its frames alone (`pn532/test_links.py`)."""


def settings(kind: str, world: ReaderWorld) -> AnyReaderSettings:
    match kind:
        case "pn532 hsu":
            return Pn532Settings(DESK, lambda: HsuLink(world.serial(PORT)), PORT)
        case "pn532 spi":
            return Pn532Settings(DESK, lambda: SpiLink(world.spidev, 0, 0), "/dev/spidev0.0")
        case "pn532 i2c":
            return Pn532Settings(DESK, lambda: I2cLink(world.i2c(1)), "/dev/i2c-1")
        case "pcsc":
            return PcscSettings(DESK, lambda: PcscLibrary(world.pcsc))
        case _:
            return ReaderSettings(DESK)


class Desk(Polled):
    """One reader of a kind, polled at its pace in virtual time."""

    def __init__(
        self,
        kind: str,
        *,
        noise: Noise = QUIET,
        seed: int = 0,
        quirks: frozenset[Quirk] = frozenset(),
        in_turn: bool = False,
    ) -> None:
        self.clock = Clock()
        self.world = ReaderWorld(self.clock, {DESK: PLACES[kind]}, seed=seed, noise=noise, quirks=quirks)
        self.readers = Readers(self.world.spidev, [settings(kind, self.world)], in_turn=in_turn)
        self.reader = self.readers.reader(DESK)

    def settled(self) -> "Desk":
        """The reader is up, and it was reported that nothing lies on it."""
        self.poll(10)
        return self
