"""The session, built from the parts of a table and its ports."""

from msgspec import Struct, field

from table.games.table_games import TableGames
from table.records.beside.named_players import NamedPlayers
from table.records.disk import DISK
from table.records.matches import MatchFolder
from table.records.ports import Disk
from table.records.shared.pair_folder import PairFolder
from table.session.far.far_table import FarPorts
from table.session.lobby.game_notes import GameNotes
from table.session.lobby.hopper_contents import HopperContents
from table.session.lobby.list_library import AtOnce, Library
from table.session.lobby.match_starter import MatchStarter, MatchTerms
from table.session.ports import Ports, SeatWiring
from table.session.session import Session


class SessionParts(Struct, frozen=True):
    """The parts of a table that every session at it uses. Any thread may read them."""

    games: TableGames
    seats: SeatWiring
    terms: MatchTerms = field(default_factory=MatchTerms)
    warn_minutes: tuple[int, ...] = ()
    """The minutes left on a clock at which its seat is warned."""
    far_url: str = ""
    """The address of the relay to other tables; empty without one."""


def build_session(parts: SessionParts, ports: Ports, disk: Disk = DISK, library: Library | None = None) -> Session:
    """Return a session over these ports. Without a `library` the session's own thread reads the lists.

    Call it on the thread that steps the session: a journal belongs to the thread that opened it. No file is read or
    written yet.
    """
    starter = MatchStarter(
        parts.games,
        AtOnce(parts.games.shelf) if library is None else library,
        MatchFolder(parts.games.folder, ports.entropy, disk),
        ports.entropy,
        parts.terms,
        HopperContents(parts.games.folder, parts.games),
        GameNotes(parts.games, disk),
        ports.now_s,
    )
    far = None if ports.far is None else FarPorts(
        parts.games, PairFolder(parts.games.folder, ports.entropy, disk), ports.far, parts.far_url,
        ports.entropy, ports.now_s,
    )  # fmt: skip
    return Session(parts.seats, ports, starter, parts.warn_minutes, NamedPlayers(parts.games.folder, disk), far)
