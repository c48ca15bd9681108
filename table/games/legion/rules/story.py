"""Each event becomes a line of the match's story by itself. Some events have none."""

from collections.abc import Callable
from typing import Any

from table.games.legion.rules.command import story as command_story
from table.games.legion.rules.model import events as e
from table.games.legion.rules.model import phase_events as p
from table.games.legion.rules.model.labels import token
from table.rules import corrections as correcting
from table.rules.game import Event
from table.rules.text import Text, text


def tell(event: Event) -> Text | None:
    line = LINES.get(type(event))
    return line(event) if line else correcting.line(event)


def _seat(x: Any) -> Text:
    return text(f"seat.{x.seat}")


def _line(key: str) -> Callable[[Any], Text]:
    """Return a function that fills the line with the event's seat, name and rank, as far as it has them."""

    def line(x: Any) -> Text:
        args = {"seat": _seat(x), "name": getattr(x, "name", "")}
        if rank := getattr(x, "rank", ""):
            args["token"] = token(rank)
        return text(f"legion.tell.{key}", **args)

    return line


def _unnamed(key: str) -> Callable[[Any], Text]:
    """Return a function for the line about a token that only its owner may see."""
    return lambda x: text(f"legion.tell.{key}", seat=_seat(x))


def _numbered(key: str, attribute: str) -> Callable[[Any], Text | None]:
    """Return a function for the line with this count, or None if it is 0."""

    def line(x: Any) -> Text | None:
        number = getattr(x, attribute)
        return text(f"legion.tell.{key}", seat=_seat(x), number=number) if number else None

    return line


def _rolled(x: e.DieRolled) -> Text:
    key = "legion.tell.rolled_by_hand" if x.by_hand else "legion.tell.rolled"
    return text(key, seat=_seat(x), face=text(f"die.{x.face}"))


def _order(x: e.OrderIssued) -> Text:
    if x.giver:
        return text("legion.tell.order_offered", name=x.name, giver=x.giver)
    return text("legion.tell.order_extra" if x.extra else "legion.tell.order", seat=_seat(x), name=x.name)


def _pooled(x: e.PoolCreated) -> Text | None:
    """Return the line that tells players with a bag of their own what to do with the tokens that come now (TB-75)."""
    return text("legion.tell.bag", seat=_seat(x)) if x.bag and x.counts else None


def _drawn(x: e.TokenDrawn) -> Text:
    return text("legion.tell.drawn_by_hand" if x.by_hand else "legion.tell.drawn", seat=_seat(x), token=token(x.rank))


def _judged(x: e.GivenJudged) -> Text:
    key = f"legion.tell.given.{x.how}" if x.allowed else f"legion.tell.not_given.{_because(x)}"
    return text(key, unit=x.unit_name, name=x.name, rule=x.rule)


def _restored(x: e.UnitRestored) -> Text:
    if not x.why:
        return text("legion.tell.restored", seat=_seat(x), name=x.name)
    return text("legion.tell.restored_why", seat=_seat(x), name=x.name, why=text(f"legion.why.{x.why}"))


def _because(x: e.GivenJudged) -> str:
    return {"LC-54": "counterpart", "LC-52": "arsenal"}.get(x.rule, "unable" if "unable" in x.facts else "engaged")


def _activated(x: e.UnitActivated) -> Text:
    key = "legion.tell.activated_extra" if x.out_of_turn else "legion.tell.activated"
    return text(key, seat=_seat(x), name=x.name)


def _cleared(x: p.TokensCleared) -> Text:
    number = sum(n for _, n in (*x.pool, *x.parked)) + len(x.aside)
    return text("legion.tell.cleared", seat=_seat(x), number=number)


def _denied(x: p.ConsentDenied) -> Text:
    if x.withdrawn:
        return text("legion.tell.withdrawn", seat=_seat(x))
    return text("legion.tell.denied", seat=text(f"seat.{x.seat.opponent}"))


def _decided(x: p.MatchDecided) -> Text:
    points = {"blue": x.blue, "red": x.red}
    if x.winner is None:
        return text("legion.tell.draw", **points)
    key = "legion.tell.won_alone" if x.rule == "LA-24" else "legion.tell.won"
    return text(key, seat=text(f"seat.{x.winner}"), **points)


LINES: dict[type[Event], Callable[[Any], Text | None]] = {
    e.MatchBegun: lambda x: text("legion.tell.begun", blue=x.blue.name, red=x.red.name),
    e.RoundBegan: lambda x: text("legion.tell.round", number=x.number),
    e.CannotPlay: lambda x: text(f"legion.tell.{x.why}", seat=_seat(x)),
    e.CanPlay: _line("can_play"),
    e.CardPlayed: _line("played"),
    e.CardRefused: lambda x: text("legion.tell.refused", seat=_seat(x), name=x.name, why=x.why, rule=x.rule),
    e.CardFactsAgreed: _line("facts"),
    e.CardFactsDisputed: _line("disputed"),
    e.EffectResolved: _line("effect"),
    e.CardSentBack: _line("sent_back"),
    e.InsteadAgreed: lambda x: text(f"legion.tell.instead_{x.instead}", seat=_seat(x)),
    e.InsteadDisputed: _line("instead_disputed"),
    e.DieRolled: _rolled,
    e.PriorityGiven: lambda x: text("legion.tell.priority", seat=_seat(x), rule=x.rule),
    e.PriorityCorrected: lambda x: text("legion.tell.corrected", seat=_seat(x), why=text(f"legion.why.{x.why}")),
    e.CommanderNominated: _line("nominated"),
    e.CommanderMissing: lambda x: text("legion.tell.commander_missing", seat=_seat(x), number=x.lost),
    e.CommanderFell: lambda x: text("legion.tell.commander_fell", seat=_seat(x), name=x.name, number=x.lost),
    e.OrderIssued: _order,
    e.OrdersFinished: _numbered("orders_lost", "lost"),
    e.PoolCreated: _pooled,
    e.PassPoolCreated: _numbered("pass_pool", "count"),
    e.CardReturned: _line("returned"),
    e.TokenDrawn: _drawn,
    e.DrawWasted: _line("wasted"),
    e.UnitActivated: _activated,
    p.ActivationResumed: _line("resumed"),
    p.TokensCleared: _cleared,
    p.GiftUsed: _line("gift"),
    p.TokenReturned: _line("put_back"),
    p.TokenTurned: _line("turned"),
    p.TokenSetAside: _unnamed("set_aside"),
    p.TokenUsed: _line("used"),
    p.DrawDictated: _line("dictated"),
    p.TokenDictated: _line("drawn"),
    p.UnitHeld: lambda x: text(f"legion.tell.held_{'first' if x.first else 'last'}", seat=_seat(x), name=x.name),
    p.ConsentAsked: lambda x: text("legion.tell.asks", seat=text(f"seat.{x.consent.seat}"), what=x.consent.what),
    p.ConsentDenied: _denied,
    p.NobodyToPromote: _line("nobody_to_promote"),
    p.PointsScored: lambda x: text("legion.tell.points", seat=_seat(x), points=x.points, total=x.total),
    p.MatchDecided: _decided,
    e.Passed: lambda x: text("legion.tell.passed_free" if x.free else "legion.tell.passed", seat=_seat(x)),
    e.TurnSkipped: _line("skipped"),
    e.UnitDefeated: _line("defeated"),
    e.UnitRestored: _restored,
    e.UnitPromoted: _line("promoted"),
    e.TokenPutBack: _line("put_back"),
    e.TokenLookedAt: _unnamed("looked"),
    e.TokenShuffledIn: _unnamed("shuffled_in"),
    e.TokenParked: _line("parked"),
    e.TokenTakenBack: _line("taken_back"),
    e.TokenAdded: _line("second"),
    e.AdvantageGained: _line("advantage"),
    e.CardRecovered: _line("recovered"),
    e.CardDiscarded: _line("discarded"),
    e.CardStays: _line("stays"),
    e.LastingCardDiscarded: _line("discarded"),
    e.DiscardLookedAt: _line("pile"),
    e.GivenJudged: _judged,
    **command_story.LINES,
    e.RoundEnded: lambda x: text("legion.tell.round_over", number=x.number),
    e.AllRoundsPlayed: lambda x: text("legion.tell.over", number=x.rounds),
}
