"""Opens the sockets of a running table. Services that are not configured are neither imported nor created."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import hal.events as hw
from table.config.schema import StateConfig, WebConfig
from table.devices.edge.edge import SocketEdge
from table.devices.edge.service import Service
from table.devices.edge.transport import GROUP, OWNER
from table.session.ports import HallMessage

MakeServices: TypeAlias = Callable[[], Sequence[Service]]


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

    def private(of: Callable[[Path], Path]) -> Path:
        folder = of(state.made())
        if not folder.exists():  # at an installed table it is there, with the group of the web program
            folder.mkdir(mode=0o750)
            folder.chmod(folder.stat().st_mode | 0o750)
        return folder

    groups: tuple[tuple[str, Callable[[], Path], int, MakeServices], ...] = (
        ("terminals", state.made, OWNER, terminals),
        ("spectators", shared, mode, feeds),
        ("phones", lambda: private(web.phones_folder), mode, phones),
        ("far", lambda: private(web.far_folder), mode, far),
        ("hall", shared, mode, lambda: _hall(send)),
    )
    faults: list[hw.Fault] = []
    for part, folder, mode_of, made in groups:
        try:
            if services := made():
                edge.open(folder(), services, mode_of)
        except OSError as error:
            faults.append(hw.Fault("program.no_socket", part, str(error)))
    return tuple(faults)


def _hall(send: Callable[[HallMessage], None] | None) -> Sequence[Service]:
    if send is None:
        return ()
    from table.devices.hall_socket import HallDesk, hall_exchange

    return (hall_exchange(HallDesk(send, time.monotonic)),)
