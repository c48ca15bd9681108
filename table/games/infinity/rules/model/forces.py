"""A player's force: troopers in combat groups. Nothing here tells which trooper is the Lieutenant (TB-100)."""

from enum import StrEnum

from msgspec import Struct

GROUP_SIZE = 10
"""The most members of a combat group."""
MOST_TROOPERS = 15
"""The most troopers in a list. Peripherals and proxies are not counted."""
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


class Force(Struct, frozen=True):
    """A force, without the troopers in hidden deployment. The table learns of them when they are revealed."""

    name: str
    troopers: tuple[Trooper, ...]
    sectorial: str = ""
    points: int = 0
    bonus: bool | None = False
    """True if the Lieutenant brings one more command token (IN-02). With None the player is asked."""
    lieutenant_orders: int | None = 1
    """The special orders of the Lieutenant each turn. With None the player is asked."""
