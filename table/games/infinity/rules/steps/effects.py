"""The effects of the command tokens, once all questions are answered."""

from collections.abc import Callable

from table.games.infinity.rules.model import events as e
from table.games.infinity.rules.model.labels import name_of
from table.games.infinity.rules.model.order_tokens import IRREGULAR, regular
from table.games.infinity.rules.model.state import Mission, Said, UnfinishedUse
from table.games.infinity.rules.model.uses import (
    COORDINATE,
    DOCTOR,
    ENGINEER,
    EXCHANGE,
    FIRETEAM,
    GUTS,
    LIMIT,
    NO_RETREAT,
    REGROUP,
    RELEASE,
    SET_ASIDE,
    SPEEDBALLS,
    SUPPRESS,
    TAKE_ORDERS,
)
from table.games.infinity.rules.steps.parts import said
from table.rules.game import Event
from table.rules.seats import Seat

SPEEDBALL_TOKENS = 2

Told = dict[str, Said]
Effect = Callable[[Mission, Seat, Told], Event]


def effect(mission: Mission, using: UnfinishedUse) -> tuple[Event, ...]:
    """Return the spending of the token, and the effect of its use."""
    spent = e.CommandTokenSpent(using.seat, using.use)
    return (spent, EFFECTS[using.use](mission, using.seat, said(using)))


def _whom(mission: Mission, seat: Seat, told: Told) -> tuple[str, str]:
    trooper = str(told["trooper"])
    return trooper, name_of(mission, seat, trooper)


def _for_trooper(event: Callable[[Seat, str, str], Event]) -> Effect:
    return lambda mission, seat, told: event(seat, *_whom(mission, seat, told))


def _regrouped(mission: Mission, seat: Seat, told: Told) -> Event:
    return e.Regrouped(seat, *_whom(mission, seat, told), int(str(told["group"])))


def _guts(mission: Mission, seat: Seat, told: Told) -> Event:
    return e.GutsSettled(seat, *_whom(mission, seat, told), str(told["result"]))


def _exchanged(mission: Mission, seat: Seat, told: Told) -> Event:
    trooper, name = _whom(mission, seat, told)
    group, heaps = mission.side(seat).member(trooper).group, mission.heaps
    given = IRREGULAR if IRREGULAR in heaps else ""
    return e.OrderExchanged(seat, trooper, name, group, regular(group, heaps), given)


def _coordinated(_: Mission, seat: Seat, told: Told) -> Event:
    troopers = told["troopers"]
    return e.OrderCoordinated(seat, int(str(told["pool"])), troopers if isinstance(troopers, tuple) else ())


def _taken(_: Mission, seat: Seat, told: Told) -> Event:
    return e.OrdersTaken(seat.opponent, (int(str(told["taken"])), int(str(told["taken_too"]))))


def _reroll(use: str) -> Effect:
    return lambda mission, seat, told: e.RerollBought(
        seat, use, *_whom(mission, seat, told), int(str(told["wip"])), str(told["who"])
    )  # fmt: skip


EFFECTS: dict[str, Effect] = {
    SET_ASIDE.id: _for_trooper(e.TrooperSetAside),
    TAKE_ORDERS.id: _taken,
    LIMIT.id: lambda _, seat, _told: e.TokensLimited(seat.opponent),
    SUPPRESS.id: _for_trooper(e.SuppressiveFireBegan),
    SPEEDBALLS.id: lambda _, seat, _told: e.SpeedballsGained(seat, SPEEDBALL_TOKENS),
    REGROUP.id: _regrouped,
    RELEASE.id: _for_trooper(e.PossessionCancelled),
    COORDINATE.id: _coordinated,
    GUTS.id: _guts,
    EXCHANGE.id: _exchanged,
    NO_RETREAT.id: _for_trooper(e.RetreatIgnored),
    DOCTOR.id: _reroll(DOCTOR.id),
    ENGINEER.id: _reroll(ENGINEER.id),
    FIRETEAM.id: _for_trooper(e.FireteamCreated),
}
