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
    """The Pi's pins cannot be used. The message has the reason and the remedy.

    `code` is a fault code, and `detail` the place.
    """

    def __init__(self, message: str, code: str = "pins.failed", detail: str = "") -> None:
        super().__init__(message)
        self.code, self.detail = code, detail or message


def lgpio_pins(work_folder: Path, dev: Path = Path("/dev")) -> Any:
    """Return gpiozero's pin factory over lgpio, for the whole process. Raises PinsError.

    On import, lgpio creates a named pipe in the current folder, and fails if it cannot (a service starts in `/`). The
    pipe goes into `work_folder` instead, or into the system's temporary folder if that is read-only. An existing LG_WD
    is not changed.
    """
    writable = os.access(work_folder, os.W_OK)
    os.environ.setdefault("LG_WD", str(work_folder) if writable else tempfile.gettempdir())
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as error:
        raise PinsError(
            f"the package lgpio cannot be loaded ({error}). Run: {install_command('lgpio')}",
            "pins.no_package",
            str(error),
        ) from error
    try:
        return LGPIOFactory()
    except Exception as error:  # lgpio has its own error type, gpiozero a dozen
        raise PinsError(
            f"the pins cannot be opened ({error}): is this a Raspberry Pi, and is this user in the group gpio?",
            *_unopened(dev, str(error).strip("'")),
        ) from error


def _unopened(dev: Path, why: str) -> tuple[str, str]:
    """Return the code and the detail of the fault of a chip that cannot be opened."""
    chips = sorted(dev.glob("gpiochip*"))
    if not chips:
        return "pins.absent", f"{dev}/gpiochip0: {why}"
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return "pins.denied", str(chips[0])
    return "pins.failed", f"{chips[0]}: {why}"


@contextmanager
def opening(pins: str) -> Iterator[None]:
    """Open these pins within the block.

    All errors become a PinsError that names them, because lgpio has its own error class, and gpiozero a dozen.
    """
    try:
        yield
    except Exception as error:
        raise PinsError(f"{pins}: {error}. Does another program use one of its pins, or an overlay?") from error
