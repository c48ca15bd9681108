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
    """The notes of one game, in a table's state folder. Each call reads them anew: people may edit them."""

    def remember(self, ended: EndedMatch) -> None:
        """Note what a match has taught. The session's thread. Raises nothing: it logs."""
        ...

    def set_aside(self) -> Path | None:
        """Put the notes aside of which nobody can tell where they come from, and return their file; None without any.

        The session's thread. Raises nothing: it logs.
        """
        ...

    def take_in(self, day: str) -> int:
        """Take in again what was set aside, on its owner's word, and return the number of notes. Any thread.

        A newer note of the same thing stays. Raises OSError, or ValueError for a file that cannot be read.
        """
        ...
