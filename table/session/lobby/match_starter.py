"""The start of a match: begun from chosen sides, resumed from its journal, or salvaged from a damaged one."""

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from table.records.history import loaded_play, match_as_played
from table.records.open_match import OpenMatch
from table.records.ports import Journal, JournalDamagedError, JournalError, JournalUnwritableError, Matches, Shortfall
from table.records.shared.file_of_match import is_of_two_tables
from table.records.shared.shared_match import SharedMatch
from table.rules import fairness
from table.rules.game import Game
from table.rules.match.events import ClockSet, DispenserAwaited, DispenserFound, HopperEntry, HoppersLoaded, SpentTokens
from table.rules.refusal import Refusal
from table.session.lobby.choice import BeginMatch, Lobby
from table.session.lobby.game_notes import GameNotes
from table.session.lobby.hopper_contents import HopperContents
from table.session.lobby.list_library import Library
from table.view.published import FaultNote

if TYPE_CHECKING:
    from table.records.two_tables.peer import TwoTablesPeer

log = logging.getLogger(__name__)

MOST_DESCRIBED = 8
"""The most matches that the lobby describes: reading a journal takes a part of a second."""
OLDER = "journal.older"
"""The fault that the journal lacks steps that were on the disk before. It ends with the next match."""


class ResumedMatch(Struct, frozen=True):
    play: OpenMatch | None
    faults: tuple[FaultNote, ...] = ()


class MatchTerms(Struct, frozen=True):
    """The terms of new matches, from the table's configuration."""

    hoppers: tuple[HopperEntry, ...] = ()
    """The hoppers of the dispenser; empty without one."""
    spent: SpentTokens | None = None
    """The place of tokens that a game returns."""
    clock: ClockSet | None = None
    at_once: bool = False
    """True if a match begins as soon as both armies are chosen."""


class MatchStarter:
    """Starts and resumes matches. The session's thread only."""

    def __init__(
        self,
        games: Mapping[str, Game[Any]],
        library: Library,
        matches: Matches,
        entropy: Callable[[int], bytes],
        terms: MatchTerms,
        contents: HopperContents | None = None,
        notes: GameNotes | None = None,
        now_s: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """`contents` reads the hoppers' contents after earlier matches; without it they hold the tokens of `terms`.

        `notes` stores facts for later matches. `now_s` returns the seconds of a monotonic clock.
        """
        self.library = library
        self._games, self._matches, self._entropy, self._terms = games, matches, entropy, terms
        self._contents, self._notes, self._now_s = contents, notes, now_s
        self._noted: tuple[str, int] | None = None
        """The match and its round in which the last note was written, or was found."""

    def late(self, job: str) -> int | None:
        """Return how many late tokens of a job its match has journalled, or None if there is no such match."""
        return None if self._contents is None else self._contents.late(job)

    def lobby(self) -> tuple[Lobby, tuple[FaultNote, ...]]:
        """Return an empty table, with the matches that can be resumed, newest first, and the faults of the others."""
        unfinished, wrong = self._matches.unfinished()
        unusable = tuple(_unusable(error) for error in wrong if not isinstance(error, JournalDamagedError))
        return Lobby(tuple(self._games), unfinished, at_once=self._terms.at_once), unusable

    def described(self, lobby: Lobby) -> Lobby:
        """Return the lobby with the armies, round and day of its newest matches. Reads journals."""
        played = []
        for one in lobby.unfinished[:MOST_DESCRIBED]:
            try:
                play = self._read(one.match)
            except JournalError as error:
                log.info("%s is offered by its id alone: %s", one.match, error)
            else:
                played.append(match_as_played(play))
                play.journal.close()
        return replace(lobby, described=tuple(played))

    def begin(
        self, beginning: BeginMatch, there: DispenserFound | DispenserAwaited | None
    ) -> OpenMatch | tuple[Refusal, ...]:
        """Begin a new match, with its first batch on disk, or return the refusals. Raises JournalUnwritableError."""
        terms = self._terms
        loaded = HoppersLoaded(terms.hoppers) if self._contents is None else self._contents(terms.hoppers)
        journal = self._matches.create(beginning.system, self._entropy(fairness.SECRET_BYTES))
        try:
            game = self._games[beginning.system]
            play = OpenMatch.begin(
                game, journal, dict(beginning.sides), loaded, there, terms.spent, terms.clock, self._now_s
            )
        except JournalUnwritableError:
            self._matches.discard(journal)
            raise
        if isinstance(play, tuple):
            self._matches.discard(journal)
        else:
            self._matches.playing(journal)
        return play

    def share(self, peer: "TwoTablesPeer") -> SharedMatch:
        """Return a match at two tables with its journal, which is made if it is missing. Raises JournalError."""
        try:
            journal: Journal | None = self._matches.open(peer.match)
        except JournalUnwritableError:
            raise
        except JournalDamagedError:
            _, journal = self._matches.salvage(peer.match)
        except JournalError:
            journal = None
        if journal is None:
            system = peer.rules.match.game.system
            journal = self._matches.create(system, bytes(fairness.SECRET_BYTES), peer.match)
        try:
            play = SharedMatch(peer, journal, self._now_s)
        except JournalError:
            journal.close()
            raise
        self._matches.playing(journal)
        return play

    def resume(self, match_id: str) -> ResumedMatch:
        """Resume a match where its journal ends.

        A damaged journal is set aside, and its sound part is resumed. Never raises: all faults are in the result.
        """
        try:
            return self._resumed(self._load(match_id))
        except JournalDamagedError as error:
            log.warning("%s", error)
        except JournalError as error:
            return ResumedMatch(None, (_unusable(error),))
        try:
            aside, salvaged = self._matches.salvage(match_id)
        except JournalUnwritableError as error:
            return ResumedMatch(None, (_unusable(error),))
        if salvaged is None:
            return ResumedMatch(None, (FaultNote("journal.lost", "journal", aside.name),))
        fault = FaultNote("journal.damaged", "journal", aside.name)
        salvaged.close()
        try:
            return self._resumed(self._load(match_id), fault)
        except JournalError as error:
            return ResumedMatch(None, (fault, _unusable(error)))

    def note_round(self, play: OpenMatch, round_number: int) -> None:
        """Note once a round, apart from the journal, how much of the match is on the disk.

        A resumed match keeps the found note until its next round, so that missing steps are reported again.
        """
        at = (play.journal.match_id, round_number)
        if self._noted != at:
            self._noted = at
            self._matches.keep_note(play.journal)

    def note_end(self, play: OpenMatch) -> None:
        """Note at the program's end how much of the match is on the disk."""
        self._matches.keep_note(play.journal)

    def has_room(self) -> bool:
        """True if the disk can be written to."""
        return self._matches.has_room()

    def leave(self, play: OpenMatch) -> None:
        """Move an ended match into the archive. Raises JournalUnwritableError; the match then stays where it is."""
        self._matches.archive(play.journal)
        if self._notes is not None:
            self._notes.remember(play.journal.match_id, play.journal.system, play.state.game)

    def _load(self, match_id: str) -> OpenMatch:
        """Open a match to be played, and note that it is the one in play."""
        if is_of_two_tables(match_id):
            raise JournalError(f"{match_id}: the records of this match with another table are missing: restore them")
        play = self._read(match_id)
        self._matches.playing(play.journal)
        if play.revising is not None:
            log.warning(
                "%s: played by %s, whose rules are not there any more: it goes on by %s",
                play.journal.path, play.state.version, play.revising.version,
            )  # fmt: skip
        return play

    def _read(self, match_id: str) -> OpenMatch:
        return loaded_play(self._matches.open(match_id), self._games, self._now_s)

    def _resumed(self, play: OpenMatch, *faults: FaultNote) -> ResumedMatch:
        view = play.match.view(play.state)
        self._noted = None if view is None else (play.journal.match_id, view.round)
        short = self._matches.shortfall(play.journal)
        older = () if short is None else (FaultNote(OLDER, "journal", _had(short)),)
        spoiled = () if play.verifiable else (FaultNote("journal.secret", "journal", play.journal.path.name),)
        return ResumedMatch(play, (*faults, *older, *spoiled))


def _had(short: Shortfall) -> str:
    """Return how many of the noted steps a journal contains; an unknown number if it is of another match."""
    return f"{short.batches if short.batches < short.synced else '?'}/{short.synced}"


def _unusable(error: JournalError) -> FaultNote:
    """Return the fault of the disk or of the file."""
    code = "journal.unwritable" if isinstance(error, JournalUnwritableError) else "journal.unusable"
    return FaultNote(code, "journal", str(error))
