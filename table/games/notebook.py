"""A game keeps notes of its matches for later ones, always with their origin."""

from pathlib import Path
from typing import Any, NamedTuple, Protocol


class EndedMatch(NamedTuple):
    """A match that people played to its end. No bot has answered in it."""

    match: str
    """The id of the match."""
    day: str
    """The day on which it was left, by the table's clock: `2026-08-05`."""
    game: Any
    """The last state of its game."""


class Notebook(Protocol):
    """The notes of one game, in a table's state folder. Each call reads them, since people may edit them."""

    def remember(self, ended: EndedMatch) -> None:
        """Keep the facts from a match. Only the session's thread may call this. Errors are logged."""
        ...

    def set_aside(self) -> Path | None:
        """Move the notes of unknown origin aside, and return their file, or None.

        Only the session's thread may call this. Errors are logged.
        """
        ...

    def take_in(self, day: str) -> int:
        """Restore the quarantined notes, and return their number. Any thread may call this.

        A newer note of the same thing stays. Raises OSError, or ValueError for a file that cannot be read.
        """
        ...
