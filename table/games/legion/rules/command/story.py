"""The lines for the story about keywords and acts in the Command Phase."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from table.games.legion.rules.model import command_events as e
from table.rules.game import Event
from table.rules.text import Text, text


def _seat(x: Any) -> Text:
    return text(f"seat.{x.seat}")


def _named(key: str) -> Callable[[Any], Text]:
    return lambda x: text(f"legion.tell.{key}", seat=_seat(x), name=x.name)


def _plans(x: e.PlansChanged) -> Text:
    if not x.back:
        return text("legion.tell.plans_alone", seat=_seat(x), name=x.name)
    return text("legion.tell.plans", seat=_seat(x), name=x.name, back=x.back_name)


def _independent(x: e.IndependentReminded) -> Text:
    """Return the units and what each may gain, one behind the other."""
    return text("legion.tell.independent", seat=_seat(x), units="; ".join(f"{name}: {says}" for name, says in x.units))


def _acts_again(x: e.CardActsAgain) -> Text:
    return text("legion.tell.acts_again", seat=_seat(x), name=x.name, when=text(f"legion.time.{x.timing.value}"))


def _passenger(x: e.PassengerChosen) -> Text | None:
    return text("legion.tell.passenger", name=x.name, passenger=x.passenger_name) if x.passenger else None


LINES: Mapping[type[Event], Callable[[Any], Text | None]] = MappingProxyType(
    {
        e.CommanderTokenGained: _named("commander_token"),
        e.CardDivulged: lambda x: text(f"legion.tell.{'divulged_stays' if x.stays else 'divulged'}", name=x.name),
        e.RevealedReplaced: lambda x: text("legion.tell.replaced", seat=_seat(x), name=x.name, was=x.was_name),
        e.PlansChanged: _plans,
        e.InterrogationJudged: lambda x: text(f"legion.tell.{'near' if x.near else 'not_near'}", name=x.name),
        e.OrdersDeclined: lambda x: text("legion.tell.orders_declined", seat=_seat(x), number=x.number),
        e.HandCardDiscarded: _named("from_hand"),
        e.PassengerChosen: _passenger,
        e.CardLaidAside: _named("laid_aside"),
        e.CardsTakenUp: lambda x: text("legion.tell.taken_up", seat=_seat(x), names=", ".join(x.names)),
        e.IndependentReminded: _independent,
        e.CardActsAgain: _acts_again,
    }
)
