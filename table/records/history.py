"""The history of a table: each match with its sides, points and result, from its journal."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from table.records.beside.named_players import NamedPlayers, names_of
from table.records.journal import SqliteJournal
from table.records.matches import looked_at, stored
from table.records.open_match import OpenMatch
from table.records.ports import Journal, JournalError
from table.rules.game import Game
from table.rules.match.codec import kind_of
from table.rules.match.events import MatchEnd, SecretDisclosed
from table.rules.result import Result, RoundPoints
from table.rules.view import PieceState


class PlayedMatch(Struct, frozen=True):
    match: str
    system: str
    day: str
    """The day on which it was last written, such as `2026-11-22`."""
    sides: tuple[str, str] = ("", "")
    """The names of blue's and red's army or nation."""
    players: tuple[str, str] = ("", "")
    """The names of their players; empty for one without a name."""
    round: int = 0
    rounds: int = 0
    has_points: bool = False
    points: tuple[RoundPoints, ...] = ()
    """The rounds in which a seat scored."""
    ended: MatchEnd | None = None
    """The way in which it was closed; None if it can be resumed."""
    result: Result | None = None
    lost: tuple[int, int] = (0, 0)
    """The number of units that blue and red have lost."""
    cards: tuple[int, int] = (0, 0)
    """The number of cards that they have played."""
    lasted_s: int | None = None
    """The seconds that it took, if it had a clock."""
    wrong: str = ""
    """The reason why the journal cannot be read; empty if it can."""


def history(folder: Path, games: Mapping[str, Game[Any]]) -> Iterator[PlayedMatch]:
    """Yield every match of a state folder, the last played first. Any thread may call."""
    return (played_match(path, games) for path in stored(folder))


def played_match(path: Path, games: Mapping[str, Game[Any]]) -> PlayedMatch:
    """Return the facts of a journal, or the reason why it cannot be read. Never raises."""
    with looked_at(path):
        try:
            play = opened_play(path, games)
        except OSError as error:
            return PlayedMatch(path.stem, "", _day(path), wrong=str(error))
        try:
            players = names_of(NamedPlayers(path.parents[1]).of(play.journal.match_id))
            return replace(match_as_played(play), players=players)
        finally:
            play.journal.close()


def opened_play(path: Path, games: Mapping[str, Game[Any]]) -> OpenMatch:
    """Open a match for reading; the caller closes the journal. Raises JournalError."""
    return loaded_play(SqliteJournal.open(path), games)


def loaded_play(
    journal: Journal, games: Mapping[str, Game[Any]], now_s: Callable[[], float] = lambda: 0.0
) -> OpenMatch:
    """Return the match of an open journal, as `OpenMatch.load`. Closes the journal before it raises JournalError."""
    try:
        game = games.get(journal.system)
        if game is None:
            raise JournalError(f"{journal.path}: this command-table does not know the game {journal.system}")
        return OpenMatch.load(game, journal, now_s)
    except JournalError:
        journal.close()
        raise


def is_disclosed(path: Path) -> bool:
    """Return whether a match is over and its journal discloses its secret: False for a journal that cannot be read.

    It reads only the journal, so the game need not be known here. Any thread may call.
    """
    with looked_at(path):
        try:
            journal = SqliteJournal.open(path)
        except OSError:
            return False
        try:
            return any(kind_of(event) == SecretDisclosed.__name__ for event in journal.bodies())
        except (sqlite3.Error, msgspec.MsgspecError):
            return False
        finally:
            journal.close()


def match_as_played(play: OpenMatch) -> PlayedMatch:
    """Return the facts of an open match. The thread of its journal only."""
    match, state, day = play.match, play.state, _day(play.journal.path)
    view = match.view(state)
    played = PlayedMatch(state.id, state.system, day, ended=state.ended, result=state.result)
    if view is None:
        return played
    blue, red = (sum(piece.state == PieceState.GONE for piece in seat.pieces) for seat in view.seats)
    return PlayedMatch(
        state.id, state.system, day,
        sides=(view.seats[0].side, view.seats[1].side),
        round=view.round,
        rounds=view.rounds,
        has_points=match.has_points(state),
        points=state.score.rounds,
        ended=state.ended,
        result=state.result,
        lost=(blue, red),
        cards=match.cards_played(state),
        lasted_s=None if state.clock is None else state.clock.at_ms // 1000,
    )  # fmt: skip


def _day(path: Path) -> str:
    try:
        return datetime.fromtimestamp(path.stat().st_mtime).date().isoformat()
    except OSError:
        return ""
