"""The keyboards and keypads of this computer, from the kernel's list of input devices."""

import re
from dataclasses import dataclass
from pathlib import Path

from hal.plugged.sysfs import link_to, value

LETTERS = range(16, 51)
"""The key codes from Q to M (linux/input-event-codes.h)."""
DIGITS_AND_PAD = (*range(2, 12), *range(71, 84), 28, 96)
"""The key codes of the digits, of the number pad, and of both Enter keys."""
WHOLE_KEYBOARD = 26
"""A device with as many letter keys is a keyboard."""


@dataclass(frozen=True, slots=True)
class Keypad:
    event: str
    """The device file, such as `/dev/input/event3`."""
    name: str
    usb: str
    """The USB id; empty if it is not on USB."""
    place: str
    """The kernel's place of the device (`usb-0000:00:14.0-2/input0`); two of one make differ by it."""
    by_path: str
    """The name in `/dev/input/by-path`, or empty."""
    keyboard: bool
    """True if it has all letters, so that people may type on it."""


def keypads(root: Path = Path("/")) -> tuple[Keypad, ...]:
    """Return the devices with at least three digits or keys of a number pad, or with all letters."""
    found = []
    for block in value(root / "proc/bus/input/devices").split("\n\n"):
        keys = _keys(block)
        event = re.search(r"^H: Handlers=.*?\b(event\d+)", block, re.MULTILINE)
        letters = len(keys & set(LETTERS))
        if event and (letters >= WHOLE_KEYBOARD or len(keys & set(DIGITS_AND_PAD)) >= 3):
            node = root / "dev/input" / event[1]
            found.append(
                Keypad(
                    f"/dev/input/{event[1]}",
                    _field(r'^N: Name="(.*)"$', block),
                    _usb(block),
                    _field(r"^P: Phys=(.*)$", block),
                    link_to(node, root, "dev/input/by-path"),
                    letters >= WHOLE_KEYBOARD,
                )
            )
    return tuple(sorted(found, key=lambda pad: int(pad.event.removeprefix("/dev/input/event"))))


def _keys(block: str) -> set[int]:
    """Return the key codes of a device. The kernel prints them as words of a bit mask, the highest first."""
    words = _field(r"^B: KEY=(.*)$", block).split()
    return {at * 64 + bit for at, word in enumerate(reversed(words)) for bit in range(64) if int(word, 16) >> bit & 1}


def _field(pattern: str, block: str) -> str:
    found = re.search(pattern, block, re.MULTILINE)
    return found[1].strip() if found else ""


def _usb(block: str) -> str:
    found = re.search(r"^I: Bus=0003 Vendor=(\w{4}) Product=(\w{4})", block, re.MULTILINE)
    return f"{found[1]}:{found[2]}" if found else ""
