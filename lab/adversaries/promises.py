"""Reads the promises of a document: its table "Attacks that fail", with the programs that try each attack."""

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from lab.figures.taken_by import CAMPAIGNS

PAGE = Path(__file__).parents[2] / "docs/play/fairness.md"
SECTION = re.compile(r"^## Attacks that fail\n(.*?)^## ", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| (.+?) \| (.+?) \| (.+) \|$", re.MULTILINE)
TEST = re.compile(r"`(tests/[\w/]+\.py(?:::\w+)*)`")
CAMPAIGN = re.compile(r"`command-table campaign ([\w-]+)[^`]*`")
BENCH = re.compile(r"`command-table bench --only [\w.]+`(?: \(`([\w.]+)`\))?")
ELSEWHERE = ("tests/network/web/browser/", "tests/network/hall/broker/")
"""The tests that need a browser or a broker. They belong to `make web` and `make hall`."""


class Promise(Struct, frozen=True):
    """An attack that the document says fails, and what tries it."""

    attack: str
    tests: tuple[str, ...]
    campaigns: tuple[str, ...]
    figures: tuple[str, ...]
    """The figures of `command-table bench`."""
    elsewhere: tuple[str, ...]

    @property
    def is_tried(self) -> bool:
        """True if a program tries this attack."""
        return bool(self.tests or self.campaigns or self.figures)

    @property
    def is_searched(self) -> bool:
        """True if a program searches for a way, with many tries. A test tries what its author knew."""
        return bool(self.campaigns or self.figures)


def promises(page: Path = PAGE) -> tuple[Promise, ...]:
    """Return the promises of a document. Raises ValueError if it has no such table, or names an unknown campaign."""
    found = SECTION.search(page.read_text("utf-8"))
    rows = tuple(_rows(found[1])) if found else ()
    if not rows:
        raise ValueError(f"{page.name} lists no attacks that fail")
    if unknown := {each for row in rows for each in row.campaigns} - CAMPAIGNS.keys():
        raise ValueError(f"{page.name} names campaigns that do not exist: {', '.join(sorted(unknown))}")
    return rows


def _rows(table: str) -> Iterator[Promise]:
    for attack, _, programs in ROW.findall(table):
        if attack in ("attack", "---"):
            continue
        tests = TEST.findall(programs)
        yield Promise(
            attack,
            tuple(each for each in tests if not each.startswith(ELSEWHERE)),
            tuple(CAMPAIGN.findall(programs)),
            tuple(each for each in BENCH.findall(programs) if each),
            tuple(each for each in tests if each.startswith(ELSEWHERE)),
        )
