"""The facts about tokens in earlier journals: the contents of the hoppers (TB-18), and late tokens.

The configuration counts for a hopper that no match has used yet, or that holds another kind now.
"""

import logging
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from table.records.journal import SqliteJournal
from table.records.matches import stored
from table.records.ports import JournalError
from table.rules.game import Game
from table.rules.match.codec import EventCodec, kind_of
from table.rules.match.events import MATCH_EVENTS, HopperEntry, HoppersLoaded
from table.rules.match.ledger import Ledger, record
from table.rules.match.match import Match

log = logging.getLogger(__name__)

OF_EVERY_MATCH = frozenset(event.__name__ for event in MATCH_EVENTS)
"""The events that are read from a journal. Events of a game are skipped, because their revision may no longer exist."""
UNREADABLE = (JournalError, OSError, msgspec.MsgspecError, LookupError, ValueError)
"""The errors that an unusable match file raises."""


class HopperContents:
    """Reads earlier journals. `folder` is the table's state folder."""

    def __init__(self, folder: Path, games: Mapping[str, Game[Any]]) -> None:
        self._folder = folder
        self._games = games

    def __call__(self, configured: tuple[HopperEntry, ...]) -> HoppersLoaded:
        last = self._last() if configured else None
        if last is None:
            return HoppersLoaded(configured)
        left = {(entry.number, entry.kind): entry for entry in last.hoppers}
        hoppers = tuple(left.get((entry.number, entry.kind), entry) for entry in configured)
        kept = [entry.number for entry in configured if (entry.number, entry.kind) in left]
        off = tuple(number for number in kept if number in last.off)
        return HoppersLoaded(hoppers, carried=bool(kept), off=off)

    def late(self, job: str) -> int | None:
        """Return how many late tokens the job's match has journalled, or None if that match is not in this folder."""
        match = job.rpartition("-")[0]
        for path in stored(self._folder):
            if path.stem == match:
                return self._late(path, job)
        return None

    def _late(self, path: Path, job: str) -> int | None:
        ledger = self._read(path)
        if ledger is None:
            return None
        known = ledger.job(job) or ledger.closed_job(job)
        return 0 if known is None else max(known.late, known.late_counted)

    def _last(self) -> Ledger | None:
        """Return the ledger of the last match that can be read, ended or not."""
        ledgers = map(self._read, stored(self._folder))
        return next((ledger for ledger in ledgers if ledger is not None and ledger.hoppers), None)

    def _read(self, path: Path) -> Ledger | None:
        """Return the ledger at the end of a journal; None if it cannot be read."""
        ledger = Ledger()
        try:
            with closing(SqliteJournal.open(path)) as journal:
                codec = EventCodec(Match(self._games[journal.system]).events)
                for body in journal.bodies():
                    if kind_of(body) in OF_EVERY_MATCH:
                        ledger = record(ledger, codec.decode(body))
        except UNREADABLE as error:
            log.warning("%s says nothing of its hoppers and tokens: %s", path.name, error)
            return None
        return ledger
