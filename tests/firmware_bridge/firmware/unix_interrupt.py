"""Runs on MicroPython's unix port: the sensor's interrupt with the heap locked. Says how many tokens it counted."""

import sys

import micropython

from firmware_bridge.firmware.barrier import Barrier
from firmware_bridge.firmware.eye import Eye

WRAP = 1 << 30
SPELLS = ((0, 50_000), (1, 10_000), (0, 900), (1, 10_000))
"""The pin's level, and how long after the one before."""


class Pin:
    def __init__(self) -> None:
        self.level = 1

    def value(self) -> int:
        return self.level


class Ticks:
    def __init__(self) -> None:
        self.now = WRAP - 100_000

    def __call__(self) -> int:
        return self.now


def play() -> int:
    pin = Pin()
    ticks = Ticks()
    eye = Eye(pin, ticks)
    barrier = Barrier(2000, 4000, 600_000)
    eye.watch(barrier)
    edge = eye.edge
    micropython.heap_lock()
    try:
        tokens = 0
        while tokens < 8:  # Each bounces once, and they pass while the counter comes round.
            tokens += 1
            for level, after_us in SPELLS:
                ticks.now = (ticks.now + after_us) % WRAP
                pin.level = level
                edge(pin)
                edge(pin)
        ticks.now = (ticks.now + 2000) % WRAP
        counted = barrier.count(ticks.now)
        barrier.give_up()
    finally:
        micropython.heap_unlock()
    return counted


sys.stdout.write(str(play()) + "\n")
