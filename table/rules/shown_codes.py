"""The codes that people compare by eye: 26 letters, which are 130 bits of a hash. Pure.

That is enough to prevent a second secret, or a second end of a match, with the same code: it takes about 2^65 tries to
find two that share a code, and 2^130 for a given code.
"""

from base64 import b32encode

LETTERS = 26
GROUP = 5
LEAST_DIGITS = 32
"""The least number of hex digits that identify a hash: 128 bits."""
_MISREAD = str.maketrans("018", "OLB")
"""Digits that base 32 does not use, and the letters for which they are mistaken."""


def letters_of(digest: str) -> str:
    """Return the 26 letters (A to Z, 2 to 7) of a hash in hex."""
    return b32encode(bytes.fromhex(digest)).decode()[:LETTERS]


def grouped(digest: str) -> str:
    """Return its letters in groups of five, for the screen."""
    letters = letters_of(digest)
    return " ".join(letters[at : at + GROUP] for at in range(0, LETTERS, GROUP))


def normal(typed: str) -> str:
    """Return a copied code as 26 capital letters, or as 32 to 64 small hex digits. Spaces and hyphens are left out.

    Raises ValueError for anything else, because a shorter code may fit several hashes.
    """
    close = typed.translate({ord(sign): None for sign in " -\u00a0\n\t"})
    if LEAST_DIGITS <= len(close) <= 64 and all(sign in "0123456789abcdefABCDEF" for sign in close):
        return close.lower()
    letters = close.upper().translate(_MISREAD)
    if len(letters) == LETTERS and all(sign in "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567" for sign in letters):
        return letters
    raise ValueError(typed)


def is_of(code: str, digest: str) -> bool:
    """True if a code in its normal form is of this hash in hex."""
    return code == letters_of(digest) if len(code) == LETTERS else digest.startswith(code)
