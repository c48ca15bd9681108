"""Find TOML whose keys are nested so deeply that Python's parser would take minutes over them."""

import re

MOST_PARTS = 100
"""The most parts of one dotted key. The parser's time grows with their square; what people write has four."""
_BETWEEN = re.compile(r"[=\[\]{},#\n]")


def has_deep_keys(document: str) -> bool:
    """True if a key has more parts than anybody writes: `a.a.a.a`. Time grows with the length alone."""
    if document.count(".") <= MOST_PARTS:
        return False
    return any(piece.count(".") > MOST_PARTS and _is_dotted(piece) for piece in _BETWEEN.split(document))


def _is_dotted(piece: str) -> bool:
    """True if words stand between the dots. Dots alone lead the eye through a table in somebody's text."""
    return sum(bool(part.strip()) for part in piece.split(".")) > MOST_PARTS
