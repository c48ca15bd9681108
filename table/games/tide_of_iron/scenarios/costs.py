"""The enrolled strategy cards have their costs here: each is read off its card when its tag is enrolled."""

from collections.abc import Mapping
from pathlib import Path

from table.records.folder import CARD_BOOK, read_state
from table.rules.cards import CardKind, KnownCard


def strategy_costs(folder: Path) -> Mapping[str, int]:
    """Return the costs by card id, from the card book in a state folder; none where there is no book to read."""
    try:
        cards = read_state(folder / CARD_BOOK, dict[str, KnownCard]).values()
    except (OSError, ValueError):
        return {}  # the table reports it when it opens the book
    return {card.id: card.cost for card in cards if card.kind == CardKind.STRATEGY and card.cost is not None}
