"""Each event becomes a line of the match's story by itself. Some events have none."""

from collections.abc import Callable
from typing import Any

from table.games.tide_of_iron.rules.model import events as e
from table.rules import corrections
from table.rules.game import Event
from table.rules.text import Text, text


def tell(event: Event) -> Text | None:
    line = LINES.get(type(event))
    return line(event) if line else corrections.tell(event)


def _line(key: str, *facts: str) -> Callable[[Any], Text]:
    """Return a function that fills the line with the seat and these fields of the event."""

    def line(x: Any) -> Text:
        return text(f"tide.tell.{key}", seat=text(f"seat.{x.seat}"), **{fact: getattr(x, fact) for fact in facts})

    return line


def _received(x: e.CommandReceived) -> Text | None:
    key = "tide.tell.starts_with" if x.by == "start" else "tide.tell.received"
    return text(key, seat=text(f"seat.{x.seat}"), count=x.count) if x.count else None


def _scored(x: e.VictoryPointsScored) -> Text | None:
    """Return the line about a score, with the place of the marker, which the players move themselves."""
    key = "tide.tell.scored_10" if x.turned else "tide.tell.scored"
    return text(key, seat=text(f"seat.{x.seat}"), count=x.count, space=x.space) if x.count else None


def _taken(x: e.ControlTaken) -> Text:
    key = "tide.tell.taken_over" if x.lost else "tide.tell.taken"
    return text(key, seat=text(f"seat.{x.seat}"), name=x.name, hex=x.hex)


def _determined(x: e.InitiativeDetermined) -> Text:
    return text("tide.tell.initiative", seat=text(f"seat.{x.seat}"), blue=x.blue, red=x.red, rule=x.rule)


def _won(x: e.ScenarioWon) -> Text:
    if x.seat is None:
        return text("tide.tell.nobody_won")
    return text("tide.tell.won" if x.by == "said" else "tide.tell.won_by_points", seat=text(f"seat.{x.seat}"),
                blue=x.blue, red=x.red)  # fmt: skip


def _resolved(x: e.EffectResolved) -> Text:
    return text("tide.tell.lasts" if x.lasting else "tide.tell.resolved", name=x.name)


LINES: dict[type[Event], Callable[[Any], Text | None]] = {
    e.ScenarioBegun: lambda x: text("tide.tell.begun", scenario=x.scenario.name),
    e.ScenarioSetUp: lambda x: text("tide.tell.set_up", scenario=x.name),
    e.ActionPhaseEnded: lambda x: text("tide.tell.fought", round=x.round),
    e.SheetDisputed: _line("disputed"),
    e.SheetsClashed: lambda x: text("tide.tell.clashed", names=x.names),
    e.ControlTaken: _taken,
    e.CommandReceived: _received,
    e.VictoryPointsScored: _scored,
    e.StrategyCardActivated: _line("activated", "name", "cost"),
    e.EffectResolved: _resolved,
    e.CommandSpent: _line("spent", "name", "cost"),
    e.InitiativeRaised: _line("raised", "count", "total"),
    e.SpendingFinished: _line("finished", "saved"),
    e.InitiativeDetermined: _determined,
    e.ConflictDeclared: lambda _: text("tide.tell.conflict"),
    e.OrderDecided: _line("order"),
    e.StrategyCardReadied: _line("readied", "name"),
    e.StrategyCardPutAway: _line("put_away", "name"),
    e.LastingCardRemoved: _line("removed", "name"),
    e.CardDrawn: lambda x: _line("drawn", "name")(x) if x.card else None,
    e.CommandTransferred: _line("transferred", "count"),
    e.CommandLost: _line("command_lost", "count"),
    e.InitiativeCardChanged: _line("card_changed", "total"),
    e.ControlEnded: _line("control_ended", "name", "hex"),
    e.WinnerSaid: lambda x: text(f"tide.tell.says.{x.winner or 'nobody'}", seat=text(f"seat.{x.seat}")),
    e.WinnerDisputed: _line("winner_disputed"),
    e.ScenarioWon: _won,
    e.RoundBegan: lambda x: text("tide.tell.round", number=x.number),
    e.AllRoundsPlayed: lambda x: text("tide.tell.over", rounds=x.rounds),
}
