"""A session at an imaginary table, and the frames of it that spectators get. Time passes when a test reports it."""

from pathlib import Path

import msgspec

from table.rules.match.events import ClockSet
from table.view.published import Published
from table.view.sentences import Sayings
from table.view.streams.spectator_feed import SpectatorFeed
from table.view.streams.stream_frames import FeedFrame, FrameReader
from table.words import Words
from tests.session.kit import SessionTable

SAYINGS = Sayings({language: Words(language) for language in ("en", "de")})


def decoded(lines: bytes) -> list[FeedFrame]:
    return [msgspec.json.decode(line, type=FeedFrame) for line in lines.splitlines()]


class WatchedTable(SessionTable):
    def __init__(self, folder: Path, delay_s: float = 0.0, clock_set: ClockSet | None = None) -> None:
        self.now_s = 0.0
        self.feed = SpectatorFeed("epoch", SAYINGS, lambda: self.now_s, delay_s)
        self.bytes = b""
        super().__init__(folder, clock_set=clock_set)
        self.client = FrameReader()
        for frame in decoded(self.feed.joined(self.now_s)):
            self.client.receive(frame)

    def _publish(self, published: Published) -> None:
        super()._publish(published)
        self.feed.publish(published)

    def wait(self, seconds: float) -> list[FeedFrame]:
        """Let time pass, and return the frames that came."""
        until_s, lines = self.now_s + seconds, b""
        while True:
            due = [at_s for at_s in (self.feed.next_s(), self.session.next_deadline()) if at_s is not None]
            if not due or min(due) > until_s:
                break
            self.now_s = max(self.now_s, min(due))
            self.session.tick(self.now_s)
            lines += self.feed.step(self.now_s)
        self.now_s = until_s
        self.bytes += lines
        frames = decoded(lines)
        assert all(self.client.receive(frame) for frame in frames)
        return frames
