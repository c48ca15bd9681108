"""The units that an army can have, from `units.csv` and `units_classic.csv`."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from table.games.legion.rules.model.armies import Rank, Unit, UnitKeyword


class UnitCard(Struct, frozen=True):
    """A unit card. Counterparts have no rank."""

    id: str
    name: str
    title: str
    rank: Rank | None
    unit_type: str
    faction: str
    affiliation: str
    hireable_by: tuple[str, ...]
    """Factions that may take this mercenary into their armies."""
    unique: bool
    cost: int
    order_keywords: tuple[str, ...]
    """Keywords about orders: `Direct Vehicle`, `Entourage Darth Vader`."""
    unreleased: str
    lhq_id: str
    aliases: tuple[str, ...]
    """Other names that list builders use for it."""
    keywords: tuple[UnitKeyword, ...] = ()
    """The keywords of `order_keywords` that the rules read."""
    tts_name: str = ""
    """A name in the JSON of list builders."""
    display_name: str = ""
    """The short name that Legion HQ prints in its standard text; empty if it prints the name."""

    @property
    def full_name(self) -> str:
        """Return name and title, as lists write them."""
        return f"{self.name} {self.title}".strip()

    @property
    def json_name(self) -> str:
        """Return the name that list builders write into JSON.

        For units of the same name, it contains a mark in brackets.
        """
        return self.tts_name if "(" in self.tts_name else self.full_name

    def in_army(self, number: int) -> Unit:
        """Return the unit of this card with this number."""
        return Unit(str(number), self.id, **{field: getattr(self, field) for field in Unit.__struct_fields__[2:]})


TEXTS = (
    "id", "name", "title", "unit_type", "faction", "affiliation", "unreleased", "lhq_id", "display_name",
)  # fmt: skip
"""The columns that a card has as they are."""


def unit_card(row: Mapping[str, str]) -> UnitCard:
    texts: dict[str, Any] = {column: row[column] for column in TEXTS}
    names = several(row["tts_name"], "|")
    return UnitCard(
        rank=Rank(row["rank"]) if row["rank"] else None,
        hireable_by=several(row["hireable_by"], "|"),
        unique=row["is_unique"] == "1",
        cost=int(row["cost"]),
        order_keywords=several(row["order_keywords"], ";"),
        aliases=(*names, *several(row["display_name"], "|")),
        tts_name=next(iter(names), ""),
        **texts,
    )


def several(cell: str, separator: str) -> tuple[str, ...]:
    return tuple(cell.split(separator)) if cell else ()
