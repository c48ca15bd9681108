"""The line between table and dispenser, one codec for both ends; runs on CPython and on MicroPython.

A frame is one line of printable ASCII: `$`, the words with one blank between them, `*`, the CRC-32 of the words in
eight hex digits, a newline. Whatever is not a frame is dropped, and the next `$` starts afresh.
"""

import binascii

PROTOCOL = 1
LONGEST = 120
"""Bytes between `$` and newline. Nothing longer is kept, whatever comes down the line."""
JOB_ID_LONGEST = 24

HAS_TOKENS = "1"
NO_TOKENS = "0"
NO_SENSOR = "-"
"""What a hopper's level sensor says, in `alive`."""

_START = 0x24
_NEWLINE = 0x0A
_RETURN = 0x0D


def encode(*words: object) -> bytes:
    """One frame of these words. ValueError if a word is empty, or holds a blank, `$`, `*` or anything not printable."""
    texts = [str(word) for word in words]
    for text in texts:
        if not is_word(text):
            raise ValueError("not a word for the wire: " + repr(text))
    body = " ".join(texts).encode()
    if len(body) + 9 > LONGEST:
        raise ValueError("too long for one frame")
    return b"$%s*%08x\n" % (body, binascii.crc32(body))


def is_word(text: str) -> bool:
    return len(text) > 0 and all("!" <= letter <= "~" and letter not in "$*" for letter in text)


def is_job_id(text: str) -> bool:
    """ASCII letters, digits and `-`, at most 24."""
    return 0 < len(text) <= JOB_ID_LONGEST and all(
        "a" <= c <= "z" or "A" <= c <= "Z" or "0" <= c <= "9" or c == "-" for c in text
    )


def decode(line: bytes) -> "list[str] | None":
    """The words of what stood between `$` and newline, or None where the CRC says no."""
    if not _has_shape(line):
        return None
    body = line[:-9]
    if line[-8:] != b"%08x" % binascii.crc32(body):
        return None
    return body.decode().split(" ")


def _has_shape(line: bytes) -> bool:
    return len(line) >= 10 and line[-9] == 0x2A


class LineReader:
    """Bytes in, frames out. Holds at most LONGEST bytes, whatever the noise."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._inside = False
        self.rejected = 0
        """Bytes that were no part of a frame: an opened line that broke counts with all of its bytes."""
        self.damaged = 0
        """Lines that look like frames and have another CRC: somebody speaks our language, over a bad line."""

    def held(self) -> int:
        return len(self._line)

    def feed(self, data: bytes) -> "list[list[str]]":
        frames = []
        for byte in data:
            if byte == _START:
                self._drop()
                self._inside = True
            elif byte == _RETURN:
                continue
            elif not self._inside:
                self.rejected += byte != _NEWLINE
            elif byte == _NEWLINE:
                words = decode(bytes(self._line))
                if words is None:
                    self.damaged += _has_shape(bytes(self._line))
                    self._drop()
                else:
                    frames.append(words)
                    self._line = bytearray()
                    self._inside = False
            elif len(self._line) == LONGEST or not 0x20 <= byte <= 0x7E:
                self._drop()
                self.rejected += 1
            else:
                self._line.append(byte)
        return frames

    def _drop(self) -> None:
        self.rejected += len(self._line) + self._inside
        self._line = bytearray()
        self._inside = False
