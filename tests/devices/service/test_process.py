"""The real program under a service manager."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from lab.figures.process import NARROW, running
from table import __version__
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the program is looked at through /proc")


@pytest.mark.campaign
def test_the_manager_receives_ready_then_signs_of_life_and_at_last_the_stop(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(PATIENCE_S)
        reported = {"SDL_VIDEODRIVER": "dummy", "NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "3000000"}
        heard: list[str] = []
        with running(tmp_path, NARROW, reported):
            while not {"READY", "WATCHDOG"} <= {message.partition("=")[0] for message in heard}:
                heard.append(manager.recv(4096).decode())
        while "STOPPING=1" not in heard:
            heard.append(manager.recv(4096).decode())


@pytest.mark.slow
def test_without_a_display_a_service_is_ready_reports_what_it_waits_for_and_ends_on_request(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(f'world = "emulated"\n[state]\nfolder = "{tmp_path}"\n', "utf-8")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(PATIENCE_S)
        reported = {"SDL_VIDEODRIVER": "no_such_driver", "NOTIFY_SOCKET": str(tmp_path / "notify")}
        command = [sys.executable, "-m", "table", "run", "--config", str(tmp_path / "table.toml")]
        with subprocess.Popen(command, env={**os.environ, **reported}, stderr=subprocess.PIPE, text=True) as process:
            try:
                ready, status = manager.recv(4096).decode().split("\n")
            finally:
                process.terminate()
            _, printed = process.communicate(timeout=PATIENCE_S)
        assert ready == "READY=1"
        assert status.startswith("STATUS=no display:")
        assert process.returncode == 0
        assert printed.count("no display:") == 1
        program, configuration, *_ = printed.splitlines()
        assert f"command-table {__version__}" in program
        assert f"configuration: state.folder = '{tmp_path}'" in configuration
