"""Determine priority (LG-30 to LG-33)."""

from collections.abc import Sequence

from table.games.chance import RED_DEFENSE, Chance, roll
from table.games.game import Event
from table.games.legion.events import DieRolled, PriorityGiven
from table.games.legion.state import Battle, Roller, played
from table.games.prompts import Roll, Value
from table.games.seats import BLUE, RED, Seat
from table.games.steps import Question
from table.games.text import text

WINNING_FACE = "block"


def roller(battle: Battle) -> Seat:
    """Who rolls where the text says "one player" (TB-26)."""
    match battle.roller:
        case Roller.BLUE:
            return BLUE
        case Roller.RED:
            return RED
        case Roller.ALTERNATING:
            return BLUE if battle.round % 2 else RED


def due(battle: Battle) -> Event | None:
    """Priority as far as no die is needed for it."""
    if battle.priority is not None:
        return None
    pips = {seat: card.priority_pips or 0 for seat in (BLUE, RED) if (card := played(battle, seat))}
    if len(pips) == 1:
        (seat,) = pips
        why = battle.play(seat.opponent).no_card
        return PriorityGiven(seat, "LG-32" if why == "leaderless" else "TB-25")
    if len(pips) == 2 and pips[BLUE] != pips[RED]:
        return PriorityGiven(BLUE if pips[BLUE] < pips[RED] else RED, "LG-30")
    return None


def _rule(battle: Battle) -> str:
    return "LG-31" if played(battle, BLUE) else "LG-33"


def _prompt(battle: Battle, seat: Seat) -> Roll | None:
    if battle.priority is not None or seat is not roller(battle):
        return None
    faces = tuple(dict.fromkeys(RED_DEFENSE.faces))
    ask = text("legion.roll.ask")
    return Roll(key="roll", seat=seat, ask=ask, rule=_rule(battle), die=RED_DEFENSE.name, faces=faces)


def _rolled(battle: Battle, seat: Seat, value: Value, chance: Chance) -> Sequence[Event]:
    by_hand = value is not None
    face = str(value) if by_hand else roll(RED_DEFENSE, chance, battle.questions)
    winner = seat if face == WINNING_FACE else seat.opponent
    rolled = DieRolled(seat, RED_DEFENSE.name, face, battle.questions, by_hand)
    return (rolled, PriorityGiven(winner, _rule(battle)))


ROLL = Question[Battle]("roll", "LG-31", _prompt, _rolled)
