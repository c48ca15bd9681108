"""The upgrade cards of the current edition, and the slots of units: `upgrade_cards.csv`, `upgrade_bars.csv`."""

from collections.abc import Mapping, Sequence
from functools import cache

from msgspec import Struct

from table.games.legion.data.catalogue import rows
from table.games.legion.data.names import fold
from table.games.legion.data.unit_cards import UnitCard, several


class UpgradeCard(Struct, frozen=True):
    lhq_id: str
    """Its id in Legion HQ's links."""
    name: str
    title: str
    tts_name: str
    """The name in the JSON of list builders; empty if that is name and title."""
    slot: str
    cost: int
    units: tuple[str, ...]
    """The names or titles of the only units that may have it; empty if others may."""
    adds: tuple[str, ...]
    """The slots that it adds to its unit."""

    @property
    def json_name(self) -> str:
        return self.tts_name or (f"{self.name}, {self.title}" if self.title else self.name)


class UpgradeCards(Struct, frozen=True):
    """The upgrade cards by id and by folded name, and the slots of each unit by its id in links."""

    by_id: Mapping[str, UpgradeCard]
    by_name: Mapping[str, tuple[UpgradeCard, ...]]
    bars: Mapping[str, tuple[str, ...]]

    def named(self, written: str, unit: UnitCard) -> UpgradeCard | None:
        """Return the upgrade of this name that the unit may have by its text, preferably one that fits its slots."""
        found = [
            card
            for card in self.by_name.get(fold(written), ())
            if not card.units or {unit.name, unit.title}.intersection(card.units)
        ]
        fitting = [card for card in found if card.slot in self.bars.get(unit.lhq_id, ())]
        return next(iter((*fitting, *found)), None)

    def twins(self, card: UpgradeCard) -> tuple[UpgradeCard, ...]:
        """Return the other upgrades that a name cannot distinguish from this one."""
        alike = self.by_name[fold(card.json_name)]
        return tuple(each for each in alike if each is not card and (each.slot, each.units) == (card.slot, card.units))

    def placed(self, upgrades: Sequence[UpgradeCard], bar: Sequence[str]) -> tuple[list[str], list[UpgradeCard]]:
        """Return the ids in the slots of a unit, `0` for an empty one, and the upgrades without a slot."""
        slots = [*bar, *(slot for card in upgrades for slot in card.adds)]
        places, left = ["0"] * len(slots), list[UpgradeCard]()
        for card in upgrades:
            free = next((at for at, slot in enumerate(slots) if slot == card.slot and places[at] == "0"), None)
            if free is None:
                left.append(card)
            else:
                places[free] = card.lhq_id
        return places, left


@cache
def upgrade_cards() -> UpgradeCards:
    """Read the data files and cache them."""
    cards = tuple(
        UpgradeCard(
            lhq_id=row["lhq_id"],
            name=row["name"],
            title=row["title"],
            tts_name=row["tts_name"],
            slot=row["slot"],
            cost=int(row["cost"]),
            units=several(row["units"], "|"),
            adds=several(row["adds"], "|"),
        )
        for row in rows("upgrade_cards.csv")
    )
    by_name: dict[str, tuple[UpgradeCard, ...]] = {}
    for card in cards:
        for name in dict.fromkeys(map(fold, (card.json_name, f"{card.name} {card.title}", card.name))):
            by_name[name] = (*by_name.get(name, ()), card)
    bars = {row["lhq_id"]: several(row["slots"], "|") for row in rows("upgrade_bars.csv")}
    return UpgradeCards({card.lhq_id: card for card in cards}, by_name, bars)
