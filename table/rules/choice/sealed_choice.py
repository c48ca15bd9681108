"""A secret choice of two sides that do not trust each other: commit, lock, open, verify.

The module needs only the standard library, so that other programs can copy this one file. Its protocol is in
`docs/develop/two_tables.md`, and `examples/sealed_choice/sealed_choice.js` does the same in a browser.
"""

import hashlib
import hmac
from dataclasses import astuple, dataclass, field

CHOICE_DOMAIN = b"command-table choice 1\0"
SEAL_DOMAIN = b"command-table seal 1\0"
SALT_DOMAIN = b"command-table salt 1\0"
LENGTH_BYTES = 4


def committed(domain: bytes, salt: bytes, content: bytes) -> str:
    """Return the commitment to a content: SHA-256 over the domain, the salt and the content, 64 hex digits."""
    return hashlib.sha256(domain + salt + content).hexdigest()


def fields(*parts: bytes | str | int) -> bytes:
    """Return the parts as one byte string, each after its length, so that the encoding is unique."""
    row = b""
    for part in parts:
        content = part if isinstance(part, bytes) else str(part).encode()
        row += len(content).to_bytes(LENGTH_BYTES) + content
    return row


class SealedChoiceError(Exception):
    """A step of a choice that the protocol does not allow."""


class TooEarlyError(SealedChoiceError):
    """A choice was to be opened before the other side's was fixed."""


class ChangedChoiceError(SealedChoiceError):
    """A side locked another choice than before, or committed twice."""


class ProvedLieError(SealedChoiceError):
    """An opening does not fit its commitment. Commitment and opening are the proof."""


@dataclass(frozen=True)
class ChoiceMoment:
    """The place of a choice: a commitment of one moment is invalid at another."""

    match: str
    round: int
    seat: str
    attempt: int = 0
    transcript: str = ""
    """The hash of everything that both sides have agreed on before."""


@dataclass(frozen=True)
class ChoiceOpening:
    choice: str
    salt: bytes = field(repr=False)


def commit(secret: bytes, moment: ChoiceMoment, choice: str) -> tuple[str, ChoiceOpening]:
    """Return the commitment to a choice, and the opening to keep until both sides are committed.

    The salt follows from the secret and the moment: after a crash the same choice gives the same commitment. `secret`
    has 32 random bytes of this side for this match, which are on disk before the first choice.
    """
    opening = ChoiceOpening(choice, hmac.digest(secret, SALT_DOMAIN + fields(*astuple(moment)), "sha256"))
    return commitment_of(moment, opening), opening


def commitment_of(moment: ChoiceMoment, opening: ChoiceOpening) -> str:
    return committed(SEAL_DOMAIN, seal_salt(moment, opening.salt), opening.choice.encode())


def seal_salt(moment: ChoiceMoment, salt: bytes) -> bytes:
    """Return the salt of the seal, which binds the choice to its moment."""
    return hashlib.sha256(CHOICE_DOMAIN + fields(*astuple(moment), salt)).digest()


def verify(moment: ChoiceMoment, commitment: str, opening: ChoiceOpening) -> bool:
    """True if the opening matches the commitment for this moment."""
    return hmac.compare_digest(commitment_of(moment, opening).encode(), commitment.encode())


class SealedChoice:
    """The part of one side in a choice.

    Write `commitment` to disk before it is sent, and pass it in after a restart.
    """

    def __init__(self, secret: bytes, own: ChoiceMoment, theirs: ChoiceMoment, commitment: str = "") -> None:
        self._secret, self._own, self._theirs = secret, own, theirs
        self.commitment = commitment
        self._their_commitment = ""
        self._opening: ChoiceOpening | None = None

    def lock(self, choice: str) -> str:
        """Return the commitment to the choice, which is fixed now.

        Raises ChangedChoiceError if another one was locked.
        """
        commitment, opening = commit(self._secret, self._own, choice)
        if self.commitment not in ("", commitment):
            raise ChangedChoiceError("Another choice is locked. Lock the same one again.")
        self.commitment, self._opening = commitment, opening
        return commitment

    def take_commitment(self, commitment: str) -> None:
        """Take the other side's commitment. Raises ChangedChoiceError if it had sent another one."""
        if self._their_commitment not in ("", commitment):
            raise ChangedChoiceError("The other side has committed to two choices.")
        self._their_commitment = commitment

    def open(self) -> ChoiceOpening:
        """Return the opening to send. Raises TooEarlyError before both sides are committed."""
        if self._opening is None or not self._their_commitment:
            raise TooEarlyError("Nothing is opened before both sides are committed.")
        return self._opening

    def take_opening(self, opening: ChoiceOpening) -> str:
        """Return the other side's choice. Raises TooEarlyError, or ProvedLieError if it is not the committed one."""
        if not self.commitment or not self._their_commitment:
            raise TooEarlyError("Nothing is opened before both sides are committed.")
        if not verify(self._theirs, self._their_commitment, opening):
            raise ProvedLieError("The opening does not fit the commitment.")
        return opening.choice
