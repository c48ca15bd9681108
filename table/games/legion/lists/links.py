"""Legion HQ links: a whole list in one web address or QR code."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from msgspec import Struct

from table.games.files.raw_list import ListError, clean
from table.games.legion.lists.raw_list import MOST_CARDS, MOST_UNITS, RawArmyList, RawUnit
from table.rules.text import Text, text

_MOST_LETTERS = 4000
"""The most letters of a link. Sixty units with all upgrades need half of them."""
_MOST_SEGMENTS = MOST_UNITS + MOST_CARDS
_HAND = 6
"""Cards in a link's hand: Standing Orders is left out."""
_ENCODED_TIMES = 3
"""The most times that a link inside other links is percent-encoded."""

_ADDRESS = re.compile(
    r"legion-?hq2?(?:\.thefifthtrooper)?\.com(?::\d+)?/(?:#/)?list/([^\s/?#&<>\"'()\[\]{}|\\]+)(?:/([^\s?#&<>\"'()\[\]{}|\\]*))?",
    re.IGNORECASE,
)
_WRAPPED = re.compile(r"(?<=[A-Za-z0-9,+_])=?\r?\n[> \t]{0,8}(?=[A-Za-z0-9_+]{0,40},[A-Za-z0-9])")
"""A line break of a mail program."""
_BARE = re.compile(
    r"/?(?:#/)?(?:list/([a-z-]+)/)?([1-9]\d{2,4}:(?:[A-Za-z0-9]{0,8}:)?[A-Za-z0-9_+]+(?:,[A-Za-z0-9_+]*)+)/?", re.ASCII
)
"""The path of a link without its address, with or without the faction."""
_UPGRADES = r"((?:0|[A-Za-z1-9][A-Za-z0-9])*)(?:_((?:0|[A-Za-z1-9][A-Za-z0-9])*))?"
_UNIT = re.compile(rf"([1-9])([A-Za-z][A-Za-z0-9]){_UPGRADES}(?:\+[1-9]([A-Za-z][A-Za-z0-9]){_UPGRADES})?", re.ASCII)
"""Count, id, upgrade slots (an id, or 0), loadout; a counterpart likewise."""
_CARD = re.compile(r"[A-Za-z0-9]{2}", re.ASCII)


class ListLink(Struct, frozen=True):
    faction: str
    list: str
    """`<points>:<battle force>:<segments>`; old links have no points, most have no battle force."""


def find_link(words: str) -> ListLink | None:
    """Return the only link in a text, or None. Raises `ListError` for two different ones."""
    for _ in range(_ENCODED_TIMES):
        words = unquote(words)
    words = _WRAPPED.sub("", words)
    found: ListLink | None = None
    for match in _ADDRESS.finditer(words):
        link = ListLink(match[1], (match[2] or "").rstrip(".,;!*~/"))
        if found is not None and link != found:
            raise ListError(text("list.several_links"))
        found = link
    if found is None and (bare := _BARE.fullmatch(words.strip())):
        return ListLink(bare[1] or "", bare[2])
    return found


def read_link(link: ListLink) -> RawArmyList:
    """Read the list. Raises `ListError` with all problems."""
    if not link.list:
        raise ListError(text("list.link_empty"))
    if len(link.list) > _MOST_LETTERS:
        raise ListError(text("list.link_too_long", limit=_MOST_LETTERS))
    *head, body = link.list.split(":")
    segments = body.split(",")
    if len(segments) > _MOST_SEGMENTS:
        raise ListError(text("list.too_many", field="link", found=len(segments), limit=_MOST_SEGMENTS))
    problems: list[Text] = []
    size, battle_force = _head(head, problems)
    units = tuple(_units(segments, problems))
    short = tuple(segment for segment in segments if len(segment) <= 2)
    problems.extend(_wrong(segment) for segment in short if segment and not _CARD.fullmatch(segment))
    if len(units) > MOST_UNITS:
        problems.append(text("list.too_many", field="units", found=len(units), limit=MOST_UNITS))
    if not units and not problems:
        problems.append(text("list.no_units"))
    written = RawArmyList(
        name="",
        faction=clean(link.faction),
        battle_force=battle_force,
        points=0,
        units=units[:MOST_UNITS],
        # Empty places are those of cards that the hand lacks; the battle cards stand behind them.
        cards=tuple(card for card in short[:_HAND] if _CARD.fullmatch(card)),
        contingencies=tuple(card for card in short[_HAND:] if _CARD.fullmatch(card)),
        warnings=(text("list.no_points"),),
        ids=True,
        size=size,
    )
    if problems:
        raise ListError(*problems, readable=written)
    return written


def _head(parts: list[str], problems: list[Text]) -> tuple[int, str]:
    """Return the points of the game and the battle force. Both are optional."""
    size = 0
    if parts and re.fullmatch(r"[0-9]{1,5}", parts[0]):
        size = int(parts.pop(0))
    battle_force = parts.pop(0) if parts else ""
    if parts or not re.fullmatch(r"[A-Za-z0-9]{0,8}", battle_force):
        problems.append(_wrong(":".join((battle_force, *parts))))
    return size, battle_force


def _units(segments: list[str], problems: list[Text]) -> Iterator[RawUnit]:
    for segment in segments:
        if len(segment) <= 2:
            continue
        match = _UNIT.fullmatch(segment)
        if match is None:
            problems.append(_wrong(segment))
            continue
        count, unit, upgrades, loadout, counterpart, others, other_loadout = match.groups()
        counterparts = (counterpart,) if counterpart else ()
        slots = tuple(each for part in (upgrades, loadout, others, other_loadout) for each in _ids(part or ""))
        written = RawUnit(unit, upgrades=slots, counterparts=counterparts)
        yield from (written,) * int(count)


def _ids(slots: str) -> tuple[str, ...]:
    return tuple(slot for slot in re.findall(r"0|..", slots) if slot != "0")


def _wrong(part: str) -> Text:
    return text("list.link_part", part=clean(part))
