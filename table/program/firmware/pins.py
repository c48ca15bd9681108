"""A Pico's `wiring.py`, looked through before it is copied: with a wrong one the firmware would not even start."""

from pathlib import Path

from firmware_bridge.firmware import wiring
from table.rules.errors import OwnerError

PINS = frozenset((*range(23), 26, 27, 28))
"""GP numbers on a Pico's edge; the others serve the board itself."""
MOST_HOPPERS = 12
LINES = ("forward", "backward", "barrier", "level", "stall")


class WiringError(OwnerError, ValueError):
    """What is wrong with it, and with which hopper."""


def read(path: Path) -> list[wiring.Hopper]:
    """Its hoppers. Runs the file: it is the user's own program. Raises WiringError, OSError."""
    rooms: dict[str, object] = {"__name__": "wiring"}
    try:
        exec(compile(path.read_bytes(), str(path), "exec"), rooms)
    except Exception as error:
        raise WiringError(f"this is no wiring: {type(error).__name__}: {error}") from error
    hoppers = rooms.get("HOPPERS")
    if not isinstance(hoppers, list) or not 0 < len(hoppers) <= MOST_HOPPERS:
        raise WiringError(f"HOPPERS must be a list of 1 to {MOST_HOPPERS} hoppers")
    check(hoppers)
    return hoppers


def check(hoppers: list[wiring.Hopper]) -> None:
    """Raises WiringError: a pin that is not there, that is taken, or that is missing."""
    taken: dict[int, str] = {}
    for number, hopper in enumerate(hoppers, 1):
        for line in LINES:
            name, pin = f"hopper {number}'s {line}", getattr(hopper, line, None)
            if pin == -1 and line not in ("forward", "barrier"):
                continue
            if not isinstance(pin, int) or pin not in PINS:
                raise WiringError(f"{name} cannot be {pin}: the Pico has GP0 to GP22 and GP26 to GP28")
            if pin in taken:
                raise WiringError(f"{name} and {taken[pin]} are both on GP{pin}")
            taken[pin] = name
