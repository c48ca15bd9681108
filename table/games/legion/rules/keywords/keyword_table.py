"""The keywords with rules of their own, and the rules of battle forces. A new one is a line here."""

from table.games.legion.rules.keywords.battle_cards_in_play import BATTLE_CARDS
from table.games.legion.rules.keywords.commander_surges import COMMANDER_SURGES
from table.games.legion.rules.keywords.field_commander import FIELD_COMMANDER
from table.games.legion.rules.keywords.force_setup import CLAN, SET_ASIDE
from table.games.legion.rules.keywords.keyword_rules import KeywordRules
from table.games.legion.rules.keywords.reminders import REMINDERS
from table.games.legion.rules.keywords.transport import TRANSPORT
from table.games.legion.rules.model.state import LegionBattle
from table.rules.game import Event
from table.rules.steps import Question

KEYWORDS: tuple[KeywordRules, ...] = (
    FIELD_COMMANDER,
    TRANSPORT,
    REMINDERS,
)
FORCES = (BATTLE_CARDS, CLAN, SET_ASIDE, COMMANDER_SURGES)
ADDED: tuple[KeywordRules, ...] = (*FORCES, *KEYWORDS)
"""All rules that depend on the army or on a keyword, in their order of precedence."""
ROWS = tuple(row for each in ADDED for row in each.rows)


def due_in(step: str, battle: LegionBattle) -> Event | None:
    """Return the next event that keywords add to a step."""
    for keyword in ADDED:
        if (due := keyword.due.get(step)) is not None and (event := due(battle)) is not None:
            return event
    return None


def questions_in(step: str) -> tuple[Question[LegionBattle], ...]:
    return tuple(question for keyword in ADDED for question in keyword.questions.get(step, ()))
