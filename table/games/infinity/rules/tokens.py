"""The physical tokens that an event hands out and takes back (TB-116), and the most that are still to come."""

from collections import Counter
from collections.abc import Iterator

from table.games.infinity.rules.model.events import (
    CommandTokenSpent,
    CommandTokensReceived,
    MissionOver,
    OrderExchanged,
    OrdersCounted,
    OrdersTaken,
    SpeedballsGained,
    SpeedballUsed,
    TurnEnded,
)
from table.games.infinity.rules.model.forces import TOKENS, Order
from table.games.infinity.rules.model.order_tokens import (
    IRREGULAR,
    LIEUTENANT,
    REGULAR,
    TACTICAL,
    Heap,
    added_up,
    regular,
)
from table.games.infinity.rules.model.state import InfinitySide, Mission
from table.games.infinity.rules.steps.corrections import COMMAND, POOL, SPEEDBALL
from table.games.infinity.rules.steps.effects import SPEEDBALL_TOKENS
from table.games.infinity.rules.steps.roster import ORDER
from table.rules.corrections import Corrected
from table.rules.game import Event
from table.rules.seats import SEATS, Seat
from table.rules.tokens import HandBack, HandOut


def hand_outs(event: Event) -> tuple[HandOut, ...]:
    """Return the tokens that an event hands out.

    Irregular, Tactical and Lieutenant orders have tokens where the table has a heap of them; else they lie beside their
    troopers.
    """
    match event:
        case CommandTokensReceived(seat=seat, count=n):
            return (HandOut(seat, COMMAND, n),)
        case OrdersCounted(seat=seat, heaps=heaps) if heaps:
            return tuple(HandOut(seat, kind, n) for kind, n in heaps)
        case OrdersCounted(seat=seat, pools=pools) if pools:
            return (HandOut(seat, REGULAR, sum(n for _, n in pools)),)
        case OrderExchanged(seat=seat, token=kind):
            return (HandOut(seat, kind, 1),)
        case SpeedballsGained(seat=seat, count=n):
            return (HandOut(seat, SPEEDBALL, n),)
        case Corrected(seat=seat, heaps=heaps) if heaps:
            return tuple(HandOut(seat, kind, n) for kind, n in heaps if n > 0)
        case Corrected(seat=seat, what=what, added=n) if n and (kind := _kind(what)):
            return (HandOut(seat, kind, n),)
    return ()


def hand_backs(before: Mission, event: Event) -> tuple[HandBack, ...]:
    """Return the tokens that an event takes back.

    Spent orders stay beside the pool until the turn is over, and go back with the unused ones. Those that the opponent
    takes come off the table at once (IA-10), as does an Irregular Order that is exchanged. When the match is over,
    everything goes back.
    """
    match event:
        case CommandTokenSpent(seat=seat):
            return (HandBack(seat, COMMAND, 1, later=True),)
        case OrdersTaken(seat=seat, groups=groups):
            taken = added_up((regular(group, before.heaps), 1) for group in groups)
            return tuple(HandBack(seat, kind, n) for kind, n in taken)
        case OrderExchanged(seat=seat, given=kind) if kind:
            return (HandBack(seat, kind, 1),)
        case SpeedballUsed(seat=seat):
            return (HandBack(seat, SPEEDBALL, 1, later=True),)
        case TurnEnded(seat=seat):
            return tuple(HandBack(seat, kind, n) for kind, n in before.side(seat).orders_out)
        case MissionOver():
            return tuple(HandBack(seat, kind, n) for seat in SEATS for kind, n in _kept(before.side(seat)))
        case Corrected(seat=seat, heaps=heaps) if heaps:
            return tuple(HandBack(seat, kind, -n, later=True) for kind, n in heaps if n < 0)
        case Corrected(seat=seat, what=what, taken=n) if n and (kind := _kind(what)):
            return (HandBack(seat, kind, n, later=True),)
    return ()


def _kept(side: InfinitySide) -> Iterator[Heap]:
    """Yield the tokens that no player turn takes back."""
    yield from ((kind, n) for kind, n in ((COMMAND, side.tokens or 0), (SPEEDBALL, side.speedballs)) if n)


def _kind(what: str) -> str:
    """Return the kind of token that a correction moves; empty if it moves none."""
    if what.startswith((POOL, ORDER)):
        return (*what.split("."), REGULAR)[2]
    return what if what in (COMMAND, SPEEDBALL) else ""


def worst_case(mission: Mission) -> tuple[HandOut, ...]:
    """Return the most tokens that are still to come: the orders of one player at a time, and those on the table.

    Command and speedball tokens are handed out once a match. The match counts tokens on the table as returning before
    they are needed; these do not return, so they are added here.
    """
    most: dict[str, HandOut] = {}
    for out in _orders(mission):
        if out.kind not in most or out.count > most[out.kind].count:
            most[out.kind] = out
    return (*most.values(), *_once(mission))


def will_hold(mission: Mission) -> tuple[HandOut, ...]:
    """Return the most tokens that each seat will hold at once: the orders of its own turn, and those of the match."""
    return (*_orders(mission), *_once(mission))


def _orders(mission: Mission) -> tuple[HandOut, ...]:
    """Return the order tokens of each seat's next turn, if it still has one."""
    coming = (seat for seat in SEATS if mission.has_turn_to_come(seat))
    return tuple(HandOut(seat, kind, n) for seat in coming for kind, n in _of_a_turn(mission, seat) if n)


def _of_a_turn(mission: Mission, seat: Seat) -> tuple[Heap, ...]:
    """Return the most order tokens of a player turn by kind. An Irregular Order can become a Regular one (IN-34)."""
    side, heaps = mission.side(seat), mission.heaps
    giving = [one for one in side.members if not one.lost and one.order is not Order.NONE]
    pools = Counter(regular(one.group, heaps) for one in giving) if heaps else {REGULAR: len(giving)}
    apart = (
        (IRREGULAR, sum(one.order is Order.IRREGULAR or one.own_order for one in giving)),
        (TACTICAL, sum(bool(one.tactical) for one in giving)),
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
