"""The times of the firmware's loop and of its start on a Pico. One is drawn for each turn of the emulated loop."""

from random import Random

from msgspec import Struct

from sim_hardware.clock import MS, US

_SHARES = (0.0, 0.5, 0.9, 0.99, 1.0)


class LoopTimes(Struct, frozen=True):
    """The times of a turn of the loop while a disc turns, in nanoseconds; the turns between these are drawn evenly."""

    least_ns: int
    median_ns: int
    p90_ns: int
    p99_ns: int
    worst_ns: int
    boot_ns: int
    """The time from power to the firmware's first step."""

    def turn_ns(self, chance: Random) -> int:
        """Return the time of one turn."""
        share = chance.random()
        known = (self.least_ns, self.median_ns, self.p90_ns, self.p99_ns, self.worst_ns)
        at = next(n for n in range(1, len(_SHARES)) if share <= _SHARES[n])
        part = (share - _SHARES[at - 1]) / (_SHARES[at] - _SHARES[at - 1])
        return known[at - 1] + round((known[at] - known[at - 1]) * part)

    def lag_ns(self, chance: Random) -> int:
        """Return the time from an event to the end of its turn. Long turns are hit more often."""
        while self.worst_ns:
            turn_ns = self.turn_ns(chance)
            if chance.random() * self.worst_ns < turn_ns:
                return int(turn_ns * chance.random())
        return 0


NO_TIME = LoopTimes(0, 0, 0, 0, 0, 250 * MS)
"""A firmware that takes no time: measurements with it show only the line and the host."""
FIRST_FIRMWARE = LoopTimes(9 * MS, 13 * MS, 16 * MS, 40 * MS, 76 * MS, 1450 * MS)
"""Firmware 0.1.0 with nine hoppers, from its sources: measured on MicroPython 1.28 in an emulated RP2040."""
TODAYS_FIRMWARE = LoopTimes(1500 * US, 2500 * US, 4 * MS, 18 * MS, 40 * MS, 1450 * MS)
"""Firmware 0.2.0 with nine hoppers: computed from 0.1.0 by the relative costs on one MicroPython.

Decision 11 says how. The start is that of the sources, though it is installed compiled and takes less.
"""
