"""The steps of revision 4: by them a player's own word was enough for a die or a draw by hand (TB-47, TB-51)."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from table.games.legion.rules.model.state import LegionBattle
from table.games.legion.rules.steps.activation import DRAW_BY_HAND
from table.games.legion.rules.steps.consent import ByConsent
from table.games.legion.rules.steps.priority import ROLL
from table.rules.game import Event
from table.rules.steps import Question, Steps

Evolve: TypeAlias = Callable[[LegionBattle | None, Event], LegionBattle]
ON_OWN_WORD = frozenset({ROLL.key, DRAW_BY_HAND.key})


def of_revision_4(steps: Steps[LegionBattle], evolve: Evolve) -> Steps[LegionBattle]:
    """Return these steps with the questions of then, whose answers nobody had to agree to, and this fold of events."""
    table = (replace(step, questions=tuple(map(_then, step.questions))) for step in steps.table)
    return Steps(tuple(table), tuple(map(_then, steps.standing)), evolve)


def _then(question: Question[LegionBattle]) -> Question[LegionBattle]:
    if isinstance(question, ByConsent) and question.key in ON_OWN_WORD:
        return replace(question, answer=question.agreed)
    return question
