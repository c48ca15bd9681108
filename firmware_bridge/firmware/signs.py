"""A sign is one letter for the signals of a hopper since power-up. It reveals mistakes in the wiring."""

from firmware_bridge import wire

SURE = 2
"""The number of tokens, all while turning backward, after which the motor counts as wired the wrong way round."""


class Signs:
    def __init__(self) -> None:
        self.lit = False
        """True if the barrier has been light for longer than a passing hand makes it."""
        self.gave_up = False
        """True if a payout ended because no token passed."""
        self._forward = 0
        self._backward = 0

    def token(self, backward: bool, count: int) -> None:
        """Note tokens that passed while the motor was driven backward, or any other way."""
        if backward:
            self._backward += count
        else:
            self._forward += count

    def any_token(self) -> bool:
        return self._forward + self._backward > 0

    def letter(self, blocked: bool) -> str:
        if blocked:
            return wire.BLOCKED if self.lit else wire.NEVER_LIGHT
        if self._backward >= SURE and self._forward == 0:
            return wire.BACKWARD
        if self._forward:
            return wire.WORKS
        return wire.NOTHING_CAME if self.gave_up else wire.UNTRIED
