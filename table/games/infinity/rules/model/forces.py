"""A player's force: troopers in combat groups. Nothing here identifies the Lieutenant (TB-100)."""

import re
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from table.games.infinity.rules.model.season import SeasonMission

GROUP_SIZE = 10
"""The most members of a combat group. Peripherals and proxies are not counted (IA-01, IN-22)."""
MOST_TROOPERS = 15
"""The most troopers in a list, hidden ones included (IA-02). Peripherals, proxies, reinforcements are not counted."""
MOST_GROUPS = 4
MOST_LIEUTENANT_ORDERS = 2
TOKENS = 4
"""The command tokens of a player (IN-01)."""


class Order(StrEnum):
    """The order that a trooper gives its player, each turn."""

    REGULAR = "regular"
    IRREGULAR = "irregular"
    NONE = "none"


class Trooper(Struct, frozen=True):
    id: str
    """The id within the force: `7`, in the order of the list."""
    name: str
    group: int
    order: Order | None = Order.REGULAR
    """The order. None is not in the list, and the player is asked."""
    tactical: bool | None = False
    """True if it gives a Tactical Order as well. None is not in the list, and the player is asked."""
    peripheral_of: str = ""
    """The id of its controller."""
    proxy_of: str = ""
    """The id of the trooper whose proxy this is. Together they are one trooper."""
    hidden: bool = False
    """True if it is off the table, hidden or airborne, and only its owner knows of it (IA-02, IA-04)."""
    reinforcement: bool = False
    """True if it comes with a group of reinforcements (IA-08)."""
    impetuous: bool = False
    points: int = 0
    """Its cost; 0 if the list does not say it."""
    wip: int = 0
    """Its WIP; 0 if the list does not say it."""
    warhorse: bool = False
    """True if it keeps its order without a Lieutenant and in Retreat!, and is never isolated (IA-05)."""
    nco: bool = False
    """True if it may spend a Lieutenant Order as a Tactical Order of its own (IA-17)."""
    inspiring: bool = False
    """True if the army is all Regular while it is the Lieutenant (IA-18). Its profile shows this skill to everybody."""

    @property
    def follows(self) -> bool:
        """True if it belongs to another trooper."""
        return bool(self.peripheral_of or self.proxy_of)


class Force(Struct, frozen=True):
    """A force. Troopers off the table come last, so that no id reveals them."""

    name: str
    troopers: tuple[Trooper, ...]
    sectorial: str = ""
    points: int = 0
    bonus: bool | None = False
    """True if the Lieutenant brings one more command token (IN-02). With None the player is asked."""
    lieutenant_orders: int | None = 1
    """The special orders of the Lieutenant each turn. With None the player is asked."""
    counterintelligence: bool = False
    """True if the opponent takes one order instead of two, or limits to two tokens instead of one (IA-15)."""
    missions: tuple[SeasonMission, ...] = ()
    """The missions at the table where the list is stored. Both players choose from them."""
    strategos: int = 0
    """The highest level of Strategos among the troopers on the table. It counts if the Lieutenant has it (IA-16)."""


@lru_cache(maxsize=256)
def trooper_card(name: str) -> str:
    """Return the catalogue id of a trooper's own card. Troopers of one name have the same."""
    plainly = re.sub(r"[^\w]+", "-", name.casefold()).strip("-_")
    return f"infinity.trooper.{plainly}"
