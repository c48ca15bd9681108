"""A hall can ask a table by its owner's leave; without it there is no socket and no thread."""

import socket
import threading
from pathlib import Path

import msgspec
import pytest

from table.program.table_hall import TableHall
from table.session.ports import HallCallsJudge, HallMessage
from table.view.hall_asks import SOCKET, TableAsk, TableAskKind, TableTook
from tests.patience import PATIENCE_S


def failed(name: str, error: BaseException) -> None:
    raise AssertionError(name) from error


@pytest.mark.rule("TB-124")
def test_without_the_owners_leave_there_is_nothing(tmp_path: Path) -> None:
    threads = threading.active_count()
    hall = TableHall(False, lambda _: None, shared=False)
    hall.open(tmp_path, failed)
    hall.start()
    assert (hall.pulses, [*tmp_path.iterdir()], threading.active_count()) == ((), [], threads)
    hall.stop()
    hall.close(0)


@pytest.mark.slow
@pytest.mark.rule("TB-124")
@pytest.mark.parametrize(("sockets", "mode"), [("", 0o600), ("/run/feed", 0o660)])
def test_with_it_asks_come_to_the_session_from_a_thread_of_its_own(tmp_path: Path, sockets: str, mode: int) -> None:
    heard: list[HallMessage] = []
    hall = TableHall(True, heard.append, shared=bool(sockets))
    hall.open(tmp_path, failed)
    hall.start()
    try:
        assert (tmp_path / SOCKET).stat().st_mode & 0o777 == mode
        with socket.socket(socket.AF_UNIX) as outbox:
            outbox.settimeout(PATIENCE_S)
            outbox.connect(str(tmp_path / SOCKET))
            outbox.sendall(msgspec.json.encode(TableAsk(1, "one", TableAskKind.JUDGE)) + b"\n")
            assert msgspec.json.decode(outbox.recv(1024), type=TableTook) == TableTook("one", taken=True)
        assert heard == [HallCallsJudge()]
        assert [pulse.name for pulse in hall.pulses] == ["hall"]
    finally:
        hall.stop()
        hall.close(5)
    assert not (tmp_path / SOCKET).exists()


def test_where_it_cannot_be_made_the_table_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    hall = TableHall(True, lambda _: None, shared=False)
    hall.open(tmp_path / "nowhere", failed)
    hall.start()
    hall.stop()
    hall.close(0)
    assert "no hall can ask this table" in caplog.text
