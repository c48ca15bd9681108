"""Check a Pico's `wiring.py` before it is copied: with a wrong one the firmware would not even start."""

from pathlib import Path

from firmware_bridge.firmware import wiring
from firmware_bridge.firmware.settings import NAMES, Settings
from table.rules.errors import OwnerError
from table.words.brought_file import content_of

PINS = frozenset((*range(23), 26, 27, 28))
"""The GP numbers on a Pico's edge. The board uses the others itself."""
MOST_HOPPERS = 12
LINES = ("forward", "backward", "barrier", "level", "stall")
POLARITIES = ("barrier_dark", "level_filled", "stalled")
FLAGS = ("servo", "brake")
LEVELS = (wiring.LOW, wiring.HIGH)
LONGEST_MS = 60_000
MOST_BYTES = 64 * 1024
"""The most bytes of a wiring: one of twelve hoppers has two thousand."""


class WiringError(OwnerError, ValueError):
    """The wiring is wrong. The message names the mistake and the hopper."""


def read(path: Path) -> list[wiring.Hopper]:
    """Return the hoppers of a wiring file. It runs the file, which is the user's own. Raises WiringError, OSError."""
    rooms: dict[str, object] = {"__name__": "wiring"}
    written = content_of(path, MOST_BYTES)
    try:
        exec(compile(written, str(path), "exec"), rooms)
    except Exception as error:
        raise WiringError(f"invalid wiring: {type(error).__name__}: {error}") from error
    hoppers = rooms.get("HOPPERS")
    if not isinstance(hoppers, list) or not 0 < len(hoppers) <= MOST_HOPPERS:
        raise WiringError(f"HOPPERS must be a list of 1 to {MOST_HOPPERS} hoppers")
    check(hoppers)
    return hoppers


def check(hoppers: list[wiring.Hopper]) -> None:
    """Raise WiringError if a pin does not exist, is used twice or is missing."""
    taken: dict[int, str] = {}
    for number, hopper in enumerate(hoppers, 1):
        for line in LINES:
            name, pin = f"hopper {number}'s {line}", getattr(hopper, line, None)
            if pin == -1 and line not in ("forward", "barrier"):
                continue
            if not isinstance(pin, int) or isinstance(pin, bool) or pin not in PINS:
                raise WiringError(f"{name} cannot be {pin}: the Pico has GP0 to GP22 and GP26 to GP28")
            if pin in taken:
                raise WiringError(f"{name} and {taken[pin]} are both on GP{pin}")
            taken[pin] = name
        _check_settings(f"hopper {number}", hopper)


def _check_settings(name: str, hopper: wiring.Hopper) -> None:
    """Raise WiringError for an impossible level or timing, or one that a class of the builder's own lacks."""
    for polarity in POLARITIES:
        if getattr(hopper, polarity, None) not in LEVELS:
            raise WiringError(f'{name}\'s {polarity} must be "low" or "high"')
    for flag in FLAGS:
        if not isinstance(getattr(hopper, flag, None), bool):
            raise WiringError(f"{name}'s {flag} must be True or False, without quotes")
    timings = getattr(hopper, "timings", None)
    if not isinstance(timings, dict):
        raise WiringError(f"{name} has no timings: begin with a copy of firmware_bridge/firmware/wiring.py")
    for timing, value in timings.items():
        if timing not in NAMES:
            raise WiringError(f"{name} knows no {timing}: there are {', '.join(NAMES)}")
        least = 0 if timing == "retries" else 1
        if not isinstance(value, int) or not least <= value <= LONGEST_MS:
            raise WiringError(f"{name}'s {timing} cannot be {value}: it must be from {least} to {LONGEST_MS}")
    settings = Settings().change(timings)
    if not settings.bounce_us < settings.shortest_us <= settings.dark_ms * 1000 < settings.blocked_ms * 1000:
        raise WiringError(
            f"{name}: bounce_us must be less than shortest_us, that than dark_ms, and that than blocked_ms"
        )
