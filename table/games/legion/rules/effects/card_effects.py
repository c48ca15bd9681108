"""Effects of cards (LG-20 to LG-23): the next one to resolve, and cards that an effect returns on reveal."""

from collections.abc import Sequence

from table.games.legion.rules.card_acts.act_events import EffectResolved
from table.games.legion.rules.card_acts.acts_in_play import arguments, has_cards_laid_aside
from table.games.legion.rules.effects.effect_events import (
    CardSentBack,
    InsteadAgreed,
    InsteadDisputed,
    InsteadProposed,
    LastingCardDiscarded,
)
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Timing
from table.games.legion.rules.model.asking import ASK
from table.games.legion.rules.model.labels import YES, YES_OR_NO
from table.games.legion.rules.model.state import LegionBattle, card_of, played
from table.games.legion.rules.model.turns import effect_order
from table.games.legion.rules.orders.order_moments import acts_on_issuing, issuing_goes_on
from table.games.legion.rules.reading.card_reading import all_read
from table.games.legion.rules.selection import card_selection, replaced_cards
from table.games.legion.rules.units.unit_events import TokenAdded
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.kept import once_a_state
from table.rules.prompts import ChooseOne, Confirm, Option, Value
from table.rules.seats import SEATS, Seat
from table.rules.steps import Choices, Question, Words, follows_word
from table.rules.text import text

AGAIN, NONE = "again", "none"


TIMINGS = {
    "resolve": (Timing.REVEAL, Timing.UNTIMED),
    "orders": (Timing.ISSUING,),
    "pass_pool": (Timing.COMMAND_END,),
    "activation": (Timing.START_OF_ACTIVATION,),
    "end": (Timing.END_PHASE,),
}
"""The timings whose effects a step waits for, in this order (LG-20). It does not wait for effects during a phase."""


@once_a_state
def next_effect(battle: LegionBattle) -> tuple[Seat, Timing] | None:
    """Return the seat and the timing of the effect to resolve now, or None."""
    for seat in SEATS:
        if returning(battle, seat) and is_due(battle, seat, Timing.REVEAL):
            return seat, Timing.REVEAL
    for timing in _timings(battle):
        priority = None if battle.edition.blue_first else battle.priority
        for seat in effect_order(timing, priority):
            if is_due(battle, seat, timing):
                return seat, timing
    return None


def _timings(battle: LegionBattle) -> tuple[Timing, ...]:
    """Return the timings of the current step.

    Without pass pools the Command Phase ends with the order pools (LC-42).
    """
    last = battle.step == "order_pool" and not battle.edition.passes
    return TIMINGS.get("pass_pool" if last else battle.step, ())


def returning(battle: LegionBattle, seat: Seat) -> bool:
    """True if this seat's effect returned the opponent's card. It is resolved before the new card (LG-22)."""
    play = battle.play(seat)
    return bool(play.card) and play.returner == play.card


def is_due(battle: LegionBattle, seat: Seat, timing: Timing) -> bool:
    play, card = battle.play(seat), played(battle, seat)
    if card is None or timing not in card.timings or timing in play.resolved:
        return False
    if timing is Timing.COMMAND_END and card.returns:
        return False  # the table itself puts the card back into the hand
    return timing is not Timing.ISSUING or acts_on_issuing(battle, seat, card)


@once_a_state
def unsettled(battle: LegionBattle) -> bool:
    """True while a card must be read off, locked again or agreed on. No effect is resolved before that."""
    waiting = any(battle.play(seat).sent_back or card_selection.sealing(battle, seat) for seat in SEATS)
    return waiting or replaced_cards.replacing(battle) is not None or not all_read(battle)


def due(battle: LegionBattle) -> Event | None:
    """Return the next automatic event: agreement, the selection, a leaving card, a second token."""
    for seat in SEATS:
        if battle.play(seat).sent_back and card_selection.why_none(battle, seat):
            return InsteadAgreed(seat, NONE)
    return card_selection.due(battle) or _leaving(battle) or _second_token(battle)


def _leaving(battle: LegionBattle) -> Event | None:
    """Return the event by which a card leaves play that stays until the opponent plays the next one (LA-49)."""
    for seat in SEATS:
        for card in (card_of(battle, seat, each) for each in battle.side(seat).lasting):
            if any(card.acts_of(Act.NOT_DISCARDED)) and battle.play(seat.opponent).card:
                return LastingCardDiscarded(seat, card.id, card.name)
    return None


def _second_token(battle: LegionBattle) -> Event | None:
    """Return the second order token that a card in play gives a unit once its effect is resolved (LA-31)."""
    for seat in SEATS:
        if next_effect(battle) is not None or unsettled(battle):
            return None
        for name in arguments(battle, seat, Act.SECOND_TOKEN):
            for troop in battle.side(seat).troops:
                if troop.unit.name == name and troop.rank and troop.turns == 1 and not troop.defeated:
                    return TokenAdded(seat, troop.unit.id, troop.name, troop.rank, pooled=False)
    return None


def ask_effect(battle: LegionBattle, seat: Seat) -> Confirm | None:
    """Ask a seat to resolve its effect, one effect after the other (LG-22).

    An effect on issuing orders can be resolved while orders are issued, and must be resolved at the end (LA-46).
    """
    if unsettled(battle) or (following := next_effect(battle)) is None or following[0] is not seat:
        return None
    card, timing = played(battle, seat), following[1]
    if card is None or replaced_cards.changes_plans(battle, card, timing) or has_cards_laid_aside(battle, seat):
        return None
    ask = text(f"legion.effect.{timing.value}", card=card.name)
    lasts = timing is Timing.ISSUING and battle.edition.keywords and issuing_goes_on(battle)
    return Confirm(key="effect", seat=seat, ask=ask, rule="LG-22", standing=lasts)


def _resolved(battle: LegionBattle, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    card, following = played(battle, seat), next_effect(battle)
    if card is None or following is None:
        return ()
    return (EffectResolved(seat, card.id, card.name, following[1]),)


def _sendable(battle: LegionBattle, seat: Seat) -> Words | None:
    """Return the opponent's card that an effect on reveal may return.

    Only the classic rules ask this. In the current rules LA-43 alone lets the players choose again (LA-50).
    """
    if next_effect(battle) != (seat, Timing.REVEAL):
        return None
    card = played(battle, seat.opponent)
    return None if card is None or returning(battle, seat) or unsettled(battle) else {"card": card.name}


def _sent_back(battle: LegionBattle, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    card = played(battle, seat.opponent)
    return (CardSentBack(seat.opponent, card.id, card.name),) if card else ()


def _instead(battle: LegionBattle, seat: Seat) -> Choices | None:
    play = battle.play(seat)
    if not play.sent_back or play.proposal:
        return None
    options = (Option(each, text(f"legion.instead.{each}")) for each in (AGAIN, NONE))
    return Choices(options, {"card": card_selection.card_name(battle, play.sent_back)})


def _ask_instead_agree(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    play = battle.play(seat.opponent)
    if not play.proposal:
        return None
    ask = text(f"legion.instead.agree.{play.proposal}", seat=text(f"seat.{seat.opponent}"))
    return ChooseOne(key="instead.agree", seat=seat, ask=ask, rule="TB-23", options=YES_OR_NO)


def _agree_instead(battle: LegionBattle, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    owner = seat.opponent
    return (InsteadAgreed(owner, battle.play(owner).proposal) if value == YES else InsteadDisputed(owner),)


def _ask_plans(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    """Ask whether a card that is due on reveal is discarded, so that both players choose again (LA-43)."""
    card, following = played(battle, seat), next_effect(battle)
    if card is None or unsettled(battle) or following != (seat, Timing.REVEAL):
        return None
    return replaced_cards.ask_change(seat, card) if replaced_cards.changes_plans(battle, card, Timing.REVEAL) else None


PLANS = Question[LegionBattle]("plans", "LA-43", _ask_plans, replaced_cards.change)
EFFECT = Question[LegionBattle]("effect", "LG-22", ask_effect, _resolved)
SEND_BACK = ASK.confirmation("card.back", "TB-23", _sendable, _sent_back, "legion.back.ask", standing=True)
INSTEAD = ASK.one_of("instead", "TB-23", _instead, follows_word(InsteadProposed))
INSTEAD_AGREE = Question[LegionBattle]("instead.agree", "TB-23", _ask_instead_agree, _agree_instead)
