"""The catalogue of one edition: every unit and every command card, found by id."""

import csv
import io
from collections.abc import Iterator
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from table.games.legion.data.battle_forces import BattleForce, battle_forces
from table.games.legion.data.card_facts import card_effect
from table.games.legion.data.command_cards import CardEffect, command_card, unit_names
from table.games.legion.data.names import fold
from table.games.legion.data.unit_cards import UnitCard, unit_card
from table.games.legion.data.unit_keywords import read_keywords
from table.games.legion.data.upgrades import UpgradeKeyword, upgrade_keyword
from table.games.legion.rules.model.armies import CommandCard

CURRENT = "current"
CLASSIC = "classic"
POINTS = MappingProxyType({CURRENT: 1000, CLASSIC: 800})
UNITS = MappingProxyType({CURRENT: "units.csv", CLASSIC: "units_classic.csv"})
"""The file of each edition's units."""


class Catalogue(Struct, frozen=True):
    edition: str
    units: tuple[UnitCard, ...]
    cards: tuple[CommandCard, ...]
    points: int
    """The points of a standard army."""
    link_cards: dict[str, CommandCard] = {}
    """The cards by their ids in Legion HQ links, which are those of the current edition."""
    battle_forces: tuple[BattleForce, ...] = ()
    upgrades: tuple[UpgradeKeyword, ...] = ()
    """The keywords of orders and priority that upgrades give."""

    def card(self, card_id: str) -> CommandCard:
        """Return the card with this id. Raises KeyError for an unknown id."""
        return _with_id(self.cards, card_id)

    def unit(self, unit_id: str) -> UnitCard:
        """Return the unit with this id. Raises KeyError for an unknown id."""
        return _with_id(self.units, unit_id)


Known = TypeVar("Known", UnitCard, CommandCard)


def _with_id(known: tuple[Known, ...], wanted: str) -> Known:
    for entry in known:
        if entry.id == wanted:
            return entry
    raise KeyError(wanted)


@cache
def load(edition: str = CURRENT) -> Catalogue:
    """Read the edition's data files and cache them. The first call takes over 10 ms."""
    read = tuple(unit_card(row) for row in rows(UNITS[edition]))
    effects = _effects(edition)
    names = unit_names(read)
    affiliations = frozenset(fold(unit.affiliation) for unit in read)
    units = tuple(replace(unit, keywords=read_keywords(unit.order_keywords, names, affiliations)) for unit in read)
    cards = tuple(
        command_card(row, effects.get(row["id"], CardEffect()), names) for row in rows(f"cards_{edition}.csv")
    )
    by_id = {card.id: card for card in cards}
    link_ids = ((row["lhq_id"], row["id"]) for row in rows("cards_current.csv"))
    link_cards = {link_id: by_id[card_id] for link_id, card_id in link_ids if card_id in by_id}
    forces = battle_forces(tuple(rows("battle_forces.csv")))
    upgrades = tuple(map(upgrade_keyword, rows("upgrades.csv"))) if edition == CURRENT else ()
    return Catalogue(edition, units, cards, POINTS[edition], link_cards, forces, upgrades)


def load_all() -> dict[str, Catalogue]:
    """Return every edition, by its name."""
    return {edition: load(edition) for edition in POINTS}


def data_text(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def rows(name: str) -> Iterator[dict[str, str]]:
    """Yield the rows of a data file."""
    return csv.DictReader(io.StringIO(data_text(name), newline=""))


def _effects(edition: str) -> dict[str, CardEffect]:
    """Return the known effects of an edition's cards, by card id."""
    file = "card_facts.csv" if edition == CURRENT else "card_facts_classic.csv"
    return {row["id"]: card_effect(row) for row in rows(file)}
