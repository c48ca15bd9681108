"""The feeds of the published views, at their sockets. Feeds that are switched off are not made."""

import logging
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from table.config.schema import WebConfig
from table.devices.edge.edge import SocketEdge
from table.games.table_games import TableGames
from table.records.ports import Journal, JournalError
from table.view.published import Published
from table.words import languages

if TYPE_CHECKING:
    from table.devices.edge.line_socket import LineSocket
    from table.view.streams.operations_feed import OperationsFeed
    from table.view.streams.results_feed import ResultsFeed
    from table.view.streams.spectator_feed import SpectatorFeed

log = logging.getLogger(__name__)


def table_feeds(
    web: WebConfig, games: TableGames, shown: Callable[[], Published | None], edge: SocketEdge
) -> "TableFeeds":
    """Return the feeds that the configuration asks for. `shown` returns the view on the screen, on any thread.

    `edge` serves them.
    """
    if web.spectators == "off" and not web.operations:
        return TableFeeds(edge)
    from table.view.sentences import Sayings
    from table.view.streams.operations_feed import OperationsFeed
    from table.view.streams.results_feed import ResultsFeed
    from table.view.streams.spectator_feed import SpectatorFeed

    epoch = secrets.token_hex(8)
    sayings = Sayings({language: games.words(language) for language in languages()})
    delay_s = float(web.delay_s) if web.spectators == "delay" else 0.0
    results = None if web.spectators == "off" else ResultsFeed(time.monotonic, delay_s)
    spectators = None if web.spectators == "off" else SpectatorFeed(epoch, sayings, time.monotonic, delay_s)
    operations = OperationsFeed(epoch, sayings, time.monotonic, shown) if web.operations else None
    return TableFeeds(edge, spectators, operations, results, games)


class TableFeeds:
    """The feeds of a running table."""

    def __init__(
        self,
        edge: SocketEdge,
        spectators: "SpectatorFeed | None" = None,
        operations: "OperationsFeed | None" = None,
        results: "ResultsFeed | None" = None,
        games: TableGames | None = None,
    ) -> None:
        """`games` are required for `results`."""
        self._edge, self._games, self._results = edge, games, results
        self._operations = operations
        self._feeds = tuple(feed for feed in (spectators, operations) if feed is not None)
        self._streams = self._feeds if results is None else (*self._feeds, results)

    @property
    def watchers(self) -> tuple[Callable[[Published], None], ...]:
        """Return the watchers that get each view, on the publishing thread, without waiting; empty without feeds."""
        return (self._publish,) if self._feeds else ()

    def _publish(self, published: Published) -> None:
        for feed in self._feeds:
            feed.publish(published)
        self._edge.wake_at_rest()

    def finished(self, match: str, card: bytes) -> None:
        """Publish the file and the card of a closed match, on a thread that may wait for the disk."""
        from table.records.shared.file_of_match import is_of_two_tables

        if self._results is None or self._games is None or is_of_two_tables(match):
            return
        from table.records.matches import opened
        from table.records.verify.file import written

        try:
            if (journal := opened(self._games.folder, match)) is None:
                return
            file = b"".join(written(journal))
            replay = compressed_replay(self._games, journal)
            journal.close()
        except OSError as error:
            log.warning("%s: nobody is told its file (%s)", match, error)
            return
        if not self._results.put(match, file, card, replay):
            log.warning("%s: its file is too long to be told", match)
        self._edge.wake()

    def live(self) -> None:
        """Record a sign of life, on the watchdog's thread."""
        if self._operations is not None:
            self._operations.live()
            self._edge.wake()

    def services(self) -> "list[LineSocket]":
        """Return the services at their sockets."""
        if not self._streams:
            return []
        from table.devices.edge.line_socket import LineSocket

        return [LineSocket(stream) for stream in self._streams]


def match_replay(games: TableGames, journal: Journal, *, names: bool = True) -> bytes:
    """Return the replay of a match. Raises KeyError for an unknown game, and JournalError or sqlite3.Error."""
    from table.records.beside.named_players import NamedPlayers, names_of
    from table.records.shared.file_of_match import is_of_two_tables
    from table.records.verify.file import written
    from table.session.replayed import replayed
    from table.view.sentences import Sayings
    from table.view.streams.replay import replay_lines

    if is_of_two_tables(journal.match_id):
        raise JournalError(f"{journal.path}: a match at two tables has no replay")
    players = NamedPlayers(games.folder).of(journal.match_id) if names else {}
    sayings = Sayings({language: games.words(language) for language in languages()})
    file = b"".join(written(journal, players))
    return b"".join(replay_lines(file, replayed(games, journal, names_of(players)), sayings))


def compressed_replay(games: TableGames, journal: Journal) -> bytes:
    """Return the compressed replay of a match, or nothing if its rules are missing."""
    import gzip

    try:
        return gzip.compress(match_replay(games, journal), mtime=0)
    except (KeyError, JournalError) as error:
        log.warning("%s has no replay (%s)", journal.match_id, error)
        return b""
