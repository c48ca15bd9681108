"""Notes that a game keeps from its matches for later ones, each with its origin."""

from typing import Any, NamedTuple, Protocol


class EndedMatch(NamedTuple):
    """A match that people played to its end. No bot has answered in it."""

    match: str
    """The id of the match."""
    day: str
    """The day on which the match ended, by the table's clock: `2026-08-05`."""
    game: Any
    """The last state of its game."""


class Notebook(Protocol):
    """The notes of one game, in a table's state folder. Each call reads them, since people may edit them."""

    def remember(self, ended: EndedMatch) -> None:
        """Keep the facts from a match. Only the session's thread may call this. Errors are logged."""
        ...
