"""Turn the entries of a plain list into a force.

Names and ids of the troopers on the table must not reveal how many are off it (IA-04), so the latter come last.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from table.games.files.raw_list import clean
from table.games.infinity.rules.model.forces import MOST_TROOPERS, Force, Order, Trooper
from table.games.infinity.rules.setup.force_checks import lone_problems
from table.rules.text import Text, text


class ListedTrooper(NamedTuple):
    """A checked `[[trooper]]`. Its valid keys count, so that one mistake hides no other."""

    kept: dict[str, Any]
    """Its keys that are valid by themselves."""
    sound: bool
    placed: bool
    """True if its place is known, even if other keys are wrong."""
    place: Callable[[str], Text | str]
    """Returns the position of a key in the file."""

    def placed_as(self, _: Trooper, key: str) -> Text | str:
        """Return the position of a key of this entry's trooper."""
        return self.place(key)

    @property
    def away(self) -> bool:
        """True if it is off the table, and only its owner knows it (IA-02)."""
        return bool(self.kept.get("hidden") or self.kept.get("airborne"))


class Mustered(NamedTuple):
    force: Force
    warnings: tuple[Text, ...]
    places: Mapping[str, Callable[[str], Text | str]]
    """The places of each trooper's keys in the file, by the trooper's id."""
    lieutenant: Text | str | None
    """The place of the Lieutenant's orders in the file."""


def mustered(content: Mapping[str, Any], listed: list[ListedTrooper], problems: list[Text]) -> Mustered:
    """Check together the entries that have a place. The others are checked one by one."""
    warnings: list[Text] = []
    expanded = [one for one in listed for _ in range(one.kept.get("times", 1))]
    marked = [one for one in expanded if one.kept.get("lieutenant")]
    lieutenants = [one.kept for one in marked]
    if len(marked) > 1:
        problems.append(text("plain.lieutenants", where=marked[1].place("lieutenant"), found=len(marked)))
    if not lieutenants:
        warnings.append(text("plain.no_lieutenant"))
    placed = _in_order([one for one in expanded if one.placed])
    names = _names(placed)
    owners = _Owners(names, tuple(one.kept["name"] for one in listed if not one.sound))
    troopers = tuple(_trooper(one, number, names, owners, problems) for number, one in enumerate(placed, 1))
    for one in listed:
        if not one.placed:
            alone = _trooper(one, 1, [one.kept["name"]], owners, problems)
            problems.extend(lone_problems(alone, one.placed_as))
    whole = sum(not trooper.follows for trooper in troopers)
    if any(trooper.reinforcement for trooper in troopers):
        links = [one.kept["commlink"] for one in expanded if "commlink" in one.kept]
        limit = MOST_TROOPERS + max(links, default=0)
        if not links:
            warnings.append(text("plain.no_commlink"))
        if whole > limit:
            warnings.append(text("plain.reinforced", found=whole, limit=limit))
    if undecided := sum(trooper.order is None and not trooper.follows for trooper in troopers):
        warnings.append(text("plain.asked", count=undecided))
    force = Force(
        clean(content.get("name", "")),
        troopers,
        sectorial=clean(content.get("sectorial", "")),
        points=content.get("points", 0),
        bonus=any(entry.get("command_token", False) for entry in lieutenants) if lieutenants else None,
        lieutenant_orders=lieutenants[0].get("orders", 1) if lieutenants else None,
        counterintelligence=any(one.kept.get("counterintelligence") for one in expanded),
        strategos=max((one.kept.get("strategos", 0) for one in placed if not one.away), default=0),
    )
    places = {str(number): one.place for number, one in enumerate(placed, 1)}
    return Mustered(force, tuple(warnings), places, marked[0].place("orders") if marked else None)


def _in_order(entries: list[ListedTrooper]) -> list[ListedTrooper]:
    return sorted(entries, key=lambda one: (one.away, bool(one.kept.get("reinforcement"))))


def _names(entries: list[ListedTrooper]) -> list[str]:
    """Return a unique name for each. A trooper off the table changes no name of those on it."""
    plain = [clean(one.kept["name"]) for one in entries]
    shown = Counter(name for name, one in zip(plain, entries, strict=True) if not one.away)
    away = Counter(name for name, one in zip(plain, entries, strict=True) if one.away)
    seen = Counter[str]()
    called = []
    for name, one in zip(plain, entries, strict=True):
        seen[name] += 1
        single = (shown[name] == 1) if not one.away else (away[name] == 1 and not shown[name])
        called.append(name if single else f"{name} {seen[name]}")
    return called


class _Owners(NamedTuple):
    names: list[str]
    damaged: tuple[str, ...]
    """Names from entries with mistakes. Their final names are not known yet."""

    def of(self, one: ListedTrooper, key: str, problems: list[Text]) -> str:
        """Return the id of the named trooper."""
        wanted = clean(one.kept.get(key, ""))
        if not wanted:
            return ""
        if wanted not in self.names and not wanted.startswith(self.damaged):
            problems.append(text("plain.owner", where=one.place(key), field=key, value=wanted))
        return str(self.names.index(wanted) + 1) if wanted in self.names else ""


def _trooper(one: ListedTrooper, number: int, names: list[str], owners: _Owners, problems: list[Text]) -> Trooper:
    """Return the trooper; nothing in it depends on who is the Lieutenant.

    The players are not asked about a trooper off the table: without an order in the list it gives a Regular one.
    """
    entry = one.kept
    order = entry.get("order", Order.REGULAR if one.away else None)
    return Trooper(
        str(number),
        names[number - 1],
        entry.get("group", 1),
        None if order is None else Order(order),
        entry.get("tactical", None if order is None else False),
        owners.of(one, "peripheral_of", problems),
        owners.of(one, "proxy_of", problems),
        hidden=one.away,
        **{key: entry[key] for key in FACTS if key in entry},
    )


FACTS = ("reinforcement", "impetuous", "points", "wip", "warhorse", "nco", "inspiring")
"""The keys of an entry that a trooper has under the same name."""
