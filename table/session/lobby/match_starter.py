"""How a match comes to the table: begun from chosen sides, or resumed from its journal, or saved from a damaged one."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from table.games.files.offers import Shelf
from table.records.open_match import Play
from table.records.ports import JournalDamaged, JournalError, JournalUnwritable, Matches
from table.rules import fairness
from table.rules.game import Game
from table.rules.match.events import DispenserAwaited, DispenserFound, HopperEntry, HoppersLoaded
from table.rules.refusal import Refusal
from table.session.lobby.choice import Beginning, Lobby, gathered
from table.view.published import FaultNote

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Resumed:
    play: Play | None
    faults: tuple[FaultNote, ...] = ()


def _no_match(_job: str) -> int | None:
    return None


def _nothing(_match: str, _game: object) -> None:
    return None


class Reception:
    """The session's thread only."""

    def __init__(
        self,
        games: Mapping[str, Game[Any]],
        shelf: Shelf,
        matches: Matches,
        hoppers: tuple[HopperEntry, ...],
        entropy: Callable[[int], bytes],
        stock: Callable[[tuple[HopperEntry, ...]], HoppersLoaded] = HoppersLoaded,
        late: Callable[[str], int | None] = _no_match,
        remember: Callable[[str, Any], None] = _nothing,
    ) -> None:
        """`hoppers` are as the configuration has them; `stock` says what they hold when a match begins.

        `late`: how many late tokens of a job stand in the journal of its match; None where there is no such match.
        `remember` is told which match ended, and how its game stood then, for the matches to come.
        """
        self.shelf = shelf
        self._games = games
        self._matches = matches
        self._hoppers = hoppers
        self._entropy = entropy
        self._stock = stock
        self.late = late
        self._remember = remember

    def lobby(self) -> tuple[Lobby, tuple[FaultNote, ...]]:
        """An empty table, with the matches that can go on, newest first."""
        unfinished, wrong = self._matches.unfinished()
        unusable = tuple(_unusable(error) for error in wrong if not isinstance(error, JournalDamaged))
        return Lobby(tuple(self._games), unfinished), unusable

    def begin(
        self, beginning: Beginning, there: DispenserFound | DispenserAwaited | None
    ) -> Play | tuple[Refusal, ...]:
        """A new match, its first batch on disk. Raises JournalUnwritable."""
        sides = gathered(beginning, self.shelf)
        if isinstance(sides, tuple):
            return sides
        loaded = self._stock(self._hoppers)
        journal = self._matches.create(beginning.system, self._entropy(fairness.SECRET_BYTES))
        try:
            play = Play.begin(self._games[beginning.system], journal, sides, loaded, there)
        except JournalUnwritable:
            self._matches.discard(journal)
            raise
        if isinstance(play, tuple):
            self._matches.discard(journal)
        else:
            self._matches.playing(journal)
        return play

    def resume(self, match_id: str) -> Resumed:
        """Go on where the journal ends; a damaged one is put aside, and what is sound of it goes on."""
        try:
            return _resumed(self._load(match_id))
        except JournalDamaged as error:
            log.warning("%s", error)
        except JournalError as error:
            return Resumed(None, (_unusable(error),))
        try:
            aside, salvaged = self._matches.salvage(match_id)
        except JournalUnwritable as error:
            return Resumed(None, (_unusable(error),))
        if salvaged is None:
            return Resumed(None, (FaultNote("journal.lost", "journal", aside.name),))
        fault = FaultNote("journal.damaged", "journal", aside.name)
        salvaged.close()
        try:
            return _resumed(self._load(match_id), fault)
        except JournalError as error:
            return Resumed(None, (fault, _unusable(error)))

    def has_room(self) -> bool:
        """The disk takes what is written."""
        return self._matches.has_room()

    def leave(self, play: Play) -> None:
        """An ended match goes into the archive. Raises JournalUnwritable: it stays among the matches in play."""
        self._matches.archive(play.journal)
        self._remember(play.journal.match_id, play.state.game)

    def _load(self, match_id: str) -> Play:
        journal = self._matches.open(match_id)
        game = self._games.get(journal.system)
        try:
            if game is None:
                raise JournalError(f"{journal.path}: this command-table does not know the game {journal.system}")
            play = Play.load(game, journal)
        except JournalError:
            journal.close()
            raise
        self._matches.playing(journal)
        return play


def _resumed(play: Play, *faults: FaultNote) -> Resumed:
    spoiled = () if play.verifiable else (FaultNote("journal.secret", "journal", play.journal.path.name),)
    return Resumed(play, (*faults, *spoiled))


def _unusable(error: JournalError) -> FaultNote:
    """The disk is to blame, or the match's file."""
    code = "journal.unwritable" if isinstance(error, JournalUnwritable) else "journal.unusable"
    return FaultNote(code, "journal", str(error))
