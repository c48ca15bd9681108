"""The keyboards and keypads of this computer, from the kernel's list of input devices. None is opened."""

import re
import struct
from pathlib import Path

from msgspec import Struct

from hal.sysfs import link_to, value

LISTING = "proc/bus/input/devices"
LETTERS = frozenset(range(16, 51))
"""The key codes from Q to M (linux/input-event-codes.h)."""
TYPED = frozenset((*range(1, 112), *range(183, 195)))
"""The key codes of a keyboard, a number pad, and F13 to F24, which many macro pads send. No volume keys."""
BUTTONS = range(0x100, 0x160)
"""The codes of buttons of mice, joysticks and touch screens."""
FEWEST = 3
WHOLE_KEYBOARD = 26
"""A device with this many letter keys is a keyboard, or claims to be one, as many number pads do."""
LONG = struct.calcsize("@l")
"""The bytes of a `long`, 4 or 8. A program of 32 bits gets words of 4 bytes from any kernel."""


class Keypad(Struct, frozen=True):
    """An input device with keys. A keypad often has several, such as one for its keys and one for its knob."""

    event: str
    """The device file, such as `/dev/input/event3`."""
    name: str
    usb: str
    """The USB id; empty if it is not on USB."""
    place: str
    """The USB socket by the kernel's name (`usb-0000:00:14.0-2`); two of one make differ by it."""
    by_path: str
    """The name in `/dev/input/by-path`, or empty."""
    keyboard: bool
    """True if it reports all letters, so that people may type on it."""
    typed: bool = True
    """True if it has at least three keys of a keyboard or a number pad."""

    @property
    def on_usb(self) -> bool:
        return bool(self.usb) and self.place.startswith("usb-")


def keypads(root: Path = Path("/")) -> tuple[Keypad, ...]:
    """Return the devices with at least three keys of a keyboard or a number pad."""
    return tuple(each for each in listed_keypads(value(root / LISTING), root) if each.typed)


def listed_keypads(listing: str, root: Path = Path("/"), word: int = LONG) -> tuple[Keypad, ...]:
    """Return every device with keys in the kernel's list, without mice and touch screens.

    `word` is the number of bytes in a word of the list.
    """
    found = (_listed(block, root, 8 * word) for block in listing.split("\n\n"))
    return tuple(sorted(filter(None, found), key=lambda pad: int(re.sub(r"\D", "", pad.event))))


def _listed(block: str, root: Path, bits: int) -> Keypad | None:
    event = re.search(r"^H: Handlers=.*?\b(event\d+)", block, re.MULTILINE)
    keys = _bits("KEY", block, bits) - set(BUTTONS)
    pointer = any(_bits(axes, block, bits) >= {0, 1} for axes in ("REL", "ABS"))
    if event is None or not keys or pointer:
        return None
    keyboard = len(keys & LETTERS) >= WHOLE_KEYBOARD
    return Keypad(
        f"/dev/input/{event[1]}",
        _field(r'^N: Name="(.*)"$', block),
        _usb(block),
        socket_of(_field(r"^P: Phys=(.*)$", block)),
        link_to(root / "dev/input" / event[1], root, "dev/input/by-path"),
        keyboard,
        keyboard or len(keys & TYPED) >= FEWEST,
    )


def socket_of(phys: str) -> str:
    """Return the place of a device without the number of its interface: `usb-0000:00:14.0-2/input1` has two of one."""
    return re.sub(r"/input\d+", "", phys) if phys.startswith("usb-") else phys


def _bits(kind: str, block: str, bits: int) -> set[int]:
    """Return the numbers of the bits that are set. The kernel prints the words of a bit mask, the highest first."""
    words = _field(rf"^B: {kind}=(.*)$", block).split()
    return {
        at * bits + bit for at, word in enumerate(reversed(words)) for bit in range(bits) if int(word, 16) >> bit & 1
    }


def _field(pattern: str, block: str) -> str:
    found = re.search(pattern, block, re.MULTILINE)
    return found[1].strip() if found else ""


def _usb(block: str) -> str:
    found = re.search(r"^I: Bus=0003 Vendor=(\w{4}) Product=(\w{4})", block, re.MULTILINE)
    return f"{found[1]}:{found[2]}" if found else ""
