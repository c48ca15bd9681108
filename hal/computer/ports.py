"""The differences between systems in serial ports, buses and sound devices."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

SYSTEM: str = sys.platform
"""The system's name: `linux`, `darwin` or `win32`."""
I2C_SLAVE = 0x0703
"""The request of Linux's i2c-dev that selects the device."""
OUTPUT_SPEED = 5
"""The place of the speed in the attributes of a terminal."""


TERMINAL_ERRORS: tuple[type[Exception], ...] = ()
"""The errors, besides OSError, that a port raises if it is a terminal device of the kernel."""
if sys.platform != "win32":
    with suppress(ImportError):
        import termios

        TERMINAL_ERRORS = (termios.error,)


def may_have_sound(alsa: Path) -> bool:
    """True unless this is a Linux without a device that plays sound. `alsa` is the folder of ALSA's devices.

    Sequencer and timer do not count, because a computer without a sound card may have them.
    """
    return not sys.platform.startswith("linux") or any(alsa.glob("pcm*p"))


def has_speed(file: Callable[[], int], baud: int) -> bool:
    """True unless the driver of an open serial port has set another speed than the requested one."""
    has = True
    if sys.platform == "linux":
        import termios

        has = bool(termios.tcgetattr(file())[OUTPUT_SPEED] == getattr(termios, f"B{baud}"))
    return has


def open_i2c(path: str, address: int) -> int:
    """Open an I2C bus for the device with this address. Raises OSError."""
    if sys.platform == "linux":
        import fcntl

        handle = os.open(path, os.O_RDWR)
        try:
            fcntl.ioctl(handle, I2C_SLAVE, address)
        except OSError:
            os.close(handle)
            raise
        return handle
    raise OSError("this system has no I2C bus: connect the reader by USB")


def ask_driver(file: int, request: int, data: bytearray) -> object:
    """Pass a request to the driver of an open device file, which fills the bytes. Raises OSError."""
    if sys.platform == "linux":
        import fcntl

        return fcntl.ioctl(file, request, data)
    raise OSError("only Linux has such device files")


def has_desktop() -> bool:
    """True unless the program would draw on a whole display without a desktop, as Linux does it."""
    return sys.platform != "linux" or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())
