"""A page for people, made from a shipped one: in the reader's language, with the words of its program."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from types import MappingProxyType
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from table.network.web.bundles import PageFiles
from table.network.web.files import shipped
from table.network.web.languages import preferred
from table.words import Words

LOOKS = ("", "light", "dark", "plain")
OWN_NAMES = MappingProxyType({"de": "Deutsch", "en": "English", "es": "Español"})
"""The name of each language in itself."""
HOLE = re.compile(r"\[\[([a-z._]+)\]\]")
FIRST = '<link rel="stylesheet"'
"""The beginning of the part of a page that may fail to load."""
POLICY = (
    "default-src 'none'; script-src 'self' 'sha256-{again}'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self' ws://{host} wss://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The content policy of a page: its own files, its own stream, and a single inline script."""


class PageMaker:
    """Renders the pages in every language."""

    def __init__(self, words: Mapping[str, Words], prefixes: Mapping[str, tuple[str, ...]]) -> None:
        """`prefixes` has the pages. Each page embeds the words whose keys have one of its prefixes."""
        self.words = words
        self._embedded = {
            begun: {language: _embedded(each, begun) for language, each in words.items()}
            for begun in set(prefixes.values())
        }
        self._text = prefixes
        self._shapes = shipped("shapes.svg").decode()
        again = shipped("again.js").decode()
        self._again = b64encode(sha256(again.encode()).digest()).decode()
        self.files = PageFiles()
        made = {name: self.files.linked(name, shipped(f"{name}.html").decode()) for name in prefixes}
        self._made = {name: page.replace(FIRST, f"<script>{again}</script>\n{FIRST}", 1) for name, page in made.items()}

    def routes(self) -> Sequence[BaseRoute]:
        """Return the routes of the pages' files."""
        return [self.files.route()]

    def page(
        self, name: str, request: Request, status: int = 200, markup: Mapping[str, str] | None = None, **more: str
    ) -> Response:
        """Return a page. `more` are values of further placeholders; `markup` is inserted unescaped."""
        language = self.language(request)
        values = {"look": one_of(LOOKS, request.query_params.get("look", "")), **more}
        page = self.filled(name, language, {**(markup or {}), "languages": self._languages(request, language)}, values)
        policy = POLICY.format(host=request.headers["host"], again=self._again)
        head = {"content-security-policy": policy, "vary": "accept-language"}
        return Response(page, status, head, "text/html")

    def filled(self, name: str, language: str, markup: Mapping[str, str], values: Mapping[str, str]) -> str:
        """Return the text of a page in a language; `values` and `markup` fill its placeholders."""
        sentences, values = self.words[language].sentences, {"lang": language, **values}
        shaped = {**markup, "words": self._embedded[self._text[name]][language], "shapes": self._shapes}

        def filled(hole: re.Match[str]) -> str:
            key = hole[1]
            return (
                shaped[key] if key in shaped else escape(values.get(key) or ("" if key in values else sentences[key]))
            )

        return HOLE.sub(filled, self._made[name])

    def language(self, request: Request) -> str:
        """Return the requested language, or the one that the browser prefers."""
        asked = request.query_params.get("lang", "")
        return asked if asked in self.words else preferred(request.headers.get("accept-language", ""), self.words)

    def _languages(self, request: Request, now: str) -> str:
        """Return links to the same page in each language."""
        kept = [(key, value) for key, value in request.query_params.multi_items() if key != "lang"]
        addresses = {language: f"?{urlencode([*kept, ('lang', language)])}" for language in self.words}
        return linked_languages(addresses, now, self.words[now].sentences["page.languages"])


def linked_languages(addresses: Mapping[str, str], now: str, name: str) -> str:
    """Return a list, with this name, of links to a page in each language."""
    rows = []
    for language, address in addresses.items():
        current = ' aria-current="page"' if language == now else ""
        own = escape(OWN_NAMES.get(language, language))
        rows.append(f'<li><a href="{escape(address)}" lang="{language}" hreflang="{language}"{current}>{own}</a></li>')
    return f'<nav aria-label="{escape(name)}"><ul>{"".join(rows)}</ul></nav>'


def _embedded(words: Words, begun: tuple[str, ...]) -> str:
    """Return the words whose keys have this prefix, for a page's program, as JSON that is safe within HTML."""
    sentences = {key: each for key, each in words.sentences.items() if key.startswith(begun)}
    return json.dumps(sentences, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def one_of(known: Sequence[str], asked: str) -> str:
    """Return the requested value if it is known, else the first known one."""
    return asked if asked in known else known[0]
