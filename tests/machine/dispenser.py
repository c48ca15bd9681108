"""The dispenser at the machine's USB cable: the shipping firmware on an emulated Pico, with its hoppers.

The cable itself is the kernel's: `cdc_acm` on one end, a gadget on the other, whose bytes come out of the machine here.
The Pico has its power from the cable, and its time is the real one.
"""

import socket
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from sim_hardware.clock import Clock, S
from sim_hardware.dispenser.dispenser import EmulatedDispenser

LONGEST_S = 0.05
"""The seconds after which it is looked at again, whatever comes."""


class WiredDispenser:
    """A dispenser that outlives the machines it is plugged into. One thread calls everything."""

    def __init__(self, contents: Sequence[int], seed: int = 0) -> None:
        self._clock = Clock()
        self._began_s = time.monotonic()
        self._line: socket.socket | None = None
        self.parts = EmulatedDispenser(self._clock, contents, seed)
        self.parts.cable.notify_host = self._send
        self.parts.fault("power-cut")

    def plug_into(self, line: socket.socket) -> None:
        """Put its cable into a machine that has power."""
        self._line = line
        self.power(True)

    def power(self, on: bool) -> None:
        """Give it the power of its cable, or take it."""
        self.step()
        self.parts.fault("power-on" if on else "power-cut")

    def fault(self, word: str, hopper: int = 0) -> None:
        """Have one of the words of `sim_hardware.dispenser.vocabulary` happen."""
        self.step()
        self.parts.fault(word, hopper)

    def load(self, hopper: int, tokens: int) -> None:
        """Put tokens into a hopper."""
        self.parts.load(hopper, tokens)

    def receive(self, data: bytes) -> None:
        """Take in what the machine sends."""
        self.step()
        self.parts.cable.send_to_device(data)

    def step(self) -> float:
        """Live until now, and return the seconds until the next step."""
        self._clock.advance_to(int((time.monotonic() - self._began_s) * S))
        next_ns = self._clock.next_ns
        return LONGEST_S if next_ns is None else min(max(next_ns - self._clock.now_ns, 0) / S, LONGEST_S)

    @property
    def fallen(self) -> tuple[int, ...]:
        """Return the hopper of each token that ever fell into the tray, in order."""
        return self.parts.tray

    def kinds_fallen(self, kinds: Sequence[str]) -> Counter[str]:
        """Return how many tokens of each kind fell; `kinds` are those of the hoppers, by number."""
        return Counter(kinds[number] for number in self.fallen)

    def _send(self) -> None:
        data = self.parts.cable.read_by_host()
        if self._line is not None:
            with suppress(OSError):  # nobody reads at the other end: the bytes are lost, as on the Pico
                self._line.send(data, socket.MSG_DONTWAIT)
