"""Ranks as list builders and people write them, in the four languages of the game."""

from types import MappingProxyType

from table.games.legion.data.names import fold
from table.games.legion.data.spellings import spellings
from table.games.legion.rules.model.armies import Rank

COUNTERPART = "counterpart"
RANKS = MappingProxyType(
    {word: None if rank == COUNTERPART else Rank(rank) for word, rank in spellings("ranks").items()}
)
"""The ranks by folded spelling; None for a counterpart."""


def known_rank(written: object) -> Rank | None:
    """Return the written rank, or None."""
    return RANKS.get(fold(written)) if isinstance(written, str) else None
