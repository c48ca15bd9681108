"""A table in real time, put together from its parts, its devices and its computer. Starts nothing."""

import secrets
from collections.abc import Callable

from msgspec import Struct, field

from table.devices.devices import Devices
from table.devices.latest_view import LatestView
from table.devices.list_reading import ListReading
from table.devices.live import LiveTable, TableCallbacks, TableStart
from table.devices.table_clock import TableClock, WallClock
from table.devices.tags.card_book import KnownCards
from table.records.disk import DISK
from table.records.ports import Disk
from table.session.ports import Ports
from table.session.session import Session
from table.session.session_parts import SessionParts, build_session


class Computer(Struct, frozen=True):
    """The clock, the randomness and the disk of the computer that runs a table."""

    clock: TableClock = field(default_factory=WallClock)
    entropy: Callable[[int], bytes] = secrets.token_bytes
    disk: Disk = DISK


def live_table(
    parts: SessionParts,
    devices: Devices,
    known: KnownCards,
    latest: LatestView,
    opening: TableStart,
    around: TableCallbacks | None = None,
    computer: Computer | None = None,
) -> LiveTable:
    """Return a table in real time over these devices. Nothing runs before `LiveTable.begin`. The main thread."""
    host = Computer() if computer is None else computer
    phones, far = (None, None) if around is None else (around.phones, around.far)

    def session() -> Session:
        ports = Ports(
            devices.send, latest.publish, known, host.entropy, now_s=host.clock.now_s, phones=phones, far=far
        )  # fmt: skip
        return build_session(parts, ports, host.disk, ListReading(parts.games.shelf, table.send))

    table = LiveTable(devices, latest, session, opening, around, host.clock)
    return table
