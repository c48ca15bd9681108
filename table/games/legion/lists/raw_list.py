"""A list of Legion as some program wrote it, before any name in it is known."""

from msgspec import Struct

from table.games.legion.rules.model.armies import Rank
from table.rules.text import Text

MOST_UNITS = 60


MOST_CARDS = 40


MOST_UPGRADES = 40


class RawUnit(Struct, frozen=True):
    name: str
    title: str = ""
    """Where the list has it apart from the name."""
    upgrades: tuple[str, ...] = ()
    counterparts: tuple[str, ...] = ()
    """Only where the list tells them from the upgrades."""
    rank: Rank | None = None
    """Where the list says it: a heading, or a field."""
    prices: tuple[int, ...] = ()
    """What its card may cost: lists have points with upgrades, and without."""


class RawArmyList(Struct, frozen=True):
    name: str
    faction: str
    battle_force: str
    points: int
    units: tuple[RawUnit, ...]
    cards: tuple[str, ...]
    contingencies: tuple[str, ...] = ()
    """Where `ids` is true, battle cards may be among them."""
    warnings: tuple[Text, ...] = ()
    ids: bool = False
    """Units, cards and the battle force are ids of Legion HQ, not names. Case matters."""
    size: int = 0
    """Points of the game that it was built for; 0: not said."""
