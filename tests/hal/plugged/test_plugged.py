"""The parts of recorded computers."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hal.plugged import (
    Display,
    PcscReaders,
    PluggedPort,
    displays,
    i2c_buses,
    keypads,
    lasting_name,
    pcsc_readers,
    plugged,
    serial_ports,
    spi_devices,
    usb_ids,
)
from hal.readers.pcsc.library import NoLibraryError, PcscLibrary
from hal.readers.pcsc.service import DENIED, NO_SERVICE, PcscError
from sim_hardware.clock import Clock
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.places import PcscPlace
from tests.hal.plugged.tree import KEYBOARD, NUMBER_PAD, POWER_BUTTON, Tree

PICO = "usb-MicroPython_Board_in_FS_mode_e6614103e7-if00"
CH340 = "usb-1a86_USB_Serial-if00-port0"


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def test_a_pico_is_listed_with_its_usb_id_and_its_lasting_name(tree: Tree) -> None:
    tree.serial("ttyACM0", "1-1.4", "2e8a:0005", "e6614103e7", product="Board in FS mode", by_id=PICO)
    (port,) = serial_ports(tree.root)
    assert port == PluggedPort(
        "/dev/ttyACM0", "2e8a:0005", "e6614103e7", "Board in FS mode", f"/dev/serial/by-id/{PICO}"
    )
    assert port.is_pico
    assert lasting_name(port, (port,)) == f"/dev/serial/by-id/{PICO}"


def test_two_leads_without_serial_numbers_are_distinguished_by_their_sockets(tree: Tree) -> None:
    tree.serial("ttyUSB0", "1-1.1", "1a86:7523", by_path="usb-0:1.1:1.0-port0")
    tree.serial("ttyUSB1", "1-1.2", "1a86:7523", by_id=CH340, by_path="usb-0:1.2:1.0-port0")
    ports = serial_ports(tree.root)
    assert [port.lead for port in ports] == ["CH340", "CH340"]
    assert [lasting_name(port, ports) for port in ports] == [
        "/dev/serial/by-path/usb-0:1.1:1.0-port0",
        "/dev/serial/by-path/usb-0:1.2:1.0-port0",
    ]


def test_two_leads_with_the_same_serial_number_are_distinguished_by_their_sockets(tree: Tree) -> None:
    tree.serial("ttyUSB0", "1-1.1", "10c4:ea60", "0001", by_path="first")
    tree.serial("ttyUSB1", "1-1.2", "10c4:ea60", "0001", by_id="usb-Silicon_Labs_0001", by_path="second")
    ports = serial_ports(tree.root)
    assert [lasting_name(port, ports) for port in ports] == ["/dev/serial/by-path/first", "/dev/serial/by-path/second"]


def test_a_computer_without_by_id_has_the_ports_path(tree: Tree) -> None:
    tree.serial("ttyACM0", "1-1.4", "2e8a:0005", "e6614103e7")
    (port,) = serial_ports(tree.root)
    assert lasting_name(port, (port,)) == "/dev/ttyACM0"


def test_ports_of_the_chipset_are_left_out(tree: Tree) -> None:
    for number in range(4):
        tree.chipset_port(f"ttyS{number}")
    assert serial_ports(tree.root) == ()


def test_a_system_without_sysfs_is_asked_by_pyserial(tmp_path: Path) -> None:
    com = SimpleNamespace(device="COM3", vid=0x2E8A, pid=0x0005, serial_number="e6614103e7", product=None)
    modem = SimpleNamespace(device="COM1", vid=None, pid=None, serial_number=None, product=None)
    ports = serial_ports(tmp_path, lambda: (com, modem))
    assert ports == (PluggedPort("COM1"), PluggedPort("COM3", "2e8a:0005", "e6614103e7"))


def test_bus_devices_are_listed_by_number(tree: Tree) -> None:
    for name in ("spidev0.1", "spidev0.0", "spidev1.2", "i2c-20", "i2c-1", "i2c-config"):
        tree.node(f"dev/{name}")
    assert spi_devices(tree.root) == ((0, 0), (0, 1), (1, 2))
    assert i2c_buses(tree.root) == (1, 20)


def test_two_number_pads_of_one_make_differ_by_their_place(tree: Tree) -> None:
    tree.inputs(POWER_BUTTON, KEYBOARD, NUMBER_PAD.format(port=2, event=12), NUMBER_PAD.format(port=1, event=4))
    tree.link("dev/input/by-path/usb-1.2-event-kbd", tree.node("dev/input/event12"))
    keyboard, first, second = keypads(tree.root)
    assert (keyboard.event, keyboard.keyboard, keyboard.usb) == ("/dev/input/event2", True, "")
    assert (first.event, first.keyboard, first.usb) == ("/dev/input/event4", False, "1a2c:2d43")
    assert first.place != second.place
    assert second.by_path == "/dev/input/by-path/usb-1.2-event-kbd"


def test_displays_are_listed_by_card_and_socket(tree: Tree) -> None:
    tree.display("card1-HDMI-A-1", "disconnected")
    tree.display("card0-DSI-1", "connected", "800x480", "640x480")
    assert displays(tree.root) == (Display(0, "DSI-1", True, 800, 480), Display(1, "HDMI-A-1", False))


def test_a_bare_computer_has_no_parts(tmp_path: Path) -> None:
    (tmp_path / "sys/class/tty").mkdir(parents=True)
    found = plugged(_raising(NoLibraryError("libpcsclite.so.1")), tmp_path)
    assert (found.ports, found.spi, found.i2c, found.keypads, found.displays) == ((), (), (), (), ())
    assert found.pcsc.fault == "reader.no_pcsc"


def _raising(error: OSError) -> Any:
    def opened() -> Any:
        raise error

    return opened


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (NoLibraryError("libpcsclite.so.1"), "reader.no_pcsc"),
        (PcscError("EstablishContext", NO_SERVICE), "reader.no_daemon"),
        (PcscError("EstablishContext", DENIED), "reader.pcsc_denied"),
    ],
)
def test_a_daemon_that_lists_nothing_has_a_fault(error: OSError, fault: str) -> None:
    assert pcsc_readers(_raising(error)).fault == fault


def two_readers(folder: Path, first: str, second: str) -> PcscReaders:
    """Two readers at two places on USB, as the daemon lists them."""
    world = ReaderWorld(Clock(), {"first": PcscPlace(first), "second": PcscPlace(second)})
    for place, address in (("1-1.2", 1), ("1-1.3", 2)):
        (folder / place).mkdir()
        (folder / place / "busnum").write_text("1\n")
        (folder / place / "devnum").write_text(f"{address}\n")
    return pcsc_readers(lambda: PcscLibrary(world.pcsc, folder))


def test_the_readers_of_the_daemon_are_listed_with_their_places(tmp_path: Path) -> None:
    found = two_readers(tmp_path, "ACS ACR122U 00 00", "ACS ACR122U 01 00")
    assert [(reader.contactless, reader.usb) for reader in found.usable] == [
        ("ACS ACR122U 00 00", "1-1.2"),
        ("ACS ACR122U 01 00", "1-1.3"),
    ]
    assert found.fault == ""


def test_a_reader_with_contacts_only_is_not_usable(tmp_path: Path) -> None:
    found = two_readers(tmp_path, "ACS ACR122U 00 00", "Yubico YubiKey OTP+FIDO+CCID 01 00")
    assert [reader.usb for reader in found.usable] == ["1-1.2"]
    assert len(found.every) == 2


def test_devices_on_usb_are_named_by_vendor_and_product(tree: Tree) -> None:
    tree.serial("ttyACM0", "1-1.2", "2e8a:0003")
    tree.serial("ttyUSB0", "1-1", "2109:3431")
    for device in ("1-1", "1-1.2"):
        tree.link(f"sys/bus/usb/devices/{device}", tree.root / "sys/devices/usb1" / device)
    assert usb_ids(tree.root) == {"2109:3431", "2e8a:0003"}
