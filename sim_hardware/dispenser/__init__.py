"""The emulated dispenser: a Pico that runs the shipped firmware, its flash, hoppers with tokens, and the wire to it."""

from sim_hardware.dispenser.dispenser import EmulatedDispenser
from sim_hardware.dispenser.pty import PtyDispenser

__all__ = ["EmulatedDispenser", "PtyDispenser"]
