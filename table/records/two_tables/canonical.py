"""The one spelling of everything that is signed or hashed, and the hashes over it."""

import hashlib
from collections.abc import Sequence
from typing import Annotated, Any, TypeVar

import msgspec

from table.records.verify import form
from table.rules.choice.sealed_choice import fields
from table.rules.errors import InputError

T = TypeVar("T")
WORDS_COMPARED = "compared"
"""The name of the record that keeps the own offer back: "no" until the player has confirmed the words."""
HASH_BYTES = 32
MOST_MESSAGE = 512 * form.KIB
"""The most bytes of a message: the largest batch, each of whose bytes may be two in it, has room."""
Hex32 = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
"""A hash or a key in JSON."""


class NotCanonicalError(InputError, ValueError):
    """A message or a record is not canonical JSON, or has other fields than its kind."""


def canonical(value: Any) -> bytes:
    """Return a value as canonical JSON: names in alphabetical order, no blanks."""
    return msgspec.json.encode(value, order="sorted")


def from_canonical(raw: bytes, kind: type[T]) -> T:
    """Parse canonical JSON. Raises NotCanonicalError."""
    try:
        form.check(raw)
        value = msgspec.json.decode(raw, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise NotCanonicalError(f"not a {getattr(kind, '__name__', 'record')}: {error}") from error
    if canonical(value) != raw:
        raise NotCanonicalError("JSON in another spelling than the canonical one")
    return value


def from_disk(raw: bytes, kind: type[T]) -> T:
    """Parse a record that this side has written. It has no limits: what is on the disk has to be read again.

    Raises NotCanonicalError for a record that is broken.
    """
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.MsgspecError, ValueError) as error:
        raise NotCanonicalError(f"a broken record: {error}") from error


def read_message(raw: bytes, kind: Any) -> Any:
    """Parse JSON of anybody, in any order of its names. Raises NotCanonicalError, whatever the bytes are."""
    try:
        if len(raw) > MOST_MESSAGE:
            raise NotCanonicalError(f"a message of more than {MOST_MESSAGE // form.KIB} KiB")
        message = msgspec.json.decode(raw, type=kind)  # first: it ends at the first thing that is no message
        form.check(raw)
        return message
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise NotCanonicalError(f"not a {getattr(kind, '__name__', 'message')}: {error}") from error


def is_pair_file(raw: bytes) -> bool:
    """True if this claims to be the file of a match at two tables, whatever is in it."""
    return raw.startswith(b'{"format":"command-table two tables ')


def domain(name: str) -> bytes:
    """Return the domain of one kind of hash or signature."""
    return f"command-table {name} 1\0".encode()


def hashed(name: str, content: bytes) -> bytes:
    """Return SHA-256 over a domain and a content."""
    return hashlib.sha256(domain(name) + content).digest()


class HashTree:
    """A Merkle tree over at most 2 ** `depth` leaves, and filled up to so many."""

    def __init__(self, leaves: Sequence[bytes], depth: int) -> None:
        self._levels = [[*leaves, *[hashed("leaf", fields("none"))] * ((1 << depth) - len(leaves))]]
        while len(self._levels[-1]) > 1:
            level = iter(self._levels[-1])
            self._levels.append([_node(left, right) for left, right in zip(level, level, strict=True)])

    @property
    def root(self) -> str:
        return self._levels[-1][0].hex()

    def path(self, place: int) -> str:
        """Return the way from a leaf to the root: the hash beside it on each level, as hex digits."""
        beside = [level[place >> height ^ 1] for height, level in enumerate(self._levels[:-1])]
        return b"".join(beside).hex()


def leads_to(root: str, leaf: bytes, place: int, path: str, depth: int) -> bool:
    """True if this path ends at the root of a tree of this depth.

    With any other depth, a side could put several leaves at one place, and choose among them later.
    """
    try:
        rest = bytes.fromhex(path)
    except ValueError:
        return False
    if len(rest) != depth * HASH_BYTES or place < 0 or place >> depth or rest.hex() != path:
        return False
    for start in range(0, len(rest), HASH_BYTES):
        beside = rest[start : start + HASH_BYTES]
        leaf = _node(beside, leaf) if place & 1 else _node(leaf, beside)
        place >>= 1
    return leaf.hex() == root


def _node(left: bytes, right: bytes) -> bytes:
    return hashed("node", left + right)
