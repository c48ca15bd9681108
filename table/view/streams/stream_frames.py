"""The frames of a stream: a snapshot on joining, then the changes. `docs/develop/api.md` describes them."""

from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from table.view.hall import HallTable
from table.view.operations import OperationsTable
from table.view.spectators import SpectatorTable, StoryLine
from table.view.streams.differences import Change, Json, applied, differences

VERSION = 1
"""The version of the frames. It grows when a field is removed or changes its meaning, never when one is added."""
FEED, OPERATIONS, RESULTS = "feed", "operations", "results"
"""The names of the sockets at which a table publishes."""
STORY_KEPT = 40
"""The story's last lines that a snapshot has, as many as a table publishes."""


class StreamFrame(Struct, frozen=True, omit_defaults=True):
    """A line of a stream: a JSON object with a line feed behind it."""

    v: int
    """The version of the frames."""
    epoch: str
    """The name of this stream. A new name means that the table was restarted, and earlier frames no longer count."""
    rev: int
    """The number of the frame. One more than the previous one, except that a snapshot may have any number."""
    at_ms: int
    """The moment of the frame, in milliseconds since the stream began. Clocks are computed from it."""


class FeedFrame(StreamFrame, frozen=True, omit_defaults=True):
    """A frame of the socket `feed`: a snapshot, or changes, or lines of the story, or changes and lines."""

    snapshot: SpectatorTable | UnsetType = UNSET
    """The whole table. It replaces everything known before."""
    changes: tuple[Change, ...] = ()
    """The changes of the state since the last frame."""
    story: tuple[StoryLine, ...] = ()
    """The new lines; with a snapshot the last lines."""


class OperationsFrame(StreamFrame, frozen=True, omit_defaults=True):
    """A frame of the socket `operations`: a snapshot, or changes."""

    snapshot: OperationsTable | UnsetType = UNSET
    """The whole state. It replaces everything known before."""
    changes: tuple[Change, ...] = ()
    """The changes of the state since the last frame."""


class HallFrame(StreamFrame, frozen=True, omit_defaults=True):
    """A frame of the program `command-table hall`: a snapshot of a whole hall, or changes."""

    snapshot: HallTable | UnsetType = UNSET
    """The whole hall. It replaces everything known before."""
    changes: tuple[Change, ...] = ()
    """The changes of the state since the last frame."""


AnyFrame: TypeAlias = FeedFrame | OperationsFrame | HallFrame
T = TypeVar("T")


class TableGone(Struct, frozen=True):
    """Sent in place of a frame, over the network only: there is no table. A snapshot follows once it is back."""

    v: int
    """The version of the frames."""
    gone: bool
    """Always true."""


class FrameWriter:
    """Makes the frames of one stream from successive states. It is not thread-safe."""

    def __init__(self, epoch: str, first: Struct) -> None:
        """`first` is the state before any other is published."""
        self._epoch = epoch
        self._rev = 0
        self._state = _plain(first)
        self._story: tuple[StoryLine, ...] = ()

    def snapshot(self, at_ms: int) -> bytes:
        """Return the frame for a new client."""
        return self._line(at_ms, snapshot=self._state, story=_plain(self._story))

    def update(self, state: Struct, at_ms: int, story: Sequence[StoryLine] = (), *, fresh: bool = False) -> bytes:
        """Return the frame for clients that know all frames so far; nothing if nothing has changed.

        `story` are the last lines of the story. With `fresh` the frame is a snapshot, as for a new match.
        """
        before, self._state = self._state, _plain(state)
        last = 0 if fresh or not self._story else self._story[-1].number
        new = tuple(line for line in story if line.number > last)
        back = not fresh and bool(self._story) and (not story or story[-1].number < last)
        changes = _plain(tuple(differences(before, self._state)))
        if not (changes or new or fresh or back):
            return b""
        self._rev += 1
        self._story = tuple(story) if fresh or back else (*self._story, *new)[-STORY_KEPT:]
        frame = self._line(at_ms, changes=changes, story=_plain(new))
        whole = self.snapshot(at_ms)
        return whole if fresh or back or len(whole) < len(frame) else frame

    def _line(self, at_ms: int, **parts: Json) -> bytes:
        head = {"v": VERSION, "epoch": self._epoch, "rev": self._rev, "at_ms": at_ms}
        return msgspec.json.encode({**head, **{name: part for name, part in parts.items() if part}}) + b"\n"


class FrameReader:
    """The client's side: it keeps the state up to date. Clients in other languages do the same."""

    def __init__(self) -> None:
        self.epoch = ""
        self.rev = -1
        self.state: Json = None
        self.story: tuple[StoryLine, ...] = ()

    def read(self, line: bytes, kind: type[AnyFrame]) -> AnyFrame | None:
        """Take a line. Return its frame; None if it is not a frame of this kind, or the one before it is missing."""
        try:
            frame = msgspec.json.decode(line, type=kind)
            return frame if frame.v == VERSION and self.receive(frame) else None
        except (msgspec.MsgspecError, KeyError, IndexError, TypeError, ValueError, RecursionError):
            return None

    def receive(self, frame: AnyFrame) -> bool:
        """Take a frame. Return False if the one before it is missing: then the client has to join again."""
        story = frame.story if isinstance(frame, FeedFrame) else ()
        if not isinstance(frame.snapshot, UnsetType):
            self.state, self.story = _plain(frame.snapshot), story
        elif (frame.epoch, frame.rev) != (self.epoch, self.rev + 1):
            return False
        else:
            self.state = applied(self.state, frame.changes)
            self.story = (*self.story, *story)[-STORY_KEPT:]
        self.epoch, self.rev = frame.epoch, frame.rev
        return True

    def state_as(self, kind: type[T]) -> T | None:
        """Return the state as a value of this kind; None if it has another type."""
        try:
            return msgspec.convert(self.state, kind)
        except msgspec.ValidationError:
            return None


def _plain(value: Any) -> Json:
    """Return a value as plain JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))
