"""A reader behind PC/SC: how it is found, what it is told at first, and what is said where it is not to be had."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from hal.events import Fault, ReaderBack, ReaderGone, TagPlaced, TagUnclear, Unclear
from hal.holders import Holder
from hal.readers import Readers
from hal.readers.errors import GarbledError
from hal.readers.pcsc.library import NoLibraryError, PcscLibrary, real_library, usb_path_of
from hal.readers.pcsc.pcsc_commands import PcscTransport
from hal.readers.pcsc.reader import PcscReader
from hal.readers.pcsc.service import DENIED, PcscError
from hal.readers.pcsc.settings import PcscSettings
from hal.readers.ports import kernel_holds_reader
from hal.readers.type2 import WRITE, read, write
from sim_hardware.clock import Clock
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.places import PcscPlace
from sim_hardware.nfc.tags import Classic, Ntag
from tests.hal.readers.kinds import DESK, Desk

CARD = bytes.fromhex("04A1B2C3D4E5F6")
PCSC = "pcsc"
ACR, OTHER = "ACS ACR122U 00 00", "Another Reader 01 00"


def placed(event: object) -> bool:
    return isinstance(event, TagPlaced)


def usb(folder: Path) -> Path:
    """Two devices of one bus, as the kernel shows them."""
    for name, address in (("1-1.2", 1), ("1-1.3", 2), ("usb1", 0)):
        (folder / name).mkdir()
        (folder / name / "busnum").write_text("1\n")
        (folder / name / "devnum").write_text(f"{address}\n")
    return folder


class TwoReaders:
    """Two readers of one make at two places on USB."""

    def __init__(self, folder: Path, *names: str) -> None:
        self.clock = Clock()
        first, second = names or (ACR, ACR.replace("00 00", "01 00"))
        self.world = ReaderWorld(self.clock, {"first": PcscPlace(first), "second": PcscPlace(second)})
        self.folder = usb(folder)

    def reader(self, wanted: str) -> PcscReader:
        return PcscReader(PcscSettings(DESK, lambda: PcscLibrary(self.world.pcsc, self.folder), wanted))


@pytest.mark.parametrize(("place", "found"), [("1-1.2", "00 00"), ("1-1.3", "01 00")])
def test_two_of_a_make_are_distinguished_by_their_places_on_usb(place: str, found: str, tmp_path: Path) -> None:
    reader = TwoReaders(tmp_path).reader(place)
    assert reader.revive(0.0) is None
    assert reader.found.endswith(found)


def test_a_part_of_a_name_is_enough_where_it_means_one(tmp_path: Path) -> None:
    two = TwoReaders(tmp_path, ACR, OTHER)
    for wanted, found in (("acr122u", ACR), ("another", OTHER)):
        reader = two.reader(wanted)
        assert reader.revive(0.0) is None
        assert reader.found == found


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ("", "reader.several"),
        ("ACR122U", "reader.several"),
        ("1-1.9", "reader.moved"),
        ("Omnikey", "reader.not_plugged"),
    ],
)
def test_which_of_two_is_meant_is_never_guessed(wanted: str, code: str, tmp_path: Path) -> None:
    fault = TwoReaders(tmp_path).reader(wanted).revive(0.0)
    assert fault is not None
    assert fault.code == code
    assert "ACR122U" in fault.detail


def test_a_place_on_usb_is_found_by_bus_and_address(tmp_path: Path) -> None:
    folder = usb(tmp_path)
    assert usb_path_of(0x00200102, folder) == "1-1.3"
    assert usb_path_of(0x00200109, folder) == ""
    assert usb_path_of(0x00010001, folder) == "", "it is not on USB"


def test_without_a_daemon_the_reader_is_gone_and_comes_back_with_it() -> None:
    desk = Desk(PCSC)
    desk.world.daemon.running = False
    (gone,) = desk.poll(20)
    assert isinstance(gone, ReaderGone)
    assert gone.fault.code == "reader.no_daemon"
    desk.world.daemon.running = True
    assert ReaderBack(DESK) in desk.poll(30)


def _denied() -> Any:
    raise PcscError("EstablishContext", DENIED)


def _missing() -> Any:
    raise NoLibraryError("libpcsclite.so.1")


@pytest.mark.parametrize(("opened", "code"), [(_denied, "reader.pcsc_denied"), (_missing, "reader.no_pcsc")])
def test_why_the_daemon_is_not_to_be_had_is_distinguished(opened: Any, code: str) -> None:
    fault = PcscReader(PcscSettings(DESK, opened)).revive(0.0)
    assert fault is not None
    assert fault.code == code


@pytest.mark.parametrize(("stolen", "code"), [(True, "reader.stolen"), (False, "reader.not_plugged")])
def test_a_reader_that_the_kernel_holds_is_reported_to_be_stolen(stolen: bool, code: str) -> None:
    desk = Desk(PCSC)
    desk.world.unplug(DESK)
    reader = PcscReader(PcscSettings(DESK, lambda: PcscLibrary(desk.world.pcsc), stolen=lambda: stolen))
    assert reader.revive(0.0) == Fault(code, DESK, "PC/SC")


def test_the_kernels_own_driver_is_known_by_its_name(tmp_path: Path) -> None:
    modules = tmp_path / "modules"
    assert not kernel_holds_reader(modules)
    modules.write_text("nfc 131072 1 pn533, Live 0x0\n")
    assert not kernel_holds_reader(modules)
    modules.write_text("pn533_usb 24576 0 - Live 0x0\nnfc 131072 1 pn533, Live 0x0\n")
    assert kernel_holds_reader(modules)


@pytest.mark.parametrize(("escapes", "beeps"), [(True, 0), (False, 1)])
def test_the_beeper_is_switched_off_at_once_or_with_the_first_card(escapes: bool, beeps: int) -> None:
    desk = Desk(PCSC)
    desk.world.daemon.escapes = escapes
    desk.settled()
    tag = Ntag(CARD)
    for _ in range(3):
        desk.world.lay(DESK, tag)
        desk.until(placed)
        desk.world.lift(DESK, tag)
        desk.poll(12)
    assert desk.world.usb[DESK].beeped == beeps


def test_another_make_is_sent_no_command_of_an_acr122u() -> None:
    clock = Clock()
    world = ReaderWorld(clock, {DESK: PcscPlace(OTHER)})
    asked: list[bytes] = []
    answer = world.usb[DESK].answer

    def heard(apdu: bytes) -> bytes:
        asked.append(apdu)
        return answer(apdu)

    world.usb[DESK].answer = heard  # type: ignore[method-assign]
    world.daemon.escapes = True
    readers = Readers(None, [PcscSettings(DESK, lambda: PcscLibrary(world.pcsc))])
    world.lay(DESK, Ntag(CARD))
    for at in range(20):
        readers.poll(clock.now_s)
        clock.advance_to(at * 40_000_000)
    assert {apdu[1] for apdu in asked} == {0xCA, 0xB0}


def test_a_classic_is_served_by_its_uid_and_no_record_is_looked_for() -> None:
    desk = Desk(PCSC).settled()
    card = Classic(bytes.fromhex("DEADBEEF"))
    desk.world.lay(DESK, card)
    event = desk.until(placed)
    assert isinstance(event, TagPlaced)
    assert event.tag.unseal().record is None
    _, sak = desk.reader.select(card.uid)
    assert sak != 0
    desk.reader.release()


def test_a_lead_that_fails_one_command_in_twenty_lifts_nothing() -> None:
    desk = Desk(PCSC).settled()
    desk.world.usb[DESK].disturbed = 0.05
    desk.world.lay(DESK, Ntag(CARD))
    desk.until(placed)
    assert desk.poll(100) == []


class Answering:
    """A card whose answers are given here."""

    def __init__(self, *answers: bytes) -> None:
        self._answers = list(answers)
        self.asked: list[bytes] = []

    def transmit(self, apdu: bytes) -> bytes:
        self.asked.append(apdu)
        return self._answers.pop(0)

    control = transmit

    def disconnect(self) -> None:
        """Do nothing."""


def test_pages_are_read_and_written_as_part_3_states() -> None:
    card = Answering(bytes(16) + b"\x90\x00", b"\x90\x00")
    transport = PcscTransport(card)
    assert read(transport, 4) == bytes(16)
    write(transport, 5, b"abcd")
    assert card.asked == [bytes.fromhex("FFB0000410"), bytes.fromhex("FFD6000504") + b"abcd"]


def test_an_answer_that_breaks_off_is_garbage() -> None:
    with pytest.raises(GarbledError):
        write(PcscTransport(Answering(b"\x90")), 4, b"abcd")
    assert WRITE == 0xA2


@pytest.mark.parametrize("system", sorted({"darwin", "win32", "linux"} - {sys.platform}))
def test_a_system_without_the_library_reports_it(system: str) -> None:
    with pytest.raises(NoLibraryError, match=r"PCSC|winscard|pcsclite"):
        real_library(system)


def test_a_card_that_another_program_holds_is_called_held_until_that_program_lets_go() -> None:
    desk = Desk(PCSC).settled()
    desk.world.daemon.exclusive.add(ACR)
    desk.world.lay(DESK, Ntag(CARD))
    assert desk.poll(60) == [TagUnclear(DESK, Unclear.HELD, ACR)]
    desk.world.daemon.exclusive.clear()
    assert placed(desk.poll(20)[0])


def test_a_card_that_is_held_names_the_other_programs_at_the_daemon() -> None:
    desk = Desk(PCSC)
    users = (Holder(812, "scdaemon"), Holder(os.getpid(), "python"))
    settings = PcscSettings(DESK, lambda: PcscLibrary(desk.world.pcsc), users=lambda: users)
    desk.readers = Readers(None, [settings])
    desk.world.daemon.exclusive.add(ACR)
    desk.world.lay(DESK, Ntag(CARD))
    unclear = [event for event in desk.poll(60) if isinstance(event, TagUnclear)]
    assert unclear == [TagUnclear(DESK, Unclear.HELD, f"{ACR}: scdaemon (process 812)")]
