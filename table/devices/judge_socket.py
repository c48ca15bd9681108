"""The table's socket in its state folder, through which the owner's and a judge's terminal speak to a running table.

One JSON object a line each way, one exchange a connection. Only the owner may open the socket. Beside looking, it only
offers what a judge may do, the answer to the question for a seat's number, which words may give, and to let a helper's
phone in.
"""

import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

import msgspec
from msgspec import Struct

from table.devices.exchange_socket import ExchangeServer
from table.rules.commands import Answer
from table.rules.errors import OwnerError
from table.rules.match.commands import CallJudge
from table.rules.match.events import CalledBy
from table.rules.match.questions import NUMBER
from table.rules.prompts import AnyPrompt
from table.rules.text import Text
from table.session.phones.phone_ways import PhoneWay
from table.session.ports import HelperAct, TerminalOnPhone
from table.view.published import Desk, FaultNote, HelperRole, Notice, Published

NAME = THREAD = "control"
"""The name of the socket, and of the thread that listens at it."""
LONGEST = 1024 * 1024
HEARD_S = 4.0
"""The seconds for the table's answer. It may have another client first, and a session that waits for its disk."""


class PhoneWish(Struct, frozen=True, forbid_unknown_fields=True):
    """The owner's terminal wants this of a helper's phone; without an act it looks how far that has come."""

    role: HelperRole
    act: HelperAct | None = None
    guest: int = 0
    """The phone that is let in."""


Request = Literal["look", "call"] | Answer
HelperWays: TypeAlias = Callable[[HelperRole], PhoneWay | None]


class JudgeStatus(Struct, frozen=True):
    """The state of the table after the request."""

    done: bool
    why: str = ""
    """The reason if it is not done: `busy`, `not_called`, `not_understood`, `no_phones`."""
    match: str = ""
    judged: bool = False
    headline: Text | None = None
    prompts: tuple[AnyPrompt, ...] = ()
    story: tuple[Text, ...] = ()
    notice: Notice | None = None
    faults: tuple[FaultNote, ...] = ()
    desks: tuple[Desk, ...] = ()
    """Reader, lock, lamp and focus of each seat, as the screen shows them."""
    phone: PhoneWay | None = None
    """The helper's phone that was asked about."""


class NoTableError(OwnerError, OSError):
    """No table runs in this state folder, or it does not listen."""


def open_to_all(answer: Answer) -> bool:
    """Return whether an answer is good without a judge: a seat's number for the chance, which words may give."""
    return answer.prompt == NUMBER


def _understood(line: bytes) -> Request | PhoneWish | None:
    for kind in (Request, PhoneWish):
        try:
            return msgspec.json.decode(line, type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            continue
    return None


class JudgeServer:
    """The table's end. Only the thread of an `ExchangeListener` calls `step`.

    On that thread `say` passes a command to the session and waits for it, and `latest` gives the view.
    """

    def __init__(
        self,
        folder: Path,
        say: Callable[[CallJudge | Answer | TerminalOnPhone], bool],
        latest: Callable[[], Published],
        helper: HelperWays | None = None,
    ) -> None:
        """Make the socket. Raises OSError if it cannot be made.

        `helper` tells how far a helper's phone has come; None where phones are off.

        Without the socket no terminal can speak to this table, and all else goes on.
        """
        self._say, self._latest, self._helper = say, latest, helper
        self._server = ExchangeServer(folder / NAME, self._line, LONGEST)

    def step(self) -> None:
        """Serve whoever is there; wait for 0.25 s at most if nobody is. No client makes another one wait for its line.

        Raises OSError if the socket itself fails.
        """
        self._server.step()

    def close(self) -> None:
        """Close the socket and remove its file. Call it once `step` is called no more."""
        self._server.close()

    def _line(self, line: bytes) -> bytes:
        return msgspec.json.encode(self._answered(line)) + b"\n"

    def _answered(self, line: bytes) -> JudgeStatus:
        request = _understood(line)
        if request is None:
            return self._standing("not_understood")
        if isinstance(request, PhoneWish):
            return self._on_phone(request)
        if request == "look":
            return self._standing()
        if isinstance(request, Answer) and not open_to_all(request) and not self._latest().judged:
            return self._standing("not_called")
        done = self._say(request if isinstance(request, Answer) else CallJudge(CalledBy.TERMINAL))
        return self._standing("" if done else "busy")

    def _on_phone(self, wish: PhoneWish) -> JudgeStatus:
        if self._helper is None:
            return self._standing("no_phones")
        if wish.act is not None and not self._say(TerminalOnPhone(wish.role, wish.act, wish.guest)):
            return self._standing("busy")
        return self._standing(phone=self._helper(wish.role))

    def _standing(self, why: str = "", phone: PhoneWay | None = None) -> JudgeStatus:
        now = self._latest()
        headline, story = (None, ()) if now.view is None else (now.view.headline, now.view.story)
        return JudgeStatus(
            not why, why, now.match, now.judged, headline, now.prompts, story, now.notice, now.faults, now.desks, phone
        )  # fmt: skip


def asked(folder: Path, request: Request | PhoneWish) -> JudgeStatus:
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
