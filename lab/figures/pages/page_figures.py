"""Measure the pages in Chromium: pictures with faults, bytes of a first load, and the replay of a match.

They need Chromium and Playwright; without them nothing is measured.
"""

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Any

from lab.figure import Figure, control_of, none_of
from lab.figures.evening.whole_matches import GAMES
from lab.figures.pages.bot_matches import bots_match
from lab.figures.pages.browser import chromium, missing
from lab.figures.pages.combinations import Picture, pictures
from lab.figures.pages.moments import moments
from lab.figures.pages.photographs import photographer

PLANTED = MappingProxyType(
    {
        "cut": '<div data-style="width: 60px; overflow: hidden; white-space: nowrap">Commander Luke Skywalker</div>',
        "aside": '<div data-style="position: absolute; left: 340px; white-space: nowrap">Ahsoka Tano</div>',
        "overlap": '<div data-style="height: 0">Commander Luke Skywalker</div><div>Darth Vader, Dark Lord</div>',
        "short": '<p data-style="width: 9px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">Rex</p>',
        "empty": "<h2></h2>",
        "small": '<button data-style="width: 20px; min-height: 20px; height: 20px; padding: 0">x</button>',
        "key": "<p>rank.commander</p>",
    }
)
"""Markup with each kind of fault."""


def measure(_: int) -> Iterator[Figure]:
    if missing():
        return
    with chromium() as browser:
        yield from of_pictures(browser, [*pictures([each for game in GAMES for each in moments(bots_match(game))])])


def of_pictures(browser: Any, wanted: Sequence[Picture]) -> Iterator[Figure]:
    """Count the pictures with a fault, and the kinds of planted faults that are found."""
    with photographer(browser) as by:
        faulty = [f"{each.picture.caption}: {each.faults[0]}" for each in by.take(wanted) if each.faults]
        yield none_of("pages.cut", faulty, "pictures with a fault", len(wanted), "; ".join(faulty[:3]))
        found = sum(kind in by.planted(markup) for kind, markup in PLANTED.items())
    missed = len(PLANTED) - found
    yield control_of("pages.cut.control", 0 if missed else found, "planted faults found", len(PLANTED))
