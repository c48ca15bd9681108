"""Requests of the owner's phone that do not concern a match. Another thread carries them out and answers."""

from collections.abc import Callable
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from table.games.files.list_format import Tone


class SetupAct(StrEnum):
    """The kinds of request of the owner's phone."""

    DOCTOR = "doctor"
    LANGUAGE = "language"
    LISTS = "lists"
    READ = "read"
    """Take a piece of a list. Once the list is complete, answer with its matched entries."""
    KEEP = "keep"
    """Save that list under a name."""
    MATCHES = "matches"
    VERIFY = "verify"
    MATCH = "match"
    """Send a match's file."""
    NAMELESS = "nameless"
    """Send a match's file without the names of its players."""
    BACKUP = "backup"
    DECKS = "decks"
    """List the saved lists whose cards can be enrolled."""
    ENROL = "enrol"
    """Enrol each tag that is laid from now on as the next card of a list. Without a value, stop."""
    FAR = "far"
    """Play a list against another table: invite it, or join it with its code. Without a value, list the lists."""


class ListPiece(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of a list's bytes, with its offset."""

    name: str
    """The name of its file."""
    size: int
    """The total number of bytes."""
    at: int
    """The number of bytes before these."""
    held: bytes
    edition: str = "current"


class SetupWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A request of the owner's phone."""

    act: SetupAct
    value: str = ""
    """The language, the match, the name, the list to enrol, or the game and list to play."""
    code: str = ""
    """The invitation of another table."""
    piece: ListPiece | None = None


class AnsweredLine(Struct, frozen=True):
    """A line of an answer, in the phone's language."""

    say: str
    tone: Tone = Tone.PLAIN
    match: str = ""
    """The match that it is about, if its file can be had."""
    deck: str = ""
    """The list whose cards can be enrolled."""
    far: str = ""
    """The game and the list that can be played against another table."""
    list: str = ""
    """The list of this line, if the text holds several and it can be read alone."""


class SetupAnswer(Struct, frozen=True):
    """The answer to a wish."""

    act: SetupAct
    lines: tuple[AnsweredLine, ...] = ()
    fine: bool = True
    """False if it was not done."""


class SentFile(Struct, frozen=True):
    """A file for the owner's phone."""

    name: str
    content: bytes


Wishes: TypeAlias = Callable[[int, str, SetupWish], None]
"""Takes the wish of a guest, and the language of its answer, on the thread of phones. It does not block."""
