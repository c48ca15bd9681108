"""Every touch of a port whose device is gone is an OSError, and waking and closing never harm."""

import errno
import os
import termios
import threading
import tty
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
import serial
from pytest_mock import MockerFixture

from hal.dispenser import Link, open_serial
from hal.dispenser.link import PAUSES_S
from hal.dispenser.port import Port, PortError, SerialPort
from hal.events import DispenserDown


@pytest.fixture
def port() -> Iterator[SerialPort]:
    master, slave = os.openpty()
    tty.setraw(slave)
    port = open_serial(os.ttyname(slave))
    os.close(slave)
    yield port
    port.close()
    os.close(master)


TOUCHES: tuple[Callable[[Port], object], ...] = (
    lambda port: port.read(0.0),
    lambda port: port.write(b"x"),
)


@pytest.mark.parametrize("touch", TOUCHES, ids=["read", "write"])
def test_a_closed_port_reports_it(port: SerialPort, touch: Callable[[Port], object]) -> None:
    port.close()
    with pytest.raises(OSError):  # noqa: PT011 - whichever pyserial chooses
        touch(port)
    port.wake()
    port.close()


@pytest.mark.parametrize("touch", TOUCHES, ids=["read", "write"])
@pytest.mark.parametrize("descriptor", [None, -1], ids=["none", "negative"])
def test_a_descriptor_that_went_away_in_the_middle_reports_it(
    port: SerialPort, touch: Callable[[Port], object], descriptor: int | None
) -> None:
    """As pyserial leaves it when another thread closes: TypeError and ValueError are its words for that."""
    real, port._serial.fd = port._serial.fd, descriptor
    with pytest.raises(OSError):  # noqa: PT011 - whichever pyserial chooses
        touch(port)
    port._serial.fd = real


def test_a_port_gets_another_speed(port: SerialPort) -> None:
    port.set_baud(921_600)
    assert port._serial.baudrate == 921_600


def test_a_driver_that_sets_another_speed_than_asked_for_does_not_have_it(
    port: SerialPort, mocker: MockerFixture
) -> None:
    mocker.patch("termios.tcgetattr", return_value=termios.tcgetattr(port._serial.fileno()))
    with pytest.raises(OSError, match=os.strerror(errno.EINVAL)):
        port.set_baud(921_600)


def test_a_port_of_the_computer_itself_keeps_its_speed(port: SerialPort, mocker: MockerFixture) -> None:
    """A Pi's mini UART takes any speed, and loses bytes."""
    mocker.patch("os.path.realpath", return_value="/dev/ttyS0")
    with pytest.raises(OSError, match=os.strerror(errno.EINVAL)):
        port.set_baud(230_400)
    port.set_baud(115_200)


def test_waking_while_another_thread_closes_reaches_no_other_file(port: SerialPort, mocker: MockerFixture) -> None:
    """The pipe that wakes a read is closed with the port, and its descriptor may be the journal's a moment later."""
    inside, go_on = threading.Event(), threading.Event()
    close = port._serial.close

    def slow_close() -> None:
        inside.set()
        go_on.wait(5)
        close()

    mocker.patch.object(port._serial, "close", slow_close)
    cancel = mocker.spy(port._serial, "cancel_read")
    closer = threading.Thread(target=port.close)
    closer.start()
    inside.wait(5)
    waker = threading.Thread(target=port.wake)
    waker.start()
    go_on.set()
    closer.join(5)
    waker.join(5)
    assert cancel.call_count == 0


def test_a_waiting_read_ends_when_it_is_woken(port: SerialPort) -> None:
    port.wake()
    assert port.read(5.0) == b""


def test_a_device_that_takes_nothing_more_is_silent_and_not_unplugged(port: SerialPort) -> None:
    """Its firmware hangs: what the kernel holds for it is full."""
    port._serial.write_timeout = 0.05
    with pytest.raises(PortError) as caught:
        port.write(b"x" * 1_000_000)
    assert caught.value.code == "dispenser.silent"


@pytest.mark.parametrize(("there", "code"), [(True, "dispenser.busy"), (False, "dispenser.unplugged")])
def test_bytes_that_another_program_took_are_no_unplugged_cable(
    port: SerialPort, mocker: MockerFixture, tmp_path: Path, there: bool, code: str
) -> None:
    words = "device reports readiness to read but returned no data (device disconnected or multiple access on port?)"
    mocker.patch.object(port._serial, "read", side_effect=serial.SerialException(words))
    if not there:  # unplugged, and already plugged in again under the same name
        port._path = str(tmp_path / "ttyACM0")
        Path(port._path).touch()
    link = Link(lambda: port)
    (down,) = [event for now_s in (0.0, 0.1) for event in link.step(now_s)]
    assert isinstance(down, DispenserDown)
    assert down.fault.code == code


@pytest.mark.parametrize("code", ["dispenser.busy", "dispenser.no_permission", "dispenser.unplugged"])
def test_a_port_that_cannot_be_opened_is_reported_once_and_tried_with_growing_pauses(code: str) -> None:
    tried_s: list[float] = []
    now_s = 0.0

    def refuse() -> Port:
        tried_s.append(now_s)
        raise PortError(code, "/dev/ttyACM0")

    link = Link(refuse)
    reported: list[DispenserDown] = []
    while now_s < 20:
        reported += [event for event in link.step(now_s) if isinstance(event, DispenserDown)]
        deadline_s = link.next_deadline()
        assert deadline_s is not None
        now_s = deadline_s
    assert [event.fault.code for event in reported] == [code]
    pauses_s = [after - before for before, after in pairwise(tried_s)]
    assert pauses_s == [*PAUSES_S, *[PAUSES_S[-1]] * (len(pauses_s) - len(PAUSES_S))]


def test_whatever_a_port_raises_in_opening_is_a_state(mocker: MockerFixture) -> None:
    mocker.patch("serial.Serial", side_effect=TypeError("an integer is required"))
    link = Link(lambda: open_serial("/nowhere"))
    (down,) = link.step(0.0)
    assert isinstance(down, DispenserDown)
    assert down.fault.code == "dispenser.unplugged"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("PermissionError(13, 'Access is denied.', None, 5)", "dispenser.busy"),
        ("FileNotFoundError(2, 'The system cannot find the file specified.', None, 2)", "dispenser.unplugged"),
    ],
)
def test_a_com_port_of_windows_is_busy_or_not_there(mocker: MockerFixture, words: str, code: str) -> None:
    """On Windows pyserial's error has no number, only the system's words."""
    mocker.patch("serial.Serial", side_effect=serial.SerialException(f"could not open port 'COM7': {words}"))
    with pytest.raises(PortError) as raised:
        open_serial("COM7")
    assert (raised.value.code, raised.value.detail) == (code, "COM7")
