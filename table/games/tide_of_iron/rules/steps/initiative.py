"""Determine initiative (TI-40, TI-41), and go on to the next round, if there is one (TB-90)."""

from table.games.tide_of_iron.rules.model.events import AllRoundsPlayed, InitiativeDetermined, RoundBegan
from table.games.tide_of_iron.rules.model.state import TideBattle
from table.rules.game import Event
from table.rules.seats import BLUE, RED


def due(battle: TideBattle) -> Event:
    if not battle.claimed:
        return _determined(battle)
    last = battle.scenario.rounds
    return RoundBegan(battle.round + 1) if battle.round < last else AllRoundsPlayed(last)


def _determined(battle: TideBattle) -> InitiativeDetermined:
    blue, red = battle.blue.on_initiative, battle.red.on_initiative
    if blue == red:
        return InitiativeDetermined(battle.initiative.opponent, blue, red, "TI-41")
    return InitiativeDetermined(BLUE if blue > red else RED, blue, red, "TI-40")
