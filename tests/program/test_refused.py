"""A service that cannot open its table shows the reason. Once that is gone it ends, and its manager starts it again."""

import os
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="service managers are Linux's"),
]


class Service:
    """`command-table run`, started by a manager that this is in for."""

    def __init__(self, process: subprocess.Popen[str], manager: socket.socket) -> None:
        self._process, self._manager = process, manager

    def status(self) -> str:
        ready, status = self._manager.recv(4096).decode().split("\n")
        assert ready == "READY=1"
        return status.removeprefix("STATUS=")

    def ends(self) -> int:
        self._process.communicate(timeout=PATIENCE_S)
        return self._process.returncode

    def stops(self) -> str:
        self._process.terminate()
        return self._process.communicate(timeout=PATIENCE_S)[1]


@contextmanager
def service(config: Path, *, full: bool = False) -> Iterator[Service]:
    address = config.with_name("notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(address))
        manager.settimeout(PATIENCE_S)
        process = subprocess.Popen(
            [sys.executable, "-m", "table", "run", "--config", str(config)],
            env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "NOTIFY_SOCKET": str(address)},
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))) if full else None,
        )
        with process:
            try:
                yield Service(process, manager)
            finally:
                process.kill()


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    file.write_text(f'world = "emulated"\n[state]\nfolder = "{tmp_path}/stick/state"\n', "utf-8")
    return file


@pytest.mark.campaign
def test_a_state_folder_whose_disk_is_gone_is_shown_until_it_is_back(config: Path) -> None:
    stick = config.with_name("stick")
    stick.touch()
    with service(config) as run:
        assert run.status().startswith(f"{stick}/state cannot be made (File exists). Mount its disk")
        stick.unlink()
        assert run.ends() == 1


@pytest.mark.campaign
def test_a_mistake_in_the_configuration_is_shown_until_the_file_changes(config: Path) -> None:
    config.write_text('world = "emulated"\n[screen]\nlanguage = "de"\nwidht = 1280\n', "utf-8")
    with service(config) as run:
        status = run.status()
        assert status.startswith(f"Die Konfiguration {config} hat einen Fehler")
        assert "screen.widht" in status
        assert f"command-table check-config {config}" in status
        config.write_text('world = "emulated"\n', "utf-8")
        assert run.ends() == 1, "with status 2 the manager would not start it again"


def test_a_full_disk_at_the_start_is_a_fault_on_the_screen(config: Path) -> None:
    with service(config, full=True) as run:
        assert run.status() == "the table is ready"
        assert "fault state.full" in run.stops()
