"""Each event becomes a line of the match's story by itself: above all, the use of each command token."""

from collections.abc import Callable
from typing import Any

from table.games.infinity.rules.model import around_events as a
from table.games.infinity.rules.model import events as e
from table.rules import corrections
from table.rules.game import Event
from table.rules.text import Text, text


def tell(event: Event) -> Text | None:
    line = LINES.get(type(event))
    return line(event) if line else corrections.tell(event)


def _seat(x: Any) -> Text:
    return text(f"seat.{x.seat}")


def _line(key: str, *more: str) -> Callable[[Any], Text]:
    """Return a function that fills the line with the event's seat, name and these attributes."""

    def line(x: Any) -> Text:
        args = {attribute: getattr(x, attribute) for attribute in more}
        return text(f"infinity.tell.{key}", seat=_seat(x), name=getattr(x, "name", ""), **args)

    return line


def _use(key: str) -> Callable[[Any], Text]:
    return lambda x: text(f"infinity.tell.{key}", seat=_seat(x), use=text(f"infinity.use.{x.use}"))


def _dropped(x: e.UseDropped) -> Text | None:
    """Return a line if a condition is not met, and None if the player gave up the use."""
    if not x.rule:
        return None
    return text("infinity.tell.not_met", seat=_seat(x), use=text(f"infinity.use.{x.use}"), rule=x.rule)


def _counted(x: e.OrdersCounted) -> Text:
    regular = sum(n for _, n in x.pools)
    return text("infinity.tell.counted", seat=_seat(x), counted=x.counted, regular=regular)


def _taken(x: e.OrdersTaken) -> Text:
    first, second = x.groups
    if first == second:
        return text("infinity.tell.taken_same", seat=_seat(x), group=first)
    return text("infinity.tell.taken", seat=_seat(x), first=first, second=second)


def _rolled(x: e.WipRolled) -> Text:
    key = f"infinity.tell.wip_{'passed' if x.passed else 'failed'}{'_by_hand' if x.by_hand else ''}"
    return text(key, seat=_seat(x), face=x.face)


def _decided(x: a.InitiativeDecided) -> Text:
    if x.winner is None:
        return text("infinity.tell.initiative_again")
    return text("infinity.tell.initiative_won", seat=text(f"seat.{x.winner}"))


def _checked(x: e.ForceChecked) -> Text | None:
    found = "retreat" if x.retreat else "lieutenant_lost" if x.lieutenant_lost else ""
    return text(f"infinity.tell.{found}", seat=_seat(x)) if found else None


LINES: dict[type[Event], Callable[[Any], Text | None]] = {
    e.MissionBegun: lambda x: text("infinity.tell.begun", blue=x.blue.name, red=x.red.name),
    e.CommandTokensReceived: _line("tokens", "count"),
    e.FirstTurnGiven: _line("first"),
    e.FirstTurnDisputed: lambda _: text("infinity.tell.first_disputed"),
    e.Deployed: _line("deployed"),
    e.ReserveDeployed: _line("reserve"),
    e.TurnBegan: _line("turn", "round"),
    e.ForceChecked: _checked,
    e.OrdersCounted: _counted,
    e.OrderSpent: lambda x: text(f"infinity.tell.spent_{x.kind}", seat=_seat(x), group=x.group, name=x.name),
    e.OrdersEnded: lambda x: _line("unused", "unused")(x) if x.unused else None,
    e.MissionOver: lambda x: text("infinity.tell.over", number=x.rounds),
    e.UseDropped: _dropped,
    e.CommandTokenSpent: _use("token"),
    e.TrooperSetAside: _line("set_aside"),
    e.OrdersTaken: _taken,
    e.TokensLimited: _line("limited"),
    e.SuppressiveFireBegan: _line("suppressive"),
    e.SpeedballsGained: _line("speedballs", "count"),
    e.SpeedballUsed: _line("speedball"),
    e.Regrouped: _line("regrouped", "group"),
    e.PossessionCancelled: _line("released"),
    e.OrderCoordinated: lambda x: text(
        "infinity.tell.coordinated", seat=_seat(x), group=x.group, number=len(x.troopers)
    ),
    e.GutsSettled: lambda x: text(f"infinity.tell.guts_{x.result}", seat=_seat(x), name=x.name),
    e.OrderExchanged: _line("exchanged", "group"),
    e.RetreatIgnored: _line("steady"),
    e.RerollBought: _line("reroll"),
    e.WipRolled: _rolled,
    e.FireteamCreated: _line("fireteam"),
    e.TrooperLost: lambda x: _line("dead" if x.dead else "lost")(x),
    a.TrooperRevealed: _line("arrived", "group"),
    a.ReinforcementsArrived: _line("reinforced", "group"),
    a.LieutenantNamed: _line("named"),
    a.InitiativeDieRolled: lambda x: _line("initiative_by_hand" if x.by_hand else "initiative_rolled", "face")(x),
    a.InitiativeDecided: _decided,
    a.InitiativeGivenOn: _line("deployment"),
    e.TrooperBack: _line("back"),
    e.TrooperArrived: _line("arrived", "group"),
}  # fmt: skip
