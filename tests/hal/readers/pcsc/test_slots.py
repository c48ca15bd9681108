"""A reader with several slots behind the emulated daemon: which slot is watched, and which fault is reported."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from hal.events import Fault, ReaderBack, ReaderEvent, ReaderGone, TagPlaced
from hal.readers import Readers
from hal.readers.pcsc.library import PcscLibrary
from hal.readers.pcsc.reader import PcscReader
from hal.readers.pcsc.settings import PcscSettings
from sim_hardware.clock import Clock
from sim_hardware.nfc.pcsc.contact_slot import ContactSlot
from sim_hardware.nfc.pcsc.daemon import PlugNotice, SeenReader
from sim_hardware.nfc.pcsc.library import PcscLookAlike
from sim_hardware.nfc.pcsc.recorded import RecordedDesk, RecordedReader, recorded_readers
from sim_hardware.nfc.tags import Ntag
from tests.hal.readers.kinds import DESK, Desk
from tests.hal.readers.polled import Polled

CARD = bytes.fromhex("04A1B2C3D4E5F6")
SIM = bytes.fromhex("3B9F96801FC68031E073FE211B63E100A4830F900026")
JCOP = bytes.fromhex("3B8A80014A434F5033315632333298")
"""The ATR of a chip card that looks as if a reader had made it."""


def reader(model: str, system: str = "linux") -> RecordedReader:
    return next(each for each in recorded_readers() if (each.model, each.system) == (model, system))


class SlotDesk(Polled):
    """A seat's reader, where recorded readers are plugged in."""

    def __init__(self, folder: Path, *readers: RecordedReader, wanted: str = "") -> None:
        self.clock = Clock()
        self.desk = RecordedDesk(self.clock, folder)
        for each in readers:
            self.desk.plug(each)
        library = PcscLookAlike(self.desk.daemon)
        self.readers = Readers(None, [PcscSettings(DESK, lambda: PcscLibrary(library, folder), wanted)])

    def fault(self) -> Fault:
        gone = self.until(lambda event: isinstance(event, ReaderGone))
        assert isinstance(gone, ReaderGone)
        return gone.fault

    def slot(self) -> str:
        found = self.readers.reader(DESK)
        assert isinstance(found, PcscReader)
        return found.found


def placed(event: ReaderEvent) -> bool:
    return isinstance(event, TagPlaced) and event.tag.unseal().uid == CARD


@pytest.mark.parametrize("at", [0, 1])
def test_a_card_shows_the_slot_of_three_with_one_name(at: int, tmp_path: Path) -> None:
    acr1281u = reader("ACR1281U")
    acr1281u = replace(acr1281u, contactless=acr1281u.slots[at])
    desk = SlotDesk(tmp_path, acr1281u)
    assert ReaderBack(DESK) in desk.poll(5)
    assert desk.slot() == acr1281u.slots[1], "the likeliest one"
    desk.desk.lay(acr1281u, Ntag(CARD))
    desk.until(placed)
    assert desk.slot() == acr1281u.slots[at]


@pytest.mark.parametrize(
    "beside", [ContactSlot(SIM), ContactSlot(JCOP), ContactSlot(mute=True)], ids=["SIM", "JCOP", "mute"]
)
def test_a_card_in_the_slot_with_contacts_changes_nothing(beside: ContactSlot, tmp_path: Path) -> None:
    acr1281u = reader("ACR1281U")
    desk = SlotDesk(tmp_path, acr1281u)
    desk.poll(5)
    desk.desk.daemon.plugged[acr1281u.slots[0]] = beside
    assert desk.poll(20) == []
    desk.desk.lay(acr1281u, Ntag(CARD))
    desk.until(placed)


def test_a_reader_with_contacts_only_is_named(tmp_path: Path) -> None:
    desk = SlotDesk(tmp_path)
    desk.desk.daemon.plugged["ACS ACR39U ICC Reader 00 00"] = ContactSlot()
    assert desk.fault() == Fault("reader.contact_only", DESK, "ACS ACR39U ICC Reader 00 00")


@pytest.mark.parametrize("name", ["ACS ACR39U ICC Reader 00 00", "Acme Thing 00 00"])
def test_a_slot_in_the_laptop_does_not_hide_that_the_kernel_holds_the_reader(name: str, tmp_path: Path) -> None:
    desk = RecordedDesk(Clock(), tmp_path)
    desk.daemon.plugged[name] = ContactSlot()
    library = PcscLookAlike(desk.daemon)
    fault = PcscReader(PcscSettings(DESK, lambda: PcscLibrary(library), stolen=lambda: True)).revive(0.0)
    assert fault == Fault("reader.stolen", DESK, "PC/SC")


def test_a_card_with_contacts_shows_that_an_unknown_reader_has_only_them(tmp_path: Path) -> None:
    desk = SlotDesk(tmp_path)
    desk.desk.daemon.plugged["Acme Thing 00 00"] = slot = ContactSlot()
    assert ReaderBack(DESK) in desk.poll(5)
    slot.atr = SIM
    assert desk.fault().code == "reader.contact_only"


def test_a_reader_in_another_socket_is_named_with_both_places(tmp_path: Path) -> None:
    desk = SlotDesk(tmp_path, reader("ACR122U"), wanted="1-1.3")
    assert desk.fault() == Fault("reader.moved", DESK, "1-1.3; ACS ACR122U PICC Interface (1-1.2)")


def test_two_equal_readers_are_distinguished_by_their_sockets(tmp_path: Path) -> None:
    left = reader("ACR122U")
    second = left.contactless.replace("00 00", "01 00")
    right = replace(left, slots=(second,), contactless=second, usb="1-1.3")
    desk = SlotDesk(tmp_path, left, right, wanted="1-1.3")
    desk.desk.lay(right, Ntag(CARD))
    desk.until(placed)
    assert desk.slot() == second


@pytest.mark.parametrize("notice", PlugNotice)
def test_a_reader_that_is_plugged_in_is_found_at_once(notice: PlugNotice) -> None:
    desk = Desk("pcsc")
    desk.world.daemon.notice = notice
    desk.settled()
    desk.world.unplug(DESK)
    gone = desk.poll(2)
    assert [type(event) for event in gone] == [ReaderGone]
    desk.poll(60)
    desk.world.plug(DESK)
    assert desk.poll(2) == [ReaderBack(DESK)]


@pytest.mark.parametrize("notice", PlugNotice)
def test_readers_are_not_opened_again_while_nothing_is_plugged_in(notice: PlugNotice, tmp_path: Path) -> None:
    desk = SlotDesk(tmp_path, reader("ACR122U"), wanted="1-1.3")
    desk.desk.daemon.notice = notice
    asked: list[str] = []
    seen = desk.desk.daemon.seen

    def counted(reader: str) -> SeenReader:
        asked.append(reader)
        return seen(reader)

    desk.desk.daemon.seen = counted  # type: ignore[method-assign]
    desk.poll(2)
    once = len(asked)
    desk.poll(100)
    assert once == len(asked)
