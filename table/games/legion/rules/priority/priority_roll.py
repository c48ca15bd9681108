"""Determine priority (LG-30 to LG-33)."""

from collections.abc import Sequence

from table.games.legion.rules.card_acts.gifts import Opening
from table.games.legion.rules.consent import by_consent
from table.games.legion.rules.model.asking import ASK
from table.games.legion.rules.model.state import LegionBattle, Roller, played
from table.games.legion.rules.priority import priority_ties
from table.games.legion.rules.priority.priority_events import DieRolled, PriorityCorrected, PriorityGiven
from table.rules.chance import RED_DEFENSE, Chance, roll
from table.rules.game import Event
from table.rules.prompts import ChooseOne, Option, Roll, Value
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.steps import Choices, Question, follows_word
from table.rules.text import Text, text

WINNING_FACE = "block"
REASONS = ("pips", "die", "card", "slip")
"""The reasons for a correction of priority."""


def roller(battle: LegionBattle) -> Seat:
    """Return the seat with the round counter. It rolls if the rules let "one player" roll (TB-26)."""
    set_so = {Roller.BLUE: BLUE, Roller.RED: RED, Roller.ALTERNATING: BLUE if battle.round % 2 else RED}[battle.roller]
    return set_so.opponent if battle.other_rolls else set_so


def due(battle: LegionBattle) -> Event | None:
    """Give priority if no die is needed for it."""
    if battle.priority is not None:
        return None
    pips = {seat: card.priority_pips or 0 for seat in (BLUE, RED) if (card := played(battle, seat))}
    if len(pips) == 1:
        (seat,) = pips
        why = battle.play(seat.opponent).no_card
        return PriorityGiven(seat, "LG-32" if why == "leaderless" else "TB-25")
    if len(pips) == 2 and pips[BLUE] != pips[RED]:
        return PriorityGiven(BLUE if pips[BLUE] < pips[RED] else RED, "LG-30")
    return priority_ties.due(battle)


def _rule(battle: LegionBattle) -> str:
    return "LG-31" if played(battle, BLUE) else "LG-33"


def _prompt(battle: LegionBattle, seat: Seat) -> Roll | ChooseOne | None:
    if battle.priority is not None or seat is not roller(battle) or priority_ties.judging(battle) is not None:
        return None
    faces = tuple(dict.fromkeys(RED_DEFENSE.faces))
    if battle.rolls_by_hand:
        options = tuple(Option(face, text(f"die.{face}"), f"die.{face}") for face in faces)
        ask = text("legion.roll.by_hand")
        return ChooseOne(key="roll", seat=seat, ask=ask, rule=_rule(battle), options=options)
    ask = text("legion.roll.ask")
    return Roll(key="roll", seat=seat, ask=ask, rule=_rule(battle), die=RED_DEFENSE.name, faces=faces, hold=True)


def _refuse_roll(battle: LegionBattle, _seat: Seat, value: Value) -> Refusal | None:
    """Refuse to roll while the table's own die is switched off."""
    return Refusal("TB-75", text("refused.by_hand")) if battle.rolls_by_hand and value is None else None


def _rolled(battle: LegionBattle, seat: Seat, value: Value, chance: Chance) -> Sequence[Event]:
    by_hand = value is not None
    face = str(value) if by_hand else roll(RED_DEFENSE, chance, battle.questions)
    winner = seat if face == WINNING_FACE else seat.opponent
    rolled = DieRolled(seat, RED_DEFENSE.name, face, battle.questions, by_hand)
    return (rolled, PriorityGiven(winner, _rule(battle)))


def _opens(battle: LegionBattle, _seat: Seat, value: Value) -> Opening:
    """Return () if the roll needs no consent, else None.

    The table's die needs none. The players' own die needs none while they roll all dice by hand (TB-47, TB-75).
    """
    return () if value is None or battle.rolls_by_hand else None


def _describe_rolled(_battle: LegionBattle, _seat: Seat, value: Value) -> Text:
    return text("legion.consent.rolled", face=text(f"die.{value}"))


def _correctable(battle: LegionBattle, seat: Seat) -> bool:
    """True if this seat has priority and has not taken a turn."""
    if battle.priority is not seat or battle.step not in ("orders", "activation"):
        return False
    turned = battle.step == "activation" and (
        battle.turn is not seat
        or bool(battle.going_on)
        or battle.play(seat).passed
        or battle.wasted
        or bool(battle.drawn)
        or any(troop.activations for each in SEATS for troop in battle.side(each).troops)
    )
    return not turned


def _reasons(battle: LegionBattle, seat: Seat) -> Choices | None:
    """Offer the seat with priority to give it up. That needs no consent."""
    if not _correctable(battle, seat):
        return None
    options = (Option(why, text(f"legion.why.{why}")) for why in REASONS)
    return Choices(options, {"seat": text(f"seat.{seat.opponent}")})


ROLL = by_consent(Question[LegionBattle]("roll", "LG-31", _prompt, _rolled, _refuse_roll), _describe_rolled, _opens)
CORRECT = ASK.one_of(
    "priority.correct", "TB-74", _reasons, follows_word(lambda seat, why: PriorityCorrected(seat.opponent, why)),
    ask="legion.priority.correct", standing=True, setting=True,
)  # fmt: skip
