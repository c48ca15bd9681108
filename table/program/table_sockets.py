"""Opens the sockets of a running table. Services that are not configured are neither imported nor created."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

import hal.events as hw
from table.config.schema import StateConfig, WebConfig
from table.devices.edge.edge import SocketEdge
from table.devices.edge.service import Service
from table.devices.edge.transport import GROUP, OWNER
from table.session.ports import HallMessage

MakeServices: TypeAlias = Callable[[], Sequence[Service]]


class _SocketGroup(NamedTuple):
    """Services that are opened together."""

    part: str
    """The word for its clients in a fault."""
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
    far: MakeServices,
    send: Callable[[HallMessage], None] | None,
) -> tuple[hw.Fault, ...]:
    """Open every socket of the table, and return the faults of those that cannot be made.

    `send` sends the hall's messages to the session, on any thread; None if the hall may not ask.
    """
    mode = GROUP if web.sockets else OWNER

    def shared() -> Path:
        return web.folder(state.made())

    def for_phones() -> Path:
        return private(web.phones_folder(state.made()))

    def for_far() -> Path:
        return private(web.far_folder(state.made()))

    def private(folder: Path) -> Path:
        if not folder.exists():  # at an installed table it is there, with the group of the web program
            folder.mkdir(mode=0o750)
            folder.chmod(folder.stat().st_mode | 0o750)
        return folder

    faults: list[hw.Fault] = []
    for group in (
        _SocketGroup("terminals", state.made, OWNER, terminals),
        _SocketGroup("spectators", shared, mode, feeds),
        _SocketGroup("phones", for_phones, mode, phones),
        _SocketGroup("far", for_far, mode, far),
        _SocketGroup("hall", shared, mode, lambda: _hall(send)),
    ):
        try:
            if services := group.services():
                edge.open(group.folder(), services, group.mode)
        except OSError as error:
            faults.append(hw.Fault("program.no_socket", group.part, str(error)))
    return tuple(faults)


def _hall(send: Callable[[HallMessage], None] | None) -> Sequence[Service]:
    if send is None:
        return ()
    from table.devices.hall_socket import HallDesk, hall_exchange

    return (hall_exchange(HallDesk(send, time.monotonic)),)
