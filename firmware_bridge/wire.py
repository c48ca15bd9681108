"""The codec of the line between table and dispenser, for both ends; it runs on CPython and on MicroPython.

A frame is one line of printable ASCII: `$`, the words with one blank between them, `*`, the CRC-32 of the words in
eight hex digits, a newline. Whatever is not a frame is dropped, and the next `$` starts afresh.
"""

import binascii

PROTOCOL = 1
LONGEST = 120
"""The most bytes between `$` and newline. Nothing longer is kept."""
JOB_ID_LONGEST = 24

HAS_TOKENS = "1"
NO_TOKENS = "0"
NO_SENSOR = "-"
"""A hopper's level in `alive` is one of these letters; this one means that it has no level sensor."""

_START = 0x24
_NEWLINE = 0x0A
_RETURN = 0x0D


def encode(*words: object) -> bytes:
    """Return these words as one frame.

    Raises ValueError if a word is empty, or holds a blank, `$`, `*` or a character that is not printable.
    """
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
    """True for at most 24 ASCII letters, digits and `-`."""
    return 0 < len(text) <= JOB_ID_LONGEST and all(
        "a" <= c <= "z" or "A" <= c <= "Z" or "0" <= c <= "9" or c == "-" for c in text
    )


def decode(line: bytes) -> "list[str] | None":
    """Return the words of the bytes between `$` and newline, or None if the CRC is wrong."""
    if not _has_shape(line):
        return None
    body = line[:-9]
    if line[-8:] != b"%08x" % binascii.crc32(body):
        return None
    return body.decode().split(" ")


def _has_shape(line: bytes) -> bool:
    return len(line) >= 10 and line[-9] == 0x2A


class LineReader:
    """Turn bytes into frames. It never holds more than LONGEST bytes."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._inside = False
        self.rejected = 0
        """The number of bytes outside of frames. A line that began and broke off counts with all of its bytes."""
        self.damaged = 0
        """The number of frames with a wrong CRC: a dispenser speaks, over a bad line."""

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
