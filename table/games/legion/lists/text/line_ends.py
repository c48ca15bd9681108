"""The ends of lines as other programs write them: bars, HTML, two signs, or a mail's quote."""

import html
import json
import re

_AREA = re.compile(r"<textarea\b[^>]*>(.*?)</textarea>", re.IGNORECASE | re.DOTALL)
_BREAKS = (
    re.compile(r"\|\|[ \t]?"),
    re.compile(r"<br\s*/?>|</(?:p|div|li|tr)>", re.IGNORECASE),
    re.compile(r"(?:\\r)?\\n"),
)
"""The signs of a line's end. Only a text that has more of them than lines has them for that."""
_ESCAPED = re.compile(r"&(?:lt|gt|quot|#0?1[03]|#x[aAdD]);")
_TAG = re.compile(r"</?(?:p|div|span|ul|ol|li|b|i|strong|em|tr|td|table|tbody|pre|font|a)\b[^<>]*>", re.IGNORECASE)
_QUOTE = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)


def own_lines(words: str) -> str:
    """Return a text with line ends of its own. Valid JSON stays as it is."""
    if _is_json(words):
        return words
    if area := _AREA.search(words):
        words = area[1]
    if area or _ESCAPED.search(words):
        words = html.unescape(words)
    for ends in _BREAKS:
        if len(ends.findall(words)) >= max(2, words.strip().count("\n")):
            words = _TAG.sub("", ends.sub("\n", words))
    quoted = _QUOTE.findall(words)
    return _QUOTE.sub("", words) if len(quoted) > 1 and 2 * len(quoted) > len(words.strip().splitlines()) else words


def _is_json(words: str) -> bool:
    try:
        json.loads(words)
    except (ValueError, RecursionError):
        return False
    return True
