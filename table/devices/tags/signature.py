"""The record on a tag: 16 bytes of HMAC-SHA-256 over its UID and its card's id. The key is the club's.

Without the key, a record reveals nothing, not even whether two tags are the same card. A record copied to a tag with
another UID is invalid there.
"""

import hashlib
import hmac
import stat
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol, TypeVar

from table.records.disk import DISK
from table.rules.errors import OwnerError
from table.rules.text import Text, text
from table.words.brought_file import content_of

KEY_SIZE = 32
MOST_BYTES = 1024
"""The most bytes of a key file: the key in hexadecimal, and blanks that an editor may have put around it."""
RECORD_SIZE = 16


class KeyFileError(OwnerError, ValueError):
    """The key file cannot be used. `why` says what to do."""

    def __init__(self, why: Text) -> None:
        super().__init__(str(why))
        self.why = why


class HasId(Protocol):
    @property
    def id(self) -> str: ...


C = TypeVar("C", bound=HasId)


class Signer:
    def __init__(self, key: bytes) -> None:
        self._key = key

    def record(self, uid: bytes, card_id: str) -> bytes:
        return hmac.digest(self._key, bytes([len(uid)]) + uid + card_id.encode(), hashlib.sha256)[:RECORD_SIZE]

    def card(self, uid: bytes, record: bytes, cards: Iterable[C]) -> C | None:
        """Return the card that the record names, or None.

        All cards are tried, so that the time reveals nothing: 1 ms for 500 cards.
        """
        found = None
        for card in cards:
            if hmac.compare_digest(self.record(uid, card.id), record):
                found = card
        return found


def read_key(path: Path) -> Signer | None:
    """Return the signer of a key file, or None if there is no file.

    Raises KeyFileError if others could read the file, or it holds no key.
    """
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            raise KeyFileError(text("cards.key.open", file=str(path), mode=f"{mode:o}"))
        key = bytes.fromhex(content_of(path, MOST_BYTES).decode("ascii"))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError, ValueError) as error:
        if isinstance(error, KeyFileError):
            raise
        raise KeyFileError(text("cards.key.broken", file=str(path))) from error
    if len(key) != KEY_SIZE:
        raise KeyFileError(text("cards.key.broken", file=str(path)))
    return Signer(key)


def make_key(path: Path, entropy: Callable[[int], bytes]) -> Signer:
    """Make a new key, in a file that only its owner can read. Raises FileExistsError rather than replacing one."""
    if path.exists():
        raise FileExistsError(f"{path} is there already")
    key = entropy(KEY_SIZE)
    DISK.replace(path, f"{key.hex()}\n".encode("ascii"))
    return Signer(key)
