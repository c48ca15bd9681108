"""A phone over a real WebSocket. It joins again by itself when its connection breaks, as the page of a phone does."""

import base64
import json
import os
import threading
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from lab.campaigns.phone.trial_phone import ScriptedPhone
from lab.figure import NotMeasuredError

AGAIN_S = 0.5
PATIENCE_S = 60.0


class SocketPhone:
    """A phone with a thread of its own. Any thread may call."""

    def __init__(self, address: str) -> None:
        """Scan a code with this content."""
        parts = urlsplit(address)
        self._path = f"ws://{parts.netloc}/api/v1/seat"
        self._secret = base64.urlsafe_b64decode(parts.fragment + "==")
        self._lock, self._parts = threading.Condition(), dict[str, Any]()
        self._phone: ScriptedPhone | None = None
        self._line: ClientConnection | None = None
        self._awake = threading.Event()
        self._awake.set()
        self._ends = self._was_in = False
        self.joined = 0
        """The number of connections that were made."""
        self.received: list[dict[str, Any]] = []
        """Every message that was received on any connection."""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def part(self, name: str) -> Any:
        """Return the latest part of this name that the table has sent; None before the first."""
        with self._lock:
            return self._parts.get(name)

    def wait(self, holds: Callable[[], bool], what: str, seconds: float = PATIENCE_S) -> None:
        """Wait until this is so. Raises NotMeasuredError."""
        until_s = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > until_s:
                raise NotMeasuredError(f"{what}: {self._parts}")
            time.sleep(0.02)

    @property
    def is_in(self) -> bool:
        return self._line is not None and self.part("state") == "in"

    @property
    def now(self) -> dict[str, Any]:
        """Return how the table stands, as the page shows it."""
        sight = self.part("sight") or {}
        found: dict[str, Any] = sight.get("now", {})
        return found

    def asked(self) -> list[dict[str, Any]]:
        """Return the questions that the page shows now."""
        sight = self.part("sight") or {}
        found: list[dict[str, Any]] = sight.get("asked", [])
        return found

    def question(self, key: str) -> dict[str, Any] | None:
        return next((each for each in self.asked() if each["key"] == key), None)

    def answer(self, key: str, value: Any = None) -> None:
        """Touch an answer, and wait until the question is gone."""
        self.wait(lambda: self.question(key) is not None, f"{key} is not asked")
        asked = self.question(key) or {}
        self._send({"answer": {"view": self.part("sight")["view"], "key": key, "value": value}})
        self.wait(lambda: (self.question(key) or {}).get("n") != asked.get("n"), f"{key} stays")

    def lay(self, card: str) -> None:
        """Touch a card, and wait until it lies face down."""
        self._send({"card": card})
        self.wait(lambda: bool(self.now.get("chosen") == card), f"{card} does not lie")

    def sleep(self) -> None:
        """Let the connection end, and stay without one."""
        self._awake.clear()
        if self._line is not None:
            self._line.close()

    def wake(self) -> None:
        """Connect again."""
        self._awake.set()

    def end(self) -> None:
        """Switch the phone off."""
        self._ends = True
        self.sleep()
        self.wake()
        self._thread.join(PATIENCE_S)

    def _send(self, message: dict[str, Any]) -> None:
        if self._phone is None:
            raise NotMeasuredError("the phone has no connection")
        self._phone.queue(json.dumps(message).encode())

    def _run(self) -> None:
        while not self._ends:
            self._awake.wait()
            try:
                with connect(self._path, open_timeout=2) as line:
                    self._serve(line)
            except (OSError, WebSocketException, TimeoutError):
                pass
            self._line = None
            first = not self._was_in and self.part("state") == "in"
            if first and self._phone is not None and self._phone.keys is not None:
                self._secret, self._was_in = self._phone.keys.next_secret, True
            time.sleep(AGAIN_S)

    def _serve(self, line: ClientConnection) -> None:
        self._phone = phone = ScriptedPhone(self._secret, os.urandom)
        line.send(phone.hello())
        with self._lock:
            self._parts.clear()  # what counts is what the table sends again
        self._line = line
        self.joined += 1
        for frame in line:
            if isinstance(frame, str):
                raise NotMeasuredError("the table sends a text")
            for answer in phone.receive(frame):
                line.send(answer)
            with self._lock:
                for message in map(json.loads, phone.received):
                    self.received.append(message)
                    self._parts |= message
                phone.received.clear()
