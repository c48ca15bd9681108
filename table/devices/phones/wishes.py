"""The owner's phone asks for things that no match knows of, and is answered once they are done, on another thread."""

from collections.abc import Callable
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from table.games.files.list_format import Tone


class SetupAct(StrEnum):
    """A thing that the owner's phone can ask for."""

    DOCTOR = "doctor"
    LANGUAGE = "language"
    LISTS = "lists"
    READ = "read"
    """Take a piece of a list, and tell what it was matched to once it is whole."""
    KEEP = "keep"
    """Keep that list under a name."""
    MATCHES = "matches"
    VERIFY = "verify"
    MATCH = "match"
    """Send a match's file."""
    NAMELESS = "nameless"
    """Send a match's file without the names of its players."""
    BACKUP = "backup"
    DECKS = "decks"
    """Tell whose cards can be made known."""
    ENROL = "enrol"
    """Make each tag that is laid from now on known as the next card of a list; with no value, none any more."""


class ListPiece(Struct, frozen=True, forbid_unknown_fields=True):
    """Some bytes of a list, in their turn."""

    name: str
    """The name of its file."""
    size: int
    """The number of all its bytes."""
    at: int
    """The number of bytes before these."""
    held: bytes
    edition: str = "current"


class SetupWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A thing that the owner's phone asks for."""

    act: SetupAct
    value: str = ""
    """The language, the match, the name, or whose cards are made known."""
    piece: ListPiece | None = None


class AnsweredLine(Struct, frozen=True):
    """A line of an answer, in the phone's language."""

    say: str
    tone: Tone = Tone.PLAIN
    match: str = ""
    """The match that it is about, if its file can be had."""
    deck: str = ""
    """The list whose cards can be made known."""
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
"""Takes the wish of a guest, and the language of its answer, on the thread of phones; it waits for nothing."""
