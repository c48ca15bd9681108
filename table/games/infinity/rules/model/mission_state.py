"""The state of a match of Infinity, in one frozen value."""

from collections.abc import Iterator
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from table.games.infinity.rules.model.forces import GROUP_SIZE, Trooper
from table.games.infinity.rules.model.order_tokens import REGULAR, Heap
from table.games.infinity.rules.model.season import SeasonMission
from table.rules.corrections import Correction
from table.rules.game import SeatEvent
from table.rules.seats import BLUE, Seat
from table.rules.view import Rolled

Detail: TypeAlias = str | int | tuple[str, ...]
Pools: TypeAlias = tuple[tuple[int, int], ...]
"""The Regular Orders left in each combat group, by group. Groups with none are left out."""


class TrooperEvent(SeatEvent, frozen=True):
    """An event of a seat's trooper. Its name stands beside its id, so that a journal can be read by itself."""

    trooper: str
    name: str


class Member(Trooper, frozen=True):
    """A trooper and its state in the match."""

    lost: bool = False
    """True if it is dead, unconscious, or in another state in which it gives no order."""
    dead: bool = False
    """True if it is lost for good. It belongs to no combat group (IA-03)."""
    cut: bool = False
    """True for a peripheral whose controller is lost: it is disconnected (IA-01)."""
    apart: bool = False
    """True if it was off the table or hidden at the order count. Its order is its own, and is not counted."""
    own_order: bool = False
    """True if it has an order of its own to spend, because it is Irregular or apart."""
    tactical_order: bool = False
    aside: bool = False
    """True if it is set aside, to be deployed after the opponent (IN-11)."""
    suppressive: bool = False
    steady: bool = False
    """True if it is not affected by Retreat! (IN-35)."""
    leader: bool = False
    """True if it leads a fireteam (IN-38)."""
    slot: int = 0
    """Its number among those that were not on the table at the beginning, under which it is revealed; 0 for others."""
    isolated: bool = False
    """True if it was isolated at the start of this player turn (IA-19)."""

    @property
    def root(self) -> str:
        """Return the id of its trooper: its controller, the trooper of its proxy, or itself."""
        return self.peripheral_of or self.proxy_of or self.id


class SpentToken(Struct, frozen=True):
    """The use and the round for which a command token was spent."""

    use: str
    round: int


class InfinitySide(Struct, frozen=True):
    name: str
    members: tuple[Member, ...]
    """The troopers on the table, and those that were there."""
    bonus: bool | None
    lieutenant_orders: int | None
    tokens: int | None = None
    """The command tokens left; None before they are handed out."""
    spent: tuple[SpentToken, ...] = ()
    orderless_known: bool = False
    procedural: bool = False
    """True if the one procedural use is made (IN-10)."""
    logistical: bool = False
    """True if the one logistical use is made, or declined."""
    first_named: Seat | None = None
    """The seat with the first turn, as this seat named it."""
    deployed: bool = False
    speedballs: int = 0
    pools: Pools = ()
    lieutenant_left: int = 0
    orders_out: tuple[Heap, ...] = ()
    """The order tokens that lie on the table, by kind."""
    slots: int = 0
    """The most troopers that can be off the table at the beginning by public knowledge: those missing to fifteen."""
    away: tuple[Member, ...] = ()
    """The hidden and airborne troopers that only their owner knows of. No view and no public count includes them."""
    coming: tuple[Member, ...] = ()
    """The reinforcements that have not arrived."""
    falling: str = ""
    """The trooper about whose fate its player is asked."""
    revealing: int = 0
    """The slot of a revealed trooper that its list lacks, and about which its player is asked."""
    wips: tuple[tuple[str, int], ...] = ()
    """The last known WIP by use, and by use and trooper, the latest one last."""
    sectorial: str = ""
    unsaid: tuple[str, ...] = ()
    """The troopers whose orders are missing in the list: their player is asked."""
    bonus_answer: bool | None = None
    """The player's answer about the Lieutenant's command token; None if the list has it."""
    lieutenant_answer: int | None = None
    """The player's answer about the Lieutenant's orders; None if the list has it."""
    points: int = 0
    """The points that were available for the list; 0 if the list does not say it."""
    counterintelligence: bool = False
    strategos: int = 0
    """The level of Strategos that its Lieutenant may have; 0 once the Lieutenant is another one (IA-16)."""
    pooled_in: int = 0
    """The combat group whose pool has the Lieutenant's orders in this turn; 0 if it has them itself (IA-16)."""
    inspired: bool = False
    """True if the trooper with Inspiring Leadership is the Lieutenant (IA-18)."""
    objective_points: int = 0
    scored: tuple[str, ...] = ()
    """The objectives that it has scored, by their numbers in the mission, once for each time."""
    claim: tuple[str, ...] = ()
    """The objectives that it has marked, until the other seat agrees."""
    counted_round: int = 0
    """The last round whose objectives are scored."""

    @property
    def regular_out(self) -> int:
        """Return the number of Regular order tokens that lie on the table, of whichever group."""
        return sum(n for kind, n in self.orders_out if kind.startswith(REGULAR))

    def member(self, id: str) -> Member:
        """Return this trooper. Raises KeyError if this side does not have it."""
        for member in self.members:
            if member.id == id:
                return member
        raise KeyError(id)

    def family(self, id: str) -> Iterator[Member]:
        """Return the trooper with its peripherals and proxies."""
        root = self.member(id).root
        return (member for member in self.members if member.root == root)

    def without_place(self, id: str) -> bool:
        """True if the trooper has lost its place in a combat group: it and all its proxies are dead (IA-03)."""
        if self.member(id).peripheral_of:
            return False
        return all(member.dead for member in self.family(id) if not member.peripheral_of)

    def size(self, group: int) -> int:
        """Return the number of troopers that have a place in a combat group.

        A trooper counts once with its proxies (IN-22), for as long as one of them is not dead (IA-03); a peripheral
        does not count (IA-01). A trooper off the table does (IA-02).
        """
        return self.shown(group) + _places(self.away, group)

    def shown(self, group: int) -> int:
        """Return the public size of a combat group, without hidden troopers (IA-04)."""
        return _places((*self.members, *self.coming), group)

    def controls(self, id: str) -> bool:
        """True if the trooper has peripherals."""
        return any(member.peripheral_of == id for member in self.members)


def _places(members: tuple[Member, ...], group: int) -> int:
    return len({one.root for one in members if one.group == group and not (one.dead or one.peripheral_of)})


class UnfinishedUse(Struct, frozen=True):
    """A use of a command token about which its player still answers questions."""

    seat: Seat
    use: str
    answers: tuple[tuple[str, Detail], ...] = ()


class Reroll(Struct, frozen=True):
    """A WIP roll that is rolled again (IN-36, IN-37)."""

    seat: Seat
    use: str
    trooper: str
    wip: int
    who: str
    """The trooper that rolls."""
    rolled: bool = False
    """True if it failed again. Another token can buy another roll."""


class SpentSingle(Struct, frozen=True):
    """A spent order that belongs to no group, with the change it caused."""

    option: str
    """The option, such as `own.3`, `group.2` or `lieutenant`."""
    name: str
    suppressive: bool
    """True if it ended its trooper's suppressive fire."""
    before: str
    """The `Turn.order` before it."""
    group: int
    """The `Turn.group` before it."""


class Turn(Struct, frozen=True):
    """The state of the player turn so far. Each turn begins with a new value."""

    spent: int = 0
    """The command tokens that the active player has used in it."""
    limited: bool = False
    """True if the active player may use only one (IN-14)."""
    window_done: bool = False
    checked: bool = False
    retreat: bool = False
    lieutenant_lost: bool = False
    isolating: bool = False
    """True while the question who is isolated is open."""
    pooling: bool = False
    """True while the question about the pool of the Lieutenant's orders is open."""
    regrouped: bool = False
    """True if Strategos has moved a trooper in this turn."""
    irregular_known: bool = False
    irregular: tuple[str, ...] = ()
    """The troopers whose order is Irregular in this turn only."""
    counted: int | None = None
    """The number of orders at the order count."""
    group: int = 0
    """The combat group whose order was spent last, or that was chosen next; 0 before the first."""
    order: str = ""
    """The last spent order that belongs to no group, such as `own.3`; empty if the last one was a group's."""
    singles: tuple[SpentSingle, ...] = ()
    """The orders since the last repeated order of a group, which their player can take back (TB-118)."""
    impetuous_done: bool = False
    orders_done: bool = False
    states_done: bool = False
    named: bool = False
    """True if a new Lieutenant is named, at the end of the turn."""
    closed: bool = False

    @property
    def leaderless(self) -> bool:
        """True in Loss of Lieutenant, which Retreat! includes (IA-12)."""
        return self.retreat or self.lieutenant_lost


class Initiative(Struct, frozen=True):
    """The face-to-face roll for the initiative (IA-11)."""

    wips: tuple[tuple[Seat, int], ...] = ()
    """The WIP of each seat, from its player."""
    faces: tuple[tuple[Seat, int], ...] = ()
    """The faces that players rolled with dice of their own."""
    winner: Seat | None = None
    turns: bool = True
    """False if the winner chooses the deployment, and the other seat the turn order."""


class Mission(Struct, frozen=True):
    blue: InfinitySide
    red: InfinitySide
    rounds: int
    rolls_by_hand: bool = False
    """True if the players roll their own dice and enter the result (TB-75)."""
    heaps: tuple[str, ...] = ()
    """The kinds of order token for which the table has a heap of their own."""
    round: int = 0
    step: str = ""
    first: Seat | None = None
    """The seat with the first player turn."""
    active: Seat | None = None
    turn: Turn = Turn()
    using: UnfinishedUse | None = None
    reroll: Reroll | None = None
    questions: int = 0
    rolled: Rolled | None = None
    initiative: Initiative | None = None
    """The initiative roll, once a player requested one."""
    seasons: tuple[SeasonMission, ...] = ()
    """The missions that can be chosen."""
    season: SeasonMission | None = None
    """The chosen mission. None: the players enter their points themselves."""
    correction: Correction | None = None
    """The correction that is under way, or None. No other question is open meanwhile."""
    over: bool = False

    def side(self, seat: Seat) -> InfinitySide:
        return self.blue if seat is BLUE else self.red

    def has_turn_to_come(self, seat: Seat) -> bool:
        """True if the seat still gives orders: its last player turn is not over."""
        if self.over or self.round < self.rounds:
            return not self.over
        return not self.turn.closed if seat is self.active else self.active is self.first

    @property
    def busy(self) -> bool:
        """True while a use is being described, a roll is repeated, or the fate of a trooper is asked (TB-102).

        The step is not over meanwhile.
        """
        if self.using is not None or self.reroll is not None:
            return True
        blue, red = self.blue, self.red
        return bool(blue.falling or red.falling or blue.revealing or red.revealing)

    def busy_for(self, seat: Seat) -> bool:
        """True while this seat describes a use, repeats a roll, or is asked about a trooper (TB-102).

        Meanwhile this seat gets no other question, and the other seat continues.
        """
        own = self.side(seat)
        if own.falling or own.revealing:
            return True
        return any(each is not None and each.seat is seat for each in (self.using, self.reroll))


def with_side(mission: Mission, seat: Seat, **changes: Any) -> Mission:
    side = replace(mission.side(seat), **changes)
    return replace(mission, blue=side) if seat is BLUE else replace(mission, red=side)


def with_turn(mission: Mission, **changes: Any) -> Mission:
    return replace(mission, turn=replace(mission.turn, **changes))


def with_members(mission: Mission, seat: Seat, ids: tuple[str, ...], **changes: Any) -> Mission:
    members = mission.side(seat).members
    changed = tuple(replace(member, **changes) if member.id in ids else member for member in members)
    return with_side(mission, seat, members=changed)


def other_groups(side: InfinitySide, member: Member) -> tuple[int, ...]:
    """Return the groups to which the trooper could move with its peripherals and proxies (IN-21, IN-22).

    Each shows at most nine members, and peripherals and proxies take no place (IA-01). A group that is full because of
    a hidden trooper is listed, and refused only when it is chosen (IA-04).
    """
    groups = {one.group for one in side.members} | {1, 2}
    return tuple(g for g in sorted(groups) if g != member.group and side.shown(g) < GROUP_SIZE)


def pool_of(side: InfinitySide, group: int) -> int:
    return dict(side.pools).get(group, 0)


def with_order(mission: Mission, seat: Seat, group: int, by: int) -> Mission:
    """Return the state with `by` Regular Orders more (or fewer) in a group's pool. Raises ValueError below none."""
    pools = dict(mission.side(seat).pools)
    pools[group] = pools.get(group, 0) + by
    if pools[group] < 0:
        raise ValueError(f"combat group {group} has no {-by} Regular Orders")
    return with_side(mission, seat, pools=tuple(sorted((group, n) for group, n in pools.items() if n)))
