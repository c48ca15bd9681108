"""One suite for every way to the chip: the package `mfrc522`, also under Python 3.16, and our own access without it."""

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

from hal.events import ReaderEvent
from hal.readers import Readers, ReaderSettings
from hal.readers.own_access import OwnAccess
from hal.readers.package import Package, close_package, open_package
from hal.readers.presence import One
from hal.readers.reader import Reader
from sim_hardware.clock import MS, Clock
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.tags import Ntag
from sim_hardware.nfc.world import Place
from tests.future_package import write_future_package

UID = bytes.fromhex("047DB14A5B6C80")
WAYS = ("package", "future package", "own")
pytestmark = pytest.mark.usefixtures("way")


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    if request.param == "own":
        monkeypatch.setattr("hal.readers.package.PACKAGE", "mfrc522_that_is_not_installed")
    elif find_spec("mfrc522") is None:
        pytest.skip("the package mfrc522 is not installed")
    elif request.param == "future package":
        write_future_package(tmp_path)
        monkeypatch.syspath_prepend(tmp_path)
    return str(request.param)


class Desk:
    def __init__(self, **places: Place) -> None:
        self.clock = Clock()
        self.world = ReaderWorld(self.clock, places or {"blue": Place(0, 0)})
        self.frames: list[tuple[int, bytes]] = []
        self.world.buses[0].heard = self._heard

    def _heard(self, _: int, select: int, mosi: Sequence[int], __: Sequence[int]) -> None:
        self.frames.append((select, bytes(mosi)))

    def opened(self, device: int = 0) -> Package:
        package = open_package(self.world.spidev, 0, device, 1_000_000)
        self.clock.advance(10 * MS)
        return package


def test_the_way_is_the_one_that_is_meant(way: str) -> None:
    assert isinstance(Desk().opened(), OwnAccess) is (way == "own")


BEGINNING = [
    "020F", "548D", "563E", "5A1E", "5800", "2A40", "223D", "A800", "A800", "2883",
]  # fmt: skip
"""The frames after a reset, as the package 0.0.7 sends them."""


def test_the_chip_is_set_up_frame_for_frame_alike() -> None:
    desk = Desk()
    package = desk.opened()
    assert [frame.hex().upper() for _, frame in desk.frames] == BEGINNING
    desk.frames.clear()
    package.MFRC522_Init()
    assert [frame.hex().upper() for _, frame in desk.frames] == BEGINNING


def test_its_handle_sends_one_frame_a_call_at_the_speed_that_was_asked_for() -> None:
    desk = Desk()
    package = desk.opened()
    began_ns = desk.clock.now_ns
    assert list(package.spi.xfer2((0x80 | 0x37 << 1, 0)))[1] == 0x92
    assert desk.clock.now_ns - began_ns == 25_000 + 2 * 8_000
    assert desk.frames[-1] == (0, b"\xee\x00")


def test_two_chips_on_one_bus_do_not_touch_each_other() -> None:
    desk = Desk(blue=Place(0, 0), red=Place(0, 1))
    desk.opened(0)
    desk.frames.clear()
    desk.opened(1).MFRC522_Init()
    assert {select for select, _ in desk.frames} == {1}


def test_a_missing_device_file_is_an_os_error() -> None:
    with pytest.raises(FileNotFoundError):
        open_package(Desk().world.spidev, 1, 0, 1_000_000)


def test_a_closed_one_reaches_nothing() -> None:
    package = Desk().opened()
    close_package(package)
    with pytest.raises(OSError, match="descriptor"):
        package.spi.xfer2((0, 0))


def test_nothing_of_the_worlds_modules_stays_behind() -> None:
    assert Desk().opened() is not None
    left = {name for name in ("mfrc522.MFRC522", "spidev", "RPi", "RPi.GPIO") if sys.modules.get(name) is not None}
    assert left == set()


def test_a_reader_sees_the_card_that_lies_there_and_comes_back_after_its_plug_was_pulled() -> None:
    desk = Desk()
    reader = Reader(desk.world.spidev, ReaderSettings("blue"))
    assert reader.revive(desk.clock.now_s) is None
    desk.world.lay("blue", Ntag(UID))
    desk.clock.advance(10 * MS)
    assert reader.look(None, desk.clock.now_s) == One(UID)
    desk.world.unplug("blue")
    assert reader.revive(desk.clock.now_s) is not None
    desk.world.plug("blue")
    assert reader.revive(desk.clock.now_s) is None
    reader.refresh(desk.clock.now_s)
    desk.clock.advance(10 * MS)
    assert reader.look(None, desk.clock.now_s) == One(UID)
    reader.close()


def test_a_bus_of_readers_polls() -> None:
    desk = Desk()
    readers = Readers(desk.world.spidev, [ReaderSettings("blue")])
    desk.world.lay("blue", Ntag(UID))
    reported = list[ReaderEvent]()
    for _ in range(10):
        reported += readers.poll(desk.clock.now_s)
        desk.clock.advance(40 * MS)
    assert [type(event).__name__ for event in reported] == ["ReaderBack", "TagPlaced"]
