"""The table's socket in its state folder, through which the owner's and a judge's terminal control a running table.

One JSON object a line each way, one exchange a connection. Only the owner may open the socket. It offers only the
state, a judge's actions, the number of a seat's own words (`command-table words`), and the admission of a helper's
phone.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal, Protocol

import msgspec
from msgspec import Struct

from hal.computer.local_sockets import connect
from table.rules.commands import Answer
from table.rules.errors import OwnerError
from table.rules.prompts import AnyPrompt
from table.rules.text import Text
from table.session.phones.phone_ways import PhoneWay
from table.session.ports import HelperAct
from table.view.published import Desk, FaultNote, HelperRole, Notice

NAME = "control"
LONGEST = 1024 * 1024
TURN_S = 60.0
"""The seconds for a terminal's turn while others flood the socket: the table accepts 1,900 clients in them."""
ANSWER_S = 4.0
"""The seconds for the table's answer. It may have another client first, and a session that waits for its disk."""


class PhoneWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A request of the owner's terminal about a helper's phone. Without an act it only asks for the progress."""

    role: HelperRole
    act: HelperAct | None = None
    guest: int = 0
    """The place of the phone to admit."""


Request = Literal["look", "call"] | Answer


class JudgeStatus(Struct, frozen=True):
    """The state of the table after the request."""

    done: bool
    why: str = ""
    """The reason if it is not done: `busy`, `not_called`, `not_offered`, `not_understood`, `no_phones`."""
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


def asked(folder: Path, request: Request | PhoneWish) -> JudgeStatus:
    """Send a request from a terminal, and return the answer. Raises NoTableError.

    It may wait for `TURN_S` until the table accepts it, and for 4 s for the answer.
    """
    try:
        with connect(folder / NAME, TURN_S) as table:
            table.settimeout(ANSWER_S)
            table.sendall(msgspec.json.encode(request) + b"\n")
            return msgspec.json.decode(line_of(table, ANSWER_S), type=JudgeStatus)
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
    line, until_s = bytearray(), now_s() + within_s
    while not line.endswith(b"\n") and len(line) < LONGEST:
        if (left_s := until_s - now_s()) <= 0:
            raise TimeoutError(f"no line in {within_s} s")
        peer.settimeout(left_s)
        if not (more := peer.recv(65536)):
            break
        line += more
    return bytes(line)
