"""The serial port: the interface that the link needs, and its implementation with pyserial."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from glob import escape, glob
from threading import Lock
from typing import Protocol

from hal.computer.ports import TERMINAL_ERRORS, has_speed
from hal.errors import HalError
from hal.holders import held

HELD = ("exclusively lock", "PermissionError(13")
"""The words of pyserial's error for a port that another program holds: on Linux and macOS, and on Windows."""
SHARED = "multiple access on port"
"""The words of pyserial's error for announced bytes that are missing: the device is gone, or another program read
them.
"""
FIRST_BAUD = 115_200
ON_BOARD = "/dev/ttyS"
"""The names of ports that keep 115,200 baud. A Pi's mini UART among them buffers too little to receive any faster."""
LASTING, PICOS = "/dev/serial/", "/dev/ttyACM[0-9]*"
RENUMBERED, BUSY = "dispenser.renumbered", "dispenser.busy"


class PortError(HalError, OSError):
    """The port cannot be opened, or does not accept data. `code` is a fault code; `detail` names the port."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


class Port(Protocol):
    """An open port. Every call may raise OSError if the device was pulled out. One thread calls all but `wake`."""

    def read(self, wait_s: float) -> bytes:
        """Return the received bytes. Wait for the first one for at most `wait_s` seconds."""

    def write(self, data: bytes) -> None:
        """Write all bytes. Raises PortError if the device does not accept them."""
        ...

    def wake(self) -> None:
        """End a `read` that waits, now or next. Any thread may call."""

    def close(self) -> None:
        """Close the port."""
        ...


GONE: tuple[type[Exception], ...] = (TypeError, ValueError, *TERMINAL_ERRORS)
"""The errors, beside OSError, that pyserial and the kernel raise for a port whose device or descriptor is gone."""
BROKEN: tuple[type[Exception], ...] = (OSError, *GONE)


@contextmanager
def _touching() -> Iterator[None]:
    try:
        yield
    except GONE as error:
        raise OSError(f"the port broke off: {error}") from error


class SerialPort:
    """A `Port` over pyserial, made by `open_serial`. A write gives up after a second; `close` never raises."""

    def __init__(self, path: str) -> None:
        import serial

        self._path = path
        self._serial = serial.Serial(path, baudrate=FIRST_BAUD, timeout=0, write_timeout=1.0, exclusive=True)
        self._closing = Lock()
        """Held while the port closes, so that a byte to wake it cannot reach another file with the same descriptor."""

    def read(self, wait_s: float) -> bytes:
        with _touching():
            self._serial.timeout = wait_s
            first = self._read_one()
            return first + bytes(self._serial.read(waiting)) if first and (waiting := self._waiting()) else first

    def _read_one(self) -> bytes:
        """Return a byte. Raises PortError if another program read the pending bytes."""
        try:
            return self._serial.read(1)
        except OSError as error:
            if SHARED in str(error) and self._is_there():
                raise PortError(BUSY, held(self._path)) from error
            raise

    def _is_there(self) -> bool:
        """True if the open device still answers and has its name.

        After a cable is pulled the name may stay for a while.
        """
        try:
            self._waiting()
            return os.path.samestat(os.stat(self._path), os.fstat(self._serial.fileno()))
        except BROKEN:
            return False

    def _waiting(self) -> int:
        return int(self._serial.in_waiting)

    def write(self, data: bytes) -> None:
        import serial

        with _touching():
            try:
                self._serial.write(data)
            except serial.SerialTimeoutException as error:
                raise PortError("dispenser.silent", f"{self._serial.port} accepts no data") from error

    def set_baud(self, baud: int) -> None:
        """Change the speed, after all written bytes are sent. Raises OSError if the port does not have it."""
        if baud > FIRST_BAUD and os.path.realpath(self._path).startswith(ON_BOARD):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        with _touching():
            self._serial.flush()
            self._serial.baudrate = baud
            if baud > FIRST_BAUD and not has_speed(self._serial.fileno, baud):
                raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    def wake(self) -> None:
        with self._closing, _touching():
            if self._serial.is_open:
                self._serial.cancel_read()

    def close(self) -> None:
        with self._closing:
            try:
                self._serial.close()
            except BROKEN:
                return  # The device is gone, and the descriptor with it.


def open_serial(path: str) -> SerialPort:
    """Open the port at `path` (`/dev/serial/by-id/...`) for this process alone. Raises PortError."""
    try:
        return SerialPort(path)
    except BROKEN as error:
        code = _fault_of(path, error)
        raise PortError(code, _place(code, path)) from error


def other_numbers(path: str) -> list[str]:
    """Return the ports beside a numbered one, such as `/dev/ttyACM1` beside `/dev/ttyACM0`; none for another name.

    A Pico that was unplugged while its port was open, or behind a hub that was reset, returns under another number. A
    lasting name may be missing although the Pico is connected: then every port of its kind is returned.
    """
    if path.startswith(LASTING):
        return sorted(glob(PICOS))
    stem = path.rstrip("0123456789")
    return sorted(other for other in glob(f"{escape(stem)}[0-9]*") if other != path) if stem != path else []


def _place(code: str, path: str) -> str:
    """Return the detail of a fault: the port, with its other numbers or the programs that hold it."""
    if code == RENUMBERED:
        return ", ".join(other_numbers(path))
    return held(path) if code == BUSY else path


def _fault_of(path: str, error: Exception) -> str:
    number = getattr(error, "errno", None)
    if number in (errno.EACCES, errno.EPERM):
        return "dispenser.no_permission"
    if number in (errno.EBUSY, errno.EAGAIN) or any(words in str(error) for words in HELD):
        return BUSY
    if not os.path.exists(path) and other_numbers(path):
        return RENUMBERED
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.EIO) or not os.path.exists(path):
        return "dispenser.unplugged"
    return "dispenser.foreign"
