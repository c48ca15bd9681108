"""Damage without knowledge of a grammar: bytes, lines, encodings and packing."""

import gzip
import io
import random
import zipfile
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

Damage: TypeAlias = Callable[[bytes, random.Random], bytes]

ESCAPES = "Rogue\x1b[2J\x1b[H\x1b]0;mine\x07\x9b31m\u202e\u2066\nEvery check passed.\r\x1b[8m\x7f\u2028\x85\u200f!"
"""A text that clears the screen, sets the window's title, reverses the writing, and puts a verdict on its own line."""
MOST = 300_000
"""The maximum size of grown files: more than a list may have."""
BOMB = 50_000_000


def flipped(file: bytes, rng: random.Random) -> bytes:
    """Return the file with a few bytes changed."""
    harmed = bytearray(file)
    for _ in range(rng.randint(1, 4)):
        if harmed:
            harmed[rng.randrange(len(harmed))] = rng.choice((0, 0x1B, 0x22, 0x5C, 0x7F, 0xFF, rng.randrange(256)))
    return bytes(harmed)


def cut_off(file: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(file) + 1)
    return file[:place] if rng.random() < 0.7 else file[place:]


def moved(file: bytes, rng: random.Random) -> bytes:
    """Return the file with a piece doubled, removed or moved."""
    start = rng.randrange(len(file) + 1)
    end = min(len(file), start + rng.randint(1, 200))
    piece, rest = file[start:end], file[:start] + file[end:]
    place = rng.randrange(len(rest) + 1)
    return rng.choice((rest, file[:end] + piece * rng.randint(1, 50) + file[end:], rest[:place] + piece + rest[place:]))


def lines(file: bytes, rng: random.Random) -> bytes:
    """Return the file with its lines shuffled, one of them repeated a thousand times, or one very long."""
    each = file.splitlines(keepends=True) or [b""]
    which = rng.randrange(len(each))
    match rng.randrange(4):
        case 0:
            rng.shuffle(each)
        case 1:
            each[which] *= max(1, min(3000, MOST // (len(each[which]) or 1)))
        case 2:
            each[which] = each[which].rstrip(b"\r\n") * max(1, min(3000, MOST // (len(each[which]) or 1))) + b"\n"
        case _:
            del each[which]
    return b"".join(each)


def planted(file: bytes, rng: random.Random) -> bytes:
    """Return the file with an insertion that text should not contain."""
    place = rng.randrange(len(file) + 1)
    return file[:place] + rng.choice(PLANTS)() + file[place:]


PLANTS: tuple[Callable[[], bytes], ...] = (
    lambda: ESCAPES.encode(), lambda: b"\0" * 1000, lambda: b"\xff\xfe", lambda: b"\xed\xa0\x80", lambda: b"9" * 5000,
    lambda: b"[" * 5000, lambda: b"{" * 5000, lambda: b'{"a":' * 3000, lambda: b"a." * 20_000, lambda: b'"' * 999,
    lambda: b"\\u" * 300, lambda: b"\xc2\xa0" * 500, lambda: b"x" * MOST, lambda: b"(" * 20_000, lambda: b"-" * 50_000,
    lambda: b"https://legionhq2.com/list/" + b"%25" * 20_000, lambda: b" " * 100_000, lambda: b"\n" * 100_000,
    lambda: b"%25" * 30_000, lambda: b"&amp;" * 20_000, lambda: b"#" * 60_000, lambda: b"1x" * 30_000, lambda: b"'''",
    lambda: b", " * 50_000, lambda: "• ".encode() * 30_000, lambda: "·".encode() * 90_000, lambda: b"\t" * 99_999,
    lambda: b"\\" * 50_001, lambda: b"1e999", lambda: b"-0", lambda: b"\xf0\x9f\x82\xa1" * 9000,
)  # fmt: skip
"""Functions, since some of the insertions are long."""


def encoded(file: bytes, rng: random.Random) -> bytes:
    """Return the file in another encoding, or in two at once."""
    words = file.decode("utf-8", "replace")
    writing = rng.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252", "utf-7", "cp037"))
    written = words.encode(writing, "replace")
    return rng.choice(
        (written, b"\xef\xbb\xbf" * rng.randint(1, 3) + file, written[: len(written) // 2] + file, file[::-1])
    )


def packed(file: bytes, rng: random.Random) -> bytes:
    """Return the file packed, packed twice, or a bomb under its name."""
    if rng.random() < 0.3:
        return rng.choice(_bombs())
    content = rng.choice((file, file, gzip.compress(file), _zipped(file, ("a.json",))))
    if rng.random() < 0.4:
        return gzip.compress(content, 1) * rng.choice((1, 1, 2))
    names = rng.choice((("a.json",), ("a.json", "b.txt"), ("../../a.json",), (ESCAPES,), ("a.json",) * 300, ("x.png",)))
    return _zipped(content if len(names) < 3 else b"x", names)


@lru_cache(maxsize=1)
def _bombs() -> tuple[bytes, ...]:
    """Return small files that unpack to large ones: once, and packed again."""
    zeros, blanks = bytes(BOMB), b" " * BOMB
    once = (gzip.compress(zeros), gzip.compress(blanks), _zipped(zeros, ("a.json",)), _zipped(blanks, ("a.txt",)))
    return (*once, *map(gzip.compress, once), _zipped(once[0], ("a.json",)))


def _zipped(content: bytes, names: tuple[str, ...]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as zipped:
        for number, name in enumerate(names):
            zipped.writestr(zipfile.ZipInfo(f"{number}{name}" if number else name), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def repeated(file: bytes, rng: random.Random) -> bytes:
    """Return the file, or a piece of it, followed by a short token repeated up to the size limit.

    A parser that starts again at each token takes quadratic time.
    """
    token = rng.choice(TOKENS)
    many = token * (rng.choice((1000, 30_000, MOST)) // len(token))
    before = file[: rng.randrange(len(file) + 1)] if rng.random() < 0.5 else b""
    return before + rng.choice((b"", b'"', b"[", b"{")) + many + rng.choice((b"", b'"', b"]", b"}", b"\\"))


TOKENS = (
    b'\\"', b"\\\\", b"\\", b'"', b"'", b"[", b"{", b'{"a":', b'["",', b"9", b"-", b".", b" ", b"a ", b" a",
    b"a.", b"a=", b"()", b"(", b"=", b",", b":", b"x1", b"\xc2\xa0", b"#", b"&", b"%", b"/*",
)  # fmt: skip


def replaced(_: bytes, rng: random.Random) -> bytes:
    """Return unrelated content under the file's name."""
    return rng.choice(
        (b"", b"\0", rng.randbytes(rng.randrange(2000)), rng.choice(PLANTS)(), b"\x1f\x8b", b"PK\x03\x04", b"{")
    )


BYTES: Mapping[str, Damage] = MappingProxyType(
    {
        "bytes": flipped, "cut off": cut_off, "moved": moved, "lines": lines, "planted": planted, "encoded": encoded,
        "packed": packed, "repeated": repeated, "replaced": replaced,
    }
)  # fmt: skip
