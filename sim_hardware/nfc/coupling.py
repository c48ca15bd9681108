"""The coupling of tag and antenna by their distance: two coils on one axis, of the size of common boards."""

COIL_RADIUS_MM = 18.0
"""The radius of the antenna of a common reader board, 40 mm by 35 mm."""
POWER_LEAST = 0.12
"""The coupling below which a tag gets no power: about 30 mm with a card."""
GAIN_USUAL_DB = 33
CLEAR, LOST = 0.30, 0.05
"""The couplings at the usual gain: above the first, replies arrive complete; below the second, not at all."""


def coupling(distance_mm: float) -> float:
    """Return 1 for a tag on the antenna. Beyond a coil's radius it falls with the cube of the distance."""
    return float((1 + (distance_mm / COIL_RADIUS_MM) ** 2) ** -1.5)


def lost_share(coupled: float, gain_db: int) -> float:
    """Return the share of replies that the receiver misses.

    A reply is weakened twice; the gain compensates some of it.
    """
    amplified = coupled * float(10 ** ((gain_db - GAIN_USUAL_DB) / 40))
    return min(1.0, max(0.0, (CLEAR - amplified) / (CLEAR - LOST)))
