"""As the Activation Phase begins, the players are reminded of Independent units without an order token (LA-35)."""

from table.games.legion.rules.model.command_events import IndependentReminded
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.state import LegionBattle, Troop
from table.games.legion.rules.model.turns import before_turns
from table.rules.game import Event
from table.rules.seats import Seat


def due(battle: LegionBattle) -> Event | None:
    """Remind each player, the player with priority first, of the units that may gain something now, of each once.

    That is before the first turn.
    """
    if not before_turns(battle):
        return None
    for seat in (battle.priority, battle.priority.opponent) if battle.priority else ():
        told = battle.play(seat).reminded
        if new := tuple(each for each in _gains(battle, seat) if each[0] not in told):
            return IndependentReminded(seat, new)
    return None


def _gains(battle: LegionBattle, seat: Seat) -> tuple[tuple[str, str], ...]:
    """Return the names of the units without an order token, and what each may gain."""
    if not battle.edition.keywords:
        return ()
    return tuple(
        (troop.name, keyword.says)
        for troop in battle.side(seat).troops
        for keyword in troop.unit.keywords
        if keyword.keyword is Keyword.INDEPENDENT and _without_token(troop)
    )


def _without_token(troop: Troop) -> bool:
    """True if no order token lies beside an undefeated unit, face up or face down."""
    return troop.left == troop.turns and not (troop.defeated or troop.face_up)
