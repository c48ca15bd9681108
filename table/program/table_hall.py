"""The socket for the table's hall. While the configuration does not want it, nothing of it is imported or made."""

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from table.devices.watchdog import Pulse
from table.session.ports import HallMessage

if TYPE_CHECKING:
    from table.devices.exchange_socket import ExchangeListener

log = logging.getLogger(__name__)


class TableHall:
    """The thread at that socket, where there is one. The main thread opens and ends it."""

    def __init__(self, wanted: bool, receive: Callable[[HallMessage], None], *, shared: bool) -> None:
        """Make no socket unless it is `wanted`. `receive` puts a message into the session's inbox, from any thread.

        `shared` lets the group of the socket's folder connect, too.
        """
        self._wanted, self._shared, self._receive = wanted, shared, receive
        self._pulse = Pulse("hall", time.monotonic)
        self._listener: ExchangeListener | None = None

    @property
    def pulses(self) -> tuple[Pulse, ...]:
        """Return the pulse of the thread, for the watchdog; none if there is no such thread."""
        return (self._pulse,) if self._wanted else ()

    def open(self, folder: Path, failed: Callable[[str, BaseException], None]) -> None:
        """Make the socket in this folder. Where it cannot be made the table goes on without it."""
        if not self._wanted:
            return
        from table.devices.exchange_socket import ExchangeListener
        from table.devices.hall_socket import HallDesk, hall_server
        from table.devices.owner_socket import GROUP, OWNER

        try:
            server = hall_server(folder, HallDesk(self._receive, time.monotonic), GROUP if self._shared else OWNER)
        except OSError as error:
            log.warning("no hall can ask this table for anything: %s", error)
            return
        self._listener = ExchangeListener(server, failed, self._pulse)

    def start(self) -> None:
        if self._listener is not None:
            self._listener.start()

    def stop(self) -> None:
        """Let the thread end. Does not wait."""
        if self._listener is not None:
            self._listener.stop()

    def close(self, patience_s: float) -> None:
        """Close the socket and remove its file, after `stop`."""
        if self._listener is not None:
            self._listener.close(patience_s)
