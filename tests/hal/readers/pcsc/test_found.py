"""Which slots belong to one reader, on which of them cards lie, and which reader a configuration names."""

import pytest

from hal.readers.pcsc.found import FoundReader, NoReader, chosen, lasting_name, readers_of
from hal.readers.pcsc.service import ReaderFlags, ReaderSlot
from sim_hardware.nfc.pcsc.recorded import RecordedReader, recorded_readers

NTAG = bytes.fromhex("3B8F8001804F0CA0000003060300030000000068")
SIM = bytes.fromhex("3B9F96801FC68031E073FE211B63E100A4830F900026")
ACR122U = "ACS ACR122U PICC Interface 0{} 00"
YUBIKEY = "Yubico YubiKey OTP+FIDO+CCID 02 00"
PICC, SAM = (f"ACS ACR1252 Dual Reader [ACR1252 Dual Reader {part}] 0{{}} 00" for part in ("PICC", "SAM"))


def found(*names: str) -> tuple[FoundReader, ...]:
    return readers_of(map(ReaderSlot, names))


def recorded(reader: RecordedReader) -> tuple[FoundReader, ...]:
    return readers_of(ReaderSlot(name, reader.usb) for name in reader.slots)


def contactless(result: FoundReader | NoReader) -> str:
    assert isinstance(result, FoundReader), result
    return result.contactless


def code(result: FoundReader | NoReader) -> str:
    assert isinstance(result, NoReader), result
    return result.code


@pytest.mark.parametrize("reader", recorded_readers(), ids=lambda reader: f"{reader.model} {reader.system}")
class TestRecorded:
    def test_all_slots_are_one_reader(self, reader: RecordedReader) -> None:
        (only,) = recorded(reader)
        assert sorted(slot.name for slot, _ in only.slots) == sorted(reader.slots)

    def test_the_contactless_slot_is_found_or_left_to_a_card(self, reader: RecordedReader) -> None:
        (only,) = recorded(reader)
        assert reader.contactless in only.candidates
        assert only.contactless in ("", reader.contactless)

    def test_each_way_to_name_it_means_it(self, reader: RecordedReader) -> None:
        readers = recorded(reader)
        for wanted in ("", *reader.called, reader.serial, reader.usb, reader.contactless):
            result = chosen(readers, wanted)
            assert isinstance(result, FoundReader), f"{wanted}: {result}"
            assert reader.contactless in result.candidates

    def test_a_slot_with_contacts_means_its_reader(self, reader: RecordedReader) -> None:
        readers = recorded(reader)
        for wanted in set(reader.slots) - set(readers[0].candidates):
            result = chosen(readers, wanted)
            assert isinstance(result, FoundReader)
            assert reader.contactless in result.candidates


def test_the_composite_readers_of_pcsc_lite_are_grouped_by_their_places_on_usb() -> None:
    slots = [ReaderSlot(PICC.format(at), place) for at, place in ((0, "1-1.2"), (1, "1-1.3"))]
    slots += [ReaderSlot(SAM.format(at), place) for at, place in ((2, "1-1.3"), (3, "1-1.2"))]
    left, right = readers_of(slots)
    assert [slot.name for slot, _ in left.slots] == [PICC.format(0), SAM.format(3)]
    assert right.contactless == PICC.format(1)


def test_two_readers_of_a_make_without_places_are_two() -> None:
    windows = found(*(f"ACS ACR1252 1S CL Reader {part} {at}" for part in ("PICC", "SAM") for at in (0, 1)))
    mac = found(*(f"ACS ACR1252 1S CL Reader({slot}){at}" for at in ("", " 01") for slot in (1, 2)))
    assert [len(reader.slots) for reader in windows + mac] == [2, 2, 2, 2]
    assert len({contactless(reader) for reader in windows + mac}) == 4


def test_two_of_a_make_are_never_guessed() -> None:
    two = found(ACR122U.format(0), ACR122U.format(1))
    for wanted in ("", "ACR122U", "acs"):
        result = chosen(two, wanted)
        assert code(result) == "reader.several"
        assert isinstance(result, NoReader)
        assert ACR122U.format(1) in result.detail


def test_a_reader_in_another_socket_is_named_with_its_place() -> None:
    result = chosen(readers_of([ReaderSlot(ACR122U.format(0), "1-1.3")]), "1-1.2")
    assert result == NoReader("reader.moved", "1-1.2; ACS ACR122U PICC Interface (1-1.3)")


@pytest.mark.parametrize(
    "name",
    [
        "ACS ACR39U ICC Reader 00 00",
        YUBIKEY,
        "Identiv SCR3500 A Contact Reader 00 00",
        "Alcor Micro AU9540 00 00",
        "ACS ACR38U-CCID 00 00",
        "BIT4ID miniLector-s 00 00",
        "Cherry GmbH SmartTerminal ST-2xxx [Vendor Interface] (21121) 00 00",
        "Identiv uTrust 2700 R Smart Card Reader 00 00",
        "REINER SCT cyberJack one (123) 00 00",
        "VASCO DIGIPASS 870 [CCID] 00 00",
        "Lenovo Integrated Smart Card Reader 00 00",
        "Generic USB2.0-CRW [Smart Card Reader Interface] (20070818000000000) 00 00",
        "HID Global OMNIKEY 3x21 Smart Card Reader 0",
        "Gemalto PC Twin Reader 00 00",
        "Dell Dell Smart Card Reader Keyboard 00 00",
        "Kensington VeriMark NFC+ USB-C Security Key 00 00",
    ],
)
@pytest.mark.parametrize("wanted", ["", "by name"])
def test_a_reader_with_contacts_only_is_refused(name: str, wanted: str) -> None:
    assert code(chosen(found(name), name if wanted else "")) == "reader.contact_only"


def test_a_slot_whose_card_has_contacts_is_one_with_contacts() -> None:
    slots = [ReaderSlot("Acme Thing 00 00", atr=SIM, flags=ReaderFlags.PRESENT), ReaderSlot(ACR122U.format(1))]
    assert contactless(chosen(readers_of(slots), "")) == ACR122U.format(1)
    assert code(chosen(readers_of(slots[:1]), "")) == "reader.contact_only"


def test_a_card_shows_the_contactless_slot_of_an_unknown_reader() -> None:
    names = ("mCore DualSlot-Reader 00 00", "mCore DualSlot-Reader 00 01")
    (reader,) = readers_of(
        [ReaderSlot(names[0], "1-2"), ReaderSlot(names[1], "1-2", atr=NTAG, flags=ReaderFlags.PRESENT)]
    )
    assert reader.contactless == names[1]
    assert reader.laid


@pytest.mark.parametrize(
    "name",
    [
        "Aktiv Rutoken SCR 3101 NFC Reader 00 00",
        "Feitian 502-CL 00 00",
        "HID OMNIKEY 5427 CK (010100534E56) 00 00",
        "Identiv uTrust 3720 Contactless Reader(1)",
        "Identiv Identiv uTrust 4711 F CL + SAM Reader [uTrust 4711 F CL Reader] (5312) 00 00",
        "OMNIKEY CardMan 5x21-CL 0",
        "bit4id miniLector AIR NFC 00 00",
        "REINER SCT cyberJack RFID basis 00 00",
        "SCM Microsystems Inc. SCR 331-DI 00 00",
        "NXP PR533 0",
    ],
)
def test_other_makes_are_not_taken_for_readers_with_contacts(name: str) -> None:
    result = chosen(found(name), "")
    assert isinstance(result, FoundReader)
    assert result.candidates == (name,)


def test_a_token_and_a_slot_in_the_laptop_do_not_hide_the_only_reader() -> None:
    readers = found("Alcor Micro AU9540 00 00", ACR122U.format(1), YUBIKEY)
    assert contactless(chosen(readers, "")) == ACR122U.format(1)


def test_a_model_is_not_another_one_that_begins_alike() -> None:
    assert code(chosen(found("ACS ACR1222 3S PICC Reader 00 00"), "ACR122")) == "reader.not_plugged"
    assert code(chosen(found("ACS ACR1222 3S PICC Reader 00 00"), "ACR122U")) == "reader.not_plugged"


@pytest.mark.parametrize("wanted", ["1", "1-", "00", "CL", "1-1.2.", "1:4"])
def test_a_slip_in_a_place_is_no_part_of_a_name(wanted: str) -> None:
    assert code(chosen(found("ACS ACR1252 1S CL Reader PICC 0", "ACS ACR1252 1S CL Reader SAM 0"), wanted)) == (
        "reader.not_plugged"
    )


def test_the_interface_of_a_usb_device_means_its_device() -> None:
    readers = readers_of([ReaderSlot(ACR122U.format(0), "1-1.2"), ReaderSlot(ACR122U.format(1), "1-1.3")])
    assert contactless(chosen(readers, "1-1.3:1.0")) == ACR122U.format(1)


def test_the_slots_of_a_known_model_are_one_reader_where_no_place_is_reported() -> None:
    slots = [f"ACS ACR1281 1S Dual Reader 0{reader} 0{slot}" for reader in range(2) for slot in range(3)]
    assert [len(reader.slots) for reader in found(*slots)] == [3, 3]
    assert isinstance(chosen(found(*slots[:3]), ""), FoundReader)


def test_the_description_by_the_driver_counts_where_a_name_reports_nothing() -> None:
    slots = [ReaderSlot("Acme 0", kind="Contact"), ReaderSlot("Acme 1", kind="Contactless")]
    assert contactless(chosen(readers_of(slots), "")) == "Acme 1"


def test_slots_of_a_virtual_reader_are_readers_of_their_own() -> None:
    names = ("Virtual PCD 00 00", "Virtual PCD 00 01")
    for reader, name in zip(found(*names), names, strict=True):
        assert reader.candidates == (name,)
        assert chosen(found(*names), name) == reader


@pytest.mark.parametrize(
    ("slots", "names"),
    [
        ((ReaderSlot("Acme (77) 00 00", "1-1"), ReaderSlot("Acme (78) 01 00", "1-2")), ("77", "78")),
        ((ReaderSlot(ACR122U.format(0), "1-1"), ReaderSlot(ACR122U.format(1), "1-2")), ("1-1", "1-2")),
        ((ReaderSlot("Acme (0) 00 00", "1-1"), ReaderSlot("Acme (0) 01 00", "1-2")), ("1-1", "1-2")),
        ((ReaderSlot("ACS ACR122U PICC Interface"),), ("ACS ACR122U PICC Interface",)),
        ((ReaderSlot("Acme Thing 0"), ReaderSlot("Acme Thing 1")), ("Acme Thing 0", "Acme Thing 1")),
    ],
)
def test_the_lasting_name_of_each_reader_means_it(slots: tuple[ReaderSlot, ...], names: tuple[str, ...]) -> None:
    readers = readers_of(slots)
    assert tuple(lasting_name(reader, readers) for reader in readers) == names
    assert tuple(chosen(readers, name) for name in names) == readers
