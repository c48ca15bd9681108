"""The desk's lock: a generated password, and the sessions that it opened. The folder has only its hash."""

import hashlib
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct

from table.network.hall.wire.decoding import decoded

FILE = "desk.json"
"""The file of the hash in the hall's folder."""
MOST_BYTES = 1024
WORK, BLOCK = 2**15, 8
"""The cost of a hash by scrypt: 32 MiB, and a fifth of a second on a Raspberry Pi 5."""
MOST_MEMORY = 64 * 1024 * 1024
PASSWORD_BYTES, SALT_BYTES, KEY_BYTES = 15, 16, 32
LONGEST_S = 16 * 3600.0
"""The seconds after which the organiser logs in again."""
MOST_SESSIONS = 8
MOST_LETTERS = 200

Bytes32 = Annotated[bytes, Meta(min_length=KEY_BYTES, max_length=KEY_BYTES)]


class PasswordHash(Struct, frozen=True, forbid_unknown_fields=True):
    """The hash of the password, by scrypt."""

    salt: Annotated[bytes, Meta(min_length=SALT_BYTES, max_length=SALT_BYTES)]
    key: Bytes32

    def fits(self, password: str) -> bool:
        """True for the password. It takes a moment and much memory, on purpose."""
        return hmac.compare_digest(_key(password, self.salt), self.key)


class DeskSession(NamedTuple):
    """A browser that is logged in."""

    cookie: str
    token: str
    """The token that its page sends with each act: no other page knows it."""
    until_s: float


class DeskLock:
    """The password and the open sessions. It belongs to the event loop's thread."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self.password: PasswordHash | None = None
        self._sessions: OrderedDict[str, DeskSession] = OrderedDict()

    def takes(self, raw: bytes) -> None:
        """Load the file with the hash, and end all sessions. Without a valid file nobody can log in."""
        self._sessions.clear()
        try:
            self.password = decoded(raw, PasswordHash)
        except msgspec.MsgspecError:
            self.password = None

    def opens(self) -> DeskSession:
        """Return a new session, whose password was checked."""
        session = DeskSession(secrets.token_urlsafe(32), secrets.token_urlsafe(32), self._now_s() + LONGEST_S)
        self._sessions[session.cookie] = session
        while len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)
        return session

    def session(self, cookie: str) -> DeskSession | None:
        """Return the open session with this cookie."""
        found = self._sessions.get(cookie)
        return found if found is not None and self._now_s() < found.until_s else None

    def closes(self, session: DeskSession) -> None:
        self._sessions.pop(session.cookie, None)


def made_password() -> tuple[str, bytes]:
    """Return a new password, and the content of the file with its hash."""
    password, salt = secrets.token_urlsafe(PASSWORD_BYTES), secrets.token_bytes(SALT_BYTES)
    return password, msgspec.json.encode(PasswordHash(salt, _key(password, salt))) + b"\n"


def _key(password: str, salt: bytes) -> bytes:
    words = password.encode("utf-8", "surrogatepass")
    return hashlib.scrypt(words, salt=salt, n=WORK, r=BLOCK, p=1, maxmem=MOST_MEMORY, dklen=KEY_BYTES)
