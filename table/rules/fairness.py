"""Seals, rolls and draws that can be verified later. Pure: entropy is passed in, never generated here.

`docs/play/fairness.md` describes what this proves, against which attackers, and what it cannot prove.
"""

import hashlib
import hmac
import unicodedata

from table.rules.choice.sealed_choice import SEAL_DOMAIN, committed
from table.rules.seats import SEATS, Seat

SALT_BYTES = 32
SECRET_BYTES = 32
SECRET_DOMAIN = b"command-table chance 1\0"
NAME_DOMAIN = b"command-table name 1\0"
WORD_BYTES = 8
WORDS_DOMAIN = b"command-table words 1\0"
WORDS_BITS = 52
WORDS = range(1 << WORDS_BITS, 2 << WORDS_BITS)
"""The range of numbers for words: above every dial, and exact in every programming language."""


def seal_commitment(salt: bytes, card: str) -> str:
    """Return the commitment to a locked card: SHA-256 over fresh salt and the card's id, 64 hex digits."""
    return committed(SEAL_DOMAIN, salt, card.encode())


def secret_commitment(secret: bytes) -> str:
    """Return the commitment to the match's secret: SHA-256, 64 hex digits. The match's end discloses the secret."""
    return committed(SECRET_DOMAIN, secret, b"")


def number_of_words(words: str) -> int:
    """Return the number that stands for a player's own words: 52 bits of SHA-256, in the range `WORDS`.

    Case and spacing are ignored, because another person may type the words.
    """
    plain = " ".join(unicodedata.normalize("NFKC", words).casefold().split())
    digest = hashlib.sha256(WORDS_DOMAIN + plain.encode()).digest()
    return WORDS.start + (int.from_bytes(digest[:8]) >> 64 - WORDS_BITS)


def name_commitment(salt: bytes, name: str) -> str:
    """Return the commitment to a player's name: SHA-256 over fresh salt and the name, 64 hex digits.

    A match file without the name does not reveal it.
    """
    return committed(NAME_DOMAIN, salt, name.encode())


class SecretChance:
    """Rolls and draws from the match's secret and both seats' numbers (`table.rules.chance.Chance`).

    Question n is HMAC-SHA-256(secret, "blue's number,red's number,n,attempt"). Its first 64 bits are taken modulo the
    bound; the tail of the range that would favour low numbers is rejected, and the next attempt is made.
    """

    def __init__(self, secret: bytes, numbers: tuple[tuple[Seat, int], ...]) -> None:
        dialled = dict(numbers)
        self._secret = secret
        self._prefix = ",".join(str(dialled[seat]) for seat in SEATS)

    def below(self, bound: int, question: int) -> int:
        fair = (1 << 8 * WORD_BYTES) // bound * bound
        attempt = 0
        while (word := int.from_bytes(self._digest(question, attempt)[:WORD_BYTES])) >= fair:
            attempt += 1
        return word % bound

    def proof(self, question: int) -> str:
        """Return the short code of a roll, on the screen and in the verifier's output."""
        return self._digest(question, 0).hex()[:8]

    def _digest(self, question: int, attempt: int) -> bytes:
        return hmac.digest(self._secret, f"{self._prefix},{question},{attempt}".encode(), "sha256")
