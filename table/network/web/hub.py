"""A stream of the table with its viewers. It keeps the state and the last frames for viewers that join."""

from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from table.network.web.viewers import Message, Viewer
from table.view.streams.stream_frames import VERSION, AnyFrame, FrameReader, TableGone

KEPT = 600
"""The number of frames that are kept for viewers that reconnect: a minute at the table's highest pace."""
MOST_KEPT_BYTES = 256 * 1024


class _Kept(NamedTuple):
    frame: AnyFrame
    size: int


class Hub:
    """A stream with its viewers. It belongs to the event loop's thread."""

    def __init__(self, name: str, kind: type[AnyFrame], now_s: Callable[[], float]) -> None:
        """`now_s` counts steadily, in seconds."""
        self.name = name
        self.there = False
        """True while the table sends."""
        self.viewers: set[Viewer] = set()
        self._kind = kind
        self._now_s = now_s
        self._reader = FrameReader()
        self._kept: deque[_Kept] = deque()
        self._kept_bytes = 0
        self._received_s, self._at_ms = 0.0, 0
        self._state: tuple[msgspec.Raw, msgspec.Raw] | None = None

    def receive(self, line: bytes) -> bool:
        """Take a line of the table, and pass it on.

        Return False if it is not a frame, or the one before it is missing.
        """
        if (frame := self._reader.read(line, self._kind)) is None:
            return False
        self.there, self._state = True, None
        self._received_s, self._at_ms = self._now_s(), frame.at_ms
        if not isinstance(frame.snapshot, msgspec.UnsetType):
            self._kept.clear()
            self._kept_bytes = 0
        self._keep(frame, len(line))
        self._publish(Message(self._mark(), bytes(line).rstrip()))
        return True

    def lost(self) -> None:
        """Notify all viewers that the table is gone, or not there yet."""
        if self.there:
            self.there = False
            self._publish(self._gone())

    def joins(self, mark: str = "", access: str | None = None) -> Viewer:
        """Return a viewer that gets the frames since this mark, or the whole state, and then all further frames."""
        viewer = Viewer(access)
        for message in self._beginning(mark):
            viewer.put(message)
        self.viewers.add(viewer)
        return viewer

    def restart(self, viewer: Viewer) -> None:
        """Send the whole state to a viewer."""
        for message in self._beginning(""):
            viewer.put(message)

    def leaves(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)

    def end(self) -> None:
        """Drop all viewers, at the end."""
        for viewer in self.viewers:
            viewer.drop()

    def snapshot(self) -> Message | None:
        """Return the whole state as a frame with the current time; None while there is no table."""
        if not self.there:
            return None
        if self._state is None:
            encode = msgspec.json.encode
            self._state = msgspec.Raw(encode(self._reader.state)), msgspec.Raw(encode(self._reader.story))
        state, story = self._state
        head = {"v": VERSION, "epoch": self._reader.epoch, "rev": self._reader.rev, "at_ms": self._now_ms()}
        with_story = {"story": story} if self._reader.story else {}
        return Message(self._mark(), msgspec.json.encode({**head, "snapshot": state, **with_story}))

    def _beginning(self, mark: str) -> Iterator[Message]:
        if not self.there:
            yield self._gone()
            return
        missed = self._missed(mark)
        whole = self.snapshot()
        if missed and whole is not None and sum(len(each.data) for each in missed) < len(whole.data):
            yield from missed
        elif whole is not None:
            yield whole

    def _missed(self, mark: str) -> list[Message]:
        """Return the frames after this mark, with the current time; none if they are no longer kept."""
        epoch, _, number = mark.rpartition("/")
        if epoch != self._reader.epoch or not number.isascii() or not number.isdigit() or len(number) > 18:
            return []
        after = [each.frame for each in self._kept if each.frame.rev > int(number)]
        if not after or after[0].rev != int(number) + 1:
            return []
        now_ms = self._now_ms()
        return [Message(f"{each.epoch}/{each.rev}", msgspec.json.encode(replace(each, at_ms=now_ms))) for each in after]

    def _keep(self, frame: AnyFrame, size: int) -> None:
        self._kept.append(_Kept(frame, size))
        self._kept_bytes += size
        while len(self._kept) > KEPT or self._kept_bytes > MOST_KEPT_BYTES:
            self._kept_bytes -= self._kept.popleft().size

    def _publish(self, message: Message) -> None:
        for viewer in self.viewers:
            viewer.put(message)

    def _mark(self) -> str:
        return f"{self._reader.epoch}/{self._reader.rev}"

    def _now_ms(self) -> int:
        return self._at_ms + round(1000 * (self._now_s() - self._received_s))

    def _gone(self) -> Message:
        return Message("", msgspec.json.encode(TableGone(VERSION, gone=True)))
