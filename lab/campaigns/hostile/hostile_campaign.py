"""`command-table campaign hostile`: does any foreign file cost the table memory, time or its terminal?

Every reader of files gets sound files, and then damaged ones: bytes, lines, encodings, values of another type, numbers
of thousands of digits, deep nesting, bombs, terminal escape sequences, changed tables in a journal, match files with a
recomputed chain; and pipes, devices, folders and links in place of a file. Whole sticks are read as the lobby reads
them, with odd names, links that leave the stick, pipes, depth and many files around a list, and are pulled out
meanwhile; scripts are played; an emulated dispenser starts with any memory; a hall and a table's outbox read damaged
folders and messages of their broker. Each file must be read, or be refused with a message, within 256 MB and 5 s of
processor time, and every sound file must be read. A case can be repeated by its number.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from lab.campaigns.hostile.far_readers import far_readers
from lab.campaigns.hostile.file_reader import FileReader
from lab.campaigns.hostile.hall_readers import hall_readers
from lab.campaigns.hostile.hostile_trial import MEMORY_MB, TIME_S, WAITS, HostileTry, in_place, sound, tried
from lab.campaigns.hostile.list_readers import list_readers
from lab.campaigns.hostile.planted import ENOUGH, SHORT_S, SLOW_S, PlantedDefect, planted_readers, planted_tables
from lab.campaigns.hostile.samples import SampleFiles
from lab.campaigns.hostile.script_player import script_player
from lab.campaigns.hostile.state_readers import state_readers
from lab.campaigns.hostile.stick_readers import stick_readers
from lab.campaigns.hostile.table_readers import table_readers
from lab.campaigns.hostile.wrong_places import PLACES
from lab.figure import Figure, none_of
from lab.process_pool import spread
from table.config import Config
from table.devices.setup import Setup

AT_ONCE = 100
"""The number of cases in one task of a worker."""
SHOWN = 3
"""The maximum number of findings in a figure's note."""


@dataclass
class HostileTally:
    """The results of some files, counted."""

    cases: int = 0
    read: int = 0
    refused_valid: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    unexplained: list[str] = field(default_factory=list)
    steering: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    largest: tuple[float, str] = (0.0, "")

    def add(self, one: HostileTry, *, valid: bool = False) -> None:
        self.cases += not valid
        self.read += one.read and not valid
        if one.error:
            self.errors.append(f"{one.error} ({one.what})")
        if one.unexplained:
            self.unexplained.append(one.what)
        if one.steers:
            self.steering.append(one.what)
        if valid and not one.read:
            self.refused_valid.append(one.what)
        self.slowest = max(self.slowest, (one.took_s, one.what))
        self.largest = max(self.largest, (one.memory_mb, one.what))

    def join(self, other: "HostileTally") -> None:
        self.cases += other.cases
        self.read += other.read
        self.refused_valid += other.refused_valid
        self.errors += other.errors
        self.unexplained += other.unexplained
        self.steering += other.steering
        self.slowest = max(self.slowest, other.slowest)
        self.largest = max(self.largest, other.largest)


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Read `count` hostile files, each reader in turn, and every sample."""
    whole = HostileTally()
    firsts = range(0, count, AT_ONCE)
    tasks = [(seed, first, min(AT_ONCE, count - first)) for first in firsts]
    for tally in spread(_some, [*tasks, (seed, -1, 0)]):
        whole.join(tally)
        done(min(whole.cases, count))
    yield from _figures(whole)
    defects = planted(seed)
    found = found_planted(seed, defects)
    note = ", ".join(found)
    yield Figure("hostile.control", len(found), "defects found", "fails", len(found) == len(defects), note=note)


def readers(seed: int) -> tuple[FileReader, ...]:
    """Return every reader, with samples made by this seed."""
    setup = Setup.of(Config())
    rng = random.Random(seed)
    of_lists = tuple(list_readers(setup, rng))
    made = SampleFiles(setup, rng)
    of_table = (*table_readers(setup, made), *stick_readers(setup), *state_readers(made), *script_player(made))
    return (*of_lists, *of_table, *hall_readers(), *far_readers())


def planted(seed: int) -> tuple[PlantedDefect, ...]:
    """Return every reader that is broken on purpose."""
    setup = Setup.of(Config())
    return (*planted_readers(), *planted_tables(setup, SampleFiles(setup, random.Random(seed))))


_kept = lru_cache(maxsize=1)(readers)


def _some(task: tuple[int, int, int]) -> HostileTally:
    """Try some of the cases in a worker, or every sample."""
    seed, first, number = task
    there = _kept(seed)
    if first < 0:
        return _samples(there)
    tally = HostileTally()
    for case in range(first, first + number):
        tally.add(tried(there[case % len(there)], seed, case))
    return tally


def _samples(there: Iterable[FileReader]) -> HostileTally:
    tally = HostileTally()
    for reader in there:
        for place in range(len(reader.samples)):
            tally.add(sound(reader, place), valid=True)
        for name in PLACES if reader.places else ():
            tally.add(in_place(reader, name))
    return tally


def _figures(whole: HostileTally) -> Iterator[Figure]:
    note = f"{whole.read} were read all the same, the others refused with a message"
    yield _none("hostile.exceptions", "exceptions", whole.errors, whole.cases, note)
    yield _none("hostile.unexplained", "files", whole.unexplained, whole.cases)
    yield _none("hostile.escapes", "files", whole.steering, whole.cases)
    yield _none("hostile.refused_valid", "files", whole.refused_valid, whole.cases)
    mb, at = whole.largest
    yield Figure("hostile.memory", round(mb), "MB", f"<= {MEMORY_MB:g}", mb <= MEMORY_MB, whole.cases, note=at)
    took_s, at = whole.slowest
    yield Figure("hostile.time", round(took_s, 2), "s", f"<= {TIME_S:g}", took_s <= TIME_S, whole.cases, note=at)


def _none(name: str, unit: str, found: list[str], number: int, note: str = "") -> Figure:
    kinds = Counter(found).most_common(SHOWN)
    messages = "; ".join((*((note,) if note else ()), *(what for what, _ in kinds)))
    return none_of(name, found, unit, number, messages)


def found_planted(seed: int, defects: Iterable[PlantedDefect]) -> tuple[str, ...]:
    """Return the names of the planted defects that are found. Only a process's main thread may call this."""
    return tuple(each.reader.name for each in defects if any(_finds(each, one) for one in _tries(each.reader, seed)))


def _tries(reader: FileReader, seed: int) -> Iterator[HostileTry]:
    yield sound(reader, 0)
    yield from (in_place(reader, name, SHORT_S) for name in PLACES if reader.places)
    yield from (tried(reader, seed, case) for case in range(ENOUGH))


def _finds(defect: PlantedDefect, one: HostileTry) -> bool:
    """True if a try shows the defect by its own figure."""
    return {
        "exceptions": one.error != "" and not one.error.startswith(WAITS),
        "memory": one.memory_mb > MEMORY_MB,
        "time": one.took_s >= SLOW_S,
        "hangs": one.error.startswith(WAITS),
        "unexplained": one.unexplained,
        "escapes": one.steers,
        "refused_valid": one.what == f"{defect.reader.name} sample 0" and not one.read,
    }[defect.found_by]
