"""The physical tokens that an event hands out and takes back (TB-116), and the most that are still to come."""

from collections.abc import Iterator

from table.games.infinity.rules.model.events import (
    CommandTokenSpent,
    CommandTokensReceived,
    OrderExchanged,
    OrdersCounted,
    OrdersTaken,
    SpeedballsGained,
    SpeedballUsed,
    TurnEnded,
)
from table.games.infinity.rules.model.forces import TOKENS, Order
from table.games.infinity.rules.model.state import Mission
from table.games.infinity.rules.steps.corrections import COMMAND, POOL, SPEEDBALL
from table.games.infinity.rules.steps.effects import SPEEDBALL_TOKENS
from table.games.infinity.rules.steps.roster import ORDER
from table.rules.corrections import Corrected
from table.rules.game import Event
from table.rules.seats import SEATS
from table.rules.tokens import HandBack, HandOut

REGULAR = "regular"


def hand_outs(event: Event) -> tuple[HandOut, ...]:
    """Return the tokens that an event hands out.

    Irregular, Tactical and Lieutenant orders have no token in the dispenser; they lie beside their troopers.
    """
    match event:
        case CommandTokensReceived(seat=seat, count=n):
            return (HandOut(seat, COMMAND, n),)
        case OrdersCounted(seat=seat, pools=pools) if pools:
            return (HandOut(seat, REGULAR, sum(n for _, n in pools)),)
        case OrderExchanged(seat=seat):
            return (HandOut(seat, REGULAR, 1),)
        case SpeedballsGained(seat=seat, count=n):
            return (HandOut(seat, SPEEDBALL, n),)
        case Corrected(seat=seat, what=what, added=n) if n and (kind := _kind(what)):
            return (HandOut(seat, kind, n),)
    return ()


def hand_backs(before: Mission, event: Event) -> tuple[HandBack, ...]:
    """Return the tokens that an event takes back.

    Spent Regular Orders stay beside the pool until the turn is over, and go back with the unused ones. Those that the
    opponent takes come off the table at once (IA-10).
    """
    match event:
        case CommandTokenSpent(seat=seat):
            return (HandBack(seat, COMMAND, 1, later=True),)
        case OrdersTaken(seat=seat, groups=groups):
            return (HandBack(seat, REGULAR, len(groups)),)
        case SpeedballUsed(seat=seat):
            return (HandBack(seat, SPEEDBALL, 1, later=True),)
        case TurnEnded(seat=seat) if before.side(seat).regular_out:
            return (HandBack(seat, REGULAR, before.side(seat).regular_out),)
        case Corrected(seat=seat, what=what, taken=n) if n and (kind := _kind(what)):
            return (HandBack(seat, kind, n, later=True),)
    return ()


def _kind(what: str) -> str:
    """Return the kind of token that a correction moves; empty if it moves none."""
    return REGULAR if what.startswith((POOL, ORDER)) else what if what in (COMMAND, SPEEDBALL) else ""


def worst_case(mission: Mission) -> tuple[HandOut, ...]:
    """Return the most tokens that are still to come: the orders of one player at a time, and those on the table.

    Command and speedball tokens are handed out once a match. The match counts tokens on the table as returning before
    they are needed; these do not return, so they are added here.
    """
    return (max(_orders(mission), key=lambda out: out.count), *_once(mission))


def will_hold(mission: Mission) -> tuple[HandOut, ...]:
    """Return the most tokens that each seat will hold at once: the orders of its own turn, and those of the match."""
    return (*_orders(mission), *_once(mission))


def _orders(mission: Mission) -> tuple[HandOut, ...]:
    return tuple(
        HandOut(seat, REGULAR, sum(not one.lost and one.order is not Order.NONE for one in mission.side(seat).members))
        for seat in SEATS
    )


def _once(mission: Mission) -> Iterator[HandOut]:
    """Yield the tokens that are handed out once a match."""
    for seat in SEATS:
        side = mission.side(seat)
        if command := TOKENS + 1 if side.tokens is None else side.tokens:
            yield HandOut(seat, COMMAND, command)
        if speedballs := side.speedballs + (0 if side.logistical else SPEEDBALL_TOKENS):
            yield HandOut(seat, SPEEDBALL, speedballs)
