"""When what a reader saw is told: on the table's next tick, so that how long a tag took to read tells nothing of it.

A tag of 4 bytes is read faster than one of 7, and a record longer than none; before the reveal nobody is to see that.
"""

import math

TICK_S = 0.1
READ_S = 0.05
"""Longer than any card takes to be read, whatever its tag."""


def told_s(began_s: float) -> float:
    """When a look at the readers that began at `began_s` is told. How long it took has no part in that."""
    return (math.floor((began_s + READ_S) / TICK_S) + 1) * TICK_S


def next_look_s(began_s: float, interval_s: float, now_s: float) -> float:
    """Looks begin at a steady pace, however long each takes; one that is late loses its turn."""
    return began_s + interval_s * max(1, math.ceil((now_s - began_s) / interval_s))
