"""Programs that have a file or pin open, found in a folder like /proc and by a chip that answers like the kernel."""

import os
import socket
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from hal.holders import (
    CHIP_INFO,
    LINE_INFO,
    Holder,
    PinLine,
    header_lines,
    holders,
    pin_holder,
    socket_users,
    with_others,
)
from hal.overlays import claims


@pytest.fixture
def port(tmp_path: Path) -> Path:
    port = tmp_path / "dev" / "ttyACM0"
    port.parent.mkdir()
    port.touch()
    return port


def _process(proc: Path, pid: int, name: str, *files: Path) -> None:
    folder = proc / str(pid)
    (folder / "fd").mkdir(parents=True)
    (folder / "comm").write_text(f"{name}\n", "utf-8")
    for number, file in enumerate(files):
        (folder / "fd" / str(number)).symlink_to(file)


def test_the_programs_that_have_a_port_open_are_named(tmp_path: Path, port: Path) -> None:
    proc = tmp_path / "proc"
    _process(proc, 812, "ModemManager", Path("/dev/null"), port)
    _process(proc, 99, "minicom", port)
    _process(proc, 5, "bash", Path("/dev/null"))
    (proc / "self").mkdir()
    found = holders(str(port), proc)
    assert found == (Holder(99, "minicom"), Holder(812, "ModemManager"))
    assert str(found[1]) == "ModemManager (process 812)"


def test_a_lasting_name_stands_for_its_port(tmp_path: Path, port: Path) -> None:
    by_id = tmp_path / "by-id"
    by_id.symlink_to(port)
    _process(tmp_path / "proc", 7, "screen", port)
    assert holders(str(by_id), tmp_path / "proc") == (Holder(7, "screen"),)


def test_a_process_of_another_user_and_one_that_has_ended_are_passed_over(tmp_path: Path, port: Path) -> None:
    (tmp_path / "proc" / "31").mkdir(parents=True)
    assert holders(str(port), tmp_path / "proc") == ()
    assert holders(str(port), tmp_path / "nothing") == ()


def test_this_process_is_found_in_the_real_proc(port: Path) -> None:
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("this system has no /proc")
    with port.open():
        assert [each.pid for each in holders(str(port))] == [os.getpid()]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who is connected to a socket")
def test_the_programs_that_are_connected_to_a_socket_are_named(tmp_path: Path) -> None:
    path = tmp_path / "pcscd.comm"
    connect = f"import socket; s = socket.socket(socket.AF_UNIX); s.connect({str(path)!r}); print(flush=True); input()"
    with socket.socket(socket.AF_UNIX) as daemon:
        daemon.bind(str(path))
        daemon.listen()
        assert socket_users(str(path)) == ()
        with subprocess.Popen(
            [sys.executable, "-c", connect], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as client:
            assert client.stdout is not None
            client.stdout.readline()
            taken, _ = daemon.accept()
            (found,) = socket_users(str(path))
            assert found.pid == client.pid
            assert with_others("slot", (found, Holder(os.getpid(), "python"))) == f"slot: {found}"
            client.communicate("\n")
        taken.close()
    assert socket_users(str(path)) == ()


class Chip:
    """A GPIO chip that answers the kernel's two requests. `users` are the consumers by line."""

    def __init__(self, label: str, users: dict[int, str]) -> None:
        self.label, self.users = label, users

    def __call__(self, _file: int, request: int, data: bytearray) -> None:
        if request == CHIP_INFO:
            struct.pack_into("=32s32sI", data, 0, b"gpiochip0", self.label.encode(), 54)
            return
        assert request == LINE_INFO
        (line,) = struct.unpack_from("=I", data, 64)
        consumer = self.users.get(line)
        struct.pack_into("=32s32s", data, 0, f"GPIO{line}".encode(), (consumer or "").encode())
        struct.pack_into("=Q", data, 72, 1 if consumer is not None else 4)


def _pi(root: Path, config_txt: str = "") -> Path:
    (root / "dev").mkdir(exist_ok=True)
    (root / "dev" / "gpiochip0").touch()
    (root / "boot" / "firmware").mkdir(parents=True)
    (root / "boot" / "firmware" / "config.txt").write_text(config_txt, "utf-8")
    return root


def test_the_lines_of_the_header_have_their_users(tmp_path: Path) -> None:
    root = _pi(tmp_path)
    lines = header_lines(root / "dev", Chip("pinctrl-bcm2711", {8: "spi0 CS0", 16: ""}))
    assert len(lines) == 28
    assert lines[8] == PinLine(8, used=True, consumer="spi0 CS0")
    assert lines[16] == PinLine(16, used=True, consumer="")
    assert lines[17] == PinLine(17, used=False, consumer="")


def test_another_chip_is_not_the_header(tmp_path: Path) -> None:
    assert header_lines(_pi(tmp_path) / "dev", Chip("raspberrypi-exp-gpio", {4: "led0"})) == ()


def test_a_file_that_is_no_chip_and_a_computer_without_one_have_no_lines(tmp_path: Path) -> None:
    assert header_lines(_pi(tmp_path) / "dev") == ()
    assert header_lines(tmp_path / "nothing") == ()


def test_a_pin_is_held_by_its_user_or_by_an_entry_of_the_configuration(tmp_path: Path) -> None:
    root = _pi(tmp_path, "dtparam=i2s=on\ndtoverlay=w1-gpio\n")
    chip = Chip("pinctrl-bcm2711", {4: "onewire@4", 16: "spi1 CS2"})
    assert pin_holder(16, root, chip) == "spi1 CS2"
    assert pin_holder(4, root, chip) == "onewire@4"
    assert pin_holder(21, root, chip) == "dtparam=i2s=on"
    assert pin_holder(26, root, chip) == ""


@pytest.mark.parametrize(
    ("line", "pins"),
    [
        ("dtoverlay=w1-gpio", {4}),
        ("dtoverlay=w1-gpio,gpiopin=17  # the thermometer", {17}),
        ("dtoverlay=hifiberry-dacplus", {18, 19, 20, 21}),
        ("dtparam=i2s=on", {18, 19, 20, 21}),
        ("dtparam=i2c_arm=on,spi=on", {2, 3, 7, 8, 9, 10, 11}),
        ("enable_uart=1", {14, 15}),
        ("enable_uart=0", set()),
        ("dtoverlay=audremap", {12, 13}),
        ("dtoverlay=audremap,pins_18_19", {18, 19}),
        ("dtoverlay=spi1-3cs", {16, 17, 18, 19, 20, 21}),
        ("dtoverlay=spi1-1cs,cs0_pin=26", {19, 20, 21, 26}),
        ("dtoverlay=disable-bt", {14, 15}),
        ("dtoverlay=i2c5", {12, 13}),
        ("dtoverlay=spi5-1cs", {12, 13, 14, 15}),
        ("dtoverlay=ads7846,penirq=17", {17}),
        ("dtparam=audio=on", set()),
        ("dtparam=i2s=off", set()),
        ("# dtoverlay=w1-gpio", set()),
        ("dtoverlay=", set()),
        ("[pi4]", set()),
    ],
)
def test_the_configuration_of_a_pi_claims_pins(line: str, pins: set[int]) -> None:
    assert set(claims(line)) == pins
    assert set(claims(line).values()) <= {line.split("#")[0].strip()}


def test_a_parameter_on_a_line_of_its_own_belongs_to_the_overlay_before_it() -> None:
    lines = "dtoverlay=w1-gpio\ndtparam=gpiopin=17\ndtparam=i2s=on\n"
    assert set(claims(lines)) == {17, 18, 19, 20, 21}
    assert claims(lines)[17] == "dtoverlay=w1-gpio,gpiopin=17"


def test_the_first_entry_keeps_a_pin() -> None:
    assert claims("dtoverlay=w1-gpio\ndtoverlay=dht11\n") == {4: "dtoverlay=w1-gpio"}
