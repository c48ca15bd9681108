"""Requests and events of Linux's input devices, `/dev/input/event*` (linux/input.h)."""

import errno
import os
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from hal.computer.ports import ask_driver
from hal.errors import HalError
from hal.panels.keypads.listed import LISTING, LONG
from hal.sysfs import value

LAYOUTS = {4: struct.Struct("=iiHHi"), 8: struct.Struct("=qqHHi")}
"""`struct input_event` by the bytes of a `long`: seconds, microseconds, type, code, value."""
EV_SYN, EV_KEY = 0, 1
SYN_DROPPED = 3
"""The kernel's buffer was full, and events were lost."""
RELEASED, PRESSED = 0, 1
"""The values of a key. A key that repeats has 2."""
READ, WRITE = 2, 1
"""The directions of a request, seen from the program: _IOC_READ, _IOC_WRITE."""
KEY_BYTES = 0x300 // 8
"""The bytes of a bit mask of all key codes, KEY_CNT."""
NAME_BYTES = 256
MONOTONIC = 1
"""The number of CLOCK_MONOTONIC, which `time.monotonic` reads, too."""
EVENTS_A_READ = 64


def _request(direction: int, number: int, size: int) -> int:
    """Return the number of a request, as _IOC makes it on a PC and on ARM."""
    return direction << 30 | size << 16 | ord("E") << 8 | number


EVIOCGNAME = _request(READ, 0x06, NAME_BYTES)
EVIOCGPHYS = _request(READ, 0x07, NAME_BYTES)
EVIOCGKEY = _request(READ, 0x18, KEY_BYTES)
EVIOCGBIT_KEY = _request(READ, 0x20 + EV_KEY, KEY_BYTES)
EVIOCGRAB = _request(WRITE, 0x90, 4)
EVIOCSCLOCKID = _request(WRITE, 0xA0, 4)


class KeyEvent(Struct, frozen=True):
    """A key that went down or up, at `at_s` seconds of the monotonic clock; None if the device keeps another clock."""

    code: int
    down: bool
    at_s: float | None


class EventsLostError(HalError, OSError):
    """The kernel dropped events, because they were not read in time. The device still works."""


class InputKernel(Protocol):
    """The kernel's side of the input devices, real or emulated. Each method raises OSError as the kernel does."""

    def listing(self) -> str:
        """Return the text of `/proc/bus/input/devices`; empty on a computer without it."""
        ...

    def opened(self, path: str) -> int:
        """Return a file that never waits for input."""
        ...

    def ask(self, file: int, request: int, data: bytearray) -> object:
        """Pass a request to the driver of an open device, which fills the bytes."""
        ...


class LinuxInputs:
    """The input devices of this computer."""

    def listing(self) -> str:
        return value(Path("/") / LISTING)

    def opened(self, path: str) -> int:
        return os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))

    def ask(self, file: int, request: int, data: bytearray) -> object:
        return ask_driver(file, request, data)


class InputDevice:
    """An open input device. One thread calls everything here; each method raises OSError once it is unplugged."""

    def __init__(self, path: str, kernel: InputKernel, word: int = LONG) -> None:
        """Open it. `word` is the bytes of a `long`. Raises OSError, such as PermissionError and FileNotFoundError."""
        self.path, self._kernel, self._layout = path, kernel, LAYOUTS[word]
        self.file = kernel.opened(path)
        try:
            self._stamped = self._keeps_monotonic_time()
        except BaseException:
            self.close()
            raise

    def name(self) -> str:
        return self._text(EVIOCGNAME)

    def phys(self) -> str:
        """Return its place, such as `usb-0000:00:14.0-2/input0`."""
        return self._text(EVIOCGPHYS)

    def keys(self) -> frozenset[int]:
        """Return the codes of the keys that it has."""
        return self._mask(EVIOCGBIT_KEY)

    def down(self) -> frozenset[int]:
        """Return the codes of the keys that are pressed now."""
        return self._mask(EVIOCGKEY)

    def grab(self) -> None:
        """Grab it for this program alone, until it is closed. Raises OSError (EBUSY) if another program has it."""
        # The kernel takes any pointer but a null one for "grab".
        self._kernel.ask(self.file, EVIOCGRAB, bytearray(4))

    def read(self) -> Iterator[KeyEvent]:
        """Yield the keys that moved since the last call. Raises EventsLostError if further events were dropped."""
        while True:
            try:
                data = os.read(self.file, self._layout.size * EVENTS_A_READ)
            except BlockingIOError:
                return
            if not data:
                raise OSError(errno.ENODEV, os.strerror(errno.ENODEV), self.path)
            yield from self._events(data)

    def close(self) -> None:
        """Release it to all programs. Errors of a lost device are ignored."""
        with suppress(OSError):
            os.close(self.file)

    def _events(self, data: bytes) -> Iterator[KeyEvent]:
        whole = len(data) // self._layout.size * self._layout.size
        for seconds, micros, kind, code, state in self._layout.iter_unpack(data[:whole]):
            if kind == EV_SYN and code == SYN_DROPPED:
                raise EventsLostError(f"{self.path}: events were dropped")
            if kind == EV_KEY and state in (RELEASED, PRESSED):
                yield KeyEvent(code, state == PRESSED, seconds + micros / 1e6 if self._stamped else None)

    def _keeps_monotonic_time(self) -> bool:
        """Make the kernel stamp events with the monotonic clock. Return False if it cannot."""
        try:
            self._kernel.ask(self.file, EVIOCSCLOCKID, bytearray(struct.pack("@i", MONOTONIC)))
        except OSError:
            return False
        return True

    def _text(self, request: int) -> str:
        data = bytearray(NAME_BYTES)
        self._kernel.ask(self.file, request, data)
        return data.split(b"\0", 1)[0].decode("utf-8", "replace")

    def _mask(self, request: int) -> frozenset[int]:
        data = bytearray(KEY_BYTES)
        self._kernel.ask(self.file, request, data)
        return frozenset(8 * at + bit for at, byte in enumerate(data) for bit in range(8) if byte >> bit & 1)
