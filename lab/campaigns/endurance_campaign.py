"""`command-table campaign endurance`: does a table that is never switched off grow in memory or on disk?

Matches of every game in turn, played to their end through session, journal and publication. Each table runs in its own
process, one for each processor.
"""

import gc
import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path

from lab.figure import Figure, NotMeasuredError
from lab.headless import HeadlessParts, HeadlessTable
from lab.process_pool import attend, processes, stopping
from lab.systems import systems
from lab.temporary_folder import temporary_folder
from table.games.random_play.trial import System
from table.records.folder import ROOMS
from table.view.published import Published

MOST_MB = 1.0
LOOKS = 50
LOG_MOST_MB = 8.0
"""The maximum size of a write-ahead log. SQLite merges it after 1,000 pages of 4 KiB, if no reader blocks."""
FILES = 1
"""The number of other files: the note of the last match."""
MOST_TURNS = 5_000
WARM_EVENTS = 50_000
"""By then every card and every rule was used once, so later growth is a leak. An early leak shows all the same."""
CONTROL_EVENTS = 20_000
"""The leaking table keeps about 7 kB per event: more events would fill the memory of a small machine."""


@dataclass(frozen=True, slots=True)
class TableSample:
    """A sample of a table, taken from outside."""

    events: int
    matches: int
    memory_mb: float
    log_mb: float
    """The size of the largest write-ahead log."""
    beside: int
    """The number of files that are not journals of open or archived matches."""


class EnduranceTable:
    """A table that is never switched off. `leak` makes the control, which keeps all published views."""

    def __init__(self, parts: HeadlessParts, folder: Path, seed: int, leak: list[Published] | None = None) -> None:
        self._folder, self._leak = folder, leak
        self._systems = tuple(systems())
        self._table = HeadlessTable(parts, folder, self._systems[0], seed)
        self._table.start()
        self.events = self.matches = 0
        self._log_bytes = 0

    def play(self, events: int) -> None:
        """Play whole matches with at least this many events."""
        most = self.events + events
        while self.events < most:
            self._match(self._systems[self.matches % len(self._systems)])
        self._make_room()

    def _match(self, system: System) -> None:
        table = self._table
        table.system = system
        table.begin()
        play = table.session.play
        if play is None:
            raise NotMeasuredError(f"the match did not begin: {table.now}")
        for _ in range(MOST_TURNS):
            if play.state.ended:
                break
            table.turn()
            if self._leak is not None and table.now is not None:
                self._leak.append(table.now)
        self._log_bytes = max(self._log_bytes, *(log.stat().st_size for log in self._folder.rglob("*-wal")), 0)
        table.finish()
        self.events += play.state.events
        self.matches += 1

    def look(self) -> TableSample:
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        files = [path for path in self._folder.rglob("*") if path.is_file()]
        beside = sum(path.parent.name != ROOMS[1] for path in files)
        memory_mb = pages * os.sysconf("SC_PAGE_SIZE") / 1e6
        return TableSample(self.events, self.matches, memory_mb, self._log_bytes / 1e6, beside)

    def _make_room(self) -> None:
        """Empty the archive, which owners would do themselves."""
        for path in self._folder.joinpath(ROOMS[1]).iterdir():
            path.unlink()


def life(folder: Path, events: int, seed: int, leaking: bool, looks: int = LOOKS) -> Iterator[TableSample]:
    """Play on, and yield a sample at intervals."""
    table = EnduranceTable(HeadlessParts(folder), folder, seed, [] if leaking else None)
    table.play(1 if leaking else min(events, WARM_EVENTS))
    for _ in range(looks):
        table.play(max(events // looks, 1))
        yield table.look()


def endure(events: int, seed: int, leaking: bool, samples: Connection) -> None:
    """Run one process: send its samples, and None at the end."""
    attend()
    with temporary_folder() as folder:
        for look in life(folder, events, seed, leaking):
            samples.send(look)
    samples.send(None)


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    tables_at_once = processes()
    began_s = time.monotonic()
    tables = _together(count // tables_at_once, [seed + n for n in range(tables_at_once)], False, done)
    took_s = time.monotonic() - began_s
    (leaking,) = _together(min(count, CONTROL_EVENTS), [seed], True, lambda _: None)
    yield from figures(tables, leaking, took_s)


def figures(tables: Sequence[Sequence[TableSample]], leaking: Sequence[TableSample], took_s: float) -> Iterator[Figure]:
    """Return the figures of these samples. `leaking` holds the control's samples."""
    events = sum(looks[-1].events for looks in tables)
    matches = sum(looks[-1].matches for looks in tables)
    worst = max(growth_mb(looks) for looks in tables)
    note = f"{matches} matches of all systems on {len(tables)} tables, {took_s / 60:.0f} min"
    yield Figure("endurance.growth", round(worst, 3), "MB", f"< {MOST_MB:g}", worst < MOST_MB, events, note=note)
    memory_mb = max(look.memory_mb for looks in tables for look in looks)
    yield Figure("endurance.memory", round(memory_mb, 1), "MB", note="largest process, including catalogues and bots")
    log_mb = max(look.log_mb for looks in tables for look in looks)
    yield Figure("endurance.log", round(log_mb, 3), "MB", f"<= {LOG_MOST_MB:g}", log_mb <= LOG_MOST_MB)
    beside = max(look.beside for looks in tables for look in looks)
    yield Figure("endurance.files", beside, "files", f"<= {FILES}", beside <= FILES, note="beside the archive")
    yield Figure("endurance.rate", round(events / took_s), "events/s")
    leaked = growth_mb(leaking)
    note = "a table that keeps every view"
    yield Figure("endurance.control", round(leaked, 3), "MB", "fails", leaked >= MOST_MB, leaking[-1].events, note=note)


def growth_mb(looks: Sequence[TableSample]) -> float:
    """Return the growth of memory from the first tenth of samples to the last."""
    tenth = max(len(looks) // 10, 1)
    early, late = looks[:tenth], looks[-tenth:]
    return statistics.median(look.memory_mb for look in late) - statistics.median(look.memory_mb for look in early)


def _together(events: int, seeds: Sequence[int], leaking: bool, done: Callable[[int], None]) -> list[list[TableSample]]:
    """Run one process for each seed, and return their samples."""
    context = get_context("spawn")  # a fork would share this process's memory and count it
    ends, running = list[Connection](), []
    for seed in seeds:
        ours, theirs = context.Pipe(duplex=False)
        running.append(context.Process(target=endure, args=(events, seed, leaking, theirs)))
        running[-1].start()
        theirs.close()
        ends.append(ours)
    with stopping():
        looks = _listened(ends, done)
    for process in running:
        process.join()
    return looks


def _listened(ends: Sequence[Connection], done: Callable[[int], None]) -> list[list[TableSample]]:
    """Collect samples until every process has sent its last. Raises EOFError if one ended early."""
    looks: dict[Connection, list[TableSample]] = {end: [] for end in ends}
    waiting: list[Connection] = list(ends)
    while waiting:
        for end in [end for end in waiting if end in wait(waiting)]:
            look = end.recv()
            if look is None:
                waiting.remove(end)
            else:
                looks[end].append(look)
        done(sum(seen[-1].events for seen in looks.values() if seen))
    return [looks[end] for end in ends]
