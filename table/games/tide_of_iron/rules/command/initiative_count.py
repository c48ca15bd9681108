"""The initiative of the coming round (TI-40, TI-41)."""

from msgspec.structs import replace

from table.games.tide_of_iron.rules.model.battle_labels import line
from table.games.tide_of_iron.rules.model.battle_state import TideBattle
from table.rules.event_rows import EventRow
from table.rules.game import Event, SeatEvent
from table.rules.seats import BLUE, RED


class InitiativeDetermined(SeatEvent, frozen=True, tag=True):
    """The initiative of the coming round is determined. `seat` has it."""

    blue: int
    red: int
    rule: str


def due(battle: TideBattle) -> Event | None:
    return None if battle.claimed else _determined(battle)


def _determined(battle: TideBattle) -> InitiativeDetermined:
    blue, red = battle.blue.on_initiative, battle.red.on_initiative
    if blue == red:
        return InitiativeDetermined(battle.initiative.opponent, blue, red, "TI-41")
    return InitiativeDetermined(BLUE if blue > red else RED, blue, red, "TI-40")


ROWS: tuple[EventRow[TideBattle], ...] = (
    EventRow(
        InitiativeDetermined,
        lambda b, x: replace(b, initiative=x.seat, claimed=True),
        line("initiative", "blue", "red", "rule"),
    ),
)
