"""The table's socket in its state folder, through which a judge's terminal speaks to a running table.

One JSON object a line each way, one exchange a connection. Only the owner may open the socket. Beside looking, it only
offers what a judge may do.
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
from table.devices.watchdog import Heartbeat
from table.rules.commands import Answer
from table.rules.errors import OwnerError
from table.rules.match.commands import CallJudge
from table.rules.match.events import CalledBy
from table.rules.match.judge import GO_ON
from table.rules.prompts import AnyPrompt
from table.rules.text import Text
from table.view.published import FaultNote, Notice, Published

log = logging.getLogger(__name__)

NAME = THREAD = "control"
"""The name of the socket, and of the thread that listens at it."""
LONGEST = 1024 * 1024
PATIENCE_S = 1.0
"""The seconds for a client to send its whole line, and to read the answer."""
ACCEPT_S = 0.25
LAST_CLIENT_S = ACCEPT_S + 0.05
HEARD_S = 4.0
"""The seconds for the table's answer. It may have another client first, and a session that waits for its disk."""

Request = Literal["look", "call"] | Answer


class JudgeStatus(Struct, frozen=True):
    """The state of the table after the request."""

    done: bool
    why: str = ""
    """The reason if it is not done: `busy`, `not_called`, `not_understood`."""
    match: str = ""
    judged: bool = False
    headline: Text | None = None
    prompts: tuple[AnyPrompt, ...] = ()
    story: tuple[Text, ...] = ()
    notice: Notice | None = None
    faults: tuple[FaultNote, ...] = ()


class NoTableError(OwnerError, OSError):
    """No table runs in this state folder, or it does not listen."""


class JudgeServer:
    """The table's end. Only the thread of a `JudgeListener` calls `step`.

    On that thread `say` passes a command to the session and waits for it, and `latest` gives the view.
    """

    def __init__(
        self, folder: Path, say: Callable[[CallJudge | Answer], bool], latest: Callable[[], Published]
    ) -> None:
        """Make the socket. Raises OSError if it cannot be made.

        Then no terminal can speak to this table, and all else goes on.
        """
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
        """Serve one client, if one comes within 0.25 s. A client can harm nobody but itself.

        Raises OSError if the socket itself fails.
        """
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
        """Close the socket and remove its file. Call it once `step` is called no more."""
        self._server.close()
        with suppress(OSError):
            self._path.unlink()

    def _answered(self, line: bytes) -> JudgeStatus:
        try:
            request = msgspec.json.decode(line, type=Request)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return self._standing("not_understood")
        if request == "look":
            return self._standing()
        if isinstance(request, Answer) and not _judged(self._latest()):
            return self._standing("not_called")
        done = self._say(request if isinstance(request, Answer) else CallJudge(CalledBy.TERMINAL))
        return self._standing("" if done else "busy")

    def _standing(self, why: str = "") -> JudgeStatus:
        now = self._latest()
        headline, story = (None, ()) if now.view is None else (now.view.headline, now.view.story)
        return JudgeStatus(
            not why, why, now.match, _judged(now), headline, now.prompts, story, now.notice, now.faults
        )  # fmt: skip


class JudgeListener:
    """The thread that listens at the socket. The main thread starts and stops it."""

    def __init__(
        self, control: JudgeServer, failed: Callable[[str, BaseException], None], pulse: Heartbeat | None = None
    ) -> None:
        """`failed` gets the errors of the thread, on the thread itself."""
        self._control = control
        self._worker = Worker(THREAD, control.step, failed, pulse)

    def start(self) -> None:
        self._worker.start()

    def stop(self) -> None:
        """Accept no more clients. The current one may still get its answer."""
        self._worker.stop()

    def close(self, patience_s: float = LAST_CLIENT_S) -> None:
        """Close the socket, after `stop` and after the table.

        A client that is still there after `patience_s` seconds is left.
        """
        self._worker.join(patience_s)
        self._control.close()


def _judged(now: Published) -> bool:
    return any(prompt.key == GO_ON for prompt in now.prompts)


def asked(folder: Path, request: Request) -> JudgeStatus:
    """Send a request from a terminal, and return the answer. Raises NoTableError.

    It may wait for 4 s until the table listens, and as long for the answer.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as table:
        table.settimeout(HEARD_S)
        try:
            table.connect(str(folder / NAME))
            table.sendall(msgspec.json.encode(request) + b"\n")
            return msgspec.json.decode(line_of(table, HEARD_S), type=JudgeStatus)
        except (OSError, msgspec.MsgspecError) as error:
            raise NoTableError(f"{folder / NAME}: {error}") from error


class Peer(Protocol):
    """The parts of a socket that are used for reading."""

    def settimeout(self, seconds: float, /) -> None: ...

    def recv(self, most: int, /) -> bytes: ...


def line_of(peer: Peer, within_s: float, now_s: Callable[[], float] = time.monotonic) -> bytes:
    """Return a line with its line feed, or all until the end or the longest allowed.

    Raises TimeoutError if it is not complete within `within_s` seconds, however steadily bytes come, and OSError if the
    peer is gone.
    """
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
