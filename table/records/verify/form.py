"""The only valid encoding of a batch, so that all verifiers read it the same way."""

import json
import re
from itertools import accumulate
from typing import Any

import msgspec

LARGEST = 2**53 - 1
"""The largest integer: every programming language can represent it exactly."""
KIB = 1024
MOST_BYTES = 1024 * KIB
"""The most bytes of a batch; the first one of a match, with both sides in it, has some 20,000."""
LEVELS = 64
"""The depth to which lists and objects may be nested."""

_STRING = re.compile(rb'"(?:[^"\\]|\\.?)*+(?:"|\Z)', re.DOTALL)
"""A text. An unclosed one extends to the end, so that the search stays linear."""
_LOOSE = re.compile(rb"\s|[0-9][.eE]|-0")
_BRACKETS = b"[]{}"
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in _BRACKETS)
_STEPS = [(byte in b"[{") - (byte in b"]}") for byte in range(256)]


def check(body: bytes, most: int = MOST_BYTES, most_levels: int = LEVELS) -> None:
    """Check the encoding of a batch. Raises ValueError if another verifier could read it differently."""
    if len(body) > most:
        raise ValueError(f"more than {most / MOST_BYTES:g} MiB in it")
    bare = _STRING.sub(b"", body)
    if _LOOSE.search(bare):
        raise ValueError("a blank, a fraction, an exponent or a zero with a sign in it")
    levels = accumulate(map(_STEPS.__getitem__, bare.translate(None, _NO_BRACKETS)))
    if max(levels, default=0) > most_levels:
        raise ValueError(f"more than {most_levels} levels in it")
    msgspec.json.decode(body)  # JSON to the letter, and text that is text: no half of a surrogate pair
    json.loads(body, parse_int=_integer, parse_constant=_integer, object_pairs_hook=_once)


def _integer(digits: str) -> int:
    if abs(int(digits)) > LARGEST:
        raise ValueError(f"an integer beyond {LARGEST} in it")
    return int(digits)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name twice in one object")
    return found
