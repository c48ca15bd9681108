"""A QR code as lines for a terminal, with two rows of modules in each line."""

from collections.abc import Iterator
from itertools import zip_longest

from table.words.terminal import print_line

QUIET = 2
"""The width of the quiet zone in modules: phones can read a screen with fewer than the four that paper needs."""
STYLE = "black on white"
"""The look of its lines, so that it is dark on light on any terminal."""
_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def print_code(address: str, language: str) -> None:
    """Print a page's address as a code and in letters. The page speaks this language."""
    page, mark, secret = address.partition("#")
    shown = f"{page}?lang={language}{mark}{secret}"
    for line in code_lines(shown):
        print_line(line, style=STYLE)
    print_line(shown)


def code_lines(content: str) -> Iterator[str]:
    """Yield the lines of a code for this content."""
    from segno import make_qr

    matrix = [tuple(bool(module) for module in row) for row in make_qr(content, error="m").matrix]
    blank = (False,) * len(matrix[0])
    rows = [blank] * QUIET + matrix + [blank] * QUIET
    for upper, lower in zip_longest(rows[::2], rows[1::2], fillvalue=blank):
        line = "".join(_HALVES[above, below] for above, below in zip(upper, lower, strict=True))
        yield " " * QUIET + line + " " * QUIET
