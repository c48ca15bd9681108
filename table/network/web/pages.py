"""The pages for people: shipped files with the words of the reader's language."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from html import escape

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from table.network.web.page_maker import PageMaker, one_of
from table.words import Words

PARTS = ("score", "card", "third", "die", "orders", "story", "clock", "result", "start", "next", "scene")
"""The overlays: parts of a table, cards between matches, and a whole scene."""
FORMS = ("wide", "tall")
OVERLAY_LOOKS = ("dark", "light", "plain")
"""The looks of an overlay. It covers a picture, so it ignores the browser's preference."""
PLACES = (
    "top-left", "top", "top-right", "left", "middle", "right", "bottom-left", "bottom", "bottom-right",
)  # fmt: skip
WORDS_OF_PHONES = ("page.", "seat.", "screen.die.", "token.", "faction.", "nation.", "phone.word.")
"""The key prefixes of the words for the page of phones."""
WORDS_OF_SCREEN = ("page.table.", "phone.word.")
"""The key prefixes of the words for the page that is the table's screen."""
WORDS_OF_PAGES = ("page.", "seat.", "screen.die.", "token.", "faction.", "nation.")
"""The key prefixes of the words for the program of a page."""

WORDS_OF_STYLE = (*WORDS_OF_PAGES, "hall.page.")
"""The key prefixes of the words for the page that shows every part, also of a hall."""


class Pages:
    """The pages in all languages."""

    def __init__(
        self, words: Mapping[str, Words], *, phones: bool = False, screen: bool = False, origins: Sequence[str] = ()
    ) -> None:
        """`phones`: seats can be played from one. `screen`: a browser may be the table's screen.

        Pages of these `origins` may have the overlays and `/watch` in a frame.
        """
        self._phones, self._screen, self._origins = phones, screen, tuple(origins)
        prefixes = {
            **dict.fromkeys(("home", "watch", "overlay", "overlays", "match"), WORDS_OF_PAGES),
            "style": WORDS_OF_STYLE,
            "phone": WORDS_OF_PHONES,
            "table": WORDS_OF_SCREEN,
        }
        self._maker = PageMaker(words, prefixes)

    def routes(self) -> Sequence[BaseRoute]:
        return [
            Route("/", self._plain("home")),
            Route("/watch", self._watch),
            Route("/match", self._plain("match")),
            Route("/match/{match}", self._plain("match")),
            Route("/style", self._plain("style")),
            Route("/overlays", self._overlays),
            Route("/overlay/{part}", self._overlay),
            *([Route("/phone", self._plain("phone"))] if self._phones else []),
            *([Route("/table", self._plain("table"))] if self._screen else []),
            *self._maker.routes(),
        ]

    def _plain(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        """Return the answer that is this page, whatever else is requested."""

        async def page(request: Request) -> Response:
            return self._maker.page(name, request)

        return page

    async def _watch(self, request: Request) -> Response:
        return framed(self._maker.page("watch", request), self._origins)

    async def _overlay(self, request: Request) -> Response:
        if (part := request.path_params["part"]) not in PARTS:
            return self._maker.page("home", request, 404)
        place = one_of(PLACES, request.query_params.get("place", ""))
        title = self._maker.words[self._maker.language(request)].sentences[f"page.part.{part}"]
        look = one_of(OVERLAY_LOOKS, request.query_params.get("look", ""))
        form = one_of(FORMS, request.query_params.get("form", ""))
        page = self._maker.page("overlay", request, part=part, place=place, look=look, form=form, title=title)
        return framed(page, ("'self'", *self._origins))

    async def _overlays(self, request: Request) -> Response:
        """Return the page that composes overlays. It frames them."""
        sentences = self._maker.words[self._maker.language(request)].sentences
        listed = {
            "parts": options((part, sentences[f"page.part.{part}"]) for part in PARTS),
            "places": options((place, sentences[f"page.place.{place.replace('-', '_')}"]) for place in PLACES),
            "looks": options((look, sentences[f"page.look.{look}"]) for look in OVERLAY_LOOKS),
        }
        page = self._maker.page("overlays", request, markup=listed)
        page.headers["content-security-policy"] += "; frame-src 'self'"
        return page


def framed(page: Response, origins: Sequence[str]) -> Response:
    """Return the page, which pages of these origins may frame."""
    policy = page.headers["content-security-policy"]
    allowed = " ".join(origins) or "'none'"
    page.headers["content-security-policy"] = policy.replace("frame-ancestors 'none'", f"frame-ancestors {allowed}")
    return page


def options(rows: Iterable[tuple[str, str]]) -> str:
    """Return the options of an HTML select element."""
    return "".join(f'<option value="{value}">{escape(words)}</option>' for value, words in rows)
