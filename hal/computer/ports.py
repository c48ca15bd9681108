"""Ports, buses, displays and sound devices, as far as systems differ in them."""

import os
import sys
from contextlib import suppress
from pathlib import Path

I2C_SLAVE = 0x0703
"""The request of Linux's i2c-dev that says which device the file speaks to."""


TERMINAL_ERRORS: tuple[type[Exception], ...] = ()
"""The errors, beside OSError, that a port raises where it is a terminal of the kernel's."""
if sys.platform != "win32":
    with suppress(ImportError):
        import termios

        TERMINAL_ERRORS = (termios.error,)


def has_desktop() -> bool:
    """True unless the program would draw on a whole display without a desktop, as Linux does it."""
    return sys.platform != "linux" or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


def may_have_sound(alsa: Path) -> bool:
    """True unless this is a Linux without a sound device. `alsa` is the folder of ALSA's devices."""
    return not sys.platform.startswith("linux") or alsa.exists()


def ask_kernel(handle: int, request: int, argument: int | bytearray) -> object:
    """Send a device driver of Linux a request (ioctl). Raises OSError, on every other system too."""
    if sys.platform == "linux":
        import fcntl

        return fcntl.ioctl(handle, request, argument)
    else:  # noqa: RET505 (what follows a return for Linux alone is no code to mypy)
        raise OSError("only Linux has such devices: connect the part by USB")


def open_i2c(path: str, address: int) -> int:
    """Open an I2C bus to speak to the device with this address. Raises OSError."""
    handle = os.open(path, os.O_RDWR)
    try:
        ask_kernel(handle, I2C_SLAVE, address)
    except OSError:
        os.close(handle)
        raise
    return handle
