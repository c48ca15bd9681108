"""The code with which one table invites another: whom it will meet, and where."""

import base64
import binascii
import hashlib
import re
from typing import NamedTuple

from table.rules.errors import InputError

KEY, TOPIC, CHECK = 32, 16, 4
MARK = "CT1"
_OTHERS = re.compile(r"[\s-]")


class NotAnInvitationError(InputError, ValueError):
    """A text is not the code of an invitation, or was copied with a mistake."""


class FarInvitation(NamedTuple):
    """The content of a code."""

    identity: str
    """The public key of the table that invites, as hex digits."""
    topic: str
    """The name of the relay's topics, 32 random hex digits."""
    url: str
    """The relay's address."""

    @property
    def text(self) -> str:
        """Return the code: capital letters and digits, for a QR code and for copying."""
        carried = bytes.fromhex(self.identity) + bytes.fromhex(self.topic) + self.url.encode()
        whole = carried + _check(carried)
        return MARK + base64.b32encode(whole).decode().rstrip("=")


def invitation(code: str) -> FarInvitation:
    """Return the invitation of a code. Case, blanks and hyphens do not count. Raises NotAnInvitationError."""
    text = _OTHERS.sub("", code).upper()
    if not text.startswith(MARK):
        raise NotAnInvitationError(f"an invitation begins with {MARK}: copy the whole code")
    text = text.removeprefix(MARK)
    try:
        whole = base64.b32decode(text + "=" * (-len(text) % 8))
        carried, check = whole[:-CHECK], whole[-CHECK:]
        url = carried[KEY + TOPIC :].decode()
    except (binascii.Error, ValueError) as error:
        raise NotAnInvitationError("the code has a mistake: copy it again") from error
    if check != _check(carried) or len(carried) < KEY + TOPIC:
        raise NotAnInvitationError("the code has a mistake: copy it again")
    return FarInvitation(carried[:KEY].hex(), carried[KEY : KEY + TOPIC].hex(), url)


def _check(carried: bytes) -> bytes:
    return hashlib.sha256(b"command-table invitation 1\0" + carried).digest()[:CHECK]
