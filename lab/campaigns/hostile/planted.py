"""Readers broken on purpose, one for each kind of finding: the campaign must find all of them."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from lab.campaigns.hostile.file_reader import Dialect, FileOutcome, FileReader, outcome
from lab.campaigns.hostile.hostile_trial import MEMORY_MB
from table.rules.text import text

SOUND = b'{"units": ["Echo"]}\n'
ENOUGH = 400
"""The most cases for finding a defect. One that few files show took up to 62, over 41 seeds."""
_RUN = re.compile(rb"(\S)\1+(?=\s)")
GREEDY_BYTES = int(MEMORY_MB * 1e6)
SHORT_S = 0.5
"""The real time after which the control takes a reader to hang."""
SLOW_S = 0.3
"""The time of the slow reader, above the control's limit."""


class PlantedDefect(NamedTuple):
    """A broken reader, and the figure that must find it."""

    found_by: str
    reader: FileReader


def planted_readers() -> Iterator[PlantedDefect]:
    """Yield a broken reader for each figure, named after it."""
    for name, read in (
        ("exceptions", _raises),
        ("memory", _greedy),
        ("time", _slow),
        ("hangs", _waits),
        ("unexplained", _last_resort),
        ("escapes", _repeats),
        ("refused_valid", _refuses),
    ):
        yield PlantedDefect(name, FileReader(name, Dialect.JSON, (SOUND,), read, ".json"))
    yield PlantedDefect("time", FileReader("begins again", Dialect.JSON, (SOUND,), _begins_again, ".json"))


def _content(path: Path) -> bytes:
    """Return a file's bytes, or those of a sound file if there is no regular file: other kinds are not tested here."""
    return path.read_bytes() if path.is_file() and path.stat().st_size < GREEDY_BYTES else SOUND


def _raises(path: Path) -> FileOutcome:
    """Let a parser's error through."""
    if _content(path) != SOUND:
        raise KeyError("units")
    return FileOutcome(True)


def _greedy(path: Path) -> FileOutcome:
    """Read a whole file into memory."""
    room = bytearray(GREEDY_BYTES if _content(path) != SOUND else 0)
    room[::4096] = b"x" * len(room[::4096])
    return FileOutcome(True)


def _slow(path: Path) -> FileOutcome:
    """Loop for a while on a file that is not sound."""
    until_s = time.process_time() + (SLOW_S if _content(path) != SOUND else 0)
    while time.process_time() < until_s:
        pass
    return FileOutcome(True)


def _begins_again(path: Path) -> FileOutcome:
    """Search from each character for a run of it that ends at a blank, which takes quadratic time."""
    until_s = time.process_time() + 2 * SLOW_S
    content = _content(path)
    for place in range(len(content)):
        if _RUN.match(content, place) is None and time.process_time() > until_s:
            break
    return FileOutcome(True)


def _waits(path: Path) -> FileOutcome:
    """Open a pipe without a writer."""
    if path.is_fifo():
        path.read_bytes()
    return FileOutcome(True)


def _last_resort(path: Path) -> FileOutcome:
    """Answer every damaged file with the message of the last-resort handler."""
    return outcome(text("list.stumbled", error="KeyError")) if _content(path) != SOUND else FileOutcome(True)


def _repeats(path: Path) -> FileOutcome:
    """Show a file without escaping."""
    return FileOutcome(True, (_content(path).decode("utf-8", "replace").strip(),))


def _refuses(_: Path) -> FileOutcome:
    """Refuse every file."""
    return FileOutcome(False)
