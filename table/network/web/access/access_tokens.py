"""The access tokens of overlays that are local files. A file beside the configuration contains only their hashes."""

import logging
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from table.words.brought_file import content_of

log = logging.getLogger(__name__)

FILE = "overlays.json"
"""The name of the file. Its folder is that of the configuration."""
MOST_BYTES = 16 * 1024
TOKEN_BYTES = 16
"""The random bytes of a token. Too many to guess, so a plain hash keeps it secret."""


class AccessToken(Struct, frozen=True, forbid_unknown_fields=True):
    """A token that was made."""

    name: str
    hash: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class TokenFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The tokens that are valid."""

    tokens: tuple[AccessToken, ...] = ()


def hash_of(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def read_tokens(path: Path) -> TokenFile:
    """Return the valid tokens. Without a file there are none. Raises OSError and msgspec.MsgspecError."""
    try:
        content = content_of(path, MOST_BYTES)
    except FileNotFoundError:
        return TokenFile()
    return msgspec.json.decode(content, type=TokenFile)


class ValidTokens:
    """The hashes of the valid tokens.

    Each call reads the file, so that a revoked token is immediately invalid.
    """

    def __init__(self, path: Path | None) -> None:
        """`path` is the file; without one no token is valid."""
        self._path = path
        self._logged = ""

    def __call__(self) -> Iterable[str]:
        """Return the hashes. If the file cannot be read, no token is valid."""
        if self._path is None:
            return ()
        try:
            found, why = read_tokens(self._path), ""
        except (OSError, msgspec.MsgspecError) as error:
            found, why = TokenFile(), f"no access token is valid: {self._path}: {error}"
        if why != self._logged:
            log.warning("%s", why or f"{self._path} can be read again")
            self._logged = why
        return [each.hash for each in found.tokens]
