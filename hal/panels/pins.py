"""The real pins of a Raspberry Pi, by name: lgpio, and never whatever else gpiozero would fall back to."""

import os
import tempfile
from pathlib import Path
from typing import Any

from hal.errors import HalError


class PinsError(HalError, OSError):
    """The Pi's pins cannot be used; the message says why and what to do."""


def lgpio_pins(work_folder: Path) -> Any:
    """gpiozero's pin factory over lgpio, for the whole process. Raises PinsError.

    lgpio makes a named pipe in the current folder as it is imported, and fails where it may not (a service starts in
    `/`): `work_folder` is where the pipe goes instead, or the system's folder for such things while that is read-only.
    A LG_WD that is already set is left alone.
    """
    writable = os.access(work_folder, os.W_OK)
    os.environ.setdefault("LG_WD", str(work_folder) if writable else tempfile.gettempdir())
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as error:
        raise PinsError(
            f"the package lgpio cannot be loaded ({error}): install Debian's python3-lgpio, "
            "or command-table with its extra `pi`"
        ) from error
    try:
        return LGPIOFactory()
    except Exception as error:  # lgpio has its own error type, gpiozero a dozen
        raise PinsError(
            f"the pins cannot be opened ({error}): is this a Raspberry Pi, and is this user in the group gpio?"
        ) from error
