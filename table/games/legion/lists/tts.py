"""The JSON that list builders export for Tabletop Simulator, in all its variants."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from table.games.files.raw_list import ListError, clean, decoded
from table.games.legion.data.names import misspelt
from table.games.legion.data.spellings import known_rank
from table.games.legion.lists.notation import (
    COST,
    cards_in,
    digits_in,
    is_mended,
    parsed,
    plain_name,
    twice_in,
    without_pips,
)
from table.games.legion.lists.raw_list import MOST_CARDS, MOST_UNITS, MOST_UPGRADES, RawArmyList, RawUnit
from table.rules.text import Text, text

CARDS = {"commandcards": ("commandcards", "commands", "commandhand", "hand")}
"""The names of fields in different programs."""


def read_tts(source: bytes | str) -> RawArmyList:
    """Read the list. Raises `ListError` with all problems."""
    words = decoded(source)
    fields = plain_fields(_the_list(parsed(words)))
    problems: list[Text] = []
    units = _units(fields, problems)
    cards = _names(fields, "commandcards", MOST_CARDS, problems)
    contingencies = _names(fields, "contingencies", MOST_CARDS, problems)
    name = _word(fields, ("listname", "name", "title"), problems)
    faction = _word(fields, ("armyfaction", "faction"), problems)
    battle_force = _word(fields, ("battleforce",), problems)
    points = _points(fields.get("points"))
    warnings = [] if points is not None else [text("list.no_points")]
    if is_mended(words):
        warnings.append(text("list.mended"))
    warnings.extend(text("list.field_twice", field=clean(key)) for key in twice_in(words))
    written = RawArmyList(
        name=name,
        faction=faction,
        battle_force=battle_force,
        points=points or 0,
        units=units[:MOST_UNITS],
        cards=cards,
        contingencies=contingencies,
        warnings=(*warnings, *odd_fields(fields)),
        activations=_points(fields.get("numactivations")) or 0,
        battle_cards=tuple(_words_in(fields.get("battlefielddeck"))),
    )
    if problems:
        raise ListError(*problems, readable=written)
    return written


def _the_list(whole: object) -> Mapping[str, Any]:
    """Return the only list in a file: alone, in brackets, or as a text of its own."""
    if isinstance(whole, str) and "{" in whole:
        whole = parsed(whole)
    if isinstance(whole, list) and len(whole) == 1:
        (whole,) = whole
    if isinstance(whole, list) and len(whole) > 1 and all(isinstance(each, dict) for each in whole):
        raise ListError(text("list.several", lists=len(whole)))
    if not isinstance(whole, dict):
        raise ListError(text("list.no_object", found=_kind(whole)))
    within = [each for each in whole.values() if isinstance(each, dict) and "units" in plain_fields(each)]
    return within[0] if "units" not in plain_fields(whole) and len(within) == 1 else whole


def _units(fields: Mapping[str, Any], problems: list[Text]) -> tuple[RawUnit, ...]:
    entries = fields.get("units")
    if entries is None:
        problems.append(text("list.missing", field="units"))
        return ()
    if isinstance(entries, dict):
        entries = list(_grouped(entries))
    if not isinstance(entries, list):
        problems.append(_wrong("units", entries, "list"))
        return ()
    units: list[RawUnit] = []
    for number, entry in enumerate(entries[:MOST_UNITS], start=1):
        units.extend(_unit(number, entry, problems))
    found = max(len(units), len(entries))
    if found > MOST_UNITS:
        problems.append(text("list.too_many", field="units", found=found, limit=MOST_UNITS))
    elif not entries:
        problems.append(text("list.no_units"))
    return tuple(units)


def _words_in(entry: object) -> Iterator[str]:
    """Yield the words of a deck, whatever fields hold them."""
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict | list):
        for each in entry.values() if isinstance(entry, dict) else entry:
            yield from _words_in(each)


def _grouped(entries: Mapping[str, Any]) -> Iterator[object]:
    """Yield the units of a list, by rank, by number, or by name with a count."""
    for key, each in entries.items():
        if isinstance(each, list):
            yield from (_of_rank(key, unit) for unit in each)
        elif isinstance(each, int) and not isinstance(each, bool):
            yield {"name": key, "count": each}
        else:
            yield each


def _of_rank(key: str, unit: object) -> object:
    """Return a unit below the heading of its rank, with its rank."""
    if known_rank(key) is None:
        return unit
    if isinstance(unit, str):
        return {"name": unit, "rank": key}
    return {"rank": key, **unit} if isinstance(unit, dict) else unit


def _unit(number: int, entry: object, problems: list[Text]) -> tuple[RawUnit, ...]:
    """Read an entry: a unit, a bare name, or a count."""
    key = f"units[{number}]"
    if isinstance(entry, str):
        entry = {"name": entry}
    if not isinstance(entry, dict):
        problems.append(_wrong(key, entry, "unit"))
        return ()
    fields = plain_fields(entry)
    title = _first(fields, TITLES)
    name, title = (_first(fields, NAMES), title) if any(each in fields for each in NAMES) else (title, None)
    if not isinstance(name, str) or not clean(name):
        problems.append(_wrong(f"{key}.name", name, "name"))
        return ()
    named = tuple(_upgrades(f"{key}.upgrades", fields.get("upgrades"), problems))
    times, bare = plain_name(clean(name))
    unit = RawUnit(
        bare,
        title=clean(title) if isinstance(title, str) else "",
        upgrades=named,
        rank=known_rank(_first(fields, RANKS)),
        prices=_prices(name, _first(fields, PRICES)),
    )
    value = _first(fields, COUNTS)
    count = times if value is None else _count(value)
    if count is None:
        problems.append(_wrong(f"{key}.count", value, "number"))
        return (unit,)
    return (unit,) * max(1, min(count, MOST_UNITS + 1))


def _upgrades(key: str, entries: object, problems: list[Text]) -> Iterator[str]:
    """Yield the names of upgrades: in a list, by their slots, or in one line with commas."""
    if isinstance(entries, str):
        entries = entries.split(",")
    if isinstance(entries, dict):
        entries = [each for slot in entries.values() for each in (slot if isinstance(slot, list) else [slot])]
    if not isinstance(entries, list | None):
        problems.append(_wrong(key, entries, "list"))
        return
    for entry in (entries or [])[:MOST_UPGRADES]:
        name = _named(entry)
        if isinstance(name, str) and clean(name):
            yield clean(name)
        elif name:
            problems.append(_wrong(key, name, "name"))


def _prices(name: str, value: object) -> tuple[int, ...]:
    """Return the prices: a field of their own, and brackets behind the name."""
    points = _points(value)
    behind = COST.search(clean(name))
    return (*(digits_in(behind[0]) if behind else ()), *(() if points is None else (points,)))


def _first(fields: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    """Return the value of the first of these keys; of an object, its name."""
    return next((_named(fields[key]) for key in keys if fields.get(key) is not None), None)


def _named(entry: Any) -> Any:
    return _first(plain_fields(entry), NAMES) if isinstance(entry, dict) else entry


def _count(value: object) -> int | None:
    """Read a count: `3`, `"3"`, `"3x"`. Return None for anything else."""
    if isinstance(value, str) and (digits := re.fullmatch(r"\s*[x×]?\s*(\d{1,3})\s*[x×]?\s*", value, re.IGNORECASE)):
        return int(digits[1])
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _names(fields: Mapping[str, Any], field: str, most: int, problems: list[Text]) -> tuple[str, ...]:
    key = {"commandcards": "commandCards"}.get(field, field)
    entries = next((fields[each] for each in CARDS.get(field, (field,)) if fields.get(each) is not None), None)
    if entries is None:
        return ()
    if isinstance(entries, dict):
        entries = list(_by_pips(entries))
    if isinstance(entries, str):
        entries = [", ".join(cards_in(each)) for each in re.split(r"[;\n]", entries) if clean(each)]
    if not isinstance(entries, list):
        problems.append(_wrong(key, entries, "list"))
        return ()
    if len(entries) > most:
        problems.append(text("list.too_many", field=key, found=len(entries), limit=most))
        return ()
    names: list[str] = []
    for number, entry in enumerate(entries, start=1):
        name = _named(entry)
        if isinstance(name, str) and clean(name):
            names.append(without_pips(plain_name(", ".join(cards_in(name)))[1]))
        else:
            problems.append(_wrong(f"{key}[{number}]", name, "name"))
    return tuple(names)


def _by_pips(entries: Mapping[str, Any]) -> Iterator[object]:
    """Yield the cards of a list, by pips, by number, or by name with pips."""
    for key, each in entries.items():
        if isinstance(each, list):
            yield from each
        else:
            yield key if isinstance(each, int) else each


def _word(fields: Mapping[str, Any], keys: tuple[str, ...], problems: list[Text]) -> str:
    for key in keys:
        value = fields.get(key)
        if isinstance(value, str):
            return clean(value)
        if value is not None:
            problems.append(_wrong(key, value, "name"))
            return ""
    return ""


def _points(value: object) -> int | None:
    """Return the points, or None if there are none or they are not a number."""
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 7:
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1_000_000:
        return None
    return int(value)


def _wrong(field: str, value: object, wanted: str) -> Text:
    return text("list.wrong_type", field=field, found=_kind(value), wanted=text(f"list.type.{wanted}"))


def _kind(value: object) -> Text:
    """Return the kind of a JSON value, in words."""
    if value is None:
        return text("list.type.nothing")
    if isinstance(value, bool):
        return text("list.type.truth")
    for kind, key in ((str, "name"), (list, "list"), (dict, "object")):
        if isinstance(value, kind):
            return text(f"list.type.{key}")
    return text("list.type.number")


NAMES = ("name", "unitname", "cardname", "displayname", "unit", "card")
TITLES = ("title", "subtitle")
RANKS = ("rank", "unitrank")
PRICES = ("points", "cost", "unitcost")
COUNTS = ("count", "quantity", "qty")
"""The names of a unit's fields in different programs."""
_OF_LISTS = frozenset(
    ("commandcards", "contingencies", "units", "armyfaction", "battleforce", "listname", "points", "numactivations")
)
_PASSED_OVER = frozenset(("author", "battlefielddeck"))
"""Fields that are known and not needed, so that no misspelling is searched for."""
_OF_UNITS = frozenset((*NAMES, *TITLES, *RANKS, *PRICES, *COUNTS, "upgrades", "loadout"))
"""The names of all fields that are read."""


def odd_fields(fields: Mapping[str, Any]) -> tuple[Text, ...]:
    """Return notes on fields that are misspelled by a letter or two, and were therefore ignored."""
    units = fields.get("units")
    entries = [plain_fields(unit) for unit in units if isinstance(unit, dict)] if isinstance(units, list) else []
    misspelled = (
        *(key for key in fields if key not in _OF_LISTS | _PASSED_OVER and misspelt(key, _OF_LISTS)),
        *(key for unit in entries for key in unit if key not in _OF_UNITS and misspelt(key, _OF_UNITS)),
    )
    return tuple(text("list.odd_field", field=clean(key)) for key in dict.fromkeys(misspelled))


def plain_fields(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the fields, with lower-case keys without dashes (listname, listName)."""
    return {re.sub(r"[^a-z]", "", key.lower()): value for key, value in entry.items()}
