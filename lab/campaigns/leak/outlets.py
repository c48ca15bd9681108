"""Record all output of a table and its time in ms: screen, sounds, speech, lamps, log, terminal, serial line, feeds."""

import hashlib
import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout

import msgspec

from sim_hardware.clock import MS
from table.emulation.virtual_table import VirtualTable
from table.rules.seats import SEATS
from table.screen.painter import Painter
from table.screen.picture import Picture
from table.screen.sound.cues import Cues
from table.screen.speech.spoken import SpokenLines
from table.view.published import Published
from table.view.sentences import Sayings
from table.view.streams.operations_feed import OperationsFeed
from table.view.streams.spectator_feed import SpectatorFeed
from table.words import Words

SIZE = (800, 480)
LOOK_NS = 10 * MS
"""The time between two checks of lamps and feeds: a tenth of the time in which the table reacts to a card."""
LIFE_NS = 1000 * MS
"""The time between two signs of life."""


SAYINGS = Sayings({"en": Words("en")})
EPOCH = "leak"
"""The name of the streams, which is random at a real table."""


class Capture(logging.Handler):
    """A capture of one table, on its thread. It records only what a bystander could see or hear."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.seen: list[bytes] = []
        self._table: VirtualTable | None = None
        self._lamps: tuple[tuple[float, float, float], ...] = ()
        self._picture = Picture(Painter(Words("en")), SIZE)
        self._cues, self._spoken = Cues(), SpokenLines()
        self._feeds: tuple[SpectatorFeed, OperationsFeed] | None = None

    def attend(self, table: VirtualTable) -> None:
        """Start the capture. The serial line is observed, not changed."""
        self._table = table
        table.watch(self._published)
        table.dispenser.cable.spoil = self._carried
        self._feeds = (
            SpectatorFeed(EPOCH, SAYINGS, lambda: table.clock.now_s),
            OperationsFeed(EPOCH, SAYINGS, lambda: table.clock.now_s, lambda: table.published),
        )
        self._look()
        self._live()

    def join(self) -> None:
        """Join both feeds as a new viewer."""
        if self._feeds is not None and self._table is not None:
            for feed in self._feeds:
                self.note(f"{feed.name} joined {feed.joined(self._table.clock.now_s)!r}")

    def note(self, what: str) -> None:
        now_ms = 0 if self._table is None else self._table.clock.now_ns // MS
        self.seen.append(f"{now_ms} {what}".encode())

    def emit(self, record: logging.LogRecord) -> None:
        """Capture a log line, with its traceback if it has one."""
        self.note(f"log {record.levelno} {record.name} {record.threadName} {self.format(record)}")

    def _published(self, published: Published) -> None:
        """Capture a published view, with its pixels and its cue."""
        table = self._table
        if table is None:
            return
        self.note(msgspec.json.encode(published).decode())
        now_s = table.clock.now_s
        self._picture.draw(published, now_s)
        self.note(f"screen {hashlib.sha256(self._picture.pixels()).hexdigest()}")
        self.note(f"sound {self._cues.heard(published, self._picture.painter.act(now_s))}")
        lines = self._spoken.heard(published, self._picture.painter.act(now_s))
        self.note(f"speech {[self._picture.painter.words.say(line) for line in lines]}")
        for feed in self._feeds or ():
            feed.publish(published)
        self._read_feeds(now_s)

    def _read_feeds(self, now_s: float) -> None:
        """Capture the frames that are due."""
        for feed in self._feeds or ():
            if frames := feed.step(now_s):
                self.note(f"{feed.name} {frames!r}")

    def _live(self) -> None:
        """Send the signs of life that the watchdog sends at a table with threads."""
        if self._feeds is not None and self._table is not None:
            self._feeds[1].live()
            self._table.clock.after(LIFE_NS, self._live)

    def _carried(self, data: bytes, towards_host: bool) -> bytes:
        if data:
            self.note(f"serial {'to' if towards_host else 'from'} the host {data!r}")
        return data

    def _look(self) -> None:
        table = self._table
        if table is None:
            return
        lamps = tuple(table.lamp(seat) for seat in SEATS)
        if lamps != self._lamps:
            self._lamps = lamps
            self.note(f"lamps {lamps}")
        self._read_feeds(table.clock.now_s)
        table.clock.after(LOOK_NS, self._look)


class CapturedOutput(io.TextIOBase):
    """A text stream that records everything printed."""

    def __init__(self, capture: Capture) -> None:
        self._capture = capture

    def write(self, printed: str, /) -> int:
        self._capture.note(f"terminal {printed!r}")
        return len(printed)


@contextmanager
def listening(capture: Capture) -> Iterator[None]:
    """Capture the whole process's log at every level, and everything that it prints."""
    root = logging.getLogger()
    level = root.level
    root.addHandler(capture)
    root.setLevel(logging.DEBUG)
    output = CapturedOutput(capture)
    try:
        with redirect_stdout(output), redirect_stderr(output):
            yield
    finally:
        root.removeHandler(capture)
        root.setLevel(level)
