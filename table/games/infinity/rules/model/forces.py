"""What a player brings: troopers in combat groups. Nothing here says who the Lieutenant is (TB-100)."""

from enum import StrEnum

from msgspec import Struct

GROUP_SIZE = 10
"""Members of a combat group at most."""
MOST_TROOPERS = 15
"""In a list; peripherals and proxies are not counted."""
MOST_GROUPS = 4
MOST_LIEUTENANT_ORDERS = 2
TOKENS = 4
"""Command tokens a player has (IN-01)."""


class Order(StrEnum):
    """The order that a trooper gives its player, each turn."""

    REGULAR = "regular"
    IRREGULAR = "irregular"
    NONE = "none"


class Trooper(Struct, frozen=True):
    id: str
    """Within the force: `7`, in the order of the list."""
    name: str
    group: int
    order: Order | None = Order.REGULAR
    """None: the list does not say, and its player is asked."""
    tactical: bool | None = False
    """It gives a Tactical Order as well. None as above."""
    peripheral_of: str = ""
    """The id of its controller."""
    proxy_of: str = ""
    """The id of the trooper whose proxy this is: together they are one."""


class Force(Struct, frozen=True):
    """Troopers in hidden deployment are not among these: the table learns of them when they are revealed."""

    name: str
    troopers: tuple[Trooper, ...]
    sectorial: str = ""
    points: int = 0
    bonus: bool | None = False
    """The Lieutenant, whoever it is, brings one more command token (IN-02). None: its player is asked."""
    lieutenant_orders: int | None = 1
    """Special orders that the Lieutenant has each turn. None: its player is asked."""
