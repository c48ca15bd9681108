"""The interpreter, programs that hold a port, leads that something takes away, and a card that cannot be read."""

from pathlib import Path

import pytest

from hal.events import Fault
from hal.plugged import PICO, PcscReaders, Plugged, PluggedPort
from hal.readers.examination import examine
from hal.readers.pcsc.found import readers_of
from hal.readers.pcsc.service import ReaderSlot
from sim_hardware.nfc.tags import Classic
from table.config.schema import ReaderConfig
from table.devices.hands_on.dialogue import DoctorTime
from table.program.doctor import devices
from table.program.doctor.elsewhere import serial_parts
from table.program.doctor.finding import FindingState
from table.program.doctor.surroundings import interpreter, leads_without_port, port_holders, unused
from table.words import Words
from tests.hal.plugged.tree import Tree
from tests.hal.readers.kinds import DESK, Desk


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def system_has(root: Path, python: str) -> None:
    (root / "usr/bin").mkdir(parents=True)
    (root / "usr/bin/python3").symlink_to(python)


@pytest.mark.parametrize(
    ("system", "version", "base", "key"),
    [
        ("python3.11", (3, 11), "/usr", "well"),
        ("python3.13", (3, 11), "/usr", "older"),
        ("python3.13", (3, 11), "/home/me/.pyenv/versions/3.11.7", "well"),
        ("/etc/alternatives/python3", (3, 11), "/usr", "well"),
        ("python3.13", (3, 15), "/opt/python", "unsupported"),
        ("python3.13", (3, 10), "/opt/python", "unsupported"),
    ],
)
def test_a_python_that_the_system_has_replaced_is_named_before_it_is_gone(
    tmp_path: Path, system: str, version: tuple[int, int], base: str, key: str
) -> None:
    system_has(tmp_path, system)
    (finding,) = interpreter(tmp_path, version, base)
    assert finding.words.key == f"doctor.python.{key}"
    assert finding.state is (FindingState.WELL if key == "well" else FindingState.MEND)


def test_a_program_that_reads_along_at_a_port_is_named(tree: Tree) -> None:
    tree.node("dev/ttyACM0")
    tree.node("dev/ttyUSB0")
    process = tree.root / "proc/812"
    (process / "fd").mkdir(parents=True)
    (process / "comm").write_text("ModemManager\n", "utf-8")
    (process / "fd/7").symlink_to(tree.root / "dev/ttyACM0")
    readers = {"blue": ReaderConfig(kind="pn532", port="/dev/ttyUSB0")}
    (finding,) = port_holders(serial_parts(readers, "/dev/ttyACM0").values(), tree.root, tree.root / "proc")
    assert finding.state is FindingState.MEND
    assert "ModemManager (process 812)" in Words().say(finding.words)


def on_usb(tree: Tree, place: str) -> None:
    tree.link(f"sys/bus/usb/devices/{place}", tree.root / "sys/devices/usb1" / place)


def test_a_lead_whose_port_was_taken_away_is_named(tree: Tree) -> None:
    device = tree.root / "sys/devices/usb1/1-1.3"
    device.mkdir(parents=True)
    (device / "idVendor").write_text("1a86\n", "utf-8")
    (device / "idProduct").write_text("7523\n", "utf-8")
    on_usb(tree, "1-1.3")
    tree.serial("ttyACM0", "1-1.4", PICO)
    on_usb(tree, "1-1.4")
    (finding,) = leads_without_port(tree.root)
    sentence = Words().say(finding.words)
    assert "a CH340 is plugged in, but it has no serial port" in sentence
    assert "brltty" in sentence


@pytest.mark.parametrize("kind", ["rc522", "pn532 hsu"])
def test_a_defective_tag_on_a_reader_is_no_matter_of_place(kind: str) -> None:
    desk = Desk(kind)
    tag = Classic(bytes.fromhex("DEADBEEF"))
    tag.spoil_check_byte()
    desk.world.lay(DESK, tag)
    assert sentences_of(desk) == ["signal.defective"]


def test_a_card_that_another_program_holds_is_called_so() -> None:
    desk = Desk("pcsc")
    desk.world.lay(DESK, Classic(bytes.fromhex("DEADBEEF")))
    desk.world.daemon.exclusive.add("ACS ACR122U 00 00")
    assert sentences_of(desk) == ["signal.held"]


def sentences_of(desk: Desk) -> list[str]:
    """Return the doctor's words about the signal."""

    def pause(seconds: float) -> None:
        desk.clock.advance(int(seconds * 1e9))

    time = DoctorTime(lambda: desk.clock.now_ns / 1e9, pause)
    assert not isinstance(examine(desk.reader, time.now_s, time.pause), Fault)
    findings = devices.readers((desk.reader,), time)
    keys = (finding.words.key.removeprefix("doctor.") for finding in findings)
    return [key for key in keys if key.startswith("signal.")]


def test_parts_that_an_emulated_table_does_not_use_are_named_with_the_setup() -> None:
    slots = [ReaderSlot("ACS ACR122U PICC Interface 00 00", "1-2"), ReaderSlot("ACS ACR39U ICC Reader 01 00", "1-3")]
    ports = (PluggedPort("/dev/ttyACM0", PICO), PluggedPort("/dev/ttyUSB0", "10c4:ea60"), PluggedPort("/dev/ttyS0"))
    (finding,) = unused(Plugged(PcscReaders(readers_of(slots)), ports))
    sentence = Words("en").say(finding.words)
    assert finding.state is FindingState.NOTE
    assert "ACS ACR122U PICC Interface (USB 1-2), /dev/ttyACM0 (Pico), /dev/ttyUSB0 (CP2102)" in sentence
    assert "command-table setup" in sentence
    assert [*unused(Plugged(PcscReaders()))] == []
