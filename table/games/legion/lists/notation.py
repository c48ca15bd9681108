"""Notations of lists: JSON, also inside a message, and names with counts and points."""

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from table.config.toml.document import UnreadableError
from table.config.toml.document import parsed as parsed_toml
from table.config.toml.toml_keys import KeyLines
from table.games.files.raw_list import ListError, clean, unescaped
from table.games.legion.lists.raw_list import MOST_CARDS
from table.rules.text import Text, text

_TIMES = re.compile(r"(\d{1,2})\s*[xX×](?:\s+(?=\S)|(?=[A-Z]))")
_TIMES_BEHIND = re.compile(r"\s*(?:[(\[]\s*[xX×]\s*(\d{1,2})\s*[)\]]|\s[xX×]\s?(\d{1,2}))$")
POINTS = r"(?:points?|pts?\.?|punkte?|pkte?\.?|puntos?|ptos?\.?)"
"""The word behind points, in the languages of the headings."""
_POINTS = re.compile(rf"\s*[(\[]\s*\d{{1,4}}\s*(?:{POINTS}|pips?)?\s*[)\]]$", re.IGNORECASE)
_ANY_POINTS = re.compile(rf"\b(\d{{1,4}})(?=\s*(?:[)\]+]|{POINTS}(?!\w)|$))", re.IGNORECASE)
BULLET = re.compile(r"^(?:\s{2,}|\s*(?:[-–—*+>•·]+\s+|--+\s*|\d{1,2}[.)]\s+))")
"""The start of a line with a bullet."""
COST = re.compile(
    rf"\s*(?:[(\[][\d\s+x×=]*\d\s*{POINTS}?\s*[)\]]|\s[-–]\s*\d{{1,4}}|[=:]\s*\d{{1,4}}"
    rf"|\s\d{{1,4}}\s*{POINTS})\s*$",
    re.IGNORECASE,
)
"""Points behind a name. A dash without a blank before it belongs to the name: `IG-88`."""
_PIPS = re.compile(r"^[•●·*\s-]+|[•●·\s]+$")
_PIPS_AHEAD = re.compile(r"(?:[(\[]\s*\d\s*(?:pips?)?\s*[)\]]|\d\s*(?:pips?\b|[-–:•.]))[-–:•.\s]*(?=\S)", re.IGNORECASE)
_LIKE_JSON = re.compile(r"[{\[]\s*(?:[\"'{\[}\]]|\Z)|[\"']\s*:")
"""A text that contains none of these is not JSON."""
_LAST_COMMA = re.compile(r",(?=\s*[}\]])")
_MOST_PARTS = 3 * MOST_CARDS
_QUOTES = re.compile("[“”„‟«»]")
_CUT_OFF = re.compile(r"\s*(?:[a-z_]+[ \t]*=|\[\[?[ \t]*(?:[a-z_][\w.-]*[ \t]*)?(?:\]\]?[ \t]*$|\Z))", re.MULTILINE)
"""The start of a list or scenario in TOML: a key or a section."""
_SECTIONS = ("trooper", "sides", "objectives", "victory", "uses")
"""The sections of the lists and scenarios that are written in TOML."""
_MOST_LETTERS = 30
"""The letters of a section's name that are compared with them."""


def parsed(words: str) -> Any:
    """Read a JSON value: the whole text, or the object or list inside it. Raises `ListError`."""
    try:
        return _loads(words)
    except json.JSONDecodeError as error:
        for tried in _mended(_inside(words)):
            try:
                return _loads(tried)
            except json.JSONDecodeError:
                continue
        if _CUT_OFF.match(words):
            raise ListError(_of_toml(words)) from error
        if not words[: error.pos].strip() or not _LIKE_JSON.search(words):
            raise ListError(text("list.no_list")) from error
        raise ListError(text("list.not_json", line=error.lineno, column=error.colno)) from error


def _of_toml(words: str) -> Text:
    """Return why a text in TOML is not a list: cut off, damaged, or with other sections."""
    try:
        content = parsed_toml(words)
    except UnreadableError as error:
        if error.line is None or error.line >= len(words.rstrip().splitlines()):
            return text("list.cut_off")
        return text("list.not_toml", line=error.line, why=error.why)
    section = next((key for key, value in content.items() if isinstance(value, dict | list)), None)
    if section is None:
        return text("list.cut_off")
    line = KeyLines(words).of((section,)) or 1
    from difflib import get_close_matches

    near = get_close_matches(section[:_MOST_LETTERS], _SECTIONS, 1)
    if not near:
        return text("list.other_section", line=line, section=clean(section), known=", ".join(_SECTIONS))
    return text("list.near_section", line=line, section=clean(section), closest=near[0])


def is_mended(words: str) -> bool:
    """True if `parsed` had to repair the text. Words around the JSON are no repair."""
    for tried in (words, _inside(words)):
        try:
            json.loads(tried)
        except ValueError:
            continue
        return False
    return True


def twice_in(words: str) -> tuple[str, ...]:
    """Return the duplicate fields of an object: the last one counts, and an entry may be lost."""
    twice = dict[str, None]()

    def joined(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict[str, Any]()
        seen = dict[str, Any]()
        for key, value in pairs:
            plain = re.sub(r"[^a-z\d]", "", key.lower())
            if key in fields or (plain and seen.setdefault(plain, value) != value):
                twice[key] = None
            fields[key] = value
        return fields

    for tried in (words, *_mended(_inside(words))):
        try:
            json.loads(tried, object_pairs_hook=joined)
        except (ValueError, RecursionError):
            continue
        break
    return tuple(twice)


def _loads(words: str) -> Any:
    try:
        return json.loads(words)
    except json.JSONDecodeError:
        raise
    except RecursionError as error:
        raise ListError(text("list.too_deep")) from error
    except ValueError as error:  # a number of thousands of digits
        raise ListError(text("list.bad_number")) from error


def _mended(words: str) -> Iterator[str]:
    """Yield the text, then the text without the changes that chats, web pages and word processors make to JSON."""
    yield words
    yield _LAST_COMMA.sub("", words)
    yield unescaped(words)
    yield _QUOTES.sub('"', words)


def _inside(words: str) -> str:
    """Return the text from the first bracket to the last, without the message around it."""
    first, last = words.find("{"), words.rfind("}")
    return words[first : last + 1] if 0 <= first < last else words


def plain_name(name: str) -> tuple[int, str]:
    """Return count and name: `3 x AT-RT (55)`, `AT-RT x3`. Counts and prices do not belong to the name."""
    ahead = _TIMES.match(name)
    bare = name[ahead.end() :] if ahead else name
    times = int(ahead[1]) if ahead else 1
    for _ in range(2):  # the price may stand before the count or behind it
        bare = _PIPS.sub("", _POINTS.sub("", bare))
        if behind := _TIMES_BEHIND.search(bare):
            times, bare = int(behind[1] or behind[2]), bare[: behind.start()]
    return times, bare or name


def points_in(words: str) -> tuple[int, ...]:
    """Return the numbers that may be points: `(75)`, `44pts`, `= 93` at the end."""
    return tuple(int(digits) for digits in _ANY_POINTS.findall(words))


def digits_in(words: str) -> tuple[int, ...]:
    """Return every number."""
    return tuple(int(digits) for digits in re.findall(r"\d+", words))


def cards_in(line: str) -> Iterator[str]:
    """Yield the parts between the commas of a line of command cards: names, or parts of names that hold commas."""
    return islice((part for part in map(clean, line.split(",", _MOST_PARTS)) if part), _MOST_PARTS)


def without_pips(card: str) -> str:
    """Return the name of a command card that has its pips first: `(1) Ambush`, `1 pip: Ambush`."""
    ahead = _PIPS_AHEAD.match(card)
    return card[ahead.end() :] if ahead else card
