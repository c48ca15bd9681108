"""The pictures to take: each page at each moment, and each pair of all other properties."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from lab.figures.pages.moments import NAMES, MatchMoment
from table.network.web.pages import OVERLAY_LOOKS, PARTS
from table.words import languages

LOOKS = ("light", "dark")
PHONE_SIZES = ((320, 568), (360, 640), (412, 915), (768, 1024))
PAGE_SIZES = ((360, 640), (820, 1180), (1280, 720), (1920, 1080), (3840, 2160))
STREAM_SIZES = ((1920, 1080), (1280, 720), (3840, 2160), (1080, 1920), (720, 1280))
"""An overlay is the size of a stream's picture. The last two are upright."""
MOST_NARROW = 480
"""The width up to which fingers use a page."""
UNCHANGING = 15
"""The pictures of a page that no match changes: so many have each pair of language, look and size."""


class Sight(NamedTuple):
    """Something to take pictures of."""

    name: str
    path: str
    sizes: tuple[tuple[int, int], ...] = PAGE_SIZES
    of_match: bool = True
    """True if it shows a moment of a match."""
    of_hall: bool = False

    @property
    def is_overlay(self) -> bool:
        return self.path.startswith("/overlay/")

    @property
    def looks(self) -> tuple[str, ...]:
        return OVERLAY_LOOKS if self.is_overlay else LOOKS


OF_MATCH = tuple(part for part in PARTS if part not in ("start", "next"))
SIGHTS = (
    Sight("watch", "/watch"),
    Sight("match", "/match"),
    *(Sight(f"overlay {part}", f"/overlay/{part}", STREAM_SIZES) for part in OF_MATCH),
    *(Sight(f"phone {each}", "/phone", PHONE_SIZES) for each in ("blue", "red", "menu", "judge", "owner")),
    *(Sight(f"overlay {part}", f"/overlay/{part}", STREAM_SIZES, False) for part in ("start", "next")),
    Sight("home", "/", of_match=False),
    Sight("style", "/style", of_match=False),
    Sight("overlays", "/overlays", of_match=False),
    Sight("watch, table gone", "/watch", of_match=False),
    Sight("match, no file", "/match", of_match=False),
    Sight("phone, words", "/phone", PHONE_SIZES, False),
    Sight("phone, away", "/phone", PHONE_SIZES, False),
    Sight("table, away", "/table", of_match=False),
    Sight("hall", "/", of_match=False, of_hall=True),
    Sight("sheet", "/sheet", of_match=False, of_hall=True),
    Sight("desk, login", "/desk", of_match=False, of_hall=True),
    Sight("desk", "/desk", of_match=False, of_hall=True),
    Sight("desk, file", "/desk", of_match=False, of_hall=True),
)
CHANGING = tuple(sight for sight in SIGHTS if sight.of_match)


class PagePicture(NamedTuple):
    """A picture to take."""

    sight: Sight
    moment: MatchMoment | None
    language: str
    look: str
    size: tuple[int, int]
    names: int
    """The place of its names in `NAMES`."""

    @property
    def caption(self) -> str:
        width, height = self.size
        moment = "" if self.moment is None else f", {self.moment.name}"
        return f"{self.sight.name}{moment}, {self.language}, {self.look}, {width} x {height}, names {self.names}"

    @property
    def narrow(self) -> bool:
        return self.size[0] <= MOST_NARROW


def pictures(moments: Sequence[MatchMoment], most: int | None = None) -> Iterator[PagePicture]:
    """Yield the pictures, or only the first: these have each page, and as many moments as there is room for."""
    used = Counter[tuple[object, object]]()
    for sight, moment in [*_rows(moments)][:most]:
        chosen = min(_choices(sight, moment), key=lambda picture: _known(picture, used))
        used.update(_pairs(chosen))
        yield chosen


def _rows(moments: Sequence[MatchMoment]) -> Iterator[tuple[Sight, MatchMoment | None]]:
    """Yield the pages with the moments of a match that each has: at first each page once, by moments of all phases."""
    playing = [moment for moment in moments if moment.look.published.view is not None]
    for shift in range(max(len(moments), UNCHANGING)):
        for sight in SIGHTS:
            own = playing if sight.is_overlay else moments
            if sight.of_match and shift < len(own):
                place = CHANGING.index(sight) * len(own) // len(CHANGING)
                yield sight, own[(place + shift) % len(own)]
            elif not sight.of_match and shift < UNCHANGING:
                yield sight, None


def _choices(sight: Sight, moment: MatchMoment | None) -> Iterator[PagePicture]:
    names = range(len(NAMES)) if sight.of_match else (0,)
    for language, look, size, each in product(languages(), sight.looks, sight.sizes, names):
        yield PagePicture(sight, moment, language, look, size, each)


def _known(picture: PagePicture, used: Counter[tuple[object, object]]) -> tuple[int, int]:
    """Return how many of a picture's pairs others have, and how often."""
    counts = [used[pair] for pair in _pairs(picture)]
    return sum(map(bool, counts)), sum(counts)


def _pairs(picture: PagePicture) -> Iterator[tuple[object, object]]:
    moment = None if picture.moment is None else picture.moment.name
    values = (picture.sight.name, moment, picture.language, picture.look, picture.size, picture.names)
    return combinations(enumerate(values), 2)
