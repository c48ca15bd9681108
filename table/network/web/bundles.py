"""A page's program and its style sheet, each put together into one file when the program starts.

The name of a file contains a hash of its content, so that a browser may cache it forever and never mixes two versions.
"""

import re
import zlib
from collections.abc import Callable, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from table.network.web.files import TYPES, shipped

PATH = "/page/"
"""The path prefix of all files of pages."""
KEPT = MappingProxyType({"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"})

SHEET = re.compile(r'<link rel="stylesheet" href="/page/([^"]+)">\n?')
SCRIPT = re.compile(r'<script type="module" src="/page/([^"]+)"></script>')
FONT = re.compile(r'url\("([^"]+)"\)')
IMPORT = re.compile(r'^import \{ ([^}]+) \} from "\./([^"]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
EXPORTED = re.compile(r"\bexport\{([\w,]+)\};\s*$")
"""The exports of a vendored module, which its own bundler has put at its end."""
DOCUMENTED = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
"""A documenting comment on lines of its own. A browser does not need it."""
FOREIGN = re.compile(r"^(?:import|export)\b", re.MULTILINE)

Read = Callable[[str], bytes]
"""Reads a shipped file by its name."""


class PageFile(NamedTuple):
    """A file by its address, with its media type."""

    content: bytes
    kind: str
    packed: bytes
    """The content compressed with gzip; empty if that is not smaller, as for a font."""


class PageFiles:
    """The files of all pages, by their addresses."""

    def __init__(self, read: Read = shipped) -> None:
        self._read = read
        self._files: dict[str, PageFile] = {}

    def linked(self, page: str, markup: str) -> str:
        """Return the markup of a page with one style sheet and one program instead of the files that it names."""
        if sheets := SHEET.findall(markup):
            sheet = f'<link rel="stylesheet" href="{self._named(page, "css", self._sheet(sheets))}">\n'
            first, rest = SHEET.split(markup, maxsplit=1)[0::2]
            markup = f"{first}{sheet}{SHEET.sub('', rest)}"
        return SCRIPT.sub(lambda found: self._script(found[1]), markup)

    def file(self, address: str) -> PageFile | None:
        """Return the file at an address, or None if there is none."""
        return self._files.get(address)

    def route(self) -> BaseRoute:
        """Return the route that serves them."""
        return Route(f"{PATH}{{name:path}}", self._serve)

    def _sheet(self, names: Sequence[str]) -> bytes:
        whole = "".join(self._read(name).decode() for name in names)
        return FONT.sub(lambda found: f'url("{self._font(found[1])}")', whole).encode()

    def _font(self, name: str) -> str:
        begun, _, kind = name.rpartition(".")
        return self._named(begun, kind, self._read(name))

    def _script(self, entry: str) -> str:
        address = self._named(entry.removesuffix(".js"), "js", program(entry, self._read))
        return f'<script type="module" src="{address}"></script>'

    def _named(self, begun: str, kind: str, content: bytes) -> str:
        address = f"{PATH}{begun}-{sha256(content).hexdigest()[:16]}.{kind}"
        # A packed file has no secret and nothing that its reader typed, so that its length tells nothing.
        packed = b"" if kind == "woff2" else zlib.compress(content, 9, wbits=31)
        self._files[address] = PageFile(content, TYPES[kind], packed)
        return address

    async def _serve(self, request: Request) -> Response:
        if (file := self.file(request.url.path)) is None:
            return PlainTextResponse("Not Found", 404)
        taken = [each.strip() for each in request.headers.get("accept-encoding", "").split(",")]
        if file.packed and "gzip" in taken:
            return Response(file.packed, 200, {**KEPT, "content-encoding": "gzip"}, file.kind)
        return Response(file.content, 200, dict(KEPT), file.kind)


def program(entry: str, read: Read = shipped) -> bytes:
    """Return a module with all its imports, each in its own scope, after the modules that it needs.

    Raises ValueError for circular imports, and for a form of import or export that our modules do not use.
    """
    made: dict[str, str] = {}
    _add(entry, read, made, ())
    return "\n".join(made.values()).encode()


def _add(name: str, read: Read, made: dict[str, str], within: Sequence[str]) -> None:
    if name in within:
        raise ValueError(f"{name} imports itself, by way of {' and '.join(within)}")
    if name in made:
        return
    content = DOCUMENTED.sub("", read(name).decode())
    for _, other in IMPORT.findall(content):
        _add(other, read, made, (*within, name))
    made[name] = _scoped(name, content)


def _scoped(name: str, content: str) -> str:
    names = [found[1] for found in EXPORT.findall(content)]
    names += [each for listed in EXPORTED.findall(content) for each in listed.split(",")]
    inner = IMPORT.sub(lambda found: f"const {{ {found[1]} }} = {_variable(found[2])};", content)
    inner = EXPORTED.sub("", EXPORT.sub(lambda found: found[1], inner))
    if " as " in "".join(found[0] for found in IMPORT.findall(content)) or FOREIGN.search(inner):
        raise ValueError(f"{name} imports or exports in a way that cannot be put together")
    return f"const {_variable(name)} = (() => {{\n{inner}\nreturn {{ {', '.join(names)} }};\n}})();"


def _variable(name: str) -> str:
    return "of_" + re.sub(r"\W", "_", name.removesuffix(".js"))
