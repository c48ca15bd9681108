"""The codes that people compare with the eye: 26 letters of a hash, which are 130 of its bits. Pure.

With so many nobody finds a second secret, or a second end of a match, that has the same code: about 2^65 tries for two
that share one, and 2^130 for one that fits what was shown already.
"""

from base64 import b32encode

LETTERS = 26
GROUP = 5
LEAST_DIGITS = 32
"""The least hex digits of a hash that are taken for the whole: 128 bits."""
_MISREAD = str.maketrans("018", "OLB")
"""Digits that base 32 has not, and the letters for which they are taken."""


def letters_of(digest: str) -> str:
    """Return the 26 letters (A to Z, 2 to 7) of a hash in hex."""
    return b32encode(bytes.fromhex(digest)).decode()[:LETTERS]


def grouped(digest: str) -> str:
    """Return its letters in groups of five, as they are shown."""
    letters = letters_of(digest)
    return " ".join(letters[at : at + GROUP] for at in range(0, LETTERS, GROUP))


def normal(typed: str) -> str:
    """Return what somebody copied as 26 capital letters, or as 32 to 64 small hex digits.

    Spaces and hyphens are left out. Raises ValueError for anything else: another hash may begin with what is shorter.
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
