"""The time at which a finding of a reader is reported: at the table's next tick, whatever the tag.

A tag of 4 bytes is read faster than one of 7, and without a record faster than with one. That difference must not be
visible before the reveal.
"""

import math

TICK_S = 0.1
READ_S = 0.05
"""The seconds for reading a card, longer than any card takes."""


def report_s(began_s: float) -> float:
    """Return when a look that began at `began_s` is reported, in seconds of the same clock.

    Its duration does not matter.
    """
    return (math.floor((began_s + READ_S) / TICK_S) + 1) * TICK_S


def next_look_s(began_s: float, interval_s: float, now_s: float) -> float:
    """Return when the next look begins. Looks keep a pace of `interval_s` seconds, however long each takes.

    A late look is skipped. All times are seconds of one clock.
    """
    return began_s + interval_s * max(1, math.ceil((now_s - began_s) / interval_s))
