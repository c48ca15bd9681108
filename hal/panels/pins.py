"""The real pins of a Raspberry Pi, by name: always lgpio, and none of gpiozero's other libraries."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hal.errors import HalError
from hal.packages import install_command


class PinsError(HalError, OSError):
    """The Pi's pins cannot be used. The message has the reason and the remedy."""


def lgpio_pins(work_folder: Path) -> Any:
    """Return gpiozero's pin factory over lgpio, for the whole process. Raises PinsError.

    When it is imported, lgpio makes a named pipe in the current folder, and fails if it may not (a service starts in
    `/`). The pipe goes into `work_folder` instead, or into the system's temporary folder if that is read-only. A LG_WD
    that is already set is left alone.
    """
    writable = os.access(work_folder, os.W_OK)
    os.environ.setdefault("LG_WD", str(work_folder) if writable else tempfile.gettempdir())
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as error:
        raise PinsError(f"the package lgpio cannot be loaded ({error}). Run: {install_command('lgpio')}") from error
    try:
        return LGPIOFactory()
    except Exception as error:  # lgpio has its own error type, gpiozero a dozen
        raise PinsError(
            f"the pins cannot be opened ({error}): is this a Raspberry Pi, and is this user in the group gpio?"
        ) from error


@contextmanager
def opening(pins: str) -> Iterator[None]:
    """Open these pins within. Whatever fails is a PinsError that names them.

    lgpio has an error of its own, and gpiozero a dozen.
    """
    try:
        yield
    except Exception as error:
        raise PinsError(f"{pins}: {error}. Does another program use one of its pins, or an overlay?") from error
