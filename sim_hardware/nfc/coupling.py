"""How well tag and antenna couple, by their distance: two coils on one axis, with the usual boards' size."""

COIL_RADIUS_MM = 18.0
"""The antenna of a common reader board, 40 mm by 35 mm."""
POWER_LEAST = 0.12
"""Coupling below which a tag gets no power: about 30 mm with a card."""
GAIN_USUAL_DB = 33
CLEAR, LOST = 0.30, 0.05
"""At the usual gain replies come through whole above the one and not at all below the other."""


def coupling(distance_mm: float) -> float:
    """1 when the tag lies on the antenna; falls with the cube of the distance from a coil's radius on."""
    return float((1 + (distance_mm / COIL_RADIUS_MM) ** 2) ** -1.5)


def lost_share(coupled: float, gain_db: int) -> float:
    """The share of replies that the receiver does not hear. A reply is weakened twice; gain makes up for some of it."""
    heard = coupled * float(10 ** ((gain_db - GAIN_USUAL_DB) / 40))
    return min(1.0, max(0.0, (CLEAR - heard) / (CLEAR - LOST)))
