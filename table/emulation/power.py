"""The emulated Raspberry's supply: what goes when it is cut, and what is there again when it is back.

Every thread goes with all that was in memory, and the supply of readers and lamps. What is on disk stays, and so does
the world: cards on the readers, fingers on the buttons, tokens.
The emulated Raspberry is up again in a moment, where a real one takes its half a minute.
"""

import gc
import logging
from collections.abc import Callable

from table.devices.latest_view import Latest
from table.devices.live import READY_S, LiveTable
from table.devices.threads import STOP_S
from table.emulation.world import EmulatedWorld
from table.records.open_match import Play
from table.session.ports import Deed, Message
from table.view.published import Published

log = logging.getLogger(__name__)


class Mains:
    """One thread at a time; `play`, `published` and `hears` are for any."""

    def __init__(self, world: EmulatedWorld, latest: Latest, boot: Callable[[bool], LiveTable]) -> None:
        """`boot` makes a table that is not started: True for the first one."""
        self.world = world
        self._latest = latest
        self._boot = boot
        self._first = True
        self._table: LiveTable | None = None

    @property
    def on(self) -> bool:
        return self._table is not None

    @property
    def published(self) -> Published | None:
        """None: the table has no power, or has not come up yet."""
        return self._latest() if self._latest.begun else None

    @property
    def play(self) -> Play | None:
        table = self._table
        return None if table is None else table.play

    def beat(self) -> None:
        """As LiveTable.beat."""
        table = self._table
        if table is not None:
            table.beat()

    def hears(self, message: Message) -> None:
        table = self._table
        if table is not None:
            table.hears(message)

    def acts(self, deed: Deed, shown: Published | None) -> None:
        """As LiveTable.acts."""
        table = self._table
        if table is not None:
            table.acts(deed, shown)

    def hears_out(self, message: Message) -> bool:
        """As LiveTable.hears_out. False without power, too."""
        table = self._table
        return table is not None and table.hears_out(message)

    def failed(self, name: str, error: BaseException) -> None:
        table = self._table
        if table is not None:
            table.failed(name, error)

    def switch_on(self) -> None:
        """The plug goes in. Returns at once; the table is up when something is published."""
        if self._table is not None:
            return
        if not self._first:
            self.world.readers.power(True)
        self._begin()

    def _begin(self) -> None:
        self._table = self._boot(self._first)
        self._first = False
        self.world.panels.touch_again()
        self._table.begin()

    def start(self) -> None:
        """The first time, until there is something to show. RuntimeError: there never was."""
        self.switch_on()
        if not self._latest.wait(READY_S):
            raise RuntimeError("the session did not begin: see the log")

    def cut(self) -> bool:
        """The plug is out: nothing that happens from here on is done by the table. False: a thread was stuck."""
        if self._table is None:
            return True
        self.world.readers.power(False)
        log.info("the table's plug is pulled")
        return self._end()

    def kill(self) -> None:
        """As `kill -9`, and a supervisor that starts the program again: everything else keeps its power."""
        if self._table is not None:
            self._end()
            self._begin()

    def _end(self) -> bool:
        table, self._table = self._table, None
        stopped = True if table is None else table.kill()
        self._latest.forget()
        table = None
        gc.collect()  # its memory is gone now, and its files are let go, not when Python happens to look
        return stopped

    def stop(self, patience_s: float = STOP_S) -> bool:
        """The end of the program: everything is closed in good order."""
        table, self._table = self._table, None
        return True if table is None else table.stop(patience_s)
