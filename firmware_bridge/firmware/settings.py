"""The settings of the firmware: those of the whole dispenser, and those that fit it to the mechanics of one hopper."""

import binascii

VERSION = "0.2.0"
MOST_TOKENS = 99
"""The most tokens in one job."""
STALL_POLL_MS = 20
HEARTBEAT_MS = 3000
"""If the host is silent for this long, the motors stop and the dispenser is disabled."""
ERASE_REST_MS = 3000
"""Erasing waits until the motors have rested for this long."""
TIGHT_REST_MS = 1000
"""The rest before an erasure that the next job needs first, because the memory is full. The job waits."""


class Settings:
    """The timings of one hopper. `wiring.py` may set each of them for each hopper, by its name here."""

    def __init__(self) -> None:
        self.feed_timeout_ms = 2750
        """Feeding without a token for this long counts as a jam.

        The disc makes a whole turn meanwhile, because the last tokens may all come into one pocket. This and the next
        one follow from the measures of the printed hopper (`sim_hardware/dispenser/kit.py`).
        """
        self.reverse_ms = 750
        """The time of the first turn back after a token. Each further one takes as much longer.

        A jam that comes again is one whose tokens return to where they were: the further back, the more they mix. It is
        longer than from pocket to pocket and through the chute, so that a motor with swapped wires is known by
        the token that it then gives.
        """
        self.retries = 3
        """The reversals before the hopper gives up. A token that passes restores all of them."""
        self.settle_ms = 250
        """The time after the motor stops in which a token may still fall. Nothing is written to flash before."""
        self.blocked_ms = 600
        """A barrier that is dark for this long is blocked. A token takes a twentieth of it."""
        self.dark_ms = 60
        """A barrier that is dark for this long halts the disc until it is light again, or blocked.

        A second token in the dark would not be counted, so none may come. It is longer than the slowest token is in the
        barrier, and shorter than from pocket to pocket.
        """
        self.bounce_us = 2000
        """Light for less than this within a dark spell is bouncing."""
        self.shortest_us = 4000
        """Dark for less than this is noise, not a token."""

    def change(self, changes: "dict[str, int]") -> "Settings":
        """Set the timings with these names, and return the settings. Raises KeyError for another name."""
        for name in changes:
            if name not in NAMES:
                raise KeyError(name)
            setattr(self, name, changes[name])
        return self

    def values(self) -> "list[int]":
        return [getattr(self, name) for name in NAMES]


NAMES = (
    "feed_timeout_ms",
    "reverse_ms",
    "retries",
    "settle_ms",
    "blocked_ms",
    "dark_ms",
    "bounce_us",
    "shortest_us",
)


def checksum(settings: "list[Settings]") -> str:
    """Return the checksum of all hoppers' timings. It does not depend on the number of hoppers if all are alike."""
    values = [each.values() for each in settings]
    if all(each == values[0] for each in values):
        values = values[:1]
    return f"{binascii.crc32(repr(values).encode()):08x}"
