"""The keywords with rules of their own. A new one is a line here."""

from table.games.legion.rules.keywords.field_commander import FIELD_COMMANDER
from table.games.legion.rules.keywords.independent import INDEPENDENT
from table.games.legion.rules.keywords.keyword_rules import KeywordRules
from table.games.legion.rules.keywords.transport import TRANSPORT
from table.games.legion.rules.model.state import LegionBattle
from table.rules.game import Event
from table.rules.steps import Question

KEYWORDS: tuple[KeywordRules, ...] = (
    FIELD_COMMANDER,
    INDEPENDENT,
    TRANSPORT,
)
ROWS = tuple(row for keyword in KEYWORDS for row in keyword.rows)


def due_in(step: str, battle: LegionBattle) -> Event | None:
    """Return the next event that keywords add to a step."""
    for keyword in KEYWORDS:
        if (due := keyword.due.get(step)) is not None and (event := due(battle)) is not None:
            return event
    return None


def questions_in(step: str) -> tuple[Question[LegionBattle], ...]:
    return tuple(question for keyword in KEYWORDS for question in keyword.questions.get(step, ()))
