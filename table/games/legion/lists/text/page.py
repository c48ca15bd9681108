"""A web page: the blocks that show a list, and the visible text."""

import re
from html.parser import HTMLParser

_BLOCKS = frozenset(("textarea", "pre"))
"""The elements in which pages show a list unchanged."""
_HIDDEN = frozenset(("script", "style", "head", "svg", "noscript", "template"))
_BREAKS = frozenset(("br", "p", "div", "li", "tr", "ul", "ol", "table", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "dd"))
_CELLS = frozenset(("td", "th"))


class Page(HTMLParser):
    """The blocks and the visible text of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[str] = []
        self._block: list[str] = []
        self._visible: list[str] = []
        self.blocks: list[str] = []

    @property
    def text(self) -> str:
        return "".join(self._visible)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BREAKS:
            self._put("\n")
        elif tag in _CELLS:
            self._put(" ")
        elif tag in _BLOCKS or tag in _HIDDEN:
            self._open.append(tag)
            self._block = []

    def handle_endtag(self, tag: str) -> None:
        if tag in _BREAKS and tag != "br":
            self._put("\n")
        elif tag in self._open:
            del self._open[self._open.index(tag) :]
            if tag in _BLOCKS:
                self.blocks.append("".join(self._block))

    def handle_data(self, data: str) -> None:
        self._put(data if _BLOCKS.intersection(self._open) else re.sub(r"\s*\n\s*", "\n", data))

    def _put(self, words: str) -> None:
        if _BLOCKS.intersection(self._open):
            self._block.append(words)
        elif not self._open:
            self._visible.append(words)
