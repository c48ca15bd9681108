"""What a verb becomes once its line is read."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from table.emulation.scripts.lexer import Rest
from table.emulation.scripts.stage import Stage

Deed: TypeAlias = Callable[[Stage], None]
"""Raises WordingError where the table knows no such thing, CannotError where it cannot be done now."""


@dataclass(frozen=True, slots=True)
class Verb:
    word: str
    usage: str
    meaning: str
    example: str
    read: Callable[[Rest], Deed]


SEEN_S = 0.5
"""The most that a press takes to show on the screen."""
PATIENCE_S = 10.0
"""The most that an answer waits for its question, and a lock for its card."""
