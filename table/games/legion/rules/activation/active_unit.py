"""The active unit: end its activation, take back a turn begun too early, return its token (LA-06, LA-09)."""

from collections.abc import Sequence

from table.games.legion.rules.activation.turn_events import ActivationEnded, ActivationResumed
from table.games.legion.rules.consent import after_look, by_consent
from table.games.legion.rules.effects import given
from table.games.legion.rules.effects.card_effects import next_effect
from table.games.legion.rules.keywords import force_setup
from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.asking import ASK
from table.games.legion.rules.model.labels import plain
from table.games.legion.rules.model.state import LegionBattle
from table.games.legion.rules.model.turns import active_troop, beginner
from table.games.legion.rules.model.units_left import can_activate
from table.games.legion.rules.pools.pool_events import TokenReturned
from table.games.legion.rules.round_events import RoundOverSaid
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import Confirm, Value
from table.rules.seats import SEATS, Seat
from table.rules.steps import Question, Words
from table.rules.text import Text, text


def ended(battle: LegionBattle, early: bool = False) -> tuple[ActivationEnded, ...]:
    """Return the end of the current activation, or no event if no unit is active."""
    if not battle.going_on:
        return ()
    now = battle.going_on[-1]
    return (ActivationEnded(now.seat, now.unit, battle.side(now.seat).troop(now.unit).name, early),)


def due(battle: LegionBattle) -> Event | None:
    """End the activation of a unit that is defeated (LA-12) or was placed (LA-75)."""
    if (troop := active_troop(battle)) is None:
        return None
    over = troop.defeated or force_setup.is_placed(battle, battle.going_on[-1].seat, troop)
    return ended(battle)[0] if over else None


def goes_on(battle: LegionBattle, seat: Seat) -> bool:
    """True if this seat has the next turn again because the other seat has no unit left (LA-05).

    The seat may begin its next activation without ending this one. An activation out of turn must be ended first,
    because another one lies beneath it.
    """
    other, own = seat.opponent, battle.play(seat)
    if battle.step != "activation" or battle.drawn or beginner(battle) is not other or next_effect(battle) is not None:
        return False
    if [now.seat for now in battle.going_on] != [seat] or own.looked_at or battle.play(other).looked_at:
        return False
    return can_activate(battle, seat) and not can_activate(battle, other)


def _ask_end(battle: LegionBattle, seat: Seat) -> Confirm | None:
    troop = active_troop(battle)
    if troop is None or battle.going_on[-1].seat is not seat:
        return None
    ask = text("legion.turn.end.round" if _is_last(battle) else "legion.turn.end", unit=plain(troop.name))
    return Confirm(key="turn.end", seat=seat, ask=ask, rule="LA-06", standing=goes_on(battle, seat), often=8)


def _is_last(battle: LegionBattle) -> bool:
    """True if no activation follows in this round (TB-36). Both agree to points that the last round may decide."""
    only_one = len(battle.going_on) == 1 and (battle.round < battle.rounds or not battle.edition.scores)
    return only_one and not any(can_activate(battle, seat) for seat in SEATS)


def _end(battle: LegionBattle, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    return (*ended(battle), *((RoundOverSaid(seat),) if _is_last(battle) else ()))


def _taken_back(battle: LegionBattle, _seat: Seat) -> Words | None:
    """Offer both seats to take back a turn that began too early, until a token is drawn or a card revealed."""
    troop = None if battle.before is None else active_troop(battle.before)
    return None if troop is None else {"unit": plain(troop.name)}


def _resume(battle: LegionBattle, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    before = battle.before or battle
    now = before.going_on[-1]
    return (ActivationResumed(now.seat, now.unit, before.side(now.seat).troop(now.unit).name, seat),)


def _returnable(battle: LegionBattle, seat: Seat) -> Words | None:
    troop = active_troop(battle)
    if troop is None or troop.defeated or troop.rank is None or battle.going_on[-1].seat is not seat:
        return None
    return {"unit": plain(troop.name)}


def _return(battle: LegionBattle, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    troop = battle.side(seat).troop(battle.going_on[-1].unit)
    return (TokenReturned(seat, troop.unit.id, troop.name, Rank(str(troop.rank))), *ended(battle))


def _describe_return(battle: LegionBattle, seat: Seat, _value: Value) -> Text:
    troop = battle.side(seat).troop(battle.going_on[-1].unit)
    return text("legion.consent.return", unit=plain(troop.name))


END = Question[LegionBattle]("turn.end", "LA-06", _ask_end, _end)
RESUME = ASK.confirmation("turn.back", "LA-06", _taken_back, _resume, "legion.turn.back", standing=True, often=6)
RETURN = after_look(
    by_consent(
        ASK.confirmation("token.return", "LA-09", _returnable, _return, standing=True),
        _describe_return,
        lambda battle, seat, _value: given.activated_again(
            battle, seat, battle.side(seat).troop(battle.going_on[-1].unit)
        ),
    )
)
