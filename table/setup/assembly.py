"""Parts put together: the one writer over its ports, and a table in real time over its devices. Starts nothing."""

import secrets
import time
from collections.abc import Callable
from typing import Any

from table.devices.devices import Devices
from table.devices.latest_view import LatestView
from table.devices.list_reading import ANSWER_S, ListReading
from table.devices.live import LiveTable, TableCallbacks, TableStart
from table.devices.table_clock import TableClock
from table.devices.tags.card_book import KnownCards
from table.records.disk import DISK
from table.records.matches import MatchFolder
from table.records.ports import Disk
from table.rules.fairness import seal_commitment
from table.rules.text import Text, text
from table.session.lobby.hopper_contents import HopperContents
from table.session.lobby.library import AtOnce, Library, ListsRead, SideOf
from table.session.lobby.match_starter import MatchStarter
from table.session.ports import PhoneRequest, Ports
from table.session.session import Session
from table.setup.setup import Setup
from table.view.published import Published


def build_session(
    setup: Setup,
    devices: Devices,
    known: KnownCards,
    publish: Callable[[Published], None],
    entropy: Callable[[int], bytes],
    commit: Callable[[bytes, str], str] = seal_commitment,
    disk: Disk = DISK,
    library: Library | None = None,
    now_s: Callable[[], float] = time.monotonic,
    phones: Callable[[PhoneRequest], None] | None = None,
) -> Session:
    """Return the one writer over its ports. Without a library its own thread reads the lists.

    Call it on the thread that steps the session, since a journal belongs to the thread that opened it. Nothing is read
    or written yet.
    """
    matches = MatchFolder(setup.folder, entropy, disk)
    contents = HopperContents(setup.folder, setup.games)

    def remember(match: str, system: str, game: Any) -> None:
        setup.remember(match, system, game, disk)

    lists = AtOnce(setup.shelf) if library is None else library
    starter = MatchStarter(
        setup.games,
        lists,
        matches,
        setup.hoppers,
        entropy,
        contents,
        contents.late,
        remember,
        lambda: setup.set_aside(disk),
        setup.spent,
        setup.clock_set,
        now_s,
    )
    ports = Ports(devices.send, publish, known, entropy, commit, now_s, phones)
    clock = setup.config.clock
    return Session(setup.seats, ports, starter, (clock.warn_minutes, clock.warn_again_minutes))


def live_table(
    setup: Setup,
    devices: Devices,
    known: KnownCards,
    latest: LatestView,
    opening: TableStart,
    *,
    clock: TableClock | None = None,
    around: TableCallbacks | None = None,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
    disk: Disk = DISK,
) -> LiveTable:
    """Return a table in real time over these devices. Nothing runs before `LiveTable.begin`. The main thread."""

    def session() -> Session:
        library = ListReading(setup.shelf, table.send)
        now_s = time.monotonic if clock is None else clock.now_s
        phones = None if around is None else around.phones
        return build_session(
            setup, devices, known, latest.publish, entropy, disk=disk, library=library, now_s=now_s, phones=phones
        )

    table = LiveTable(devices, latest, session, opening, around, clock)
    return table


def wrong_with(setup: Setup, opening: TableStart, lists: Library | None = None) -> tuple[Text, ...]:
    """Return what keeps the match from beginning that the command line asks for. Call it before a window is opened.

    `lists` is asked for both sides, on the calling thread; without it that thread reads them. A side that `lists` does
    not have at hand is left to the lobby, which asks for it again.
    """
    if not opening.system:
        return ()
    if opening.system not in setup.games:
        return (text("app.no_such_game", system=opening.system, known=", ".join(setup.games)),)
    library = AtOnce(setup.shelf) if lists is None else lists
    sides = [library.ask(SideOf(opening.system, offer)) for _, offer in opening.sides]
    return tuple(problem.why for side in sides if isinstance(side, tuple) for problem in side)


def lists_of_command_line(setup: Setup) -> Library:
    """Return a library for `wrong_with` that reads on threads of its own, and waits for each a little longer than
    a stick may take, so that a stick that hangs is named instead of awaited.
    """
    return ListReading(setup.shelf, _said_by_lobby, at_hand_s=ANSWER_S + 1.0)


def _said_by_lobby(_read: ListsRead) -> None:
    """Drop an answer that came too late for the command line: the lobby asks again."""
