"""The keys that a phone and the table agree on, from the secret in a code on the screen and fresh keys of both.

The secret alone decrypts nothing: the other player may have photographed it and may eavesdrop. A person between phone
and table who has that secret has one guess at the two words. Both sides commit to a fresh key and a nonce before either
shows them, and both words depend on both. The table answers one greeting for a code (`invitations.py`), and the phone's
page tries a code once (`line.js`).

| frame | from | content |
|---|---|---|
| 1 | phone | version, name of the secret, commitment (`hello`) |
| 2 | table | commitment |
| 3 | phone | key and nonce (`opening`) |
| 4 | table | key and nonce |

All later frames are encrypted (`sealing.py`). Pure, except for `cryptography`, which is imported only where phones are
configured.
"""

import hashlib
import hmac
from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from table.rules.errors import InputError

VERSION = 2
SECRET_BYTES = 16
"""128 bits: too many to guess, and few enough for a code on the screen."""
ID_BYTES, KEY_BYTES, HASH_BYTES = 16, 32, 32
HELLO_BYTES = 1 + ID_BYTES + HASH_BYTES
OPENING_BYTES = 2 * KEY_BYTES
"""The bytes of an opening: a key and a nonce."""
KEYS_DOMAIN = b"command-table phone 2 keys\0"
ID_DOMAIN = b"command-table phone 2 id\0"
COMMITMENT_DOMAIN = b"command-table phone 2 commitment\0"
Side: TypeAlias = Literal["phone", "table"]


class HandshakeError(InputError, ValueError):
    """A phone does not follow the handshake: it is broken, or it is not a phone."""


class PhoneKeys(NamedTuple):
    """The keys of one connection."""

    to_table: bytes
    to_phone: bytes
    next_secret: bytes
    """The secret with which only this phone can reconnect."""
    words: tuple[int, int]
    """The numbers of the two words that both show, 0 to 255 each."""


class Hello(NamedTuple):
    """The first frame of a phone."""

    secret_id: bytes
    """The name of its secret. The secret cannot be computed from it."""
    commitment: bytes
    """The commitment to its key and nonce."""


def secret_id(secret: bytes) -> bytes:
    """Return the public name of a secret, which can be sent unencrypted."""
    return _derived(secret, b"", ID_DOMAIN, ID_BYTES)


def hello(secret: bytes, commitment: bytes) -> bytes:
    """Return the first message of a phone with this secret and commitment."""
    return bytes([VERSION]) + secret_id(secret) + commitment


def read_hello(message: bytes) -> Hello:
    """Parse the first message of a phone. Raises HandshakeError."""
    if len(message) < HELLO_BYTES or message[0] != VERSION:
        raise HandshakeError(f"a phone uses version {message[0] if message else 'none'}, and this table {VERSION}")
    return Hello(message[1 : 1 + ID_BYTES], message[1 + ID_BYTES : HELLO_BYTES])


class KeyPair:
    """A fresh key and nonce of one side for one connection, with the commitment to both.

    It is never stored, so that a recorded connection cannot be decrypted later.
    """

    def __init__(self, side: Side, entropy: Callable[[int], bytes]) -> None:
        self._private = X25519PrivateKey.from_private_bytes(entropy(KEY_BYTES))
        public = self._private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        self.opening = public + entropy(OPENING_BYTES - KEY_BYTES)
        """The key and the nonce as they are sent."""
        self.commitment = committed(side, self.opening)

    def shared(self, other: bytes) -> bytes:
        """Return the shared secret with the key in the other side's opening. Raises HandshakeError."""
        try:
            return self._private.exchange(X25519PublicKey.from_public_bytes(other[:KEY_BYTES]))
        except ValueError as error:
            raise HandshakeError(f"a key is not a valid X25519 key of {KEY_BYTES} bytes: {error}") from error


def committed(side: Side, opening: bytes) -> bytes:
    """Return the commitment of this side to an opening."""
    return hashlib.sha256(COMMITMENT_DOMAIN + side.encode() + b"\0" + opening).digest()


def check_opening(side: Side, opening: bytes, commitment: bytes) -> None:
    """Check that this side's opening matches its commitment. Raises HandshakeError."""
    if not hmac.compare_digest(committed(side, opening), commitment):
        raise HandshakeError(f"the {side} showed another key or nonce than the one that it committed to")


def agreed(own: KeyPair, other: bytes, secret: bytes, messages: tuple[bytes, bytes, bytes, bytes]) -> PhoneKeys:
    """Return the keys. `messages` are those sent unencrypted: hello, the table's commitment, both openings.

    The phone's opening comes first. `other` is the opening of the other side. Raises HandshakeError for an invalid key.
    """
    transcript = hashlib.sha256(b"".join(messages)).digest()
    size = 2 * KEY_BYTES + SECRET_BYTES + 2
    made = _derived(own.shared(other), secret, KEYS_DOMAIN + transcript, size)
    to_table, to_phone, rest = made[:KEY_BYTES], made[KEY_BYTES : 2 * KEY_BYTES], made[2 * KEY_BYTES :]
    return PhoneKeys(to_table, to_phone, rest[:SECRET_BYTES], (rest[-2], rest[-1]))


def _derived(material: bytes, salt: bytes, domain: bytes, size: int) -> bytes:
    return HKDF(hashes.SHA256(), size, salt, domain).derive(material)
