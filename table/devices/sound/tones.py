"""The samples of the cues: a few decaying tones each, and knocks for the die.

They are computed; no sound file is shipped.
"""

import math
import random
from array import array
from types import MappingProxyType

from msgspec import Struct

RATE_HZ = 22_050
PEAK = 0.55
"""The peak as a share of full scale, so that overlapping cues do not clip."""


class CueTone(Struct, frozen=True):
    hz: float
    """The pitch in hertz; 0 is a knock, made of noise."""
    at_s: float
    length_s: float
    level: float = 1.0


KNOCKS = ((0.0, 1.0), (0.2, 0.8), (0.38, 0.65), (0.53, 0.5), (0.65, 0.4), (0.76, 0.32), (0.85, 0.25), (0.93, 0.2))
"""The seconds at which a thrown die strikes the table, and how hard. It rests after 1.1 s."""

CUES = MappingProxyType(
    {
        "locked": (CueTone(392, 0, 0.12), CueTone(587, 0.09, 0.22)),
        "reveal": (CueTone(523, 0, 0.5), CueTone(659, 0.09, 0.5), CueTone(784, 0.18, 0.6)),
        "die": tuple(CueTone(0, at_s, 0.07, level) for at_s, level in KNOCKS),
        "turn": (CueTone(880, 0, 0.35, 0.6), CueTone(1320, 0.02, 0.25, 0.25)),
        "fault": (CueTone(415, 0, 0.22), CueTone(311, 0.2, 0.3), CueTone(415, 0.5, 0.22), CueTone(311, 0.7, 0.35)),
    }
)


def samples(cue: str) -> bytes:
    """Return the samples: mono, 16 bits, signed, in the machine's byte order. They are the same at every call."""
    tones = CUES[cue]
    mixed = [0.0] * math.ceil(RATE_HZ * max(tone.at_s + tone.length_s for tone in tones))
    noise = random.Random(cue)
    for tone in tones:
        _add(mixed, tone, noise)
    loudest = max(abs(value) for value in mixed)
    return array("h", (round(value / loudest * PEAK * 32_767) for value in mixed)).tobytes()


def _add(mixed: list[float], tone: CueTone, noise: random.Random) -> None:
    first, count = round(tone.at_s * RATE_HZ), int(tone.length_s * RATE_HZ)
    swell = round(0.004 * RATE_HZ)
    low = 0.0
    for index in range(min(count, len(mixed) - first)):
        share = index / count
        shape = min(1.0, index / swell) * math.exp(-5 * share) * (1 - share)
        if tone.hz:
            angle = math.tau * tone.hz * index / RATE_HZ
            value = math.sin(angle) + 0.3 * math.sin(2 * angle)
        else:
            low += 0.35 * (noise.uniform(-1, 1) - low)
            value = 2 * low
        mixed[first + index] += tone.level * shape * value
