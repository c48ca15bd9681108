"""The story of a match: one line for each event that players care about."""

from collections.abc import Callable
from typing import Any

from table.rules.game import Event
from table.rules.match import events as ev
from table.rules.result import WonBy
from table.rules.text import Text, text

LINES: dict[type[Event], str] = {
    ev.MatchOpened: "story.opened",
    ev.RulesRevised: "story.rules_revised",
    ev.JudgeCalled: "story.judge_called",
    ev.JudgeLeft: "story.judge_left",
    ev.CardSealed: "story.sealed",
    ev.SealWithdrawn: "story.unsealed",
    ev.SealBroken: "story.broken",
    ev.SealVoided: "story.voided",
    ev.DispenserLost: "story.dispenser_lost",
    ev.DispenserFound: "story.dispenser_found",
    ev.TokensTakenByHand: "story.by_hand",
    ev.TokensLate: "story.late",
    ev.UndoProposed: "story.undo_proposed",
    ev.UndoDeclined: "story.undo_declined",
    ev.Undone: "story.undone",
    ev.EndDeclined: "story.end_declined",
    ev.SecretDisclosed: "story.disclosed",
}


PROPOSED = {
    ev.EndWay.CONCEDE: "story.conceding",
    ev.EndWay.DRAW: "story.draw_offered",
    ev.EndWay.BLUE: "story.says_blue",
    ev.EndWay.RED: "story.says_red",
    ev.EndWay.TIED: "story.says_tied",
    ev.EndWay.OPEN: "story.says_open",
}
"""The lines of proposed ends that need a special sentence."""
SPECIAL: dict[type[Event], Callable[[Any], Text | None]] = {
    ev.NumberDialled: lambda x: _dialled(x),
    ev.TokensReturned: lambda x: text("story.returned", count=sum(token.count for token in x.tokens)),
    ev.TokensStayed: lambda x: _stayed(x),
    ev.EndProposed: lambda x: text(PROPOSED.get(x.how, "story.end_proposed"), seat=text(f"seat.{x.seat}")),
    ev.MatchClosed: lambda x: text(f"story.{x.how}"),
    ev.HoppersLoaded: lambda x: text("story.carried" if x.carried else "story.loaded"),
    ev.HopperSwitched: lambda x: text(f"story.hopper_{'on' if x.on else 'off'}", hopper=x.number + 1),
    ev.ResultNamed: lambda x: _result(x),
    ev.PointsAgreed: lambda x: text(
        "story.points", seat=text(f"seat.{x.seat}"), more=x.more, round=x.round, total=x.total
    ),
    ev.PointsDenied: lambda x: _denied(x),
    ev.Recounted: lambda x: text("story.recounted", count=x.content),
}
"""The lines that need more than an event's number, count and seat."""


def line(event: Event) -> Text | None:
    if (special := SPECIAL.get(type(event))) is not None:
        return special(event)
    key = LINES.get(type(event))
    if key is None or (isinstance(event, ev.DispenserLost) and event.restart):
        return None
    args: dict[str, str | int | Text] = {}
    for field in ("number", "count"):
        if hasattr(event, field):
            args[field] = getattr(event, field)
    seat = getattr(event, "seat", None)
    if seat is not None:
        args["seat"] = text(f"seat.{seat}")
    return text(key, **args)


def _dialled(event: ev.NumberDialled) -> Text:
    """Return the line of a number. Zero is the start of the dial, so the seat has not chosen a number."""
    seat = text(f"seat.{event.seat}")
    return text("story.number", seat=seat, number=event.number) if event.number else text("story.no_number", seat=seat)


def _stayed(event: ev.TokensStayed) -> Text | None:
    """Return a line for the tokens of a round's end only."""
    count = sum(token.count for token in event.tokens if not token.later)
    return text("story.stayed", count=count) if count else None


def _result(event: ev.ResultNamed) -> Text | None:
    """Return the winner, unless the line of the game or of the end names it."""
    if event.by in (WonBy.RULES, WonBy.DRAWN):
        return None
    if event.winner is None:
        return text("story.draw")
    return text("story.won", seat=text(f"seat.{event.winner}"))


def _denied(event: ev.PointsDenied) -> Text:
    if event.withdrawn:
        return text("story.points_withdrawn", seat=text(f"seat.{event.seat}"))
    return text("story.points_denied", seat=text(f"seat.{event.seat.opponent}"))
