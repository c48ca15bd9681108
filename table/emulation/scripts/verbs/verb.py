"""A verb of the script language, and what its line becomes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from table.emulation.scripts.lexer import RestOfLine
from table.emulation.scripts.stage import Stage

StageAct: TypeAlias = Callable[[Stage], None]
"""An act of a script. Raises LexerError if the table knows no such thing, CannotError if it cannot be done now."""


@dataclass(frozen=True, slots=True)
class Verb:
    word: str
    usage: str
    meaning: str
    example: str
    read: Callable[[RestOfLine], StageAct]


SEEN_S = 0.5
"""The longest time until a press shows on the screen."""
PATIENCE_S = 10.0
"""The longest time that an answer waits for its prompt, and a lock for its card."""
