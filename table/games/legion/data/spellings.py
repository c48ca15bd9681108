"""The words by which list builders and people name factions, ranks and headings: `spellings.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from table.games.legion.data.names import fold
from table.games.legion.rules.model.armies import Rank


@cache
def _tables() -> Mapping[str, Mapping[str, list[str]]]:
    return tomllib.loads(Path(__file__).with_name("spellings.toml").read_text("utf-8"))


def spellings(table: str) -> Mapping[str, str]:
    """Return the meaning of each folded word of a table of the file, such as `ranks`."""
    return {fold(word): meaning for meaning, words in _tables()[table].items() for word in words}


COUNTERPART = "counterpart"
RANKS = MappingProxyType(
    {word: None if rank == COUNTERPART else Rank(rank) for word, rank in spellings("ranks").items()}
)
"""The ranks by folded spelling; None for a counterpart."""


def known_rank(written: object) -> Rank | None:
    """Return the written rank, or None."""
    return RANKS.get(fold(written)) if isinstance(written, str) else None
