"""An army code among words: in a link, in a message, cut by a line break, percent-encoded or not."""

import re
from collections.abc import Iterator
from itertools import islice
from urllib.parse import unquote

from table.games.files.raw_list import ListError
from table.games.infinity.lists.codes.army_code import ArmyCode, begins_like_one, read_code
from table.games.infinity.lists.codes.code_bytes import ENCODED_TIMES, MOST_LETTERS

LEAST_LETTERS = 16
MOST_TRIED, MOST_MARKS, MOST_PIECES = 50, 5, 12
"""The most places in a text where a code may begin, marks in one stretch of letters, and pieces of a code."""

_LETTERS = r"[A-Za-z0-9+/_=%-]"
_ADDRESS = re.compile(rf"/army/(?:list|infinity)[/?=]*(?:code=|list=)?({_LETTERS}+)", re.IGNORECASE)
_BARE = re.compile(rf"[A-Za-z0-9+/_%-]{{{LEAST_LETTERS},}}={{0,2}}")
_STRETCH = re.compile(rf"{_LETTERS}{{{LEAST_LETTERS},}}")
_PADDED = re.compile(r"[A-Za-z0-9+/_%-]+(={0,2})")
"""Letters with optional padding, so that the search passes letters without padding only once."""


def find_code(words: str) -> str | None:
    """Return the code in a text: in a link, alone, or among words. Return None if there is nothing like a code.

    A code that can be read to its end comes first, then the code of a link, then anything that begins like a code.
    """
    possible = list(dict.fromkeys(_possible(words)))
    whole = next((code for code in possible if _is_whole(code)), None)
    if whole is not None:
        return whole
    if (address := _ADDRESS.search(words)) is not None:
        return address[1]
    begun = next((code for code in possible if begins_like_one(code)), None)
    alone = "".join(words.split())
    return begun or (alone if _BARE.fullmatch(alone) and len(words.split()) == 1 else None)


def codes_in(words: str) -> tuple[ArmyCode, ...]:
    """Return each code in a text that can be read to its end, in the text's order. Tournaments ask for two lists."""
    return tuple(_codes(words))


def code_at(words: str, number: int) -> str | None:
    """Return the text of the code with this number in `codes_in`, counted from 1. None if there are fewer."""
    return next(islice(_codes(words).values(), number - 1, None), None)


def _codes(words: str) -> dict[ArmyCode, str]:
    found: dict[ArmyCode, str] = {}
    for code in dict.fromkeys(_possible(words)):
        if (read := _whole(code)) is not None:
            found.setdefault(read, code)
    return found


def _possible(words: str) -> Iterator[str]:
    """Yield the stretches of letters that can be a code, also joined where a line break or a chat may have cut them."""
    for _ in range(ENCODED_TIMES):
        yield "".join(words.split())
        yield re.sub(r"[\r\n\t]", "", words.strip()).replace(" ", "+")  # a form's decoding makes blanks of plus signs
        for start in islice(_starts(words), MOST_TRIED):
            pieces = words[start : start + MOST_LETTERS].split(maxsplit=MOST_PIECES)[:MOST_PIECES]
            stretch = _STRETCH.match(words, start)
            if stretch is not None:
                yield stretch[0]
                padded = _PADDED.finditer(stretch[0])  # one code directly behind another
                yield from (each[0] for each in padded if each[1])
                if begins_like_one(stretch[0]):
                    yield from ("".join(pieces[:many]) for many in range(2, len(pieces) + 1))
        decoded = unquote(words)
        if decoded == words:
            return
        words = decoded


def _starts(words: str) -> Iterator[int]:
    """Yield where a code may begin: in a link, at a stretch of its letters, or behind a mark of a link in one."""
    yield from (address.start(1) for address in _ADDRESS.finditer(words))
    for stretch in _STRETCH.finditer(words):
        yield stretch.start()
        yield from (stretch.start() + mark.end() for mark in islice(re.finditer("[/=]", stretch[0]), MOST_MARKS))


def _is_whole(code: str) -> bool:
    return _whole(code) is not None


def _whole(code: str) -> ArmyCode | None:
    """Return the code if it can be read to its end, else None."""
    try:
        read = read_code(code)
    except ListError:
        return None
    return read if read.groups and begins_like_one(code) else None


def is_code(words: str) -> bool:
    """True if a text is meant as a code: in a builder's link, or alone and beginning like a code."""
    if _ADDRESS.search(words) is not None:
        return True
    code = find_code(words)
    return code is not None and begins_like_one(code)
