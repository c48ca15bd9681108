"""How programs and people write a list down: JSON, perhaps inside a message, and names with counts around them."""

import json
import re
from typing import Any

from table.catalog.legion.written import ListError
from table.games.text import text

_TIMES = re.compile(r"(\d{1,2})\s*[x×]\s+(?=\S)", re.IGNORECASE)
_POINTS = re.compile(r"\s*[(\[]\s*\d{1,4}\s*(?:pts?\.?|points?|pips?)?\s*[)\]]$", re.IGNORECASE)
_PIPS = re.compile(r"^[•●·*\s-]+|[•●·\s]+$")
_PIPS_AHEAD = re.compile(r"(?:[(\[]\s*\d\s*(?:pips?)?\s*[)\]]|\d\s*(?:pips?\b|[-–:•.]))[-–:•.\s]*(?=\S)", re.IGNORECASE)
_LAST_COMMA = re.compile(r",(?=\s*[}\]])")


def parsed(words: str) -> Any:
    """A JSON value: the whole text, or the object or list inside it. Raises `ListError`."""
    try:
        return _loads(words)
    except json.JSONDecodeError as error:
        for tried in (_inside(words), _LAST_COMMA.sub("", _inside(words))):
            try:
                return _loads(tried)
            except json.JSONDecodeError:
                continue
        if not words[: error.pos].strip():  # it does not even begin like JSON
            raise ListError(text("list.no_list")) from error
        raise ListError(text("list.not_json", line=error.lineno, column=error.colno)) from error


def _loads(words: str) -> Any:
    try:
        return json.loads(words)
    except json.JSONDecodeError:
        raise
    except RecursionError as error:
        raise ListError(text("list.too_deep")) from error
    except ValueError as error:  # a number of thousands of digits
        raise ListError(text("list.bad_number")) from error


def _inside(words: str) -> str:
    """From the first bracket to the last: what stands around a list in a message is no part of it."""
    first, last = words.find("{"), words.rfind("}")
    return words[first : last + 1] if 0 <= first < last else words


def plain_name(name: str) -> tuple[int, str]:
    """How many, and of what: `3 x AT-RT (55)`. What a program counts or prices is no part of a name."""
    times = _TIMES.match(name)
    bare = _PIPS.sub("", _POINTS.sub("", name[times.end() :] if times else name))
    return (int(times[1]) if times else 1), bare or name


def without_pips(card: str) -> str:
    """The name of a command card that is written with its pips ahead: `(1) Ambush`, `1 pip: Ambush`."""
    ahead = _PIPS_AHEAD.match(card)
    return card[ahead.end() :] if ahead else card
