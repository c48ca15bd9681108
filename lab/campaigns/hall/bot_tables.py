"""A table at which bots play whole matches, and which publishes them through the product's outbox."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec

from lab.campaigns.hall.simulated import SimulatedTable
from lab.headless import HeadlessParts, HeadlessTable
from table.games.random_play.trial import System
from table.records.journal import SqliteJournal
from table.records.matches import stored
from table.records.verify.file import written
from table.rules.match.events import MatchEnd
from table.rules.seats import Seat
from table.view.published import Published
from table.view.sentences import Sayings
from table.view.spectating import spectator_table
from table.view.spectators import SpectatorTable
from table.view.streams.results_feed import MatchResult
from table.view.streams.stream_frames import VERSION
from table.words import Words

SAYINGS = Sayings({"en": Words("en")})
MOST_TURNS = 30
"""The most turns before both players end the match, so that an evening is short."""


class PlayedOutcome(NamedTuple):
    """The end of a match as its table showed it."""

    blue: int
    red: int
    winner: Seat | None


class BotTable(SimulatedTable):
    """A table of a hall with bots. Its matches are real, and so are their files."""

    def plays_match(self, parts: HeadlessParts, system: System, seed: int, folder: Path) -> PlayedOutcome | None:
        """Play a match to its end, publish it, and return its outcome; None if the players gave it up."""
        shown = list[SpectatorTable]()

        def publish(table: SpectatorTable) -> None:
            shown.append(table)
            self._publish(table)

        played = _WatchedTable(parts, folder, system, seed, publish)
        played.start()
        played.begin()
        play = played.session.play
        for _ in range(MOST_TURNS):
            if play is None or play.state.ended:
                break
            played.turn()
        played.finish()
        over = next(each for each in reversed(shown) if each.play is not None)
        self._publish_file(over.match, folder)
        score = over.play.score if over.play is not None else None
        if score is None or score.ended is None:
            raise ValueError(f"seed {seed}: the match has no end")
        if score.ended is MatchEnd.ABANDONED:
            return None
        return PlayedOutcome(score.blue, score.red, None if score.result is None else score.result.winner)

    def _publish_file(self, match: str, folder: Path) -> None:
        journal = SqliteJournal.open(stored(folder)[0])
        file = b"".join(written(journal)).decode()
        journal.close()
        self.outbox.listeners.results.receive(msgspec.json.encode(MatchResult(VERSION, match, file, b"")))
        self._notes()


class _WatchedTable(HeadlessTable):
    """A headless table with a spectator."""

    def __init__(
        self,
        parts: HeadlessParts,
        folder: Path,
        system: System,
        seed: int,
        publish: Callable[[SpectatorTable], None],
    ) -> None:
        self._spectator = publish
        super().__init__(parts, folder, system, seed)

    def shown(self, published: Published) -> None:
        super().shown(published)
        self._spectator(spectator_table(published, SAYINGS))
