"""The end of the round: both players confirm it, cards and tokens return, the next round begins (TB-36 to TB-38)."""

from table.games.legion.rules.effects.card_effects import next_effect
from table.games.legion.rules.effects.effect_events import CardDiscarded, CardStays
from table.games.legion.rules.end_phase import promotion, victory
from table.games.legion.rules.model.state import LegionBattle, played
from table.games.legion.rules.model.turns import effect_order
from table.games.legion.rules.round_events import AllRoundsPlayed, RoundBegan, RoundEnded, RoundOverSaid
from table.rules.game import Event
from table.rules.prompts import Confirm
from table.rules.seats import SEATS, Seat
from table.rules.steps import Question, follows
from table.rules.text import text


def due(battle: LegionBattle) -> Event | None:
    """Return the next event of the round's end. A unit to restore comes first (TB-33)."""
    if not all(battle.play(seat).ended and not battle.play(seat).restoring for seat in SEATS):
        return None
    for seat in effect_order(None, battle.priority):
        card = played(battle, seat)
        if card and not battle.play(seat).returned:
            left = CardStays if card.stays else CardDiscarded
            return left(seat, card.id, card.name)
    if not battle.closed:
        return RoundEnded(battle.round)
    if battle.edition.scores and not battle.decided:
        if decided := victory.due(battle):
            return decided
        if battle.round >= battle.rounds or promotion.awaited(battle):
            return promotion.due(battle) if battle.round < battle.rounds else None
    if not battle.edition.scores and battle.round < battle.rounds and promotion.awaited(battle):
        return promotion.due(battle)
    return RoundBegan(battle.round + 1) if battle.round < battle.rounds else AllRoundsPlayed(battle.rounds)


def _prompt(battle: LegionBattle, seat: Seat) -> Confirm | None:
    if battle.play(seat).ended or next_effect(battle) is not None:
        return None
    points = {"blue": battle.blue.victory, "red": battle.red.victory}
    ask = text("legion.end.ask", round=battle.round)
    if battle.edition.scores:
        ask = text("legion.end.points", round=battle.round, **points)
    return Confirm(key="end", seat=seat, ask=ask, rule="TB-36")


END = Question[LegionBattle]("end", "TB-36", _prompt, follows(RoundOverSaid))
