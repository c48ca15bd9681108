"""Opens the sockets of a running table. Those that are not configured are neither imported nor made."""

import logging
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from table.config.schema import StateConfig, WebConfig
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
    state: StateConfig,
    web: WebConfig,
    terminals: MakeServices,
    feeds: MakeServices,
    phones: MakeServices,
    send: Callable[[HallMessage], None] | None,
) -> None:
    """Open every socket of the table. It goes on without those that cannot be made.

    `send` sends the hall's messages to the session, on any thread; None if the hall may not ask.
    """
    mode = GROUP if web.sockets else OWNER

    def shared() -> Path:
        return web.folder(state.path)

    for group in (
        _SocketGroup("no terminal can write to this table", state.made, OWNER, terminals),
        _SocketGroup("nobody can watch this table", shared, mode, feeds),
        _SocketGroup("no phone can play at this table", shared, mode, phones),
        _SocketGroup("no hall can ask this table for anything", shared, mode, lambda: _hall(send)),
    ):
        try:
            edge.open(group.folder(), group.services(), group.mode)
        except OSError as error:
            log.warning("%s: %s", group.without, error)


def _hall(send: Callable[[HallMessage], None] | None) -> Sequence[Service]:
    if send is None:
        return ()
    from table.devices.hall_socket import HallDesk, hall_exchange

    return (hall_exchange(HallDesk(send, time.monotonic)),)
