"""The form in which mails, chats and web pages carry a list: foreign line ends, quotes, a whole page."""

import json
import re
from urllib.parse import unquote_plus

from msgspec import Struct

from table.games.files.raw_list import unescaped

_BARS = re.compile(r" ?\|\| ?\r?\n?")
_ESCAPED = re.compile(r"\\r\\n|\\n|\\r|\\u000[aA]")
_IN_LINK = re.compile(r"(?:%0D)?%0A", re.IGNORECASE)
_FORUM = re.compile(r"\[/?(?:b|i|u|quote|list|size|color|code|center)(?:=[^\]\n]*)?\]", re.IGNORECASE)
_FORUM_BREAK = re.compile(r"\[br ?/?\]|\[\*\]|\[/?li\]", re.IGNORECASE)
_UNSEEN = re.compile("[\u200b-\u200d\u2060\ufeff]|(?<=\\S)[ \\t]*\\\\$", re.MULTILINE)
"""Characters without a width, and Markdown's sign for a line break."""
_ESCAPED_JSON = re.compile(r"\s*[{\[]\s*\\")
_QUOTED = re.compile(r"^[ \t]*(?:>[ \t]?|#+[ \t])+", re.MULTILINE)
_TIME = r"(?:\[[^\]\n]*\d:\d\d[^\]\n]*\]|[\d/., ]*\d:\d\d(?: -)?)"
_SPOKEN = re.compile(rf"^[ \t]*{_TIME}?[ \t]*(?P<speaker>[^\W\d_][^:\n]{{0,30}}):[ \t]", re.MULTILINE)
"""The name before a line of a chat, also with its time."""
_TAG = re.compile(r"<\s*/?\s*(?:!doctype|html|body|div|p|br|pre|textarea|table|ul|ol|li|span)\b", re.IGNORECASE)
_ESCAPED_TAG = re.compile(r"&lt;\s*/?\s*(?:br|div|p|pre|li)\b|&#(?:10|13|x0?a|x0?d);", re.IGNORECASE)
_SEVERAL = 2
"""The least number of foreign line ends that count as line ends. A single one may be part of a name."""


class Carried(Struct, frozen=True):
    """The parts of a text that may be a list."""

    blocks: tuple[str, ...]
    """The text itself, or the blocks of a page."""
    page: str = ""
    """The visible text of a page, with other lines around its list."""

    @property
    def parts(self) -> tuple[str, ...]:
        return (*self.blocks, *filter(None, (self.page,)))


def carried(words: str) -> Carried:
    """Return the parts of a text that may be a list."""
    if _is_json(words):
        return Carried((words,))
    if _ESCAPED_TAG.search(words):
        words = unescaped(words)
    if not _TAG.search(words):
        return Carried((in_lines(words),))
    from table.games.legion.lists.text.page import Page

    page = Page()
    page.feed(words)
    page.close()
    return Carried(tuple(dict.fromkeys(map(in_lines, page.blocks))), in_lines(page.text))


def _is_json(words: str) -> bool:
    try:
        json.loads(words)
    except (ValueError, RecursionError):
        return False
    return True


def in_lines(words: str) -> str:
    """Return a text with real line ends, without quotes, names of speakers and marks of forums."""
    words = _FORUM.sub("", _FORUM_BREAK.sub("\n", _UNSEEN.sub("", words)))
    if len(_IN_LINK.findall(words)) >= _SEVERAL:
        words = unquote_plus(words)
    if len(_BARS.findall(words)) >= _SEVERAL:
        words = _BARS.sub("\n", words)
    escaped = words.count("\n") < _SEVERAL <= len(_ESCAPED.findall(words))
    if escaped and (not words.lstrip().startswith(("{", "[", '"')) or _ESCAPED_JSON.match(words)):
        words = _ESCAPED.sub("\n", words).replace('\\"', '"').replace("\\t", "\t")
    lines = [line for line in words.splitlines() if line.strip()]
    if len(lines) >= _SEVERAL and sum(map(bool, map(_QUOTED.match, lines))) * 2 > len(lines):
        words = _QUOTED.sub("", words)
    messages = [_SPOKEN.match(line) for line in words.splitlines() if line.strip()]
    alone = len(messages) > _SEVERAL and messages[0] and len({found and found["speaker"] for found in messages}) == 1
    return _SPOKEN.sub("", words) if alone else words
