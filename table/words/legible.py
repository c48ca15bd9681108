"""Make text from files, file names and devices safe to show."""

import unicodedata


def legible(words: str) -> str:
    r"""Return the text on one line, with all control characters escaped.

    These are characters that control a terminal, change the direction of writing or start a line: `\x1b`, `\u202e`,
    `\n`.
    """
    if words.isprintable():
        return words
    return "".join(letter if _shows(letter) else letter.encode("unicode_escape").decode() for letter in words)


def _shows(letter: str) -> bool:
    """True if the character can be shown unchanged.

    This includes blanks of any width, which Python does not call printable.
    """
    return letter.isprintable() or unicodedata.category(letter) == "Zs"
