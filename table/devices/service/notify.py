"""The messages to the service manager: ready, still alive, stopping (sd_notify(3)).

Without a manager nothing is sent.
"""

import logging
import os
import socket
from collections.abc import Callable, Mapping

from hal.computer.local_sockets import UNIX

log = logging.getLogger(__name__)

OFTEN = 3
"""The signs of life within the time that the manager grants. Two of them may be lost."""


class Notifier:
    """Sends the messages. One thread calls `alive`, another one the rest. `now_s` counts steadily."""

    def __init__(self, address: str, watchdog_s: float | None, now_s: Callable[[], float]) -> None:
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._pause_s = None if watchdog_s is None else watchdog_s / OFTEN
        self._now_s = now_s
        self._due_s = float("-inf")

    @classmethod
    def of(cls, environment: Mapping[str, str], now_s: Callable[[], float]) -> "Notifier":
        """Read the manager's settings: NOTIFY_SOCKET, WATCHDOG_USEC, and WATCHDOG_PID if it names this process."""
        microseconds = environment.get("WATCHDOG_USEC", "")
        ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        granted_s = int(microseconds) / 1e6 if ours and microseconds.isdigit() and int(microseconds) else None
        return cls(environment.get("NOTIFY_SOCKET", ""), granted_s, now_s)

    @property
    def listens(self) -> bool:
        """True if there is a manager, which restarts the table when it ends."""
        return bool(self._address)

    def ready(self, status: str) -> None:
        """Report that the table is ready. Call it again for another status: the manager takes the last one."""
        self._send(f"READY=1\nSTATUS={status}")

    def alive(self) -> None:
        """Give a sign of life. Call it as often as you like. Without it for too long the manager restarts the table."""
        if self._pause_s is None or self._now_s() < self._due_s:
            return
        self._due_s = self._now_s() + self._pause_s
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(UNIX, socket.SOCK_DGRAM) as manager:
                manager.sendto(message.encode(), self._address)
        except OSError as error:
            log.warning("the service manager does not listen: %s", error)
