"""Describe a fault in words: what it is, which part has it, and what to do."""

from table.rules.seats import SEATS
from table.rules.text import Text, text


def fault_words(code: str, part: str, detail: str) -> Text:
    return text(f"fault.{code}", part=_named(code, part), detail=detail)


def _named(code: str, part: str) -> str | Text:
    """Return the name of the part: readers are named by seat, tokens by kind, hoppers by number."""
    if code.startswith("reader.") and part in SEATS:
        return text(f"part.reader.{part}")
    if code == "hopper.short":
        return text(f"token.{part}")
    return part
