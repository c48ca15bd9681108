"""Random forces of Infinity, and invariants that must hold after every event."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping

from table.games.infinity.missions.mission_files import missions
from table.games.infinity.rules.corrections.mission_corrections import spendable
from table.games.infinity.rules.corrections.roster_corrections import givers
from table.games.infinity.rules.game import USING
from table.games.infinity.rules.model.forces import GROUP_SIZE, MOST_TROOPERS, TOKENS, Force, Order, Trooper
from table.games.infinity.rules.model.mission_state import InfinitySide, Mission
from table.games.infinity.rules.model.order_tokens import COMMAND, SPEEDBALL
from table.rules.seats import SEATS, Seat
from table.rules.tokens import HandOut


def out(mission: Mission) -> Iterator[HandOut]:
    """Yield the tokens on the table. All are requested back when the match is over."""
    for seat in () if mission.over else SEATS:
        side = mission.side(seat)
        for kind, n in ((COMMAND, side.tokens or 0), *side.orders_out, (SPEEDBALL, side.speedballs)):
            if n:
                yield HandOut(seat, kind, n)


def broken(mission: Mission) -> Iterator[str]:
    for seat in SEATS:
        yield from _side(mission, seat, mission.side(seat))
    for question in () if mission.busy else USING:
        if any(question.prompt(mission, seat) is not None for seat in SEATS):
            yield f"{question.key} would be asked behind a gate that is shut"


def _side(mission: Mission, seat: Seat, side: InfinitySide) -> Iterator[str]:
    if side.tokens is not None and side.tokens + len(side.spent) != TOKENS + bool(side.bonus):
        yield f"{seat}: {side.tokens} command tokens left and {len(side.spent)} spent"
    if any(side.size(group) > GROUP_SIZE for group in {member.group for member in side.members}):
        yield f"{seat}: a combat group of more than ten"
    for member in side.members:
        if len({each.group for each in side.family(member.id)}) > 1:
            yield f"{seat}: {member.name} is not in the group of those that belong to it"
    pooled = sum(n for _, n in side.pools)
    if pooled > side.regular_out:
        yield f"{seat}: {pooled} orders in the pools, and {side.regular_out} tokens on the table"
    yield from _heaps(mission, seat)
    for group, n in side.pools:
        if n > givers(side, group):
            yield f"{seat}: {n} orders in the pool of group {group}, and {givers(side, group)} troopers to give them"
    if seat is not mission.active and (pooled or any(m.own_order or m.tactical_order for m in side.members)):
        yield f"{seat}: orders outside the own turn"


def _heaps(mission: Mission, seat: Seat) -> Iterator[str]:
    """Compare the orders of each heap with its tokens. Until the first can be spent, there are as many of both."""
    orders, lying, turn = spendable(mission, seat), Counter(dict(mission.side(seat).orders_out)), mission.turn
    is_unspent = seat is mission.active and turn.counted is not None and not turn.impetuous_done
    for kind in sorted({*orders, *lying}):
        if orders[kind] > lying[kind] or (is_unspent and orders[kind] < lying[kind]):
            yield f"{seat}: {orders[kind]} orders of the heap {kind}, and {lying[kind]} of its tokens on the table"


def sides(rng: random.Random) -> Mapping[Seat, Force]:
    return {seat: _force(rng) for seat in SEATS}


def _force(rng: random.Random) -> Force:
    """Return a force with troopers of unknown order, as in an army code, a peripheral and a proxy."""
    orders = (Order.REGULAR, Order.REGULAR, Order.IRREGULAR, None)
    troopers = tuple(
        Trooper(
            str(n),
            f"Trooper {n}",
            1 + (n > GROUP_SIZE - 2),
            rng.choice(orders),
            rng.choice((False, True, None)),
            nco=rng.random() < 0.1,
            inspiring=rng.random() < 0.05,
        )
        for n in range(1, rng.randrange(3, MOST_TROOPERS) + 1)
    )
    peripheral = Trooper("p", "Peripheral", 1, Order.NONE, peripheral_of="1")
    proxy = Trooper("x", "Proxy", 1, Order.NONE, proxy_of="2")
    bonus, orders_each = rng.choice((True, False, None)), rng.choice((0, 1, 2, None))
    seasons, strategos = missions(None) if rng.random() < 0.5 else (), rng.choice((0, 1, 2))
    return Force(
        "", (*troopers, peripheral, proxy), bonus=bonus, lieutenant_orders=orders_each, missions=seasons,
        strategos=strategos,
    )  # fmt: skip
