"""The settings that fit the firmware to a dispenser's mechanics."""

import binascii

VERSION = "0.1.0"
MOST_TOKENS = 99
"""The most tokens in one job."""


class Settings:
    def __init__(self) -> None:
        self.feed_timeout_ms = 800
        """Feeding without a token for this long is taken for a jam."""
        self.reverse_ms = 250
        self.retries = 2
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
        self.stall_poll_ms = 20
        self.heartbeat_ms = 3000
        """If the host is silent for this long, the motors stop and the dispenser is disabled."""
        self.erase_rest_ms = 3000
        """Erasing waits until the motors have rested for this long."""
        self.tight_rest_ms = 1000
        """The rest before an erasure that the next job needs first, because the memory is full. The job waits."""

    def checksum(self) -> str:
        values = [
            self.feed_timeout_ms,
            self.reverse_ms,
            self.retries,
            self.settle_ms,
            self.blocked_ms,
            self.dark_ms,
            self.bounce_us,
            self.shortest_us,
            self.stall_poll_ms,
            self.heartbeat_ms,
            self.erase_rest_ms,
            self.tight_rest_ms,
        ]
        return f"{binascii.crc32(repr(values).encode()):08x}"
