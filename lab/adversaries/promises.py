"""Reads the promises of the documents: tables whose rows name the programs that try to break each of them."""

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from lab.figures.taken_by import CAMPAIGNS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "develop/attacks.md"
"""The attacks that fail, in its section of that name."""
QUOTED = DOCS / "develop/promises.md"
"""The promises of other pages. A section for each page quotes it."""
SECTION = re.compile(r"^## (?:(Attacks that fail)|\[[^]]+\]\(([\w./]+)\))\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| (.+?) \|(?: .+? \|)? (.+) \|$", re.MULTILINE)
"""A row with two cells, or three: the attack or promise, its reason, the programs."""
HEADS = ("attack", "promise", "---")
TEST = re.compile(r"`(tests/[\w/]+\.py(?:::\w+)*)`")
CAMPAIGN = re.compile(r"`command-table campaign ([\w-]+)[^`]*`(?: \(`([\w.*]+)`\))?")
BENCH = re.compile(r"`command-table bench --only [\w.]+`(?: \(`([\w.]+)`\))?")
ELSEWHERE = ("tests/network/web/browser/", "tests/network/hall/broker/")
"""The tests that need a browser or a broker. They belong to `make web` and `make hall`."""


class Promise(Struct, frozen=True):
    """An attack or a promise in the documents, with the programs that try to break it."""

    attack: str
    tests: tuple[str, ...]
    campaigns: tuple[tuple[str, str], ...]
    """Each campaign with the beginning of the names of its figures that count; empty if all count."""
    figures: tuple[str, ...]
    """The figures of `command-table bench`."""
    elsewhere: tuple[str, ...]
    page: Path = PAGE
    """The page that makes the promise."""

    @property
    def is_tried(self) -> bool:
        """True if a program tries this attack."""
        return bool(self.tests or self.campaigns or self.figures)

    @property
    def is_searched(self) -> bool:
        """True if a program searches for a way with many tries. A test only tries the ways that its author knew."""
        return bool(self.campaigns or self.figures)


def promises(*pages: Path) -> tuple[Promise, ...]:
    """Return the promises of these pages; without any, of all pages that have some.

    Raises ValueError if a page has no such table, or names an unknown campaign.
    """
    rows: list[Promise] = []
    for page in pages or (PAGE, QUOTED):
        found = [*_sections(page)]
        if not found:
            raise ValueError(f"{page.name} lists no attacks that fail")
        rows += found
    if unknown := {name for row in rows for name, _ in row.campaigns} - CAMPAIGNS.keys():
        raise ValueError(f"the pages name campaigns that do not exist: {', '.join(sorted(unknown))}")
    return tuple(rows)


def _sections(page: Path) -> Iterator[Promise]:
    for own, linked, table in SECTION.findall(page.read_text("utf-8")):
        yield from _rows(table, page if own else (page.parent / linked).resolve())


def _rows(table: str, page: Path) -> Iterator[Promise]:
    for attack, programs in ROW.findall(table):
        if attack in HEADS:
            continue
        tests = TEST.findall(programs)
        yield Promise(
            attack,
            tuple(each for each in tests if not each.startswith(ELSEWHERE)),
            tuple((name, figure.removesuffix("*")) for name, figure in CAMPAIGN.findall(programs)),
            tuple(each for each in BENCH.findall(programs) if each),
            tuple(each for each in tests if each.startswith(ELSEWHERE)),
            page,
        )
