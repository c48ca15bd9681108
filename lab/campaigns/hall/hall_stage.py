"""A hall on this machine: a real Mosquitto, the hall's own program, and simulated tables with the product's outbox."""

import asyncio
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Container, Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

import msgspec

from lab.campaigns.hall.mosquitto import Mosquitto, found
from lab.campaigns.hall.simulated import SimulatedTable
from lab.local_machine import free_port
from table.network.broker import BrokerAccess
from table.network.hall.organiser.folder import SETTINGS
from table.network.hall.organiser.hall_log import lines_of
from table.network.hall.organiser.mosquitto_files import BrokerFiles
from table.network.hall.organiser.setting_up import BROKER, TABLES, HallPlan, set_up
from table.network.hall.organiser.tournament.acts import act_in
from table.network.hall.wire.messages import EventMessage
from table.rules.errors import ProgramError

LOOK_S = 0.06
"""The time between two requests. The page answers twenty per second."""
PATIENCE_S = 60.0


class HallStuckError(ProgramError, TimeoutError):
    """An expected state was not reached in time."""


class TlsFiles(NamedTuple):
    """The files of a broker with TLS."""

    certificate: str
    key: str
    ca: str


class HallStage:
    """A hall in a folder. Leaving the context ends all its programs."""

    def __init__(
        self, folder: Path, tables: int, broker: str = "", tls: TlsFiles | None = None, program: Sequence[str] = ()
    ) -> None:
        """`broker` is the path of a Mosquitto, by default this machine's. With `tls` all connections are encrypted.

        `program` has Python's arguments for the hall, by default those of the product.
        """
        self._program = program or ("-m", "table")
        self.folder, self.page_port = folder, free_port()
        self.names = tuple(f"table-{number}" for number in range(1, tables + 1))
        port = free_port()
        self._tls = tls
        files = BrokerFiles("127.0.0.1", port, *((tls.certificate, tls.key) if tls else ()))
        set_up(folder, HallPlan("main", self.names, "localhost" if tls else "127.0.0.1", files, tls.ca if tls else ""))
        settings = folder / SETTINGS
        settings.write_text(settings.read_text("utf-8").replace("7600", str(self.page_port)), "utf-8")
        self.broker = Mosquitto(broker or found(), folder / BROKER / "mosquitto.conf", port)
        self.hall: subprocess.Popen[bytes] | None = None
        self.tables: list[SimulatedTable] = []
        self._speaking: dict[SimulatedTable, asyncio.Task[None]] = {}

    async def __aenter__(self) -> "HallStage":
        self.broker.start()
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _where: TracebackType | None
    ) -> None:
        for table in self.tables:
            await self.table_ends(table)
        self.hall_ends()
        self.broker.thaw()
        self.broker.kill()

    def access(self, name: str) -> BrokerAccess:
        """Return a table's access to the broker."""
        secret = (self.folder / TABLES / f"{name}.password").read_text("utf-8").strip()
        if self._tls is not None:
            return BrokerAccess("localhost", self.broker.port, name, secret, tls=True, ca=self._tls.ca)
        return BrokerAccess("127.0.0.1", self.broker.port, name, secret)

    async def hall_begins(self) -> None:
        """Start the hall's program, and return when its page is served."""
        command = [sys.executable, *self._program, "hall", "--folder", str(self.folder)]
        with (self.folder / "hall.log").open("ab") as log:
            self.hall = subprocess.Popen(command, stdout=log, stderr=log)
        await self.until(lambda: asyncio.to_thread(self.page, "/api/v1/state"), "the hall's page")

    @property
    def pid(self) -> int:
        """Return the hall's process; 0 without one."""
        return 0 if self.hall is None else self.hall.pid

    def hall_ends(self) -> None:
        """Kill the hall's program."""
        if self.hall is not None:
            self.hall.kill()
            self.hall.wait()
            self.hall = None

    def page(self, path: str) -> bytes:
        """Return the answer of the hall's page, or nothing if it is not served."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.page_port}{path}", timeout=5) as answer:
                content: bytes = answer.read()
                return content
        except (OSError, urllib.error.HTTPError):
            return b""

    def table(self, name: str, kind: type[SimulatedTable] = SimulatedTable, place: str = "outboxes") -> SimulatedTable:
        """Return a started table with a connected outbox. The same name in another place is another table."""
        table = kind(name, self.access(name), self.folder / place)
        self.tables.append(table)
        self.table_speaks(table)
        return table

    def table_speaks(self, table: SimulatedTable) -> None:
        """Connect a table's outbox to the broker."""
        self._speaking[table] = asyncio.ensure_future(table.outbox.speak_always())

    async def table_ends(self, table: SimulatedTable) -> None:
        """End a table's outbox without a disconnect message."""
        task = self._speaking.pop(table, None)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            table.dies()

    async def table_cut(self, table: SimulatedTable) -> None:
        """Cut a table's power, start it again, and resume its match."""
        await self.table_ends(table)
        table.begins()
        if table.played:
            table.goes_on()
        self.table_speaks(table)

    async def delivered(self, patience_s: float = PATIENCE_S) -> None:
        """Return when the hall has acknowledged all events of all tables."""

        async def all_of_them() -> bool:
            return all(table.delivered for table in self.tables)

        await self.until(all_of_them, "the acknowledgement of the hall", patience_s)

    async def until(self, there: Callable[[], Awaitable[object]], what: str, patience_s: float = PATIENCE_S) -> None:
        """Wait for a state. Raises HallStuckError."""
        until_s = time.monotonic() + patience_s
        while not await there():
            if time.monotonic() > until_s:
                raise HallStuckError(f"{what} did not come in {patience_s:g} s: see {self.folder}")
            await asyncio.sleep(LOOK_S)

    def compared(self, names: Container[str] = ()) -> "Compared":
        """Return the difference between the hall's log and the events of its tables, or of those with these names."""
        events = (line for line in lines_of(self.folder) if act_in(line) is None)
        return compared(events, self.tables, names)


class Compared:
    """A comparison of the hall's log with the tables' events: lost, double, unknown and disordered events."""

    def __init__(self, lost: int, double: int, strange: int, disordered: int, events: int) -> None:
        self.lost, self.double, self.strange, self.disordered, self.events = lost, double, strange, disordered, events

    @property
    def differing(self) -> int:
        return self.lost + self.double + self.strange + self.disordered


def compared(lines: Iterable[bytes], tables: Iterable[SimulatedTable], names: Container[str] = ()) -> Compared:
    """Return the difference between a hall's log and these tables' events, byte by byte.

    With `names`, lines of other tables are left out.
    """
    published = {(table.name, *key): line for table in tables for key, line in table.published.items()}
    found = dict[tuple[str, str, int], bytes]()
    last = dict[tuple[str, str], int]()
    double = disordered = 0
    for line in lines:
        event = msgspec.json.decode(line, type=EventMessage)
        if names and event.table not in names:
            continue
        key = (event.table, event.epoch, event.seq)
        double += key in found
        disordered += event.seq <= last.get(key[:2], 0)
        found[key], last[key[:2]] = line, event.seq
    lost = sum(key not in found for key in published)
    strange = sum(published.get(key) != line for key, line in found.items())
    return Compared(lost, double, strange, disordered, len(published))
