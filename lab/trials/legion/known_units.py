"""Check the units of the classic edition: lists must find them, and their data must match their source."""

import csv
import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

from lab.figure import Figure, all_of
from table.games.legion.data.catalogue import CLASSIC, Catalogue, load
from table.games.legion.data.unit_cards import UnitCard
from table.games.legion.lists.army_list import read_list
from table.games.legion.rules.model.armies import Rank

_DIGITS = 12
"""The number of digits of a fingerprint."""
_CORPS = {"empire": "Snowtroopers", "rebels": "Fleet Troopers", "republic": "Phase I Clone Troopers"}
_OTHER_CORPS = "B1 Battle Droids"
"""Units that show the faction: the text names one beside the tested unit."""


def measure() -> Iterator[Figure]:
    """Count the units of the classic edition that lists find by name and by link and that match their fingerprint."""
    catalogue = load(CLASSIC)
    units = tuple(unit for unit in catalogue.units if unit.rank is not None)
    prints = known_prints()
    right = [unit for unit in units if prints.get(unit.lhq_id) == print_of(unit) and is_found(unit, catalogue)]
    wrong = ", ".join(unit.full_name for unit in units if unit not in right)
    number = len(prints)
    met = len(right) == len(units) == number
    yield Figure("legion.classic_units", len(right), "units", f"= {number}", met, number, note=wrong)
    spoiled = [altered for unit in units for altered in _altered(unit)]
    found = sum(prints[altered.lhq_id] != print_of(altered) for altered in spoiled)
    yield all_of("legion.classic_units.control", found, "altered rows found", len(spoiled))


def known_prints() -> dict[str, str]:
    """Return the fingerprint of each unit's facts, by its id in links."""
    with (Path(__file__).with_name("units_classic_prints.csv")).open(newline="", encoding="utf-8") as written:
        return {row["lhq_id"]: row["print"] for row in csv.DictReader(written)}


def print_of(unit: UnitCard) -> str:
    """Return the fingerprint of the table's data about a unit."""
    facts: Iterable[object] = (
        *(unit.name, unit.title, unit.rank or "", unit.unit_type, unit.faction),
        *(unit.cost, int(unit.unique), unit.lhq_id),
    )
    return hashlib.sha256("|".join(map(str, facts)).encode()).hexdigest()[:_DIGITS]


def is_found(unit: UnitCard, catalogue: Catalogue) -> bool:
    """True if a text and a link that name a unit mean only this one."""
    corps = _CORPS.get(unit.faction, _OTHER_CORPS)
    sources = (
        f"One line\n800/800\n{unit.full_name} ({unit.cost})\n{corps}",
        f"legionhq2.com/list/{unit.faction or 'empire'}/800:1{unit.lhq_id}",
    )
    results = (read_list(source, catalogue) for source in sources)
    return all(result.army is not None and result.army.units[0].card == unit.id for result in results)


def _altered(unit: UnitCard) -> Iterator[UnitCard]:
    """Yield the unit with one fact entered wrongly."""
    yield from (replace(unit, rank=rank) for rank in Rank if rank is not unit.rank)
    yield replace(unit, cost=unit.cost + 5)
    yield replace(unit, name=unit.name[:-1])
    yield replace(unit, title=f"{unit.title} of Naboo")
    yield replace(unit, unique=not unit.unique)
    yield replace(unit, faction="mercenary")
    yield replace(unit, unit_type=f"{unit.unit_type}s")
