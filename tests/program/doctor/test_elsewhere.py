"""Parts that are plugged in under another name than the configuration has, on recorded computers."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from hal.plugged import PcscReaders, Plugged, PluggedPort, serial_ports
from hal.readers.pcsc.found import readers_of
from hal.readers.pcsc.service import ReaderSlot
from table.config import Config
from table.config.schema import DispenserConfig, ReaderConfig
from table.program.doctor.changing import ask_about
from table.program.doctor.doctor import amended
from table.program.doctor.elsewhere import DISPENSER, elsewhere
from table.program.doctor.finding import ConfigChange, Finding
from table.program.doctor.permissions import permissions
from table.words import Words
from tests.hal.plugged.tree import Tree

PICO = "2e8a:0005"
BY_ID = "/dev/serial/by-id/"
OLD = f"{BY_ID}usb-MicroPython_Board_in_FS_mode_e6614103e7-if00"
ACR = "ACS ACR122U PICC Interface 00 00"


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def dispenser(port: str) -> Config:
    return Config(world="real", readers={}, panels={}, dispenser=DispenserConfig(port=port))


def found(config: Config, tree: Tree, *slots: ReaderSlot) -> Mapping[str, Finding]:
    there = Plugged(PcscReaders(readers_of(slots)), serial_ports(tree.root))
    return elsewhere(config.readers, config.dispenser_port, there, tree.root)


def slot(name: str, usb: str) -> ReaderSlot:
    return ReaderSlot(name, usb=usb)


class TestAPortOnWindows:
    """There is no folder of devices there: pyserial lists the ports, and capitals do not matter."""

    @pytest.mark.parametrize("configured", ["COM3", "com3"])
    def test_that_is_listed_is_no_missing_one(self, tmp_path: Path, configured: str) -> None:
        there = Plugged(ports=(PluggedPort("COM3", PICO), PluggedPort("COM7", "1a86:7523")))
        assert elsewhere({}, configured, there, tmp_path) == {}
        reader = {"blue": ReaderConfig(kind="pn532", port="COM7")}
        assert elsewhere(reader, "none", there, tmp_path) == {}
        (finding,) = permissions(reader, "none", tmp_path, header=False, fullscreen=False, ports=there.ports)
        assert Words().say(finding.words) == "COM7 is plugged in"

    def test_under_another_number_is_named_and_offered(self, tmp_path: Path) -> None:
        there = Plugged(ports=(PluggedPort("COM5", PICO),))
        finding = elsewhere({}, "COM3", there, tmp_path)[DISPENSER]
        assert Words().say(finding.words) == "COM3 is not the dispenser; its Pico is at COM5."
        assert finding.change == ConfigChange(("dispenser", "port"), "COM5", ours=True)

    def test_that_is_missing_is_looked_for_in_the_device_manager(self, tmp_path: Path) -> None:
        reader = {"blue": ReaderConfig(kind="pn532", port="COM7")}
        found = list(permissions(reader, "COM3", tmp_path, header=False, fullscreen=False))
        assert len(found) == 2
        assert all("Device Manager" in Words().say(finding.words) for finding in found)


class TestADispenser:
    @pytest.mark.parametrize(
        ("configured", "tty", "by_id"),
        [
            pytest.param(OLD, "ttyACM0", "", id="udev makes no by-id"),
            pytest.param(OLD, "ttyACM0", "usb-MicroPython_Board_in_FS_mode_ffff-if00", id="another serial number"),
            pytest.param(OLD, "ttyACM0", "usb-Raspberry_Pi_Pico_e6614103e7-if00", id="another product name"),
            pytest.param("/dev/ttyACM0", "ttyACM1", "", id="another number"),
            pytest.param("/dev/ttyUSB0", "ttyACM0", "", id="another driver"),
        ],
    )
    def test_under_another_name_is_named_and_offered(self, tree: Tree, configured: str, tty: str, by_id: str) -> None:
        tree.serial(tty, "1-1.4", PICO, "e6614103e7", by_id=by_id)
        finding = found(dispenser(configured), tree)[DISPENSER]
        sentence = Words().say(finding.words)
        assert sentence == f"{configured} is not the dispenser; its Pico is at /dev/{tty}."
        name = f"{BY_ID}{by_id}" if by_id else f"/dev/{tty}"
        assert finding.change == ConfigChange(("dispenser", "port"), name, ours=True)
        assert amended(dispenser(configured), [finding]).dispenser_port == name

    def test_whose_old_port_has_another_device_now_is_named(self, tree: Tree) -> None:
        tree.serial("ttyACM0", "1-1.2", "1199:9091", product="a modem")
        tree.serial("ttyACM1", "1-1.4", PICO, "e6614103e7")
        finding = found(dispenser("/dev/ttyACM0"), tree)[DISPENSER]
        assert "its Pico is at /dev/ttyACM1" in Words().say(finding.words)

    def test_at_a_port_that_nobody_knows_is_offered_and_not_opened(self, tree: Tree) -> None:
        tree.node("dev/ttyACM0")
        finding = found(dispenser(OLD), tree)[DISPENSER]
        assert "/dev/ttyACM0 is plugged in" in Words().say(finding.words)
        assert finding.change == ConfigChange(("dispenser", "port"), "/dev/ttyACM0", ours=False)
        assert amended(dispenser(OLD), [finding]) == dispenser(OLD)

    def test_among_several_picos_is_not_guessed(self, tree: Tree) -> None:
        for number in (0, 1):
            tree.serial(f"ttyACM{number}", f"1-1.{number}", PICO, f"e66{number}")
        finding = found(dispenser(OLD), tree)[DISPENSER]
        assert finding.change is None
        assert "/dev/ttyACM0, /dev/ttyACM1" in Words().say(finding.words)

    def test_in_its_place_or_not_plugged_in_is_nowhere_else(self, tree: Tree) -> None:
        assert found(dispenser(OLD), tree) == {}
        tree.serial("ttyACM0", "1-1.4", PICO, "e6614103e7", by_id=OLD.removeprefix(BY_ID))
        assert found(dispenser(OLD), tree) == {}
        assert found(dispenser("/dev/ttyACM0"), tree) == {}
        assert found(dispenser("none"), tree) == {}


class TestAReader:
    @pytest.mark.parametrize("by_id", ["usb-1a86_USB_Serial-if00-port0", ""])
    def test_whose_lead_has_another_name_is_offered_and_not_opened(self, tree: Tree, by_id: str) -> None:
        tree.serial("ttyUSB1", "1-1.1", "1a86:7523", by_id=by_id)
        port = f"{BY_ID}usb-1a86_USB2.0-Serial-if00-port0"
        config = Config(world="real", readers={"blue": ReaderConfig(kind="pn532", port=port)}, panels={})
        finding = found(config, tree)["blue"]
        assert "/dev/ttyUSB1 (CH340)" in Words().say(finding.words)
        assert finding.change is not None
        assert finding.change.key == ("readers", "blue", "port")
        assert not finding.change.ours, "a stranger's board may have the same lead"

    def test_does_not_get_the_lead_of_the_other_one(self, tree: Tree) -> None:
        tree.serial("ttyUSB0", "1-1.1", "1a86:7523")
        ports = {"blue": "/dev/ttyUSB0", "red": "/dev/ttyUSB1"}
        readers = {name: ReaderConfig(kind="pn532", port=port) for name, port in ports.items()}
        assert found(Config(world="real", readers=readers, panels={}), tree) == {}

    def test_behind_pcsc_in_another_socket_is_named_and_offered(self, tree: Tree) -> None:
        readers = {name: ReaderConfig(kind="pcsc", usb=usb) for name, usb in (("blue", "1-1.1"), ("red", "1-1.2"))}
        config = Config(world="real", readers=readers, panels={})
        slots = (slot(ACR, "1-1.1"), slot(ACR.replace("00 00", "01 00"), "1-1.4"))
        (finding,) = found(config, tree, *slots).values()
        assert Words().say(finding.part) == "red reader"
        assert finding.change == ConfigChange(("readers", "red", "usb"), "1-1.4", ours=True)
        assert amended(config, [finding]).readers["red"].usb == "1-1.4"
        assert found(amended(config, [finding]), tree, *slots) == {}

    def test_two_that_have_both_moved_are_distinguished_by_a_card(self, tree: Tree) -> None:
        readers = {name: ReaderConfig(kind="pcsc", usb=usb) for name, usb in (("blue", "1-1.1"), ("red", "1-1.2"))}
        config = Config(world="real", readers=readers, panels={})
        findings = found(config, tree, slot(ACR, "1-1.3"), slot(ACR.replace("00 00", "01 00"), "1-1.4"))
        assert {finding.change for finding in findings.values()} == {None}
        assert all("command-table setup" in Words().say(finding.words) for finding in findings.values())


class TestTheQuestion:
    CHANGE = ConfigChange(("dispenser", "port"), "/dev/ttyACM1", ours=True)
    FILE = 'world = "real"\n[dispenser]\nport = "/dev/ttyACM0"  # the second Pico\n'

    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        file = tmp_path / "table.toml"
        file.write_text(self.FILE, "utf-8")
        file.chmod(0o644)
        return file

    @pytest.mark.parametrize(("typed", "agreed"), [("\n", True), ("y\n", True), ("n\n", False), ("", False)])
    def test_is_answered_by_enter_and_keeps_the_comments(self, file: Path, typed: str, agreed: bool) -> None:
        shown: list[str] = []
        made = ask_about([self.CHANGE], file, Words(), shown.append, lambda: typed)
        assert shown[0] == f"Change dispenser.port in {file} to /dev/ttyACM1? [Y/n]"
        assert bool(made) is agreed
        assert file.read_text("utf-8") == (self.FILE.replace("ACM0", "ACM1") if agreed else self.FILE)
        assert file.stat().st_mode & 0o777 == 0o644

    def test_about_a_file_that_cannot_be_changed_ends_with_the_line_to_write(self, file: Path) -> None:
        file.write_text('dispenser = { port = "/dev/ttyACM0" }\n', "utf-8")
        shown: list[str] = []
        assert ask_about([self.CHANGE], file, Words(), shown.append, None) == frozenset()
        assert shown[-1].endswith("Write it there yourself: dispenser.port = /dev/ttyACM1")
