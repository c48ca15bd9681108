"""What can be tuned to a dispenser's mechanics."""

import binascii

VERSION = "0.1.0"
MOST_TOKENS = 99
"""In one job."""


class Settings:
    def __init__(self) -> None:
        self.feed_timeout_ms = 800
        """No token for so long while feeding: suspect a jam."""
        self.reverse_ms = 250
        self.retries = 2
        """Reversals before the hopper gives up. A token that passes gives all of them back."""
        self.settle_ms = 250
        """After the motor stops a token may still fall for so long. Nothing is written to flash before."""
        self.blocked_ms = 600
        """A barrier dark for so long is blocked; a token passes in a twentieth of it."""
        self.dark_ms = 60
        """A barrier dark for so long halts the disc until it is light again, or blocked: what passes in the dark is not
        counted, and no second token may. Longer than the slowest token is in it, shorter than from pocket to pocket."""
        self.bounce_us = 2000
        """Light for less than this within a dark spell is bouncing."""
        self.shortest_us = 4000
        """Dark for less than this is noise, not a token."""
        self.stall_poll_ms = 20
        self.heartbeat_ms = 3000
        """The host silent for so long: motors stop, the dispenser is disabled."""
        self.erase_rest_ms = 3000
        """Erasing waits until motors have rested this long."""
        self.tight_rest_ms = 1000
        """Where the memory is so full that the next job needs an erasure first: so long at least. The job waits."""

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
