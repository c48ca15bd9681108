"""The setup asks as little as it can, opens no stranger's port, and gives each seat its reader."""

import pytest

from hal.plugged import PcscReaders, Plugged, PluggedPort
from sim_hardware.nfc.places import AnyPlace, HsuPlace, I2cPlace, PcscPlace, Place
from table.config.schema import ReaderConfig
from table.program.first_setup.dialogue import DeclinedError
from table.program.first_setup.people import LeftError
from tests.program.first_setup.computer import LEFT, RIGHT, TWO_PCSC, Computer, ScriptedPerson, configured

OMNIKEY = "HID OMNIKEY 5022 CL 01 00"
THIRD = "ACS ACR122U 02 00"
LEAD = PluggedPort("/dev/ttyUSB0", "1a86:7523", by_path="/dev/serial/by-path/usb-0:1.1:1.0-port0")
TWIN = PluggedPort("/dev/ttyUSB1", "1a86:7523", by_path="/dev/serial/by-path/usb-0:1.2:1.0-port0")
ARDUINO = PluggedPort("/dev/ttyACM1", "2341:0043", "55", "Arduino Uno")
PICO = PluggedPort("/dev/ttyACM0", "2e8a:0005", "e66141", by_id="/dev/serial/by-id/usb-MicroPython_e66141-if00")
LEADS: dict[str, AnyPlace] = {
    "left": HsuPlace(LEAD.by_path),
    "right": HsuPlace(TWIN.by_path),
}


@pytest.mark.parametrize(("laid", "blue", "red"), [("left", LEFT, RIGHT), ("right", RIGHT, LEFT)])
def test_blues_reader_is_the_one_on_which_a_card_is_laid_and_red_has_the_other(laid: str, blue: str, red: str) -> None:
    computer = Computer(TWO_PCSC)
    person = ScriptedPerson(lay=[computer.lay(laid)])
    config = configured(computer, person)
    assert config.readers == {"blue": ReaderConfig(kind="pcsc", usb=blue), "red": ReaderConfig(kind="pcsc", usb=red)}
    assert (config.world, config.panels, config.dispenser_port) == ("real", {}, "none")
    assert person.keys == ["setup.ask.lay"]


def test_with_three_readers_both_seats_are_asked_for() -> None:
    computer = Computer({**TWO_PCSC, "third": PcscPlace(THIRD)})
    person = ScriptedPerson(lay=[computer.lay("left"), computer.lay("third")])
    config = configured(computer, person)
    assert (config.readers["blue"].usb, config.readers["red"].usb) == (LEFT, THIRD)


def test_a_readers_own_name_decides_where_only_a_card_would_show_that_it_reads_cards() -> None:
    """The built-in reader of a laptop may have contacts only: two readers that read cards for certain are enough."""
    computer = Computer({**TWO_PCSC, "built in": PcscPlace("Alcor Micro AU9540 02 00")})
    person = ScriptedPerson(lay=[computer.lay("left")])
    assert configured(computer, person).readers["red"].usb == RIGHT


def test_one_reader_cannot_serve_both_seats() -> None:
    computer = Computer({**TWO_PCSC, "third": PcscPlace(THIRD)})

    again = (computer.lift("left"), computer.lay("left"))
    person = ScriptedPerson(lay=[computer.lay("left"), again, computer.lay("right")])
    config = configured(computer, person)
    assert "setup.taken" in person.reported_keys
    assert config.readers["red"].usb == RIGHT


def test_a_card_that_lies_on_a_reader_already_chooses_nothing() -> None:
    computer = Computer(TWO_PCSC)
    computer.lay("right")()
    person = ScriptedPerson(lift=[computer.lift("right")], lay=[computer.lay("left")])
    assert configured(computer, person).readers["blue"].usb == LEFT
    assert person.keys == ["setup.ask.lift", "setup.ask.lay"]


def test_two_readers_are_enough_to_leave_every_serial_port_alone() -> None:
    computer = Computer(TWO_PCSC, ports=(ARDUINO, LEAD))
    configured(computer, ScriptedPerson(lay=[computer.lay("left")]))
    assert computer.ports.opened == []


def test_a_port_is_opened_only_if_the_person_chooses_it() -> None:
    computer = Computer(LEADS, ports=(ARDUINO, LEAD, TWIN))
    person = ScriptedPerson(port=[0, 1, 1], lay=[computer.lay("left")])
    config = configured(computer, person)
    assert set(computer.ports.opened) == {LEAD.by_path, TWIN.by_path}
    assert config.readers["blue"] == ReaderConfig(kind="pn532", port=LEAD.by_path)
    assert config.readers["red"] == ReaderConfig(kind="pn532", port=TWIN.by_path)


def test_a_port_on_windows_has_its_com_name() -> None:
    com = PluggedPort("COM3", "10c4:ea60"), PluggedPort("COM12", "10c4:ea60")
    computer = Computer({"left": HsuPlace("COM3"), "right": HsuPlace("COM12")}, ports=com)
    config = configured(computer, ScriptedPerson(port=[1, 1], lay=[computer.lay("right")]))
    assert [config.readers[seat].port for seat in ("blue", "red")] == ["COM12", "COM3"]


def test_a_chosen_port_without_a_reader_is_reported_and_left_out() -> None:
    computer = Computer({"left": HsuPlace(LEAD.by_path)}, ports=(LEAD, TWIN))
    person = ScriptedPerson(port=[1, 1])
    with pytest.raises(LeftError):
        configured(computer, person)
    assert person.reported_keys == ["fault.reader.no_port"]
    assert person.keys[-1] == "setup.only_one"


def test_a_reader_that_is_plugged_in_later_is_found_by_looking_again() -> None:
    computer = Computer({"left": PcscPlace(LEFT), "right": PcscPlace(OMNIKEY)})
    both, one = computer.found, Plugged(PcscReaders(computer.found.pcsc.every[:1]))
    computer.found = one

    def plug_in() -> int:
        computer.found = both
        return 0

    person = ScriptedPerson(only_one=[plug_in], lay=[computer.lay("left")])
    assert configured(computer, person).readers["red"].usb == "HID OMNIKEY 5022 CL"
    assert person.keys == ["setup.only_one", "setup.ask.lay"]


def test_with_one_reader_the_players_take_turns() -> None:
    computer = Computer({"only": PcscPlace(LEFT)})
    person = ScriptedPerson(only_one=[1])
    config = configured(computer, person)
    assert [reader.kind for reader in config.readers.values()] == ["pcsc"]
    assert {config.seats.blue.reader, config.seats.red.reader} == set(config.readers)
    assert person.reported_keys == ["setup.shared"]


def test_a_table_can_do_without_readers() -> None:
    config = configured(Computer({}), ScriptedPerson(no_reader=[1]))
    assert (config.world, config.readers) == ("real", {})


def test_a_reader_for_contacts_only_is_named_and_is_no_reader() -> None:
    computer = Computer({"left": PcscPlace(LEFT), "right": PcscPlace("ACS ACR39U ICC Reader 01 00")})
    person = ScriptedPerson(only_one=[1])
    assert len(configured(computer, person).readers) == 1
    assert person.reported_keys == ["fault.reader.contact_only", "setup.shared"]
    assert person.reported[0].args == (("detail", "ACS ACR39U ICC Reader"), ("part", "PC/SC"))


def test_without_a_daemon_its_fault_is_reported() -> None:
    computer = Computer({})
    computer.found = Plugged(PcscReaders(fault="reader.no_daemon", detail="EstablishContext: 0x8010001d"))
    person = ScriptedPerson()
    with pytest.raises(LeftError):
        configured(computer, person)
    assert person.reported_keys == ["fault.reader.no_daemon"]


def test_readers_on_wires_are_found_on_their_buses() -> None:
    wires: dict[str, AnyPlace] = {"rc522": Place(0, 0), "pn532": Place(0, 1, pn532=True), "iic": I2cPlace(1)}
    computer = Computer(wires, spi=((0, 0), (0, 1), (1, 0)), i2c=(1, 20))
    person = ScriptedPerson(lay=[computer.lay("iic"), computer.lay("pn532")])
    config = configured(computer, person)
    assert config.readers["blue"] == ReaderConfig(kind="pn532", link="i2c", i2c=1)
    assert config.readers["red"] == ReaderConfig(kind="pn532", link="spi", bus=0, device=1)


def test_a_pico_that_greets_is_the_dispenser() -> None:
    computer = Computer(TWO_PCSC, ports=(PICO,), dispenser=PICO.path)
    config = configured(computer, ScriptedPerson(lay=[computer.lay("left")]))
    assert config.dispenser_port == PICO.by_id


def test_the_offer_can_be_declined_and_a_card_accepts_it() -> None:
    computer = Computer(TWO_PCSC)
    with pytest.raises(DeclinedError):
        configured(computer, ScriptedPerson(offer=[0]), offered=True)
    person = ScriptedPerson(offer=[computer.lay("left")])
    assert configured(computer, person, offered=True).readers["blue"].usb == LEFT
