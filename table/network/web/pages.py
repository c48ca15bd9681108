"""The pages that people look at: shipped as they are, with the words of their language put in."""

import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from types import MappingProxyType
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from table.network.web.files import serving, shipped
from table.network.web.languages import preferred
from table.words import Words

PARTS = ("score", "clock", "card", "orders", "die", "story")
"""The parts of a table that have an overlay each."""
PLACES = (
    "top-left", "top", "top-right", "left", "middle", "right", "bottom-left", "bottom", "bottom-right",
)  # fmt: skip
LOOKS = ("", "light", "dark", "plain")
MODULES = (
    "style.css", "overlay.css", "follow.js", "patch.js", "words.js", "drawing.js", "parts.js", "watch.js", "overlay.js",
    "sealed.js", "line.js", "asking.js", "phone.js",
)  # fmt: skip
VENDORED = ("vendor/noble.js",)
"""The modules of others, shipped as they are."""
WORDS_OF_PHONES = ("page.", "seat.", "phone.word.")
"""The beginnings of the keys of the words that the page of phones says."""
WORDS_OF_PAGES = ("page.", "seat.", "token.")
"""The beginnings of the keys of all words that a page's own program says."""
OWN_NAMES = MappingProxyType({"de": "Deutsch", "en": "English", "es": "Español"})
"""The name of each language in itself."""
HOLE = re.compile(r"\[\[([a-z._]+)\]\]")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self' ws://{host} wss://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The content policy of a page: its own files, its own stream, nothing that stands in it."""


class Pages:
    """The pages in all languages."""

    def __init__(self, words: Mapping[str, Words], *, phones: bool = False) -> None:
        """`phones`: seats can be played from one."""
        self._words, self._phones = words, phones
        self._for_programs = {language: _embedded(each, WORDS_OF_PAGES) for language, each in words.items()}
        self._for_phones = {language: _embedded(each, WORDS_OF_PHONES) for language, each in words.items()}
        self._made = {name: shipped(f"{name}.html").decode() for name in ("home", "watch", "overlay", "phone")}

    def routes(self) -> Sequence[BaseRoute]:
        return [
            Route("/", self._home),
            Route("/watch", self._watch),
            Route("/overlay/{part}", self._overlay),
            *([Route("/phone", self._phone)] if self._phones else []),
            *(Route(f"/page/{name}", serving(name)) for name in (*MODULES, *VENDORED)),
        ]

    async def _home(self, request: Request) -> Response:
        return self._page("home", request)

    async def _watch(self, request: Request) -> Response:
        return self._page("watch", request)

    async def _phone(self, request: Request) -> Response:
        return self._page("phone", request)

    async def _overlay(self, request: Request) -> Response:
        part = request.path_params["part"]
        if part not in PARTS:
            return self._page("home", request, 404)
        place = _one_of(PLACES, request.query_params.get("place", ""))
        title = self._words[self._language(request)].sentences[f"page.part.{part}"]
        return self._page("overlay", request, part=part, place=place, title=title)

    def _page(self, name: str, request: Request, status: int = 200, **more: str) -> Response:
        language = self._language(request)
        sentences = self._words[language].sentences
        values = {"lang": language, "look": _one_of(LOOKS, request.query_params.get("look", "")), **more}
        embedded = self._for_phones if name == "phone" else self._for_programs
        markup = {"words": embedded[language], "languages": self._languages(request, language)}

        def filled(hole: re.Match[str]) -> str:
            key = hole[1]
            return (
                markup[key] if key in markup else escape(values.get(key) or ("" if key in values else sentences[key]))
            )

        page = HOLE.sub(filled, self._made[name])
        policy = {"content-security-policy": POLICY.format(host=request.headers["host"]), "vary": "accept-language"}
        return Response(page, status, policy, "text/html")

    def _language(self, request: Request) -> str:
        asked = request.query_params.get("lang", "")
        return asked if asked in self._words else preferred(request.headers.get("accept-language", ""), self._words)

    def _languages(self, request: Request, now: str) -> str:
        """Return links to the same page in each language."""
        name = escape(self._words[now].sentences["page.languages"])
        kept = [(key, value) for key, value in request.query_params.multi_items() if key != "lang"]
        rows = []
        for language in self._words:
            address = escape(f"?{urlencode([*kept, ('lang', language)])}")
            current = ' aria-current="page"' if language == now else ""
            own = escape(OWN_NAMES.get(language, language))
            rows.append(f'<li><a href="{address}" lang="{language}" hreflang="{language}"{current}>{own}</a></li>')
        return f'<nav aria-label="{name}"><ul>{"".join(rows)}</ul></nav>'


def _embedded(words: Words, begun: tuple[str, ...]) -> str:
    """Return the words whose keys begin so, for a page's program, as JSON that can stand within HTML."""
    said = {key: each for key, each in words.sentences.items() if key.startswith(begun)}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _one_of(known: Sequence[str], asked: str) -> str:
    return asked if asked in known else known[0]
