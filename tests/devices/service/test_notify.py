"""Messages to the service manager (sd_notify(3)), and lines for its journal (sd-daemon(3))."""

import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from table.devices.service.lines import LegibleFormatter, UrgencyFormatter
from table.devices.service.notify import Notifier


class Manager:
    def __init__(self, path: Path) -> None:
        self.address = str(path)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.address)
        self._socket.setblocking(False)

    def heard(self) -> list[str]:
        messages = []
        while True:
            try:
                messages.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return messages

    def close(self) -> None:
        self._socket.close()


@contextmanager
def managed(folder: Path) -> Iterator[Manager]:
    manager = Manager(folder / "notify")
    try:
        yield manager
    finally:
        manager.close()


def test_it_is_reported_when_the_first_picture_stands_and_when_the_end_comes(tmp_path: Path) -> None:
    with managed(tmp_path) as manager:
        notifier = Notifier.of({"NOTIFY_SOCKET": manager.address}, lambda: 0.0)
        notifier.ready("open")
        notifier.alive()
        notifier.stopping()
        assert manager.heard() == ["READY=1\nSTATUS=open", "STOPPING=1"], "no watchdog was asked for"


def test_signs_of_life_come_three_times_in_what_the_watchdog_grants(tmp_path: Path) -> None:
    now_s = 100.0
    with managed(tmp_path) as manager:
        notifier = Notifier.of({"NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "3000000"}, lambda: now_s)
        for _ in range(300):
            notifier.alive()
            now_s += 0.01
        assert manager.heard() == 3 * ["WATCHDOG=1"]


def test_a_watchdog_meant_for_another_process_is_not_ours(tmp_path: Path) -> None:
    with managed(tmp_path) as manager:
        meant = {"NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "3000000", "WATCHDOG_PID": str(os.getpid() + 1)}
        Notifier.of(meant, lambda: 0.0).alive()
        assert manager.heard() == []


def test_without_a_manager_or_with_one_that_is_gone_the_table_goes_on(tmp_path: Path) -> None:
    Notifier.of({}, lambda: 0.0).ready("open")
    gone = Notifier.of({"NOTIFY_SOCKET": str(tmp_path / "gone"), "WATCHDOG_USEC": "rubbish"}, lambda: 0.0)
    gone.ready("open")
    gone.alive()


def test_lines_of_the_journal_bear_their_urgency_each() -> None:
    def line(level: int, message: str) -> str:
        return UrgencyFormatter().format(logging.LogRecord("table", level, "", 0, message, (), None))

    assert line(logging.INFO, "open").startswith("<6>")
    assert line(logging.WARNING, "low").startswith("<4>")
    assert line(logging.DEBUG, "seen").startswith("<7>")
    assert [each[:3] for each in line(logging.ERROR, "it failed\nand this is why").splitlines()] == ["<3>", "<3>"]


def test_a_log_line_steers_no_terminal_and_none_is_taken_for_another() -> None:
    record = logging.LogRecord("table", logging.INFO, "", 0, "read %s", ("\x1b[2Ja\n12:00 INFO forged\u202e",), None)
    assert LegibleFormatter("12:01 %(message)s").format(record) == "12:01 read \\x1b[2Ja\n    12:00 INFO forged\\u202e"
    assert UrgencyFormatter().format(record).splitlines()[1].startswith("<6>    12:00")
