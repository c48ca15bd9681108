"""The effects that count during the Activation Phase: possible while it lasts, confirmed when it ends (TB-50)."""

from collections.abc import Sequence

from table.games.legion.rules.card_acts.act_events import EffectResolved
from table.games.legion.rules.effects.card_effects import EFFECT as AT_THE_START
from table.games.legion.rules.effects.card_effects import is_due, next_effect
from table.games.legion.rules.model.armies import Timing
from table.games.legion.rules.model.state import LegionBattle, played
from table.games.legion.rules.model.turns import effect_order
from table.games.legion.rules.model.units_left import can_activate
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import AnyPrompt, Confirm, Value
from table.rules.seats import SEATS, Seat
from table.rules.steps import Question
from table.rules.text import text


def _ending(battle: LegionBattle) -> bool:
    return not battle.drawn and not battle.going_on and not any(can_activate(battle, seat) for seat in SEATS)


def _ask(battle: LegionBattle, seat: Seat) -> AnyPrompt | None:
    """Return the prompt for a seat's effect.

    While turns are taken each seat confirms when it likes; when none is left, one seat after the other.
    """
    if next_effect(battle) is not None:
        return AT_THE_START.prompt(battle, seat)
    if (card := played(battle, seat)) is None or not is_due(battle, seat, Timing.ACTIVATION):
        return None
    priority = None if battle.edition.blue_first else battle.priority
    left = [each for each in effect_order(Timing.ACTIVATION, priority) if is_due(battle, each, Timing.ACTIVATION)]
    ending = _ending(battle)
    if ending and seat is not left[0]:
        return None
    ask = text(f"legion.effect.{Timing.ACTIVATION.value}", card=card.name)
    return Confirm(key="effect", seat=seat, ask=ask, rule="TB-50", standing=not ending)


def _confirmed(battle: LegionBattle, seat: Seat, value: Value, chance: Chance) -> Sequence[Event]:
    card = played(battle, seat)
    if next_effect(battle) is not None or card is None:
        return AT_THE_START.answer(battle, seat, value, chance)
    return (EffectResolved(seat, card.id, card.name, Timing.ACTIVATION),)


EFFECT = Question[LegionBattle]("effect", "LG-22", _ask, _confirmed)
