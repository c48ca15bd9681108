"""Recognition of a list's format."""

import re

from table.games.files.raw_list import ListError, clean, decoded
from table.games.legion.lists.links import find_link, read_link
from table.games.legion.lists.raw_list import RawArmyList
from table.games.legion.lists.saved_object import is_saved_object, read_saved_object
from table.games.legion.lists.text.carried import Carried, carried
from table.games.legion.lists.text.known_names import NOTHING_KNOWN, KnownNames
from table.games.legion.lists.tts import read_tts
from table.rules.text import text

_LINK = re.compile(r"(?:https?://|\b(?=(?:[\w-]{1,63}\.){1,4}[a-z]{2,6}/))([^\s/]+)")
"""A link, with or without `https://`."""


def read_written(source: bytes | str, known: KnownNames = NOTHING_KNOWN) -> RawArmyList:
    """Read Tabletop Simulator JSON, the mod's saved object, a text with a Legion HQ link in it, or a list as text.

    Mails, chats and web pages may carry it. `known` has the names of the edition: a text may have no heading.
    Raises `ListError`.
    """
    words = decoded(source)
    if is_saved_object(words):
        return read_saved_object(words)
    found = carried(words)
    whole = tuple(each for each in found.parts if each.lstrip().startswith("{") and "units" in each.casefold())
    if len(whole) > 1:
        raise ListError(text("list.several", lists=len(whole)))
    if whole:
        return read_tts(whole[0])
    if link := find_link(words):
        return read_link(link)
    if inside := next((each for each in found.parts if re.search(r"\{\s*[\\]?[\"']", each)), ""):
        return read_tts(inside)
    return _as_text(found, known)


def _as_text(found: Carried, known: KnownNames) -> RawArmyList:
    """Read a text, or the only block of a page that is one, or the part of a page that is one."""
    from table.games.legion.lists.text_list import is_plain, list_in_page, read_plain

    plain = tuple(each for each in found.blocks if is_plain(each, known))
    if len(plain) > 1:
        raise ListError(text("list.several", lists=len(plain)))
    words = plain[0] if plain else list_in_page(found.page, known) if found.page else found.blocks[0]
    if is_plain(words, known):
        return read_plain(words, known)
    if elsewhere := _LINK.search(words):
        raise ListError(text("list.other_link", site=clean(elsewhere[1])))
    return read_tts(words)
