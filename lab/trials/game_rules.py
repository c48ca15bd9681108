"""The rules of a game as a page, from which the command `rules` and the documents are made."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from table.rules.steps import Steps


class StatedRule(NamedTuple):
    """A rule that is stated beside the code that enforces it."""

    statement: str
    by: str
    """The code, as `module:name`."""


@dataclass(frozen=True)
class GameRules:
    """The source of a game's page."""

    file: Path
    """The rules by id: each in our own words, with the code that enforces it."""
    prefixes: tuple[str, ...]
    """The prefixes of its rules' ids: `LG-`."""
    steps: Steps[Any] | None = None
    """The table of its steps, for the diagram."""
    again: str = ""
    """The step that follows the last one of a round."""
    called: Mapping[str, str] = field(default_factory=dict)
    """The ids of another system's rules, and the ids of the same rules here."""
    beside: Mapping[str, StatedRule] = field(default_factory=dict)
    """More rules by id, which `file` does not have."""
