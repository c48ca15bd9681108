"""The options and names of objectives and strategy cards."""

from collections.abc import Iterable, Sequence

from table.games.tide_of_iron.rules.model.battle_state import TideBattle
from table.games.tide_of_iron.rules.model.scenario import Kind, Objective, StrategyCard
from table.rules.event_rows import lines_of
from table.rules.prompts import Option
from table.rules.steps import QuestionsOf
from table.rules.text import Text, text

line = lines_of(lambda key: f"tide.tell.{key}")
ASK = QuestionsOf[TideBattle](lambda key: f"tide.{key}.ask")
ICONS = {Kind.COMMAND: "token.command", Kind.VICTORY: "counter.victory", Kind.OTHER: "objective"}


def objective_name(objective: Objective) -> Text:
    return text("tide.objective", name=objective.name, hex=objective.hex)


def objective_option(objective: Objective) -> Option:
    return Option(objective.id, objective_name(objective), ICONS[objective.kind])


def card_option(card: StrategyCard) -> Option:
    """Return the option of a card. Laying the card itself open chooses it."""
    return Option(card.id, text("tide.card", name=card.name, cost=card.cost), "sign.card", card.tag)


def card_options(cards: Iterable[StrategyCard]) -> tuple[Option, ...]:
    """Return the options of these cards. Copies with the same tag appear once, because they are identical (IB-04)."""
    by_tag = {card.tag: card for card in reversed(tuple(cards))}
    return tuple(card_option(card) for card in reversed(by_tag.values()))


def listed(objectives: Sequence[Objective]) -> Text:
    """Return the objectives in words: `A and B and C`, or the word for none."""
    if not objectives:
        return text("tide.nothing")
    words = objective_name(objectives[-1])
    for objective in reversed(objectives[:-1]):
        words = text("tide.and", first=objective_name(objective), rest=words)
    return words
