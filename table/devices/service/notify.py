"""What the service manager is told: ready, still alive, stopping (sd_notify(3)). Without a manager nothing is said."""

import logging
import os
import socket
from collections.abc import Callable, Mapping

log = logging.getLogger(__name__)

OFTEN = 3
"""Signs of life within the time that the manager grants: two may be lost."""


class Notifier:
    """One thread says that it is alive, another one the rest. `now_s` counts steadily."""

    def __init__(self, address: str, watchdog_s: float | None, now_s: Callable[[], float]) -> None:
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._pause_s = None if watchdog_s is None else watchdog_s / OFTEN
        self._now_s = now_s
        self._due_s = float("-inf")

    @classmethod
    def of(cls, environment: Mapping[str, str], now_s: Callable[[], float]) -> "Notifier":
        """As the manager set it up: NOTIFY_SOCKET, WATCHDOG_USEC, and WATCHDOG_PID if that is us."""
        microseconds = environment.get("WATCHDOG_USEC", "")
        ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        granted_s = int(microseconds) / 1e6 if ours and microseconds.isdigit() and int(microseconds) else None
        return cls(environment.get("NOTIFY_SOCKET", ""), granted_s, now_s)

    @property
    def listens(self) -> bool:
        """There is a manager, who would start the table anew if it ended."""
        return bool(self._address)

    def ready(self, status: str) -> None:
        """Say it again for another status: the manager takes the last one."""
        self._tell(f"READY=1\nSTATUS={status}")

    def alive(self) -> None:
        """Call it as often as you like. Without it for too long the manager starts the table anew."""
        if self._pause_s is None or self._now_s() < self._due_s:
            return
        self._due_s = self._now_s() + self._pause_s
        self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        self._tell("STOPPING=1")

    def _tell(self, message: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as manager:
                manager.sendto(message.encode(), self._address)
        except OSError as error:
            log.warning("the service manager does not listen: %s", error)
