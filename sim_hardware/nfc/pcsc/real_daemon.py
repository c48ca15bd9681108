"""The real `pcscd` with virtual readers: Debian's packages pcscd and vsmartcard-vpcd, run by root."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

DRIVER = Path("/usr/lib/pcsc/drivers/serial/libifdvpcd.so")
SOCKET = Path("/run/pcscd/pcscd.comm")
NAME = "Virtual PCD"
READY_S = 10.0
UNIX = int(getattr(socket, "AF_UNIX", 0))


def missing() -> str:
    """Return a sentence about the missing requirement of a private daemon; empty if there is none."""
    if shutil.which("pcscd") is None or not any(DRIVER.parent.glob(f"{DRIVER.name}*")):
        return "there is no pcscd with virtual readers: sudo apt-get install pcscd vsmartcard-vpcd"
    if sys.platform != "win32" and os.geteuid() == 0:
        return "a pcscd runs here already: stop it first" if listens() else ""
    return "only root can start a daemon of its own"


def listens() -> bool:
    """True if a daemon listens."""
    with socket.socket(UNIX) as asked:
        return asked.connect_ex(str(SOCKET)) == 0


class RealDaemon:
    """The daemon with two virtual readers, from `start` to `stop`. A card comes in at `port`, or at the next one."""

    def __init__(self, folder: Path) -> None:
        self.port = _free_port()
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *, plugged: bool = True) -> None:
        """Start it, and wait until it answers. Raises RuntimeError if it does not.

        With `plugged` False it has no reader.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        library = next(DRIVER.parent.glob(f"{DRIVER.name}*"))
        readers = (
            f'FRIENDLYNAME "{NAME}"\nDEVICENAME /dev/null:{self.port:#x}\nLIBPATH {library}\nCHANNELID {self.port:#x}\n'
        )
        (self._folder / "vpcd").write_text(readers if plugged else "")
        SOCKET.unlink(missing_ok=True)
        self._process = subprocess.Popen(
            ["pcscd", "--foreground", "--config", str(self._folder)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        if not until(listens, READY_S):
            self.stop()
            raise RuntimeError("pcscd does not answer")

    def stop(self) -> None:
        """Stop it, as the service manager does."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(READY_S)
        self._process = None

    def kill(self) -> None:
        """Kill it, as in a crash: it cleans nothing up."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(READY_S)
        self._process = None


def until(condition: Callable[[], bool], within_s: float) -> bool:
    """Wait in real time until the condition is true. Return False after the timeout."""
    end_s = time.monotonic() + within_s
    while not condition():
        if time.monotonic() >= end_s:
            return False
        time.sleep(0.01)
    return True


def _free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
        return port
