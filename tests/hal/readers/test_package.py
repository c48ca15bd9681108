"""The unmodified `mfrc522` package over the emulated chip, as the table gets it."""

import logging
import sys
from typing import Any

import pytest

from hal.readers.package import Package, open_package
from sim_hardware.clock import MS, Clock
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.tags import Ntag
from sim_hardware.nfc.world import Place

UID = bytes.fromhex("047DB14A5B6C80")


class Desk:
    def __init__(self) -> None:
        self.clock = Clock()
        self.world = ReaderWorld(self.clock, {"blue": Place(0, 0)})
        # Its methods are untyped: the package is used here as its own users do.
        self.package = open_package(self.world.spidev, 0, 0, 1_000_000)
        self.clock.advance(10 * MS)

    def transfers(self) -> int:
        return self.world.buses[0].traffic.transfers


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_its_request_and_anticollision_see_the_card_in_67_transfers(desk: Desk) -> None:
    desk.world.fields["blue"].lay(Ntag(UID))
    desk.clock.advance(10 * MS)
    before, started_ns = desk.transfers(), desk.clock.now_ns
    assert call(desk.package, "MFRC522_Request", 0x26) == (0, 16)
    # What it takes for a UID is the cascade tag, three bytes of the UID and their check byte.
    assert call(desk.package, "MFRC522_Anticoll") == (0, [0x88, *UID[:3], 0x88 ^ UID[0] ^ UID[1] ^ UID[2]])
    assert desk.transfers() - before == 67
    assert (desk.clock.now_ns - started_ns) / 1e6 == pytest.approx(2.75, abs=0.01)


def test_its_request_without_a_card_spins_through_2013_transfers(desk: Desk) -> None:
    before, started_ns = desk.transfers(), desk.clock.now_ns
    assert call(desk.package, "MFRC522_Request", 0x26)[0] != 0
    assert desk.transfers() - before == 2013
    assert (desk.clock.now_ns - started_ns) / 1e6 == pytest.approx(82.5, abs=0.1)


def test_its_crc_and_read_work(desk: Desk) -> None:
    assert call(desk.package, "CalulateCRC", [0x30, 0x04]) == [0x26, 0xEE]
    desk.world.fields["blue"].lay(Ntag(UID))
    desk.clock.advance(10 * MS)
    call(desk.package, "MFRC522_Request", 0x26)
    call(desk.package, "MFRC522_Anticoll")
    # A tag of this family takes READ of page 0 for its selection.
    assert (
        bytes(call(desk.package, "MFRC522_Read", 0)[:8]) == UID[:3] + bytes([0x88 ^ UID[0] ^ UID[1] ^ UID[2]]) + UID[3:]
    )


def test_two_worlds_do_not_share_a_bus() -> None:
    one, other = Desk(), Desk()
    before = other.transfers()
    call(one.package, "MFRC522_Init")
    assert other.transfers() == before


def test_nothing_of_it_stays_behind(desk: Desk) -> None:
    assert not {"mfrc522", "mfrc522.MFRC522", "spidev", "RPi", "RPi.GPIO"} & set(sys.modules)
    assert desk.package is not None
    assert logging.getLogger("mfrc522Logger").handlers == []


def test_a_missing_device_file_is_an_os_error() -> None:
    world = ReaderWorld(Clock(), {"blue": Place(0, 0)})
    with pytest.raises(FileNotFoundError):
        open_package(world.spidev, 1, 0, 1_000_000)


def call(package: Package, method: str, *arguments: object) -> Any:
    return getattr(package, method)(*arguments)
