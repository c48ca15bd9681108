"""A QR code as lines for a terminal, with two rows of modules in each line."""

from collections.abc import Iterator
from itertools import zip_longest

QUIET = 2
"""The width of the quiet zone in modules: phones can read a screen with fewer than the four that paper needs."""
STYLE = "black on white"
"""The look of its lines, so that it is dark on light on any terminal."""
_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def code_lines(content: str) -> Iterator[str]:
    """Yield the lines of a code for this content."""
    from segno import make_qr

    matrix = [tuple(bool(module) for module in row) for row in make_qr(content, error="m").matrix]
    blank = (False,) * len(matrix[0])
    rows = [blank] * QUIET + matrix + [blank] * QUIET
    for upper, lower in zip_longest(rows[::2], rows[1::2], fillvalue=blank):
        line = "".join(_HALVES[above, below] for above, below in zip(upper, lower, strict=True))
        yield " " * QUIET + line + " " * QUIET
