"""Find TOML whose keys are nested so deeply that Python's parser would take minutes."""

import re

MOST_PARTS = 100
"""The most parts of one dotted key. The parser's time grows with their square; real files have four."""
_BETWEEN = re.compile(r"[=\[\]{},#\n]")


def has_deep_keys(document: str) -> bool:
    """True if a key has more parts than any real one: `a.a.a.a`. The time grows only linearly with the length."""
    if document.count(".") <= MOST_PARTS:
        return False
    return any(piece.count(".") > MOST_PARTS and _is_dotted(piece) for piece in _BETWEEN.split(document))


def _is_dotted(piece: str) -> bool:
    """True if there are words between the dots. Plain rows of dots are leaders in a text table."""
    return sum(bool(part.strip()) for part in piece.split(".")) > MOST_PARTS
