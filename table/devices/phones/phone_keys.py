"""The keys that a phone and the table agree on, out of the secret in a code on the screen and fresh keys of both.

The secret alone opens nothing: the other player may have photographed it, and listens. A person between phone and
table who has that secret has one guess at the two words. The phone is bound to its key before it sees the table's, the
table answers one greeting for a code (`invitations.py`), and the phone's page tries a code once (`line.js`).

A phone sends HELLO (`hello`), receives the table's key, and shows its own (`reveal`). All that follows is encrypted
(`sealing.py`). Pure, but for `cryptography`, which is imported only where a phone may come.
"""

import hashlib
import hmac
from collections.abc import Callable
from typing import NamedTuple

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from table.rules.errors import InputError

VERSION = 1
SECRET_BYTES = 16
"""128 bits, which nobody guesses, and a phone reads off a screen."""
ID_BYTES, KEY_BYTES, HASH_BYTES = 16, 32, 32
HELLO_BYTES = 1 + ID_BYTES + HASH_BYTES
KEYS_DOMAIN = b"command-table phone 1 keys\0"
ID_DOMAIN = b"command-table phone 1 id\0"


class HandshakeError(InputError, ValueError):
    """A phone began otherwise than one does: it is broken, or none."""


class PhoneKeys(NamedTuple):
    """The keys of one connection."""

    to_table: bytes
    to_phone: bytes
    next_secret: bytes
    """The secret with which this phone, and no other, comes back."""
    words: tuple[int, int]
    """The numbers of the two words that both show, 0 to 255 each."""


class Hello(NamedTuple):
    """The beginning of a phone."""

    secret_id: bytes
    """The name of its secret, from which nobody finds the secret."""
    bound: bytes
    """The hash of the key that it will show."""


def secret_id(secret: bytes) -> bytes:
    """Return the name of a secret: it can be sent in clear."""
    return _derived(secret, b"", ID_DOMAIN, ID_BYTES)


def hello(secret: bytes, public: bytes) -> bytes:
    """Return how a phone with this secret, and this key of its own, begins."""
    return bytes([VERSION]) + secret_id(secret) + hashlib.sha256(public).digest()


def read_hello(message: bytes) -> Hello:
    """Return the beginning of a phone. Raises HandshakeError."""
    if len(message) < HELLO_BYTES or message[0] != VERSION:
        raise HandshakeError(f"a phone speaks version {message[0] if message else 'none'}, and this table {VERSION}")
    return Hello(message[1 : 1 + ID_BYTES], message[1 + ID_BYTES : HELLO_BYTES])


class KeyPair:
    """A key of one side for one connection. It is thrown away afterwards, so that nobody opens what was said before."""

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        self._private = X25519PrivateKey.from_private_bytes(entropy(KEY_BYTES))
        self.public = self._private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def shared(self, other: bytes) -> bytes:
        """Return what only both sides know. Raises HandshakeError for an invalid key."""
        try:
            return self._private.exchange(X25519PublicKey.from_public_bytes(other))
        except ValueError as error:
            raise HandshakeError(f"a key of 32 bytes was expected that leads to a secret: {error}") from error


def agreed(own: KeyPair, other: bytes, secret: bytes, message: tuple[bytes, bytes, bytes]) -> PhoneKeys:
    """Return the keys. `message` is everything that was sent in clear: hello, the table's key, the phone's key."""
    transcript = hashlib.sha256(b"".join(message)).digest()
    size = 2 * KEY_BYTES + SECRET_BYTES + 2
    made = _derived(own.shared(other), secret, KEYS_DOMAIN + transcript, size)
    to_table, to_phone, rest = made[:KEY_BYTES], made[KEY_BYTES : 2 * KEY_BYTES], made[2 * KEY_BYTES :]
    return PhoneKeys(to_table, to_phone, rest[:SECRET_BYTES], (rest[-2], rest[-1]))


def shows_its_own(public: bytes, begun: Hello) -> None:
    """Check that a phone shows the key to which it was bound. Raises HandshakeError."""
    if not hmac.compare_digest(hashlib.sha256(public).digest(), begun.bound):
        raise HandshakeError("a phone showed another key than the one that it began with")


def _derived(material: bytes, salt: bytes, domain: bytes, size: int) -> bytes:
    return HKDF(hashes.SHA256(), size, salt, domain).derive(material)
