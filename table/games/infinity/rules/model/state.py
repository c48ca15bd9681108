"""A match of Infinity as it stands, in one frozen value."""

from collections.abc import Iterator
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from table.games.infinity.rules.model.forces import Order
from table.rules.corrections import Correction
from table.rules.seats import BLUE, Seat
from table.rules.view import Rolled

Said: TypeAlias = str | int | tuple[str, ...]
Pools: TypeAlias = tuple[tuple[int, int], ...]
"""(combat group, Regular Orders left), by group; none is left out while it counts."""


class Member(Struct, frozen=True):
    """A trooper and what has become of it."""

    id: str
    name: str
    group: int
    order: Order | None
    tactical: bool | None
    peripheral_of: str = ""
    proxy_of: str = ""
    lost: bool = False
    """Dead, unconscious, or in another state in which it gives no order."""
    apart: bool = False
    """Off the table or hidden when the orders were counted: its order is its own, and not counted."""
    own_order: bool = False
    """It has an order of its own to spend: Irregular, or apart."""
    tactical_order: bool = False
    aside: bool = False
    """Set aside, to be deployed after the opponent (IN-11)."""
    suppressive: bool = False
    steady: bool = False
    """Unaffected by Retreat! (IN-35)."""
    leader: bool = False
    """Of a fireteam (IN-38)."""

    @property
    def root(self) -> str:
        """Who it belongs to: its controller, the trooper whose proxy it is, or itself."""
        return self.peripheral_of or self.proxy_of or self.id


class Spent(Struct, frozen=True):
    """Where a command token went."""

    use: str
    round: int


class Side(Struct, frozen=True):
    name: str
    members: tuple[Member, ...]
    bonus: bool | None
    lieutenant_orders: int | None
    tokens: int | None = None
    """None until they are handed out."""
    spent: tuple[Spent, ...] = ()
    orderless_said: bool = False
    procedural: bool = False
    """The one procedural use is made (IN-10)."""
    logistical: bool = False
    """The one logistical use is made, or passed up."""
    first_says: Seat | None = None
    """Who has the first turn, as this seat says."""
    deployed: bool = False
    speedballs: int = 0
    pools: Pools = ()
    lieutenant_left: int = 0
    regular_out: int = 0
    """Regular order tokens that lie on the table."""

    def member(self, id: str) -> Member:
        """KeyError where this side has no such trooper."""
        for member in self.members:
            if member.id == id:
                return member
        raise KeyError(id)

    def family(self, id: str) -> Iterator[Member]:
        """The trooper with its peripherals and proxies."""
        root = self.member(id).root
        return (member for member in self.members if member.root == root)

    def size(self, group: int) -> int:
        """Members of a combat group; proxies count with the one whose they are (IN-22)."""
        return sum(member.group == group and not member.proxy_of for member in self.members)


class Using(Struct, frozen=True):
    """A use of a command token that its player is still putting into words."""

    seat: Seat
    use: str
    said: tuple[tuple[str, Said], ...] = ()


class Reroll(Struct, frozen=True):
    """A WIP roll that is rolled again (IN-36, IN-37)."""

    seat: Seat
    use: str
    trooper: str
    wip: int
    rolled: bool = False
    """It failed again; another token can buy another."""


class Turn(Struct, frozen=True):
    """What the player turn has seen so far. A new one begins with a new one."""

    spent: int = 0
    """Command tokens that the active player used in it."""
    limited: bool = False
    """No more than one (IN-14)."""
    window_done: bool = False
    executive_done: bool = False
    checked: bool = False
    retreat: bool = False
    lieutenant_lost: bool = False
    apart_said: bool = False
    irregular_said: bool = False
    irregular: tuple[str, ...] = ()
    """Troopers whose order is Irregular this turn although it usually is not."""
    counted: int | None = None
    """Orders of the order count."""
    impetuous_done: bool = False
    orders_done: bool = False
    states_done: bool = False
    closed: bool = False


class Mission(Struct, frozen=True):
    blue: Side
    red: Side
    rounds: int
    rolls_by_hand: bool = False
    """The players roll dice of their own and say what came; the table rolls none (TB-75)."""
    round: int = 0
    step: str = ""
    first: Seat | None = None
    """Who has the first player turn."""
    reserve_done: bool = False
    active: Seat | None = None
    turn: Turn = Turn()
    using: Using | None = None
    reroll: Reroll | None = None
    questions: int = 0
    rolled: Rolled | None = None
    correction: Correction | None = None
    """Under way: nothing else is asked meanwhile."""
    over: bool = False

    def side(self, seat: Seat) -> Side:
        return self.blue if seat is BLUE else self.red

    @property
    def busy(self) -> bool:
        """A use is being put into words, or a roll repeated: nothing else is asked meanwhile (TB-102)."""
        return self.using is not None or self.reroll is not None


def with_side(mission: Mission, seat: Seat, **changes: Any) -> Mission:
    side = replace(mission.side(seat), **changes)
    return replace(mission, blue=side) if seat is BLUE else replace(mission, red=side)


def with_turn(mission: Mission, **changes: Any) -> Mission:
    return replace(mission, turn=replace(mission.turn, **changes))


def with_members(mission: Mission, seat: Seat, ids: tuple[str, ...], **changes: Any) -> Mission:
    members = mission.side(seat).members
    changed = tuple(replace(member, **changes) if member.id in ids else member for member in members)
    return with_side(mission, seat, members=changed)


def pool_of(side: Side, group: int) -> int:
    return dict(side.pools).get(group, 0)


def with_order(mission: Mission, seat: Seat, group: int, by: int) -> Mission:
    """A Regular Order more (or less) in the pool of a group."""
    pools = dict(mission.side(seat).pools)
    pools[group] = pools.get(group, 0) + by
    if pools[group] < 0:
        raise ValueError(f"combat group {group} has no {-by} Regular Orders")
    return with_side(mission, seat, pools=tuple(sorted((group, n) for group, n in pools.items() if n)))
