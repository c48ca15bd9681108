"""Listen to everything that leaves a table: screen, sound, lamps, log, terminal, serial line, with times in ms."""

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
from table.view.published import Published
from table.words import Words

SIZE = (800, 480)
LOOK_NS = 10 * MS
"""The time between two looks at the lamps: a tenth of the time in which the table acts on a card."""


class Capture(logging.Handler):
    """A capture of one table, on its thread. It takes only what any bystander could see or hear."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.seen: list[bytes] = []
        self._table: VirtualTable | None = None
        self._lamps: tuple[tuple[float, float, float], ...] = ()
        self._picture = Picture(Painter(Words("en")), SIZE)
        self._cues = Cues()

    def attend(self, table: VirtualTable) -> None:
        """Capture from now on. The serial line is only listened to."""
        self._table = table
        table.watch(self._published)
        table.dispenser.cable.spoil = self._carried
        self._look()

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
        table.clock.after(LOOK_NS, self._look)


class CapturedOutput(io.TextIOBase):
    """A text stream that hands everything printed to the witness."""

    def __init__(self, capture: Capture) -> None:
        self._capture = capture

    def write(self, said: str, /) -> int:
        self._capture.note(f"terminal {said!r}")
        return len(said)


@contextmanager
def listening(capture: Capture) -> Iterator[None]:
    """Capture the whole process's log, at every level, and everything that it prints."""
    root = logging.getLogger()
    level = root.level
    root.addHandler(capture)
    root.setLevel(logging.DEBUG)
    heard = CapturedOutput(capture)
    try:
        with redirect_stdout(heard), redirect_stderr(heard):
            yield
    finally:
        root.removeHandler(capture)
        root.setLevel(level)
