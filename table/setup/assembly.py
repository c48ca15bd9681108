"""Parts put together: the one writer over its ports, and a table in real time over its devices. Starts nothing."""

import secrets
from collections.abc import Callable
from typing import Any

from table.devices.clock import TableClock
from table.devices.devices import Devices
from table.devices.latest_view import LatestView
from table.devices.list_reading import ListReading
from table.devices.live import LiveTable, TableCallbacks, TableStart
from table.devices.tags.card_book import KnownCards
from table.records.disk import DISK
from table.records.matches import MatchFolder
from table.records.ports import Disk
from table.rules.fairness import seal_commitment
from table.rules.text import Text, text
from table.session.lobby.hopper_contents import HopperContents
from table.session.lobby.library import AtOnce, Library
from table.session.lobby.match_starter import MatchStarter
from table.session.ports import Ports
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
) -> Session:
    """The one writer, with everything that it speaks to. Without a library its own thread reads the lists."""
    matches = MatchFolder(setup.folder, entropy, disk)
    stock = HopperContents(setup.folder, setup.games)

    def remember(match: str, system: str, game: Any) -> None:
        setup.remember(match, system, game, disk)

    lists = AtOnce(setup.shelf) if library is None else library
    reception = MatchStarter(
        setup.games, lists, matches, setup.hoppers, entropy, stock, stock.late, remember, lambda: setup.set_aside(disk)
    )
    return Session(setup.seats, Ports(devices.send, publish, known, entropy, commit), reception)


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
    """A table in real time over these devices, its session with it."""

    def session() -> Session:
        library = ListReading(setup.shelf, table.hears)
        return build_session(setup, devices, known, latest.publish, entropy, disk=disk, library=library)

    table = LiveTable(devices, latest, session, opening, around, clock)
    return table


def wrong_with(setup: Setup, opening: TableStart) -> tuple[Text, ...]:
    """Return what keeps the match from beginning that the command line asks for. Call it before a window is opened."""
    if not opening.system:
        return ()
    if opening.system not in setup.games:
        return (text("app.no_such_game", system=opening.system, known=", ".join(setup.games)),)
    sides = [setup.shelf.fetch(opening.system, offer) for _, offer in opening.sides]
    return tuple(problem.why for side in sides if isinstance(side, tuple) for problem in side)
