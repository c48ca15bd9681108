"""The keys of a match between two tables: who signs, who is paired, and what encrypts the line."""

from collections.abc import Callable, Mapping
from typing import Annotated, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Meta, Struct

from table.records.two_tables.canonical import Hex32, canonical, domain, hashed
from table.rules.choice.sealed_choice import fields
from table.rules.seats import BLUE, RED, Seat

VERSION = 1
KEY_BYTES, SIGNATURE_BYTES = 32, 64
WORDS, OF_WORDS = 4, 64


class SigningKey:
    """An Ed25519 key of one side."""

    def __init__(self, private: bytes) -> None:
        """`private` has 32 random bytes."""
        self._private = Ed25519PrivateKey.from_private_bytes(private)
        self.public = self._private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()

    def sign(self, kind: str, content: bytes) -> str:
        """Return the signature of a content in the domain of its kind, as hex digits."""
        return self._private.sign(domain(kind) + content).hex()


SMALL_ORDER = frozenset(
    {
        "00" * 32,
        "01" + "00" * 31,
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ec" + "ff" * 30 + "7f",
        "ed" + "ff" * 30 + "7f",
        "ee" + "ff" * 30 + "7f",
    }
)
"""The keys for which signatures can be made without a private key, with the highest bit 0 (RFC 8032, section 5.1)."""


def is_weak(public: str) -> bool:
    """True for a key of small order, whose owner could disown everything that it signed."""
    return f"{public[:-2].lower()}{int(public[-2:], 16) & 0x7F:02x}" in SMALL_ORDER


def is_signed(public: str, kind: str, content: bytes, signature: str) -> bool:
    """True if the owner of this public key signed the content. Any text is allowed for key and signature."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        if is_weak(public):
            return False
        key.verify(bytes.fromhex(signature), domain(kind) + content)
    except (InvalidSignature, ValueError):
        return False
    return signature == signature.lower() and len(signature) == 2 * SIGNATURE_BYTES


class PairingHello(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of one side, as hex digits."""

    identity: Hex32
    match: Hex32
    nonce: Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")]
    version: int


def hello_commitment(hello: PairingHello) -> str:
    return hashed("hello", canonical(hello)).hex()


def pairing_id(hellos: Mapping[Seat, PairingHello]) -> str:
    """Return the id of the match, to which both hellos contribute."""
    return hashed("pairing", fields(canonical(hellos[BLUE]), canonical(hellos[RED]))).hex()


def pairing_words(match: str) -> tuple[int, ...]:
    """Return the numbers of the four words that both screens show, 0 to 63 each."""
    return tuple(byte % OF_WORDS for byte in bytes.fromhex(match)[:WORDS])


class LineKeys(NamedTuple):
    """The keys of one connection."""

    to_red: bytes
    to_blue: bytes


class LineKey:
    """A fresh X25519 key of one side, in memory only."""

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        self._private = X25519PrivateKey.from_private_bytes(entropy(KEY_BYTES))
        self.public = self._private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def agreed(self, match: str, seat: Seat, other: bytes) -> LineKeys | None:
        """Return the keys with the other side's line key; None if that is not a key."""
        try:
            shared = self._private.exchange(X25519PublicKey.from_public_bytes(other))
        except ValueError:
            return None
        blue, red = (self.public, other) if seat is BLUE else (other, self.public)
        salt = hashed("line", fields(match, blue, red))
        made = HKDF(hashes.SHA256(), 2 * KEY_BYTES, salt, domain("line keys")).derive(shared)
        return LineKeys(made[:KEY_BYTES], made[KEY_BYTES:])


def greeted(match: str, seat: Seat, public: bytes) -> bytes:
    """Return the content that a side signs to make a line key its own."""
    return fields(match, seat, public)
