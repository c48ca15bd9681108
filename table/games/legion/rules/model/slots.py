"""The matching of units to the slots of an orders line."""

from collections.abc import Sequence

from table.games.legion.rules.model.armies import Rank, Slot, Unit, words
from table.games.legion.rules.model.state import Troop


def fits(slot: Slot, troop: Troop) -> bool:
    """True if a unit alone fits a slot (LG-43, LG-45). A counterpart has no token, and so gets no order (TB-44)."""
    return _suits(slot, troop.unit, troop.rank)


def suits(slot: Slot, unit: Unit) -> bool:
    """True if a unit fits a slot by the rank on its card. A counterpart fits none."""
    return _suits(slot, unit, unit.rank)


def _suits(slot: Slot, unit: Unit, rank: Rank | None) -> bool:
    if rank is None:
        return False
    if slot.factions and unit.faction not in slot.factions:
        return False
    if slot.affiliations and unit.affiliation.casefold() not in slot.affiliations:
        return False
    parts = [
        unit.name in slot.names if slot.names else None,
        rank in slot.ranks if slot.ranks else None,
        any(words(each) <= unit.types for each in slot.types) if slot.types else None,
        any(unit.has(keyword) for keyword in slot.keywords) if slot.keywords else None,
    ]
    matches = [part for part in parts if part is not None]
    return (any(matches) if slot.either else all(matches)) if matches else True


def spread(slots: Sequence[Slot], troops: Sequence[Troop]) -> tuple[Slot, ...]:
    """Return the slots one by one. A slot with `every` counts once for each unit that fits."""
    spreads = (([slot] * sum(fits(slot, troop) for troop in troops)) if slot.every else [slot] for slot in slots)
    return tuple(slot for each in spreads for slot in each)


def _augment(index: int, reach: list[list[int]], holder: dict[int, int], seen: set[int]) -> bool:
    """Find a slot for the unit at this index, moving others if needed. Return False if there is none.

    It is one augmenting path of a maximum matching.
    """
    for place in reach[index]:
        if place in seen:
            continue
        seen.add(place)
        if place not in holder or _augment(holder[place], reach, holder, seen):
            holder[place] = index
            return True
    return False


def within(slots: Sequence[Slot], chosen: Sequence[Troop], candidates: Sequence[Troop]) -> list[Troop]:
    """Return the candidates that can be matched to distinct slots together with all units chosen so far (LC-37)."""
    reach = [[place for place, slot in enumerate(slots) if fits(slot, troop)] for troop in chosen]
    holder: dict[int, int] = {}
    for index in range(len(chosen)):
        _augment(index, reach, holder, set())
    if len(holder) == len(slots):
        return []
    able = []
    for troop in candidates:
        mine = [place for place, slot in enumerate(slots) if fits(slot, troop)]
        if _augment(len(chosen), [*reach, mine], dict(holder), set()):
            able.append(troop)
    return able
