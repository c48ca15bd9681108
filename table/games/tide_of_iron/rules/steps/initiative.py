"""Determine initiative (TI-40, TI-41)."""

from table.games.tide_of_iron.rules.model.events import InitiativeDetermined
from table.games.tide_of_iron.rules.model.state import TideBattle
from table.rules.game import Event
from table.rules.seats import BLUE, RED


def due(battle: TideBattle) -> Event | None:
    return None if battle.claimed else _determined(battle)


def _determined(battle: TideBattle) -> InitiativeDetermined:
    blue, red = battle.blue.on_initiative, battle.red.on_initiative
    if blue == red:
        return InitiativeDetermined(battle.initiative.opponent, blue, red, "TI-41")
    return InitiativeDetermined(BLUE if blue > red else RED, blue, red, "TI-40")
