"""The reader that plays whole scripts in virtual time, as `command-table play` does."""

import re
from collections.abc import Iterator
from pathlib import Path

from lab.campaigns.hostile.file_reader import Dialect, FileOutcome, FileReader, refused
from lab.campaigns.hostile.samples import SampleFiles
from table.emulation.scripts.document import ScriptError, read_file
from table.emulation.scripts.replay import StepError, play
from table.words.brought_file import content_of

_DURATION = re.compile(rb"(?<![\d.])(\d{1,9}(?:\.\d{1,9})?) ?(ms|s|min)\b")
"""Matches a time. It starts only at the first digit of a number: else a long row of digits took quadratic time."""
_ENDLESS = re.compile(rb"(?<![\d.])\d{10}[\d.]* ?(?:ms|s|min)\b")
_BOTS = re.compile(rb"^\s*bots\b", re.MULTILINE)
_SECONDS = {b"ms": 0.001, b"s": 1.0, b"min": 60.0}
LONGEST_S = 60.0
"""The most virtual time of a script that is played. A longer one is only read."""
MOST_BYTES = 64 * 1024
"""The largest script that is played: each of its lines may wait 10 s."""
MOST_LINES = 60


def script_player(made: SampleFiles) -> Iterator[FileReader]:
    yield FileReader("played", Dialect.SCRIPT, (*made.scripts, *made.played), _played, ".script", _play)


def _played(path: Path) -> FileOutcome:
    if takes_long(path):
        return FileOutcome(False)
    try:
        play(read_file(path))
    except (ScriptError, StepError, OSError) as error:
        return refused(error)
    return FileOutcome(True)


def _play(path: Path) -> tuple[tuple[str, ...], ...]:
    return () if takes_long(path) else (("play", str(path)), ("play", "--verbose", str(path)))


def takes_long(path: Path) -> bool:
    """True if the script needs more time than it may take, so that it is only read."""
    try:
        content = content_of(path, MOST_BYTES)
    except OSError:
        return False  # the player reports it
    waits = sum(float(number) * _SECONDS[unit] for number, unit in _DURATION.findall(content))
    return (
        waits > LONGEST_S
        or bool(_ENDLESS.search(content))
        or bool(_BOTS.search(content))
        or content.count(b"\n") > MOST_LINES
    )
