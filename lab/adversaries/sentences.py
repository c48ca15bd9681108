"""Finds the sentences of a page that promise something, so that none is without a row or a reason for having none."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

PROMISING = re.compile(
    r"\b(?:never|cannot|always|nothing|nobody|only|alone|no \w+ (?:can|(?:is|are) lost))\b", re.IGNORECASE
)
"""The words of a promise."""
CODE = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
MEASURED = re.compile(r"^## `command-table .*", re.MULTILINE | re.DOTALL)
"""The sections of campaigns, whose questions have rows of their own."""
ATTACKS = re.compile(r"^## Attacks that fail\n.*?^(?=\w|## )", re.MULTILINE | re.DOTALL)
"""The table of attacks, whose rows are promises themselves."""
BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.)\s?)|(?<=.)\s*\|\s+")
"""The ends of paragraphs, of items of a list, and of a table's cells."""
MARK = re.compile(r"^(?:[-*#]+|\d+\.)\s+")
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`*\"\[])")
NO_PROMISES = Path(__file__).with_name("no_promises.toml")
"""The sentences that contain a word of a promise but promise nothing, by reason."""


class PromisingSentence(Struct, frozen=True):
    page: Path
    text: str


def promising(page: Path) -> Iterator[PromisingSentence]:
    """Yield the sentences of a page with a word of a promise."""
    prose = ATTACKS.sub("\n", MEASURED.sub("", CODE.sub("", page.read_text("utf-8"))))
    for block in BLOCK.split(prose):
        for sentence in SENTENCE.split(" ".join(block.split())):
            if PROMISING.search(sentence):
                yield PromisingSentence(page, MARK.sub("", sentence).strip("| "))


def without_row(page: Path, quotes: Iterable[str]) -> list[PromisingSentence]:
    """Return the promising sentences of a page that no quote has a part of."""
    flat = " ".join(page.read_text("utf-8").split())
    spans = [(flat.find(quote), flat.find(quote) + len(quote)) for quote in quotes if quote in flat]
    found = []
    for each in promising(page):
        begin = flat.find(each.text)
        if not any(first < begin + len(each.text) and begin < end for first, end in spans):
            found.append(each)
    return found


def no_promises(listed: Path = NO_PROMISES) -> Mapping[str, str]:
    """Return the sentences that are no promise, each with its reason."""
    by_reason = tomllib.loads(listed.read_text("utf-8"))
    return {sentence: reason for reason, sentences in by_reason.items() for sentence in sentences}
