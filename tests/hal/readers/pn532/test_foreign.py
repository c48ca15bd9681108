"""A public library for the PN532, written for real ones by others, finds the same tags on the emulated chip.

It is no part of the product: `make foreign` brings it. Without it these tests are skipped.
"""

from typing import Any

import pytest
from pytest_mock import MockerFixture

from sim_hardware.clock import MS, Clock
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.places import HsuPlace
from sim_hardware.nfc.pn532.hsu import OpenHsu
from sim_hardware.nfc.tags import Ntag

pytestmark = pytest.mark.foreign

PATH = "/dev/serial0"
UID = bytes.fromhex("04A1B2C3D4E5F6")
TYPE_A = 0
USB_NS = MS
"""A USB lead passes on what was written once a millisecond; the library counts on it while the chip wakes."""


class SerialLookAlike:
    """What the library takes for pyserial's port: the emulated line, read by number of bytes."""

    def __init__(self, clock: Clock, line: OpenHsu) -> None:
        self._clock, self._line, self._left = clock, line, bytearray()
        self.timeout = 1.0

    def open(self) -> None:
        """Do nothing: it is open."""

    def close(self) -> None:
        """Do nothing: nobody else wants it."""

    def write(self, data: bytes) -> int:
        self._line.write(bytes(data))
        self._clock.advance(USB_NS)
        return len(data)

    def inWaiting(self) -> int:  # noqa: N802 - pyserial's old name
        self._left += self._line.read(0.0)
        return len(self._left)

    def read(self, size: int = 1) -> bytes:
        while len(self._left) < size:
            came = self._line.read(self.timeout)
            if not came:
                break
            self._left += came
        taken, self._left = bytes(self._left[:size]), self._left[size:]
        return taken


@pytest.fixture
def world() -> ReaderWorld:
    return ReaderWorld(Clock(), {"blue": HsuPlace(PATH)})


@pytest.fixture
def library(world: ReaderWorld, mocker: MockerFixture) -> Any:
    """The library's driver, awake, on the emulated line."""
    chip = pytest.importorskip("pn532pi.nfc.pn532", reason="pip install --no-deps pn532pi brings the foreign library")
    link = pytest.importorskip("pn532pi.interfaces.pn532hsu")
    mocker.patch.object(link, "Serial", return_value=SerialLookAlike(world.clock, world.serial(PATH)))
    driver = chip.Pn532(link.Pn532Hsu(0))
    driver.begin()
    assert driver.SAMConfig()
    return driver


def test_it_knows_the_chip_by_its_firmware(library: Any) -> None:
    version = library.getFirmwareVersion()
    assert version >> 24 == 0x32


def test_it_finds_a_tag_and_reads_its_pages(library: Any, world: ReaderWorld) -> None:
    world.lay("blue", Ntag(UID))
    found, uid = library.readPassiveTargetID(TYPE_A)
    assert (found, bytes(uid)) == (True, UID)
    found, page = library.mifareultralight_ReadPage(0)
    assert found
    assert bytes(page[:3]) == UID[:3]


def test_it_finds_nothing_where_nothing_lies(library: Any) -> None:
    library.setPassiveActivationRetries(2)
    found, _ = library.readPassiveTargetID(TYPE_A)
    assert not found
