"""The names of players' stored lists, which are also file names."""

import re
import unicodedata

from table.games.files.raw_list import ListError, clean
from table.rules.text import text

MOST_LETTERS = 60
NEVER = '/\\:*?"<>|'
"""The characters that a name must not contain, because Linux or Windows forbids them in file names."""
IN_BRACKETS = re.compile(r" \([^()]*\d+ [^()]+\)$")
"""The lobby writes faction and points behind the name of a list."""
_NAME = re.compile(rf"[^\W_][^{re.escape(NEVER)}]{{0,{MOST_LETTERS - 1}}}")


def file_stem(name: str, *suffixes: str) -> str:
    """Return the file name, without a suffix, for a list of this name. Raises `ListError`.

    One of these `suffixes` at the end of the name is left out.
    """
    stem = unicodedata.normalize("NFC", name.strip())
    ending = next((each for each in suffixes if stem.lower().endswith(each)), "")
    stem = stem[: len(stem) - len(ending)]
    if not _NAME.fullmatch(stem) or not stem.isprintable():
        raise ListError(text("list.bad_name", name=clean(name), limit=MOST_LETTERS, never=" ".join(NEVER)))
    return stem
