"""The power supply of the emulated Raspberry.

A cut ends every thread, loses all memory, and takes the power of readers and lamps. The disk stays, and so does the
world: cards on the readers, fingers on the buttons, tokens. The emulated Raspberry boots in a moment; a real one takes
half a minute.
"""

import gc
import logging
from collections.abc import Callable

from hal.events import Button
from table.devices.latest_view import LatestView
from table.devices.live import READY_S, LiveTable, NotOpenedError
from table.devices.threads import STOP_S
from table.emulation.world import EmulatedWorld
from table.records.open_match import OpenMatch
from table.session.phones.phone_ways import PhoneWay
from table.session.ports import Message, PlayerInput
from table.view.published import HelperRole, Published, ScreenRole

log = logging.getLogger(__name__)


class PowerSupply:
    """The power supply, for one thread at a time. Any thread may call `play`, `published` and `send`."""

    def __init__(self, world: EmulatedWorld, latest: LatestView, boot: Callable[[bool], LiveTable]) -> None:
        """Make the supply. `boot` makes a table without starting it; its argument is True for the first one."""
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
        """Return the published view, or None if the table has no power or has not booted yet."""
        return self._latest() if self._latest.begun else None

    @property
    def play(self) -> OpenMatch | None:
        table = self._table
        return None if table is None else table.play

    def helper(self, role: HelperRole | ScreenRole) -> PhoneWay | None:
        """Do the same as `LiveTable.helper`; return None without power."""
        table = self._table
        return None if table is None else table.helper(role)

    @property
    def holds(self) -> tuple[tuple[str, Button, float], ...]:
        """Do the same as `LiveTable.holds`; return nothing without power."""
        table = self._table
        return () if table is None else table.holds

    def beat(self) -> None:
        """Do the same as `LiveTable.beat`."""
        if (table := self._table) is not None:
            table.beat()

    def send(self, message: Message, done: Callable[[], None] = lambda: None) -> None:
        """Pass a message to the table. Without power it is lost."""
        if (table := self._table) is not None:
            table.send(message, done)

    def acts(self, act: PlayerInput, shown: Published | None) -> None:
        """Do the same as `LiveTable.acts`."""
        if (table := self._table) is not None:
            table.acts(act, shown)

    def failed(self, name: str, error: BaseException) -> None:
        if (table := self._table) is not None:
            table.failed(name, error)

    def switch_on(self) -> None:
        """Plug the table in, without waiting. The table has booted when it publishes a view."""
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
        """Switch on for the first time, and wait for a view. Raises NotOpenedError if there is none within 10 s."""
        self.switch_on()
        if not self._latest.wait(READY_S):
            raise NotOpenedError("the match cannot be opened (it takes too long): see the log")

    def cut(self) -> bool:
        """Pull the plug: the table does nothing after this. Return False if a thread was stuck."""
        if self._table is None:
            return True
        self.world.readers.power(False)
        log.info("the table's plug is pulled")
        return self._end()

    def kill(self) -> None:
        """Kill and restart the program, as `kill -9` and a supervisor do. All parts keep their power."""
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
        """Close everything in order, at the end of the program."""
        table, self._table = self._table, None
        return True if table is None else table.stop(patience_s)
