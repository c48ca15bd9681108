"""Measure the feed for spectators: the size of a match, and its cost for the session's thread and the feed's thread."""

import random
import time
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from lab.figure import Figure, at_most, published
from lab.temporary_folder import temporary_folder
from sim_hardware.clock import MS
from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.hands.bot_match import BotMatch, begin
from table.emulation.virtual_table import VirtualTable
from table.view.published import Published
from table.view.sentences import Sayings
from table.view.streams.spectator_feed import SpectatorFeed
from table.words import languages

LOOK_NS = 20 * MS
"""The time between two checks whether a frame is due."""


def measure(seed: int) -> Iterator[Figure]:
    """Measure one match of the demo's game, which bots play to its end in virtual time."""
    yield from of_match(seed)


def of_match(seed: int, rounds: int | None = None) -> Iterator[Figure]:
    """Measure a match of `rounds` rounds, or a whole match if that is None."""
    with temporary_folder() as folder:
        watched = MatchInFrames(Path(folder), seed)
        watched.play(rounds)
    frames = watched.frames
    note = f"frames; every sentence in {len(languages())} languages"
    yield at_most("feed.match", [sum(map(len, frames)) / 1e3], 300, "KB", n=len(frames), note=note)
    yield published("feed.frame", [len(frame) for frame in frames], "bytes")
    yield at_most("feed.frames_in_a_second", [most_in_a_second(watched.at_s)], 10, "frames")
    yield at_most("feed.tell", watched.publish_us, 100, "us", judged="p99")
    yield published("feed.step", watched.stepped_ms, "ms")


def most_in_a_second(times_s: list[float]) -> int:
    """Return the largest number of these sorted times that lie within one second."""
    return max(bisect_right(times_s, at_s + 1 - 1e-6) - place for place, at_s in enumerate(times_s))


class MatchInFrames:
    """A match in virtual time with a spectator from the beginning."""

    def __init__(self, folder: Path, seed: int) -> None:
        setup = Setup.of(replace(Config(), state=StateConfig(folder=str(folder))))
        self._seed, self._demo = seed, setup.games.demo
        self._table = VirtualTable(setup, seed=seed)
        sayings = Sayings({language: setup.words(language) for language in languages()})
        self._feed = SpectatorFeed("bench", sayings, lambda: self._table.clock.now_s)
        self.frames = [self._feed.joined(self._table.clock.now_s)]
        self.at_s: list[float] = [self._table.clock.now_s]
        """The time of each frame."""
        self.publish_us: list[float] = []
        """The cost of each view for the thread that published it."""
        self.stepped_ms: list[float] = []
        """The cost of each frame for the thread of the feed."""

    def play(self, rounds: int | None) -> None:
        table = self._table
        table.watch(self._publish)
        self._look()
        begin(table, *self._demo)

        def done(now: Published) -> bool:
            return now.view is not None and (now.view.over or (rounds is not None and now.view.round > rounds))

        BotMatch(table, random.Random(self._seed)).until(done)
        table.close()

    def _publish(self, view: Published) -> None:
        started_s = time.thread_time()
        self._feed.publish(view)
        self.publish_us.append(1e6 * (time.thread_time() - started_s))
        self._step()

    def _look(self) -> None:
        self._step()
        self._table.clock.after(LOOK_NS, self._look)

    def _step(self) -> None:
        next_s, now_s = self._feed.next_s(), self._table.clock.now_s
        if next_s is None or next_s > now_s:
            return
        started_s = time.thread_time()
        frame = self._feed.step(now_s)
        self.stepped_ms.append(1e3 * (time.thread_time() - started_s))
        if frame:
            self.frames.append(frame)
            self.at_s.append(now_s)
