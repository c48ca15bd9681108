"""The real program under a service manager."""

import socket
import sys
from pathlib import Path

import pytest

from table.lab.figures.process import NARROW, running

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the program is looked at through /proc")
PATIENCE_S = 10.0


def test_the_manager_hears_ready_then_signs_of_life_and_at_last_the_stop(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(PATIENCE_S)
        told = {"SDL_VIDEODRIVER": "dummy", "NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "3000000"}
        heard: list[str] = []
        with running(tmp_path, NARROW, told):
            while not {"READY", "WATCHDOG"} <= {message.partition("=")[0] for message in heard}:
                heard.append(manager.recv(4096).decode())
        while "STOPPING=1" not in heard:
            heard.append(manager.recv(4096).decode())
