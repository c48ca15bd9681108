"""Colours by their role. Every pair in `PAIRS` has a contrast of 4.5:1 or more (WCAG 2.1, 1.4.3).

Blue and red differ in lightness and along the blue-yellow axis too, so that they look different with any colour
blindness. Shapes differ as well: blue's are round, red's are cut.
"""

from typing import TypeAlias

from table.rules.seats import BLUE, RED, Seat

Colour: TypeAlias = tuple[int, int, int]

GROUND: Colour = (15, 19, 25)
PANEL: Colour = (26, 33, 43)
RAISED: Colour = (40, 50, 64)
EDGE: Colour = (72, 86, 105)
INK: Colour = (246, 243, 234)
QUIET: Colour = (176, 188, 203)
PAPER: Colour = (240, 235, 222)
PRINT: Colour = (30, 30, 34)
ALERT: Colour = (255, 206, 84)
GOOD: Colour = (122, 224, 178)
DIE_SIDE: Colour = (190, 44, 50)

SEAT: dict[Seat, Colour] = {BLUE: (104, 180, 255), RED: (255, 128, 96)}
"""The colour of a seat for text, marks and its focus."""
DEEP: dict[Seat, Colour] = {BLUE: (23, 50, 86), RED: (88, 33, 24)}
"""The dark colour of a seat, the ground for light text: a title, a card's back."""


def blend(a: Colour, b: Colour, share: float) -> Colour:
    """Return the mix of two colours: `a` at share 0, `b` at share 1."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )
