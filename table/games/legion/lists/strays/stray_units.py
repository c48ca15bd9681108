"""Units among upgrades, or below headings that are not read."""

from collections.abc import Iterator, Sequence

from table.games.legion.data.names import fold, resembling
from table.games.legion.data.unit_cards import UnitCard
from table.games.legion.lists.name_matches import Unmatched, names_of
from table.games.legion.lists.notation import plain_name
from table.games.legion.lists.raw_list import RawArmyList
from table.games.legion.lists.unit_matches import Entry
from table.rules.text import Text, text

_UPGRADES_TOO = frozenset(map(fold, ("Clone Trooper Infantry", "T-Series Tactical Droid")))
"""Upgrades with the name of a unit."""


def stray_remarks(written: RawArmyList, entries: Sequence[Entry], units: Sequence[UnitCard]) -> Iterator[Text]:
    """Yield the units and counterparts in places where no unit is read. Links have none."""
    if written.ids:
        return
    ranked = {fold(name) for unit in units if unit.rank is not None for name in names_of(unit)} - _UPGRADES_TOO
    counterparts = {fold(name): unit for unit in units if unit.rank is None for name in names_of(unit)}
    for line in dict.fromkeys(written.passed_over):
        if fold(line) in ranked | counterparts.keys():
            yield text("list.unit_passed_over", name=line)
    yield from dict.fromkeys(_among_upgrades(written, entries, ranked, counterparts))


def _among_upgrades(
    written: RawArmyList, entries: Sequence[Entry], ranked: set[str], counterparts: dict[str, UnitCard]
) -> Iterator[Text]:
    pairs = dict.fromkeys(zip(written.units, entries, strict=True))
    for raw, entry in pairs:
        taken = {each[1].written for each in entry[1:] if not isinstance(each, Unmatched)}
        first = entry[0]
        title = "" if isinstance(first, Unmatched) else fold(first[0].full_name)
        for upgrade in raw.possible_upgrades:
            bare = plain_name(upgrade)[1]
            name, before_brackets = fold(bare), fold(bare.partition("(")[0])
            own = upgrade == raw.brackets and name in title
            if not own and ranked.intersection((name, before_brackets)):
                yield text("list.unit_among_upgrades", name=upgrade, unit=raw.name)
            elif upgrade not in taken and (like := resembling(name, counterparts)):
                yield text("list.counterpart_unread", name=upgrade, counterpart=counterparts[like].full_name)
