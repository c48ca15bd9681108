"""Opens the sockets of a running table. What the configuration does not want is neither imported nor made."""

import logging
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from table.config import Config
from table.devices.edge.edge import SocketEdge
from table.devices.edge.service import Service
from table.devices.edge.transport import GROUP, OWNER
from table.session.ports import HallMessage

log = logging.getLogger(__name__)

MakeServices: TypeAlias = Callable[[], Sequence[Service]]


class _SocketGroup(NamedTuple):
    """Services that are opened together."""

    without: str
    """The log line for a table that cannot open them."""
    folder: Callable[[], Path]
    mode: int
    services: MakeServices


def open_sockets(
    edge: SocketEdge,
    config: Config,
    terminals: MakeServices,
    feeds: MakeServices,
    phones: MakeServices,
    send: Callable[[HallMessage], None],
) -> None:
    """Open every socket of the table. It goes on without those that cannot be made.

    `send` sends the hall's messages to the session, on any thread.
    """
    state = config.state
    mode = GROUP if config.web.sockets else OWNER

    def shared() -> Path:
        return config.web.folder(state.path)

    for group in (
        _SocketGroup("no terminal can write to this table", state.made, OWNER, terminals),
        _SocketGroup("nobody can watch this table", shared, mode, feeds),
        _SocketGroup("no phone can play at this table", shared, mode, phones),
        _SocketGroup("no hall can ask this table for anything", shared, mode, lambda: _hall(config, send)),
    ):
        try:
            edge.open(group.folder(), group.services(), group.mode)
        except OSError as error:
            log.warning("%s: %s", group.without, error)


def _hall(config: Config, send: Callable[[HallMessage], None]) -> Sequence[Service]:
    if not config.hall.asks:
        return ()
    from table.devices.hall_socket import HallDesk, hall_exchange

    return (hall_exchange(HallDesk(send, time.monotonic)),)
