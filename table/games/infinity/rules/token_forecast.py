"""The most tokens that are still to come (TB-116)."""

from collections import Counter
from collections.abc import Iterator

from table.games.infinity.rules.model.forces import TOKENS, Order
from table.games.infinity.rules.model.mission_state import Mission
from table.games.infinity.rules.model.order_tokens import (
    COMMAND,
    IRREGULAR,
    LIEUTENANT,
    REGULAR,
    SPEEDBALL,
    TACTICAL,
    Heap,
    regular,
)
from table.games.infinity.rules.turn.army_state import giving
from table.games.infinity.rules.uses.use_effects import SPEEDBALL_TOKENS
from table.rules.seats import SEATS, Seat
from table.rules.tokens import HandOut


def worst_case(mission: Mission) -> tuple[HandOut, ...]:
    """Return the most tokens that are still to come: the orders of one player at a time, and those on the table.

    Command and speedball tokens are handed out once a match. The match counts tokens on the table as returning before
    they are needed; command and speedball tokens do not return, so they are added here.
    """
    most: dict[str, HandOut] = {}
    for out in _orders(mission):
        if out.kind not in most or out.count > most[out.kind].count:
            most[out.kind] = out
    return (*most.values(), *_once(mission))


def will_hold(mission: Mission) -> tuple[HandOut, ...]:
    """Return the most tokens that each seat will hold at the same time.

    These are the orders of its own turn, and the tokens of the match.
    """
    return (*_orders(mission), *_once(mission))


def _orders(mission: Mission) -> tuple[HandOut, ...]:
    """Return the order tokens of each seat's next turn, if it still has one."""
    coming = (seat for seat in SEATS if mission.has_turn_to_come(seat))
    return tuple(HandOut(seat, kind, n) for seat in coming for kind, n in _of_a_turn(mission, seat) if n)


def _of_a_turn(mission: Mission, seat: Seat) -> tuple[Heap, ...]:
    """Return the most order tokens of a player turn by kind. An Irregular Order can become a Regular one (IN-34)."""
    side, heaps = mission.side(seat), mission.heaps
    counted = giving(side)
    pools = Counter(regular(one.group, heaps) for one in counted) if heaps else {REGULAR: len(counted)}
    apart = (
        (IRREGULAR, sum(one.order is Order.IRREGULAR or one.own_order for one in counted)),
        (TACTICAL, sum(bool(one.tactical) for one in counted)),
        (LIEUTENANT, side.lieutenant_orders or 0),
    )
    return (*pools.items(), *(heap for heap in apart if heap[0] in heaps))


def _once(mission: Mission) -> Iterator[HandOut]:
    """Yield the tokens that are handed out once a match."""
    for seat in () if mission.over else SEATS:
        side = mission.side(seat)
        if command := TOKENS + 1 if side.tokens is None else side.tokens:
            yield HandOut(seat, COMMAND, command)
        if speedballs := side.speedballs + (0 if side.logistical else SPEEDBALL_TOKENS):
            yield HandOut(seat, SPEEDBALL, speedballs)
