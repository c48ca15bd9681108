"""Recognition of a list's format."""

import re
from collections.abc import Collection

from table.games.files.raw_list import ListError, clean, decoded
from table.games.legion.lists.links import find_link, read_link
from table.games.legion.lists.raw_list import RawArmyList
from table.games.legion.lists.saved_object import is_saved_object, read_saved_object
from table.games.legion.lists.text.line_ends import own_lines
from table.games.legion.lists.text_list import is_plain, read_plain
from table.games.legion.lists.tts import read_tts
from table.rules.text import text


def read_written(source: bytes | str, known_cards: Collection[str] = ()) -> RawArmyList:
    """Read Tabletop Simulator JSON, the mod's saved object, a text with a Legion HQ link in it, or a list as text.

    `known_cards` has the folded names of the edition's command cards: a text may name them with no heading.
    Raises `ListError`.
    """
    words = own_lines(decoded(source))
    if is_saved_object(words):
        return read_saved_object(words)
    if words.lstrip().startswith("{") and "units" in words.casefold():
        return read_tts(words)
    if link := find_link(words):
        return read_link(link)
    if re.search(r"\{\s*[\\]?[\"']", words):
        return read_tts(words)
    if elsewhere := re.search(r"https?://([^\s/]+)", words):
        raise ListError(text("list.other_link", site=clean(elsewhere[1])))
    if is_plain(words):
        return read_plain(words, known_cards)
    return read_tts(words)
