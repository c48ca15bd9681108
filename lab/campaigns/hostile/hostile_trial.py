"""Make one file, put it where its reader expects it, have it read within limits, and measure the result."""

import io
import os
import random
import re
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from lab.campaigns.hostile.byte_damage import BYTES
from lab.campaigns.hostile.file_reader import FileOutcome, FileReader
from lab.campaigns.hostile.grammar_damage import BY_GRAMMAR
from lab.campaigns.hostile.wrong_places import PLACES
from lab.local_machine import resident_mb
from lab.temporary_folder import temporary_folder
from table.words.legible import legible

MEMORY_MB, TIME_S = 256.0, 5.0
"""The limits of a reader: resident memory of its process, and processor time."""
HANGS_S = 20.0
"""The idle time after which a reader counts as hanging: time without work and without waiting for a processor."""
ENDLESS_S = 60.0
"""The processor time after which a reader counts as endless."""
LOOKS_S = 1.0
"""The time between checks of a reader."""
WAITS = "waits for ever"
"""The error of a reader that had to be ended."""
PROGRAM, COMMAND_LINE = "command-table", "command_table.command_line"
IN_PLACE, BY_COMMAND = 0.06, 0.04
"""The share of cases with something else in the file's place, and of cases through the command line."""
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""The characters that a terminal obeys; tabs and line feeds are the program's own."""


class ReaderHangs(BaseException):
    """A reader hangs. Not an Exception, so that no handler of the product catches it."""


@dataclass(frozen=True, slots=True)
class HostileTry:
    """A try of one file with one reader."""

    what: str
    """The reader, the damage, and the number by which the case can be repeated."""
    error: str = ""
    """The exception that the reader raised, and its place in the program."""
    read: bool = False
    unexplained: bool = False
    steers: bool = False
    """True if a message or output would steer a terminal."""
    took_s: float = 0.0
    memory_mb: float = 0.0


def tried(reader: FileReader, seed: int, number: int) -> HostileTry:
    """Make the hostile file of this number, and read it. Only a process's main thread may call this."""
    rng = random.Random(f"{seed}/{number}")
    with temporary_folder() as folder:
        path = folder / f"brought{reader.suffix}"
        what = f"{reader.name} {_laid(reader, path, rng)}, case {number} of seed {seed}"
        commands = reader.commands(path) if rng.random() < BY_COMMAND else ()
        return measured(reader, path, what, commands)


def sound(reader: FileReader, place: int) -> HostileTry:
    """Read one sample of the reader."""
    with temporary_folder() as folder:
        path = folder / f"brought{reader.suffix}"
        path.write_bytes(reader.samples[place])
        return measured(reader, path, f"{reader.name} sample {place}")


def in_place(reader: FileReader, name: str, hangs_s: float = HANGS_S) -> HostileTry:
    """Read with something of this kind in the file's place."""
    with temporary_folder() as folder:
        path = folder / f"brought{reader.suffix}"
        PLACES[name](path)
        return measured(reader, path, f"{reader.name} {name}", reader.commands(path), hangs_s)


def _laid(reader: FileReader, path: Path, rng: random.Random) -> str:
    """Put something hostile in the file's place, and return its name."""
    if reader.places and rng.random() < IN_PLACE:
        name = rng.choice(list(PLACES))
        PLACES[name](path)
        return name
    file, names = rng.choice(reader.samples), list[str]()
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        grammar = BY_GRAMMAR[reader.dialect]
        several = grammar if grammar and not names and rng.random() < 0.5 else BYTES
        name = rng.choice(list(several))
        file = several[name](file, rng)
        names.append(name)
    path.write_bytes(file)
    return " and ".join(names)


def measured(
    reader: FileReader, path: Path, what: str, commands: tuple[tuple[str, ...], ...] = (), hangs_s: float = HANGS_S
) -> HostileTry:
    """Call the commands with the file, then read it. The commands' exceptions and output count as the reader's."""
    forget_peak()
    began_s = time.process_time()
    outcome, error, printed = FileOutcome(False), "", ""
    try:
        with within(hangs_s):
            printed = "".join(map(_printed_by, commands))
            outcome = reader.read(path)
    except ReaderHangs:
        error = WAITS
    except Exception as raised:
        error = _named(raised)
    return HostileTry(
        what,
        error,
        outcome.read,
        outcome.unexplained,
        any(legible(messages) != messages for messages in outcome.messages) or bool(STEERING.search(printed)),
        time.process_time() - began_s,
        peak_mb(),
    )


def _printed_by(command: tuple[str, ...]) -> str:
    """Return the output of a command on a terminal."""
    with _terminal() as screen, suppress(SystemExit):
        _program()(list(command), prog_name=PROGRAM)
    return screen.getvalue()


@lru_cache(maxsize=1)
def _program() -> Callable[..., Any]:
    """Return the installed command line, by its entry point: campaigns must not import the program."""
    (found,) = entry_points(group=COMMAND_LINE, name=PROGRAM)
    program: Callable[..., Any] = found.load()
    return program


class _Screen(io.StringIO):
    """A stream that claims to be a terminal, so that all output is printed."""

    def isatty(self) -> bool:
        return True


@contextmanager
def _terminal() -> Iterator[_Screen]:
    screen, out, err, environment = _Screen(newline=""), sys.stdout, sys.stderr, dict(os.environ)
    os.environ.update(TERM="dumb", NO_COLOR="1", COLUMNS="200")
    sys.stdout = sys.stderr = screen
    try:
        yield screen
    finally:
        sys.stdout, sys.stderr = out, err
        os.environ.clear()
        os.environ.update(environment)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise ReaderHangs after this much idle time in the block, or after ENDLESS_S of work.

    Time of waiting for a processor does not count: on a busy machine it may be long.
    """
    began_s, idle_s = time.process_time(), _idle_s()

    def look(*_: Any) -> None:
        if _idle_s() - idle_s > seconds or time.process_time() - began_s > ENDLESS_S:
            raise ReaderHangs

    before = signal.signal(signal.SIGALRM, look)
    every_s = min(LOOKS_S, seconds)
    signal.setitimer(signal.ITIMER_REAL, every_s, every_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _idle_s() -> float:
    """Return this process's idle time, without work and without waiting for a processor, from an arbitrary origin."""
    try:
        delayed_ns = int(Path("/proc/self/schedstat").read_text("ascii").split()[1])
    except (OSError, IndexError, ValueError):
        delayed_ns = 0
    return time.monotonic() - time.process_time() - delayed_ns / 1e9


def _named(error: Exception) -> str:
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}"


def forget_peak() -> None:
    """Reset the kernel's record of peak memory. Where that fails, the peak is that of the whole run."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def peak_mb() -> float:
    """Return the peak of resident memory since the reset, in units of 1,000,000 bytes."""
    if most_mb := resident_mb("self", "VmHWM"):
        return most_mb
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
