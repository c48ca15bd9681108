"""The headings of troopers in a plain list, however people write them: `[[trooper]]`, `[trooper]`, `[[troopr]]`."""

import re

_MEANT = re.compile(r"^([ \t]*)(?:\[\[?)[ \t]*troopers?[ \t]*(?:\]\]?)", re.IGNORECASE | re.MULTILINE)
_HEADING = re.compile(r"^[ \t]*\[\[?[ \t]*([\w-]+)[ \t]*[].]", re.MULTILINE)
_LIST = re.compile(r"^[ \t]*troopers?[ \t]*=", re.IGNORECASE | re.MULTILINE)
_ENTRY = re.compile(r"^[ \t]*\w+[ \t]*=", re.MULTILINE)
_NAME = "trooper"
_CLOSE = 0.75
"""The likeness from which a heading counts as misspelled: `troopr`, `troper`, `troops`."""


def with_double_brackets(words: str) -> str:
    """Return the list with each heading of a trooper as `[[trooper]]`; every line stays where it was."""
    return _MEANT.sub(r"\1[[trooper]]", words)


def has_troopers(words: str) -> bool:
    """True if a text in TOML has troopers, under a heading that may be misspelt."""
    if _LIST.search(words):
        return True
    headings = _HEADING.findall(words)
    if "[[" in words and any(name.lower() in (_NAME, f"{_NAME}s") for name in headings):
        return True
    return _ENTRY.search(words) is not None and any(_is_close(name) for name in headings)


def _is_close(name: str) -> bool:
    from difflib import SequenceMatcher

    return SequenceMatcher(None, name.lower(), _NAME).ratio() >= _CLOSE
