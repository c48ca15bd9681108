"""Notes that a game keeps from its matches for later ones, each with its origin."""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from table.records.folder import read_state
from table.records.ports import Disk

log = logging.getLogger(__name__)

T = TypeVar("T", bound=Mapping[str, Any])


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


class NotesFile(Generic[T]):
    """The file of a game's notes. Errors are logged, and then the players are asked again."""

    def __init__(self, path: Path, kind: type[T], disk: Disk) -> None:
        """`kind` is the type of the notes, such as `dict[str, Note]`."""
        self._path, self._kind, self._disk = path, kind, disk

    def read(self) -> T | None:
        """Return the notes, or None if the file cannot be read. A missing file has no notes. Any thread may call."""
        try:
            return read_state(self._path, self._kind)
        except FileNotFoundError:
            return self._kind()
        except (OSError, ValueError) as error:
            log.warning("%s cannot be read (%s): repair or remove it; the players are asked again", self._path, error)
            return None

    def write(self, notes: Mapping[str, Any]) -> None:
        """Write the notes, in the order of their keys. Only the session's thread may call."""
        try:
            content = msgspec.json.encode(notes, order="deterministic")
            self._disk.replace(self._path, msgspec.json.format(content, indent=1))
        except OSError as error:
            log.warning("%s: what the players answered is not kept: %s", self._path, error)
