"""A real Mosquitto on this machine, which is started, killed and started again: Debian's, installed or unpacked."""

import getpass
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from lab.house.sources import checkout
from table.rules.errors import OwnerError

PLACES = ("/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto")
UNPACKED = ".venv/hall"
"""The folder in a checkout where `make hall` unpacks Debian's packages if they are not installed."""
BEGUN_S = 10.0
LOOK_S = 0.01


class NoBrokerError(OwnerError, OSError):
    """There is no Mosquitto on this machine, or it does not start."""


def found() -> str:
    """Return the path of a Mosquitto, or an empty string."""
    root = checkout()
    unpacked = "" if root is None else str(root / UNPACKED / "usr/sbin/mosquitto")
    places = (shutil.which("mosquitto"), *PLACES, unpacked)
    return next((place for place in places if place and Path(place).exists()), "")


def surroundings(program: str) -> Mapping[str, str]:
    """Return the environment for a program. An unpacked program has its libraries beside it."""
    libraries = [str(each.parent) for each in Path(program).parents[2].glob("usr/lib/*/libmosquitto.so.1")]
    return {**os.environ, **({"LD_LIBRARY_PATH": libraries[0]} if libraries else {})}


class Mosquitto:
    """A broker with a configuration file. The thread that starts it also ends it."""

    def __init__(self, program: str, config: Path, port: int) -> None:
        """`config` is the file that `command-table hall init` wrote."""
        self._program, self.port = program, port
        self._config = config.with_suffix(".own.conf")
        # the broker runs as the user of the campaign, to read this user's files
        self._config.write_text(f"{config.read_text('utf-8')}user {getpass.getuser()}\n", "utf-8")
        self._running: subprocess.Popen[bytes] | None = None
        self.log = config.with_suffix(".log")

    def without(self, *settings: str) -> None:
        """Leave these settings out from the next start on."""
        lines = self._config.read_text("utf-8").splitlines(keepends=True)
        self._config.write_text("".join(each for each in lines if each.split(" ")[0] not in settings), "utf-8")

    def start(self) -> None:
        """Start the broker, and return when it accepts connections."""
        with self.log.open("ab") as log:
            self._running = subprocess.Popen(
                [self._program, "-c", str(self._config)], stderr=log, stdout=log, env=surroundings(self._program)
            )
        until_s = time.monotonic() + BEGUN_S
        while not self._open():
            if time.monotonic() > until_s or self._running.poll() is not None:
                raise NoBrokerError(f"no broker at port {self.port}: {self.log.read_text('utf-8', 'replace')[-500:]}")
            time.sleep(LOOK_S)

    def kill(self) -> None:
        """Kill the broker, as a power cut does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop the broker, as its service does."""
        self._end(signal.SIGTERM)

    def freeze(self) -> None:
        """Suspend the broker (SIGSTOP). Connections stay open."""
        if self._running is not None:
            self._running.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        if self._running is not None:
            self._running.send_signal(signal.SIGCONT)

    @property
    def pid(self) -> int:
        return 0 if self._running is None else self._running.pid

    def _end(self, number: int) -> None:
        if self._running is not None:
            self._running.send_signal(number)
            self._running.wait()
            self._running = None

    def _open(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True
