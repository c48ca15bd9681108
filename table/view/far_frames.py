"""The frames between a table and the program that carries them to another table: that program cannot read them.

A frame is its length, 4 bytes, big-endian; its kind, one byte; its content. The length covers kind and content.
"""

from enum import IntEnum
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from table.rules.errors import InputError

Note = TypeVar("Note")

SOCKET = "far"
"""The name of the table's socket for that program, and of its folder."""
LENGTH_BYTES = 4
MOST_BYTES = 2 * 1024 * 1024
"""The most bytes of a frame, without its length."""
MOST_NOTE_BYTES = 1024


class NoteError(InputError, ValueError):
    """The other end sends a note that cannot be read."""


class FarKind(IntEnum):
    """The kind of a frame."""

    NOTE = 0
    """JSON: a `FarRoute` from the table, a `FarLine` to it."""
    SEALED = 1
    """A frame of the other table, or for it."""


class FarRoute(Struct, frozen=True):
    """The way to the other table. It comes first and may come again. Without a topic there is nothing to carry."""

    v: Literal[1] = 1
    url: Annotated[str, Meta(max_length=300)] = ""
    """The broker, as `mqtts://HOST` or `mqtts://HOST:PORT`; `mqtt:` without encryption."""
    topic: Annotated[str, Meta(pattern=r"\A(?:[0-9a-f]{32})?\Z")] = ""
    seat: Literal["blue", "red", ""] = ""
    """The seat of this table."""


class FarLine(Struct, frozen=True):
    """The state of the connection to the broker. It comes first, and at each change."""

    online: bool
    v: Literal[1] = 1


def framed(kind: FarKind, content: bytes) -> bytes:
    """Return a frame for the socket."""
    return (1 + len(content)).to_bytes(LENGTH_BYTES) + bytes((kind,)) + content


def read_note(content: bytes, kind: type[Note]) -> Note:
    """Return the note of the other end. Raises NoteError, whatever the bytes are."""
    try:
        return msgspec.json.decode(content[:MOST_NOTE_BYTES], type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise NoteError(f"not a {kind.__name__}: {error}") from error


def is_length(length: int) -> bool:
    """True if a frame may have this length."""
    return 0 < length <= MOST_BYTES
