"""Counterintelligence: the opponent's two strategic uses do half as much (IA-15)."""

from table.games.infinity.rules.model.mission_state import InfinitySide


def orders_taken(side: InfinitySide) -> int:
    """Return the number of orders that the opponent takes of this side (IN-13)."""
    return 1 if side.counterintelligence else 2


def token_limit(side: InfinitySide) -> int:
    """Return the number of tokens to which the opponent limits this side (IN-14)."""
    return 2 if side.counterintelligence else 1
