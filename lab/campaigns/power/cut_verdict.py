"""Check the product on a disk after a power cut: each match must be in its former state, and continue."""

import random
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from lab.campaigns.power.recorded_match import RecordedMatch
from lab.campaigns.power.volume import Image
from lab.headless import HeadlessParts, HeadlessTable
from lab.temporary_folder import temporary_folder
from table.records.folder import ROOMS
from table.records.journal import SUFFIX, SqliteJournal
from table.records.matches import stored
from table.records.ports import JournalError
from table.rules.errors import ProgramError
from table.rules.match.state import MatchState

SHORT = "hopper.short"
"""The one fault that a sound table may have, since tokens were handed out."""
LOG = "-wal"
NOISE_BYTES = 32768
"""The size of the noise in `-shm`, which may hold anything after a cut. SQLite recreates it."""


class CutMoment(NamedTuple):
    """The least and the most that may be on disk at a cut, by match."""

    batches: Mapping[str, int]
    """The number of batches that the journal reports as on disk."""
    events: Mapping[str, int]
    """The number of published events."""
    current: str
    """The last match on disk that was begun; empty if there was none."""


def moments(evening: RecordedMatch) -> Iterator[CutMoment]:
    """Yield one moment for the beginning, and one after each disk operation."""
    batches, events, current = dict[str, int](), dict[str, int](), ""
    marks, published = list(reversed(evening.committed)), list(reversed(evening.published))
    for done in range(len(evening.operations) + 1):
        while marks and marks[-1][0] <= done:
            _, current, batches[current] = marks.pop()
        while published and published[-1][0] <= done:
            _, match, seen = published.pop()
            events[match] = max(seen, events.get(match, 0))
        yield CutMoment(dict(batches), dict(events), current)


def wrong(parts: HeadlessParts, evening: RecordedMatch, image: Image, moment: CutMoment, noise: random.Random) -> str:
    """Return the error of the table after the cut; empty if there is none."""
    with temporary_folder() as disk:
        looked, first, second = (disk / room for room in ("looked", "first", "second"))
        for folder in (looked, first):
            laid_out(folder, image, noise)
        try:
            found = _found(looked)
            error = _lost(found, evening, moment)
            if error:
                return error
            current = moment.current if f"{ROOMS[0]}/{moment.current}{SUFFIX}" in image else ""
            batches = {match: len(there) for match, there in found.items()}
            with _come_back(parts, first, evening, current, batches) as state:
                shutil.copytree(first, second)  # as a kill leaves it
            with _come_back(parts, second, evening, current, batches) as again:
                return "" if again == state else f"{current} comes back in one state and then in another"
        except (WrongStateError, JournalError) as error:
            return str(error)
        except Exception as error:
            return f"{type(error).__name__}: {error}"


class WrongStateError(ProgramError, AssertionError):
    """The table did not resume in its former state."""


def laid_out(folder: Path, image: Image, noise: random.Random) -> None:
    """Write the files of an image. Files that SQLite recreates hold random bytes."""
    for file, content in image.items():
        place = folder / file
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        if file.endswith(LOG) and noise.random() < 0.5:
            place.with_name(place.name.replace(LOG, "-shm")).write_bytes(noise.randbytes(NOISE_BYTES))


def _found(folder: Path) -> dict[str, tuple[bytes, ...]]:
    """Return the batches on the disk, by match. Raises WrongStateError, JournalError."""
    found = dict[str, tuple[bytes, ...]]()
    for path in stored(folder):
        journal = SqliteJournal.open(path)
        if journal.match_id in found:
            raise WrongStateError(f"{journal.match_id} is there twice")
        found[journal.match_id] = tuple(journal.batches())
        journal.close()
    return found


def _lost(found: Mapping[str, tuple[bytes, ...]], evening: RecordedMatch, moment: CutMoment) -> str:
    """Return the loss, by comparing batches byte for byte; empty if there is none."""
    for match, least in moment.batches.items():
        got, truth = found.get(match, ()), evening.truths[match].batches
        if got != truth[: len(got)]:
            return f"{match}: other batches than were written"
        if not least <= len(got) <= least + 1:
            return f"{match}: {len(got)} batches, and {least} were on disk"
        if _events(evening, match, len(got)) < moment.events.get(match, 0):
            return f"{match}: {len(got)} batches, and the players had seen more"
    return ""


@contextmanager
def _come_back(
    parts: HeadlessParts, folder: Path, evening: RecordedMatch, current: str, batches: Mapping[str, int]
) -> Iterator[MatchState[Any] | None]:
    """Yield the state of the table, restarted with these batches; then give one more answer.

    Raises WrongStateError.
    """
    folder.mkdir(exist_ok=True)
    table = HeadlessTable(parts, folder, evening.system, seed=1)
    try:
        table.session.start()
        _well(table)
        play = table.session.play
        match = "" if play is None else play.journal.match_id
        if current and match != current:
            raise WrongStateError(f"{match or 'an empty table'} comes back instead of {current}")
        if play is not None and play.state != evening.truths[match].resumed[batches[match]]:
            raise WrongStateError(f"{match} comes back in another state than it was in")
        yield None if play is None else play.state
        table.turn()
        _well(table)
    finally:
        table.session.close()


def _well(table: HeadlessTable) -> None:
    faults = table.now.faults if table.now else None
    if faults is None:
        raise WrongStateError("the table published nothing")
    if unexpected := [f"{fault.code} {fault.detail}" for fault in faults if fault.code != SHORT]:
        raise WrongStateError("; ".join(unexpected))


def _events(evening: RecordedMatch, match: str, batches: int) -> int:
    state = evening.truths[match].resumed[batches]
    return 0 if state is None else state.events
