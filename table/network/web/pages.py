"""The pages that people look at: shipped as they are, with the words of their language put in."""

from collections.abc import Mapping, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from table.network.web.page_maker import PageMaker, one_of
from table.words import Words

PARTS = ("score", "clock", "card", "orders", "die", "story")
"""The parts of a table that have an overlay each."""
OVERLAY_LOOKS = ("dark", "light", "plain")
"""The looks of an overlay. It lies over a picture, so it does not follow what the browser prefers."""
PLACES = (
    "top-left", "top", "top-right", "left", "middle", "right", "bottom-left", "bottom", "bottom-right",
)  # fmt: skip
WORDS_OF_PHONES = ("page.", "seat.", "screen.die.", "phone.word.")
"""The beginnings of the keys of the words of the page of phones."""
WORDS_OF_PAGES = ("page.", "seat.", "screen.die.", "token.")
"""The beginnings of the keys of all words of a page's own program."""


class Pages:
    """The pages in all languages."""

    def __init__(self, words: Mapping[str, Words], *, phones: bool = False) -> None:
        """`phones`: seats can be played from one."""
        self._phones = phones
        prefixes = {
            "home": WORDS_OF_PAGES,
            "watch": WORDS_OF_PAGES,
            "overlay": WORDS_OF_PAGES,
            "phone": WORDS_OF_PHONES,
        }
        self._maker = PageMaker(words, prefixes)

    def routes(self) -> Sequence[BaseRoute]:
        return [
            Route("/", self._home),
            Route("/watch", self._watch),
            Route("/overlay/{part}", self._overlay),
            *([Route("/phone", self._phone)] if self._phones else []),
            *self._maker.routes(),
        ]

    async def _home(self, request: Request) -> Response:
        return self._maker.page("home", request)

    async def _watch(self, request: Request) -> Response:
        return self._maker.page("watch", request)

    async def _phone(self, request: Request) -> Response:
        return self._maker.page("phone", request)

    async def _overlay(self, request: Request) -> Response:
        part = request.path_params["part"]
        if part not in PARTS:
            return self._maker.page("home", request, 404)
        place = one_of(PLACES, request.query_params.get("place", ""))
        title = self._maker.words[self._maker.language(request)].sentences[f"page.part.{part}"]
        look = one_of(OVERLAY_LOOKS, request.query_params.get("look", ""))
        return self._maker.page("overlay", request, part=part, place=place, look=look, title=title)
