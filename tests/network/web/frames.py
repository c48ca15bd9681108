"""Frames as the table writes them."""

from table.view.spectators import SpectatorTable, StoryLine
from table.view.streams.stream_frames import FrameWriter


class FrameSource:
    """A table that reports its match's id, and a line of the story with it."""

    def __init__(self, epoch: str = "epoch") -> None:
        self.writer = FrameWriter(epoch, SpectatorTable())
        self._story: tuple[StoryLine, ...] = ()

    def joined(self, at_ms: int = 0) -> bytes:
        return self.writer.snapshot(at_ms)

    def publishes(self, match: str, at_ms: int = 0) -> bytes:
        self._story = (*self._story, StoryLine(len(self._story) + 1, {"en": match}))
        return self.writer.update(SpectatorTable(match=match), at_ms, self._story)
