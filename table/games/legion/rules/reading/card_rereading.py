"""A card that was read off wrongly is read off once more (TB-24, TB-76). No other question is open meanwhile.

The facts from before count until the opponent agrees to the new ones.
"""

from collections.abc import Sequence

from table.games.legion.rules.model.state import LegionBattle
from table.games.legion.rules.reading import card_reading
from table.rules.chance import Chance
from table.rules.commands import Answer
from table.rules.game import Event
from table.rules.prompts import AnyPrompt
from table.rules.refusal import Refusal
from table.rules.seats import SEATS
from table.rules.text import text


def prompts(battle: LegionBattle) -> tuple[AnyPrompt, ...]:
    """Return the prompts in place of all others while a card is read off again; otherwise none."""
    if not (battle.blue.play.rereading or battle.red.play.rereading):
        return ()
    asked = (question.prompt(battle, seat) for question in card_reading.QUESTIONS for seat in SEATS)
    return tuple(prompt for prompt in asked if prompt is not None)


def decide(battle: LegionBattle, answer: Answer, chance: Chance) -> Sequence[Event] | Refusal | None:
    """Return the events of an answer, or its refusal; None if no card is read off again."""
    if not (asked := prompts(battle)):
        return None
    prompt = next((p for p in asked if p.key == answer.prompt and p.seat is answer.seat), None)
    if prompt is None:
        return Refusal(card_reading.RULE, text("refused.correcting"))
    if not prompt.accepts(answer.value):
        return Refusal(card_reading.RULE, text("refused.not_offered"))
    question = next(question for question in card_reading.QUESTIONS if question.key == answer.prompt)
    return question.answer(battle, answer.seat, answer.value, chance)
