"""Words from elsewhere, out of files, their names and devices, made fit to be shown."""

import unicodedata


def legible(words: str) -> str:
    r"""The words on one line, and nothing in them that is obeyed rather than read.

    What steers a terminal, turns the direction of writing or begins a line is spelled out: `\x1b`, `\u202e`, `\n`.
    """
    if words.isprintable():
        return words
    return "".join(letter if _shows(letter) else _spelled_out(letter) for letter in words)


def _shows(letter: str) -> bool:
    """A blank of any width does, too, though Python does not call it printable."""
    return letter.isprintable() or unicodedata.category(letter) == "Zs"


def _spelled_out(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")
