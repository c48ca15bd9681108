"""A table that plays with or without pauses, and the web program with viewers beside it."""

import math
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import NamedTuple, TypeVar

from lab.figure import NotMeasuredError
from lab.figures.session_figures import TimedTable
from lab.figures.web.viewer_crowd import READY
from table.config import Config
from table.devices.edge.edge import SocketEdge
from table.devices.edge.line_socket import LineSocket, LineStream
from table.session.ports import Message
from table.view.published import Published
from table.view.sentences import Sayings
from table.view.streams.pace import SHORTEST_S
from table.view.streams.spectator_feed import SpectatorFeed
from table.words import Words, languages

Table = TypeVar("Table", bound=TimedTable)
REV = re.compile(rb'"rev":(\d+),')
NICE, ELSEWHERE = ("nice", "-n", "10"), ("nice", "-n", "19")
"""The priority of the web program, as its service sets it, and of the viewers, which are on other machines."""
ALTERNATIONS = 6
BESIDE = "beside"
"""The folder of the twin that plays beside another program."""
CONFIG = """\
[state]
folder = "{folder}"
[web]
port = {port}
spectators = "now"
"""


class TimedFeed:
    """A feed that records for each frame the time when its first event was published."""

    name = "feed"

    def __init__(self) -> None:
        sayings = Sayings({language: Words(language) for language in languages()})
        self._feed = SpectatorFeed("bench", sayings, time.monotonic)
        self._first_s: float | None = None
        self._last_s = 0.0
        self.published_s: dict[int, float] = {}
        self.single: set[int] = set()
        """The frames whose event followed a quiet time, so that it was sent at once."""

    def publish(self, published: Published) -> None:
        self._first_s = self._first_s or time.monotonic()
        self._feed.publish(published)

    def joined(self, now_s: float) -> bytes:
        return self._feed.joined(now_s)

    def next_s(self) -> float | None:
        return self._feed.next_s()

    def step(self, now_s: float) -> bytes:
        first_s, self._first_s = self._first_s, None
        frame = self._feed.step(now_s)
        if first_s is not None and frame:
            for rev in map(int, REV.findall(frame)):
                self.published_s[rev] = first_s
                if first_s - self._last_s >= SHORTEST_S:
                    self.single.add(rev)
            self._last_s = now_s
        elif first_s is not None and self._feed.next_s() is not None:
            self._first_s = first_s  # the frame comes later; without a due time spectators see no change
        return frame


class FedTable(TimedTable):
    """A table that publishes each view to a feed."""

    def __init__(
        self, folder: Path, seed: int, publish: Callable[[Published], None], rests: Callable[[], None] = lambda: None
    ) -> None:
        """`rests` is called after each command, as the session's thread does before it waits."""
        self._publish, self._rests = publish, rests
        super().__init__(folder, seed)

    def step(self, message: Message) -> None:
        super().step(message)
        self._rests()

    def begin(self) -> None:
        super().begin()
        self._rests()

    def shown(self, published: Published) -> None:
        super().shown(published)
        self._publish(published)


class CommandCosts(NamedTuple):
    """The costs of a table's commands."""

    p99_ms: float
    """The time of a command, from the answer to the published view."""
    worked_ms: float
    """The median processor time of a command."""


def costs(table: TimedTable, commands: int) -> CommandCosts:
    """Let the table play this many commands without a pause, and return their costs."""
    _plays(table, commands, 0.0)
    return _costs(table.taken_ms, table.worked_ms)


def twins(folder: Path, made: Callable[[Path], Table]) -> tuple[Table, Table]:
    """Return two tables that play the same commands. `made` makes one for the folder of its matches."""
    alone, beside = made(folder / "alone"), made(folder / BESIDE)
    alone.start()
    beside.start()
    return alone, beside


def costs_beside(
    tables: tuple[TimedTable, TimedTable],
    commands: int,
    pause_s: float,
    beside: Callable[[], AbstractContextManager[object]],
) -> tuple[CommandCosts, CommandCosts]:
    """Return the costs of the commands of twins: of the first alone, and of the second inside this context.

    A few commands take most of the time, so only the same ones compare. The tables pause after each turn. They take
    turns, so that other load on the machine affects both, and each is first as often: the second finds full caches.
    """
    taken_ms: tuple[list[float], list[float]] = ([], [])
    worked_ms: tuple[list[float], list[float]] = ([], [])
    for alternation in range(ALTERNATIONS):
        for is_there in (alternation % 2, 1 - alternation % 2):
            table = tables[is_there]
            with beside() if is_there else nullcontext():
                _plays(table, -(-commands // ALTERNATIONS), pause_s)
            taken_ms[is_there].extend(table.taken_ms)
            worked_ms[is_there].extend(table.worked_ms)
    return _costs(taken_ms[0], worked_ms[0]), _costs(taken_ms[1], worked_ms[1])


def _plays(table: TimedTable, commands: int, pause_s: float) -> None:
    table.taken_ms.clear()
    table.worked_ms.clear()
    while len(table.taken_ms) < commands:
        table.turn()
        time.sleep(pause_s)


def _costs(taken_ms: Sequence[float], worked_ms: Sequence[float]) -> CommandCosts:
    p99_ms = sorted(taken_ms)[math.ceil(0.99 * len(taken_ms)) - 1]
    return CommandCosts(p99_ms, statistics.median(worked_ms))


def place_of_matches() -> Path:
    """Return the folder of real matches, to measure on their disk."""
    place = Config().state.path
    place.mkdir(parents=True, exist_ok=True)
    return place


@contextmanager
def served(folder: Path, feed: LineStream) -> Iterator[SocketEdge]:
    """Serve a feed at its socket, on its own thread, as a table does."""
    edge = SocketEdge(lambda *_: None)
    edge.open(folder, [LineSocket(feed)])
    edge.start()
    try:
        yield edge
    finally:
        edge.stop()
        edge.close()


@contextmanager
def web_program(folder: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """Run `command-table web` for the table with this state folder."""
    configuration = folder / "table.toml"
    configuration.write_text(CONFIG.format(folder=folder, port=port), "utf-8")
    command = [*NICE, sys.executable, "-m", "table", "web", "--config", str(configuration)]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        if program.stdout is None or not program.stdout.readline():
            raise NotMeasuredError("the web program did not start")
        yield program
    finally:
        program.terminate()
        program.communicate()


class Crowd:
    """Viewers in their own process."""

    def __init__(self, port: int, count: int) -> None:
        command = [*ELSEWHERE, sys.executable, "-m", "lab.figures.web.viewer_crowd", str(port), str(count)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self._process.stdout is None or self._process.stdout.readline().strip() != READY:
            raise NotMeasuredError("the viewers did not come in")

    def leaves(self) -> dict[int, tuple[float, ...]]:
        """End the viewers and return the times at which each frame arrived, by its number."""
        output, _ = self._process.communicate("")
        rows = (line.split() for line in output.splitlines())
        return {int(row[0]): tuple(map(float, row[1:])) for row in rows}


@contextmanager
def crowd(port: int, count: int) -> Iterator[None]:
    """Run this many viewers while the context lasts."""
    viewers = Crowd(port, count)
    try:
        yield
    finally:
        viewers.leaves()
