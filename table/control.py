"""The table's socket in its state folder: how a judge's terminal speaks to a table that runs.

One JSON object a line each way, one exchange a connection. Whoever may open the socket may speak: it is the owner's
alone. Beside looking there is only what a judge may do.
"""

import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from table.games.commands import Answer
from table.games.prompts import AnyPrompt
from table.games.text import Text
from table.match.commands import CallJudge
from table.match.judge import GO_ON
from table.published import FaultNote, Notice, Published
from table.running import Worker

log = logging.getLogger(__name__)

NAME = "control"
LONGEST = 1024 * 1024
PATIENCE_S = 2.0
"""For a client to say its line and to hear ours."""
ACCEPT_S = 0.25

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


class NobodyThereError(OSError):
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
            client.settimeout(PATIENCE_S)
            try:
                client.sendall(msgspec.json.encode(self._answered(_line(client))) + b"\n")
            except OSError as error:
                log.info("a terminal went away: %s", error)

    def close(self) -> None:
        self._server.close()
        with suppress(OSError):
            self._path.unlink()

    def _answered(self, line: bytes) -> Standing:
        try:
            request = msgspec.json.decode(line, type=Request)
        except (msgspec.MsgspecError, UnicodeDecodeError):
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

    def __init__(self, control: Control, failed: Callable[[str, BaseException], None]) -> None:
        self._control = control
        self._worker = Worker("control", control.step, failed)

    def start(self) -> None:
        self._worker.start()

    def stop(self) -> None:
        self._worker.stop()
        self._worker.join()
        self._control.close()


def _judged(now: Published) -> bool:
    return any(prompt.key == GO_ON for prompt in now.prompts)


def asked(folder: Path, request: Request) -> Standing:
    """The terminal's end. Raises NobodyThereError."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as table:
        table.settimeout(2 * PATIENCE_S)
        try:
            table.connect(str(folder / NAME))
            table.sendall(msgspec.json.encode(request) + b"\n")
            return msgspec.json.decode(_line(table), type=Standing)
        except (OSError, msgspec.MsgspecError) as error:
            raise NobodyThereError(f"{folder / NAME}: {error}") from error


def _line(peer: socket.socket) -> bytes:
    """To its line feed, or to the end."""
    heard = bytearray()
    while not heard.endswith(b"\n") and len(heard) < LONGEST and (more := peer.recv(65536)):
        heard += more
    return bytes(heard)
