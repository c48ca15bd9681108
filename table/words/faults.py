"""A fault in words: what it is, of which part, and what to do."""

from table.rules.seats import SEATS
from table.rules.text import Text, text


def fault_words(code: str, part: str, detail: str) -> Text:
    return text(f"fault.{code}", part=_named(code, part), detail=detail)


def _named(code: str, part: str) -> str | Text:
    """Readers are called by their seats and tokens by their kind; hoppers have numbers."""
    if code.startswith("reader.") and part in SEATS:
        return text(f"part.reader.{part}")
    if code == "hopper.short":
        return text(f"token.{part}")
    return part
