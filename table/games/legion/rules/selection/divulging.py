"""Divulge: cards that are shown before the first selection (LA-41), after tokens and units of keywords are given."""

from collections.abc import Iterable, Sequence

from table.games.legion.rules.card_acts.act_events import EffectResolved
from table.games.legion.rules.keywords import battle_cards_in_play, field_commander, force_setup, transport
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import CommandCard, Timing
from table.games.legion.rules.model.asking import ASK
from table.games.legion.rules.model.labels import card_option
from table.games.legion.rules.model.state import LegionBattle, card_of
from table.games.legion.rules.model.turns import is_setup
from table.games.legion.rules.selection.selection_events import CardDivulged, DivulgingEnded
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import Confirm, Option, Value
from table.rules.seats import SEATS, Seat
from table.rules.steps import Question
from table.rules.text import text

NOTHING = "none"
DIVULGED = "divulged"
"""The argument of a card that is permanent only by its divulged half."""


def setting_up(battle: LegionBattle) -> bool:
    """True while a question of the set-up is open. No card is selected before."""
    if not is_setup(battle):
        return False
    return _units_open(battle) or divulging_seat(battle) is not None


def _units_open(battle: LegionBattle) -> bool:
    """True while a choice of units or of the army's rules is open. No card is divulged before."""
    asked = (field_commander.is_open, transport.open_to_any, force_setup.is_open, battle_cards_in_play.is_open)
    return any(is_open(battle) for is_open in asked)


def divulgeable(battle: LegionBattle, seat: Seat) -> list[CommandCard]:
    """Return the cards of a hand that can be divulged now.

    Only one of the cards that must be selected in this round can be divulged.
    """
    side = battle.side(seat)
    named = [card for card in side.army.hand if card.acts_of(Act.DIVULGE_AT) or card.acts_of(Act.MUST_DIVULGE)]
    bound = any(card.acts_of(Act.MUST_BE_SELECTED) for card in named if card.id in side.play.divulged)
    able = [card for card in named if card.id in side.hand and card.id not in side.play.divulged]
    return [card for card in able if not (bound and card.acts_of(Act.MUST_BE_SELECTED))]


def divulging_seat(battle: LegionBattle) -> Seat | None:
    """Return the seat that divulges cards now, or resolves one: blue first (LA-41)."""
    if not is_setup(battle):
        return None
    for seat in SEATS:
        play = battle.play(seat)
        if play.divulging or (not play.divulging_done and divulgeable(battle, seat)):
            return seat
    return None


def due(battle: LegionBattle) -> Event | None:
    """Return the event of a card that must be divulged."""
    seat_now = divulging_seat(battle)
    if seat_now is None or battle.play(seat_now).divulging or _units_open(battle):
        return None
    must = (card for card in divulgeable(battle, seat_now) if card.acts_of(Act.MUST_DIVULGE))
    return next((_divulged(seat_now, card) for card in must), None)


def _divulged(seat: Seat, card: CommandCard) -> Event:
    """Return the event of divulging a card.

    The card stays in play if its divulged half is permanent, or if it is permanent and need not be selected.
    """
    stays = card.permanent and not card.acts_of(Act.MUST_BE_SELECTED)
    stays = stays or DIVULGED in card.acts_of(Act.PERMANENT)
    return CardDivulged(seat, card.id, card.name, stays)


def _options(battle: LegionBattle, seat: Seat) -> Iterable[Option]:
    if divulging_seat(battle) is not seat or battle.play(seat).divulging or _units_open(battle):
        return ()
    nothing = Option(NOTHING, text("legion.divulge.none"), "sign.no")
    return (*(card_option(card) for card in divulgeable(battle, seat)), nothing)


def _divulge(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    if value == NOTHING:
        return (DivulgingEnded(seat),)
    return (_divulged(seat, card_of(battle, seat, str(value))),)


def _ask_effect(battle: LegionBattle, seat: Seat) -> Confirm | None:
    if not is_setup(battle) or not (card := battle.play(seat).divulging):
        return None
    ask = text(f"legion.effect.{Timing.SETUP.value}", card=card_of(battle, seat, card).name)
    return Confirm(key="divulge.effect", seat=seat, ask=ask, rule="LA-41")


def _resolved(battle: LegionBattle, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    card = card_of(battle, seat, battle.play(seat).divulging)
    return (EffectResolved(seat, card.id, card.name, Timing.SETUP),)


QUESTIONS = (
    ASK.one_of("divulge", "LA-41", _options, _divulge),
    Question[LegionBattle]("divulge.effect", "LA-41", _ask_effect, _resolved),
)
"""The questions before the first selection."""
