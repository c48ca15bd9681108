"""What the hoppers hold when a match begins: what the last match left in them, as its journal tells (TB-18).

The configuration says what is in a hopper that no match has used yet, or that holds another kind now.
"""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from table.games.game import Game
from table.journal import Journal, JournalError
from table.match.codec import EventCodec
from table.match.events import MATCH_EVENTS, HopperEntry, HoppersLoaded
from table.match.ledger import Ledger, record
from table.match.match import Match
from table.matches import stored

log = logging.getLogger(__name__)


class Stock:
    """`folder` is the table's state folder."""

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

    def _last(self) -> Ledger | None:
        """As the last match that can be read left it, whether it was ended or not."""
        for path in stored(self._folder):
            try:
                ledger = self._read(path)
            except (JournalError, OSError, msgspec.MsgspecError, LookupError, ValueError) as error:
                log.warning("%s says nothing of the hoppers: %s", path.name, error)
            else:
                if ledger.hoppers:
                    return ledger
        return None

    def _read(self, path: Path) -> Ledger:
        journal = Journal.open(path)
        try:
            codec = EventCodec(Match(self._games[journal.system]).events)
            ledger = Ledger()
            for body in journal.bodies():
                event = codec.decode(body)
                if isinstance(event, MATCH_EVENTS):
                    ledger = record(ledger, event)
            return ledger
        finally:
            journal.close()
