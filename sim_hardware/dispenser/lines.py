"""The serial line between the emulated Pico and the computer: a pseudo-terminal, or memory on a system without them."""

import os
import select
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Condition
from typing import Protocol

HAS_PTYS = hasattr(os, "openpty")


class Line(Protocol):
    """The device's end. One thread calls all but `wake`."""

    def plug(self, name: Path) -> None:
        """Make the line available to the host, under its name if it has one."""
        ...

    def unplug(self) -> None:
        """Disconnect the line."""
        ...

    def write(self, data: bytes) -> None:
        """Send to the host. Data for which there is no room is lost, as on the Pico."""
        ...

    def wait(self, wait_s: float) -> bytes:
        """Return what the host has sent. Wait for it, or for `wake`, for at most `wait_s`."""
        ...

    def wake(self) -> None: ...

    def close(self) -> None: ...


class PtyLine:
    """A pseudo-terminal, which pyserial opens by its name."""

    def __init__(self) -> None:
        self._wake_read, self._wake_write = os.pipe()
        self._master = self._slave = -1
        self._number = ""
        self._name: Path | None = None

    def plug(self, name: Path) -> None:
        if sys.platform != "win32":
            import tty

            self._master, self._slave = self._new_line()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            self._number = os.ttyname(self._slave)
            self._name = name
            with suppress(OSError):  # on a disk that takes no name the port is there, and nobody finds it
                name.symlink_to(self._number)

    def unplug(self) -> None:
        if self._name is not None:
            self._name.unlink(missing_ok=True)
            os.close(self._master)
            os.close(self._slave)
            self._master, self._name = -1, None

    def write(self, data: bytes) -> None:
        if self._name is not None:
            with suppress(OSError):  # the line is full because no one reads
                os.write(self._master, data)

    def wait(self, wait_s: float) -> bytes:
        watched = [self._wake_read] + ([self._master] if self._name is not None else [])
        ready, _, _ = select.select(watched, [], [], wait_s)
        if self._wake_read in ready:
            os.read(self._wake_read, 4096)
        if self._master in ready:
            with suppress(OSError):  # nobody holds the other end
                return os.read(self._master, 4096)
        return b""

    def wake(self) -> None:
        os.write(self._wake_write, b"!")

    def close(self) -> None:
        for descriptor in (self._wake_read, self._wake_write):
            os.close(descriptor)

    def _new_line(self) -> tuple[int, int]:
        """Return a line with another number than before, to detect code that relies on the number."""
        if sys.platform != "win32":
            line = os.openpty()
            if os.ttyname(line[1]) != self._number:
                return line
            another = os.openpty()
            for descriptor in line:
                os.close(descriptor)
            return another
        raise OSError("there are no pseudo-terminals")


class MemoryLine:
    """A line within this process. `open` returns its other end."""

    def __init__(self) -> None:
        self.changed = Condition()
        self.session = 0
        """Odd while it is plugged in. Another number is another connection."""
        self.to_host = bytearray()
        self._to_device: deque[bytes] = deque()
        self._is_woken = False

    def open(self) -> "MemoryPort":
        """Return the host's end. Raises FileNotFoundError if it is not plugged in."""
        with self.changed:
            if not self.session % 2:
                raise FileNotFoundError("the emulated dispenser is unplugged")
            self.to_host.clear()
            return MemoryPort(self, self.session)

    def plug(self, name: Path) -> None:
        self._change(1)

    def unplug(self) -> None:
        self._change(0)

    def write(self, data: bytes) -> None:
        with self.changed:
            if self.session % 2:
                self.to_host += data
                self.changed.notify_all()

    def wait(self, wait_s: float) -> bytes:
        with self.changed:
            self.changed.wait_for(lambda: self._is_woken or bool(self._to_device), wait_s)
            self._is_woken = False
            return self._to_device.popleft() if self._to_device else b""

    def wake(self) -> None:
        with self.changed:
            self._is_woken = True
            self.changed.notify_all()

    def close(self) -> None:
        self.unplug()

    def send(self, data: bytes) -> None:
        """Take bytes from the host. The caller holds the lock `changed`."""
        self._to_device.append(data)
        self.changed.notify_all()

    def _change(self, plugged: int) -> None:
        with self.changed:
            if self.session % 2 != plugged:
                self.session += 1
                self._to_device.clear()
                self.to_host.clear()
                self.changed.notify_all()


class MemoryPort:
    """The host's end of a `MemoryLine`. Every call raises OSError once the line was unplugged."""

    def __init__(self, line: MemoryLine, session: int) -> None:
        self._line, self._session = line, session
        self._is_woken = False

    def read(self, wait_s: float) -> bytes:
        line = self._line
        with line.changed:
            line.changed.wait_for(lambda: self._is_woken or line.to_host or self._is_lost(), wait_s)
            self._is_woken = False
            self._check()
            data = bytes(line.to_host)
            line.to_host.clear()
            return data

    def write(self, data: bytes) -> None:
        with self._line.changed:
            self._check()
            self._line.send(data)

    def wake(self) -> None:
        with self._line.changed:
            self._is_woken = True
            self._line.changed.notify_all()

    def close(self) -> None:
        """Close the line."""

    def _is_lost(self) -> bool:
        return self._line.session != self._session

    def _check(self) -> None:
        if self._is_lost():
            raise OSError("the emulated dispenser was unplugged")


def new_line() -> tuple[Line, Callable[[], MemoryPort] | None]:
    """Return the device's end of a line, and the function that opens the host's end if that has no name."""
    if HAS_PTYS:
        return PtyLine(), None
    line = MemoryLine()
    return line, line.open
