"""The sockets of a table are opened by its owner's leave. Without it there is no socket, no thread and no import."""

import socket
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from table.config import Config
from table.config.schema import HallConfig, StateConfig, WebConfig
from table.devices.edge.edge import SocketEdge
from table.devices.setup import Setup
from table.program.table_feeds import TableFeeds, table_feeds
from table.program.table_sockets import open_sockets
from table.session.ports import HallCallsJudge, HallMessage
from table.view.hall_asks import SOCKET, TableAsk, TableAskKind, TableTook
from tests.devices.edge.kit import unserved
from tests.patience import PATIENCE_S


def failed(name: str, error: BaseException) -> None:
    raise AssertionError(name) from error


def opened(
    config: Config, feeds: TableFeeds | None = None, send: Callable[[HallMessage], None] = lambda _: None
) -> tuple[SocketEdge, list[tuple[str, str]]]:
    """Return the edge, and the code and part of each fault."""
    edge = SocketEdge(failed)
    services = (TableFeeds(edge) if feeds is None else feeds).services
    hall = send if config.hall.asks else None
    faults = open_sockets(edge, config.state, config.web, lambda: (), services, lambda: (), lambda: (), hall)
    return edge, [(fault.code, fault.part) for fault in faults]


@pytest.mark.rule("TB-124")
def test_without_the_owners_leave_there_is_nothing(tmp_path: Path) -> None:
    threads = threading.active_count()
    edge, _ = opened(replace(Config(), state=StateConfig(folder=str(tmp_path))))
    edge.start()
    assert ([*tmp_path.iterdir()], threading.active_count()) == ([], threads)
    edge.stop()
    edge.close(0)


@pytest.mark.slow
@pytest.mark.rule("TB-124")
@pytest.mark.parametrize(("shared", "mode"), [(False, 0o600), (True, 0o660)])
def test_with_it_the_halls_messages_come_to_the_session(tmp_path: Path, mode: int, *, shared: bool) -> None:
    received: list[HallMessage] = []
    state = StateConfig(folder=str(tmp_path / "state"))
    web = WebConfig(sockets=str(tmp_path) if shared else "")
    folder = tmp_path if shared else tmp_path / "state"
    edge, _ = opened(replace(Config(), state=state, hall=HallConfig(asks=True), web=web), send=received.append)
    edge.start()
    try:
        assert (folder / SOCKET).stat().st_mode & 0o777 == mode
        with socket.socket(socket.AF_UNIX) as outbox:
            outbox.settimeout(PATIENCE_S)
            outbox.connect(str(folder / SOCKET))
            outbox.sendall(msgspec.json.encode(TableAsk(1, "one", TableAskKind.JUDGE)) + b"\n")
            assert msgspec.json.decode(outbox.recv(1024), type=TableTook) == TableTook("one", taken=True)
        assert received == [HallCallsJudge()]
    finally:
        edge.stop()
        edge.close(5)
    assert not (folder / SOCKET).exists()


def test_where_a_socket_cannot_be_made_it_is_a_fault_and_the_table_goes_on(tmp_path: Path) -> None:
    (tmp_path / "feed").mkdir()
    web = WebConfig(sockets=str(tmp_path), spectators="now")
    state = StateConfig(folder=str(tmp_path / "state"))
    config = replace(Config(), state=state, hall=HallConfig(asks=True), web=web)
    edge, faults = opened(config, table_feeds(web, Setup.of(config).games, lambda: None, unserved()))
    assert faults == [("program.no_socket", "spectators")]
    assert [path.name for path in tmp_path.iterdir() if path.is_socket()] == [SOCKET], "all of a group or none"
    edge.stop()
    edge.close(0)
    (tmp_path / "feed").rmdir()
    edge, faults = opened(replace(config, web=WebConfig(sockets=str(tmp_path / "nowhere"))))
    assert ("program.no_socket", "hall") in faults
    edge.start()
    edge.stop()
    edge.close(0)
