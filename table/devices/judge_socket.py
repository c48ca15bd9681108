"""The table's socket in its state folder: how a judge's terminal speaks to a table that runs.

One JSON object a line each way, one exchange a connection. Whoever may open the socket may speak: it is the owner's
alone. Beside looking there is only what a judge may do.
"""

import logging
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal, Protocol

import msgspec
from msgspec import Struct

from table.devices.threads import Worker
from table.devices.watchdog import Pulse
from table.rules.commands import Answer
from table.rules.errors import OwnerError
from table.rules.match.commands import CallJudge
from table.rules.match.judge import GO_ON
from table.rules.prompts import AnyPrompt
from table.rules.text import Text
from table.view.published import FaultNote, Notice, Published

log = logging.getLogger(__name__)

NAME = THREAD = "control"
"""Of the socket, and of the thread that listens at it."""
LONGEST = 1024 * 1024
PATIENCE_S = 1.0
"""For a client to say its whole line, and for ours to be heard."""
ACCEPT_S = 0.25
LAST_CLIENT_S = ACCEPT_S + 0.05
HEARD_S = 4.0
"""For the table's answer: it may have another client before us, and a session that waits for its disk."""

Request = Literal["look", "call"] | Answer


class Standing(Struct, frozen=True):
    """How things stand, after what was asked for."""

    done: bool
    why: str = ""
    """Not done: `busy`, `not_called`, `not_understood`."""
    match: str = ""
    judged: bool = False
    headline: Text | None = None
    prompts: tuple[AnyPrompt, ...] = ()
    story: tuple[Text, ...] = ()
    notice: Notice | None = None
    faults: tuple[FaultNote, ...] = ()


class NobodyThereError(OwnerError, OSError):
    """No table runs in this state folder, or it does not listen."""


class Control:
    """The table's end. `step` belongs to a thread of its own; `say` has the session do something, and waits for it."""

    def __init__(
        self, folder: Path, say: Callable[[CallJudge | Answer], bool], latest: Callable[[], Published]
    ) -> None:
        """Raises OSError where no socket can be made: no terminal can speak to this table then, all else goes on."""
        self._say, self._latest = say, latest
        self._path = folder / NAME
        self._path.unlink(missing_ok=True)
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._server.bind(str(self._path))
            self._path.chmod(0o600)
            self._server.listen(1)
        except OSError:
            self._server.close()
            raise
        self._server.settimeout(ACCEPT_S)

    def step(self) -> None:
        """One client, if one comes within a moment. Whatever a client does harms nobody but itself."""
        try:
            client, _ = self._server.accept()
        except TimeoutError:
            return
        with client:
            try:
                line = line_of(client, PATIENCE_S)
                client.settimeout(PATIENCE_S)
                client.sendall(msgspec.json.encode(self._answered(line)) + b"\n")
            except OSError as error:
                log.info("a terminal went away: %s", error)

    def close(self) -> None:
        self._server.close()
        with suppress(OSError):
            self._path.unlink()

    def _answered(self, line: bytes) -> Standing:
        try:
            request = msgspec.json.decode(line, type=Request)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return self._standing("not_understood")
        if request == "look":
            return self._standing()
        if isinstance(request, Answer) and not _judged(self._latest()):
            return self._standing("not_called")
        done = self._say(request if isinstance(request, Answer) else CallJudge("terminal"))
        return self._standing("" if done else "busy")

    def _standing(self, why: str = "") -> Standing:
        now = self._latest()
        headline, story = (None, ()) if now.view is None else (now.view.headline, now.view.story)
        return Standing(
            not why, why, now.match, _judged(now), headline, now.prompts, story, now.notice, now.faults
        )  # fmt: skip


class Terminal:
    """The thread that listens."""

    def __init__(
        self, control: Control, failed: Callable[[str, BaseException], None], pulse: Pulse | None = None
    ) -> None:
        self._control = control
        self._worker = Worker(THREAD, control.step, failed, pulse)

    def start(self) -> None:
        self._worker.start()

    def stop(self) -> None:
        """No more clients; the one that is there may be heard out."""
        self._worker.stop()

    def close(self, patience_s: float = LAST_CLIENT_S) -> None:
        """After `stop`, and after the table: whoever is still there is not waited for."""
        self._worker.join(patience_s)
        self._control.close()


def _judged(now: Published) -> bool:
    return any(prompt.key == GO_ON for prompt in now.prompts)


def asked(folder: Path, request: Request) -> Standing:
    """The terminal's end. Raises NobodyThereError."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as table:
        table.settimeout(HEARD_S)
        try:
            table.connect(str(folder / NAME))
            table.sendall(msgspec.json.encode(request) + b"\n")
            return msgspec.json.decode(line_of(table, HEARD_S), type=Standing)
        except (OSError, msgspec.MsgspecError) as error:
            raise NobodyThereError(f"{folder / NAME}: {error}") from error


class Peer(Protocol):
    """As much of a socket as is listened to."""

    def settimeout(self, seconds: float, /) -> None: ...

    def recv(self, most: int, /) -> bytes: ...


def line_of(peer: Peer, within_s: float, now_s: Callable[[], float] = time.monotonic) -> bytes:
    """To its line feed, or to the end. TimeoutError where it does not come in time, however busily it drips."""
    heard, until_s = bytearray(), now_s() + within_s
    while not heard.endswith(b"\n") and len(heard) < LONGEST:
        left_s = until_s - now_s()
        if left_s <= 0:
            raise TimeoutError(f"no line in {within_s} s")
        peer.settimeout(left_s)
        if not (more := peer.recv(65536)):
            break
        heard += more
    return bytes(heard)
