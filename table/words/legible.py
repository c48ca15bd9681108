"""Make words from files, file names and devices fit to be shown."""

import unicodedata


def legible(words: str) -> str:
    r"""Return the words on one line, with every character spelled out that a terminal would obey.

    Those are characters that steer a terminal, turn the direction of writing or begin a line: `\x1b`, `\u202e`, `\n`.
    """
    if words.isprintable():
        return words
    return "".join(letter if _shows(letter) else _spelled_out(letter) for letter in words)


def _shows(letter: str) -> bool:
    """True if the character shows as itself. Blanks of any width do, though Python does not call them printable."""
    return letter.isprintable() or unicodedata.category(letter) == "Zs"


def _spelled_out(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")
