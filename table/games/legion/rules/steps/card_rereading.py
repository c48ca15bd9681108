"""A card that was read off wrongly is read off once more, and nothing else is asked meanwhile (TB-24, TB-76).

What was read before counts until the opponent agrees to what is read now.
"""

from collections.abc import Sequence

from table.games.legion.rules.model.state import Battle
from table.games.legion.rules.steps import card_reading as facts
from table.rules.chance import Chance
from table.rules.commands import Answer
from table.rules.game import Event
from table.rules.prompts import AnyPrompt
from table.rules.refusal import Refusal
from table.rules.seats import SEATS
from table.rules.text import text


def prompts(battle: Battle) -> tuple[AnyPrompt, ...]:
    """In place of all other questions, while a card is read off again."""
    if not any(battle.play(seat).rereading for seat in SEATS):
        return ()
    asked = (question.prompt(battle, seat) for question in facts.QUESTIONS for seat in SEATS)
    return tuple(prompt for prompt in asked if prompt is not None)


def decide(battle: Battle, answer: Answer, chance: Chance) -> Sequence[Event] | Refusal | None:
    """What follows from an answer; None: no card is read off again."""
    if not (asked := prompts(battle)):
        return None
    prompt = next((p for p in asked if p.key == answer.prompt and p.seat is answer.seat), None)
    if prompt is None:
        return Refusal(facts.RULE, text("refused.correcting"))
    if not prompt.accepts(answer.value):
        return Refusal(facts.RULE, text("refused.not_offered"))
    question = next(question for question in facts.QUESTIONS if question.key == answer.prompt)
    return question.answer(battle, answer.seat, answer.value, chance)
